import { checkpoint, clip, WikiError, type Run } from '../base';
import { findPage, parsePage, type Snapshot } from '../wiki';
import { type Sandbox } from './sandbox';
import { inputProblem, PATH, type ToolSpec } from './tool-spec';

/** UTF-16 units of one result of `read`. */
const PART = 16_000;
const MAX_LISTED = 200;
const MAX_LINES = 60;

/** What the tools read besides files. */
export interface ToolPorts {
  readonly sandbox: Sandbox;
  /** The wiki below the overlay. */
  readonly snapshot: Snapshot;
  /** Pages for some words, best first, one line each. */
  readonly search: (query: string, run: Run) => Promise<readonly string[]>;
}

/** The tools that change nothing. */
export function readingSpecs({ sandbox, snapshot, search }: ToolPorts): Readonly<Record<string, ToolSpec>> {
  return {
    read: {
      description: 'Reads a page, a source or a note. Long files come in parts.',
      params: { path: PATH, 'from?': ['first line to show, from 1', 'offset'] },
      call: async ({ path: file = '', from = '1' }) => part(await sandbox.readText(file), Number(from) || 1),
    },
    list: {
      description: 'Lists the files and folders in a folder.',
      params: { 'path?': ['folder; the root without it', 'folder', 'directory', 'pattern'] },
      call: ({ path: folder = '' }) => list(sandbox, folder.replace(/\*.*$/, '')),
    },
    grep: {
      description: 'Finds lines with an exact text, upper or lower case, in pages and text sources.',
      params: { text: ['the text', 'pattern', 'query'], 'path?': ['only in this folder', 'folder', 'directory'] },
      call: ({ text = '', path: folder = '' }, run) => grep(sandbox, snapshot, text, folder, run),
    },
    search: {
      description: 'Full-text search over the pages as they were before you changed them.',
      params: { query: ['a few telling words', 'text', 'pattern'] },
      call: async ({ query = '' }, run) => joined(await search(query, run)),
    },
    links: {
      description: 'What a page links to, and what links to it.',
      params: { page: ['slug, title or path', 'path', 'file_path'] },
      call: ({ page = '' }) => links(sandbox, snapshot, page),
    },
  };
}

function part(text: string, from: number): string {
  const lines = text.split('\n');
  const start = Math.min(Math.max(1, Math.floor(from)), lines.length) - 1;
  let [end, length] = [start, 0];
  while (end < lines.length && (end === start || length + (lines[end]?.length ?? 0) < PART)) {
    length += (lines[end]?.length ?? 0) + 1;
    end += 1;
  }
  const shown = lines.slice(start, end).join('\n').slice(0, PART);
  if (start === 0 && end === lines.length) return shown;
  const rest = end < lines.length ? ` Go on with from: ${end + 1}.` : '';
  return `(Lines ${start + 1} to ${end} of ${lines.length}.${rest})\n${shown}`;
}

async function list(sandbox: Sandbox, folder: string): Promise<string> {
  const { vault, path, root } = await sandbox.place(folder);
  const entries = await vault.list(path);
  const shown = entries.filter((entry) => root !== 'wiki' || !/(?:^|\/)\./.test(entry.path));
  return joined(shown.map((entry) => (entry.kind === 'folder' ? `${entry.path}/` : entry.path)));
}

async function grep(sandbox: Sandbox, snapshot: Snapshot, text: string, folder: string, run: Run): Promise<string> {
  const needle = text.trim().toLowerCase();
  if (needle === '') throw inputProblem('The text is empty.');
  const { path: prefix, root } = await sandbox.place(folder);
  if (root !== 'wiki') throw inputProblem('Only the wiki is searched. Read the file instead.');
  const sources = [...snapshot.sources.keys()].filter((path) => /\.(?:md|txt|csv|json)$/i.test(path));
  const changed = (await sandbox.difference()).map(({ path }) => path);
  const paths = [...new Set([...snapshot.pages.keys(), ...sources, ...changed])];
  const found: string[] = [];
  for (const [at, path] of paths.entries()) {
    if (prefix !== '' && path !== prefix && !path.startsWith(`${prefix}/`)) continue;
    if (at % 32 === 0) await checkpoint(run);
    const content = await textOrNone(sandbox, path);
    if (!content.toLowerCase().includes(needle)) continue;
    for (const [line, words] of content.split('\n').entries()) {
      const place = words.toLowerCase().indexOf(needle);
      if (place < 0) continue;
      found.push(`${path}:${line + 1}: ${words.slice(Math.max(0, place - 80), place + needle.length + 120).trim()}`);
      if (found.length >= MAX_LINES) return `${joined(found)}\n… and maybe more.`;
    }
  }
  return joined(found);
}

/** A source that is not text is not searched, and neither is a page that the run removed. */
async function textOrNone({ wiki }: Sandbox, path: string): Promise<string> {
  try {
    return await wiki.readText(path);
  } catch (error) {
    if (error instanceof WikiError) return '';
    throw error;
  }
}

async function links(sandbox: Sandbox, snapshot: Snapshot, name: string): Promise<string> {
  const path = findPage(snapshot, name)?.path ?? (await sandbox.place(name)).path;
  const page = parsePage(path, await sandbox.readText(path));
  const out = page.links.map((link) => {
    const target = snapshot.resolve(link, path);
    return target.kind === 'page' ? target.page.path : `${clip(link.target, 120)} (${target.kind})`;
  });
  const into = snapshot.backlinks(path).map(({ from }) => from.path);
  return `Links to:\n${joined([...new Set(out)])}\nLinked from:\n${joined([...new Set(into)])}`;
}

function joined(lines: readonly string[]): string {
  if (lines.length === 0) return 'Nothing.';
  const more = lines.length > MAX_LISTED ? [`… and ${lines.length - MAX_LISTED} more.`] : [];
  return [...lines.slice(0, MAX_LISTED), ...more].join('\n');
}
