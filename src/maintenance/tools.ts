import { checkpoint, clip, WikiError, type Run } from '../base';
import { defineTool, type Tool, type Validation } from '../model';
import { findPage, parsePage, type Snapshot } from '../wiki';
import { type Sandbox } from './sandbox';

/** UTF-16 units of one result of `read`. */
const PART = 16_000;
const MAX_LISTED = 200;
const MAX_LINES = 60;
/** UTF-16 units of one argument. */
const MAX_TEXT = 200_000;

type Args = Readonly<Record<string, string>>;

/** Each parameter with its description, and the names by which other agents know it. Names that end in `?` are optional. */
type Params = Readonly<Record<string, readonly [about: string, ...aliases: string[]]>>;

interface Spec {
  readonly description: string;
  readonly params: Params;
  readonly writes?: true;
  readonly call: (args: Args, run: Run) => Promise<string>;
}

/** What the tools read besides files. */
export interface ToolPorts {
  readonly sandbox: Sandbox;
  /** The wiki below the overlay. */
  readonly snapshot: Snapshot;
  /** Pages for some words, best first, one line each. */
  readonly search: (query: string, run: Run) => Promise<readonly string[]>;
}

/** The tools of a skill. @param canWrite `false` for the reviewer */
export function fileTools(ports: ToolPorts, canWrite: boolean): readonly Tool[] {
  return Object.entries(specs(ports))
    .filter(([, { writes }]) => canWrite || writes !== true)
    .map(([name, spec]) => toTool(name, spec));
}

/** What other agents call these tools. */
const ALIASES: Readonly<Record<string, string>> = {
  cat: 'read',
  view: 'read',
  read_file: 'read',
  ls: 'list',
  glob: 'list',
  write_file: 'write',
  create: 'write',
  str_replace: 'edit',
  edit_file: 'edit',
  multiedit: 'edit',
};

const ABSENT: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:task|agent|spawn|subagent|delegate)/,
    'No second agent is started from here. A reviewer looks at your work when you have finished.',
  ],
  [/(?:fetch|web|http|browser|curl|url)/, 'There is no network here. Use what is in the wiki and its sources.'],
  [
    /(?:bash|shell|exec|terminal|command|python|git|run)/,
    'There is no shell here. Use read, list, grep, search, links, write and edit.',
  ],
  [/(?:todo|plan|ask|notify)/, 'Not needed here. Go on, and say what is open in your report.'],
];

/** A tool that is not announced: one of these under another name, or one that is not here and says so. */
export function otherTool(name: string, tools: readonly Tool[]): Tool | undefined {
  const folded = name.toLowerCase();
  const same = tools.find((tool) => tool.name === (ALIASES[folded] ?? folded));
  if (same !== undefined) return same;
  const [, message] = ABSENT.find(([pattern]) => pattern.test(folded)) ?? [];
  if (message === undefined) return undefined;
  return defineTool<null>({
    ...{ name, description: '', parameters: {} },
    parse: () => ({ ok: true, data: null }),
    call: () => Promise.reject(new WikiError('living-wiki:tool_missing', message)),
  });
}

function specs(ports: ToolPorts): Readonly<Record<string, Spec>> {
  return { ...readingSpecs(ports), ...writingSpecs(ports) };
}

const PATH = ['path from the root of the wiki', 'file_path', 'file', 'filename', 'page'] as const;

function readingSpecs({ sandbox, snapshot, search }: ToolPorts): Readonly<Record<string, Spec>> {
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

function writingSpecs({ sandbox }: ToolPorts): Readonly<Record<string, Spec>> {
  const why = ['in one plain sentence, for the person who reviews it', 'reason'] as const;
  return {
    write: {
      description: 'Writes a whole file, new or not. To change a page, prefer edit.',
      params: { path: PATH, text: ['the whole text', 'content', 'contents', 'file_text'], 'why?': why },
      writes: true,
      call: async ({ path: file = '', text = '', why: reason = '' }) => {
        await sandbox.write(file, text, reason);
        return 'Written.';
      },
    },
    edit: {
      description: 'Replaces one passage of a file. The old text must occur exactly once.',
      params: {
        path: PATH,
        old: ['the text now', 'old_string', 'old_str'],
        new: ['the text instead', 'new_string', 'new_str'],
        'why?': why,
      },
      writes: true,
      call: async ({ path: file = '', old = '', new: next = '', why: reason = '' }) => {
        const text = await sandbox.readText(file);
        const count = old === '' ? 0 : text.split(old).length - 1;
        if (count !== 1) throw problem(`The old text occurs ${count} times. Give it exactly, with enough around it.`);
        await sandbox.write(
          file,
          text.replace(old, () => next),
          reason,
        );
        return 'Changed.';
      },
    },
  };
}

function toTool(name: string, { description, params, call }: Spec): Tool {
  const keys = Object.keys(params);
  return defineTool<Args>({
    ...{ name, description },
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        keys.map((key) => [plain(key), { type: 'string', description: params[key]?.[0] ?? '' }]),
      ),
      required: keys.filter((key) => !key.endsWith('?')),
    },
    parse: (value) => readArgs(value, params),
    call,
  });
}

const plain = (key: string): string => key.replace('?', '');

function readArgs(value: unknown, params: Params): Validation<Args> {
  const given = new Map<string, unknown>(Object.entries(typeof value === 'object' && value !== null ? value : {}));
  const args: Record<string, string> = {};
  const problems: string[] = [];
  for (const [key, [, ...aliases]] of Object.entries(params)) {
    const name = plain(key);
    const arg = [name, ...aliases].map((each) => given.get(each)).find((each) => each !== undefined && each !== null);
    if (typeof arg === 'string' || typeof arg === 'number') {
      if (String(arg).length > MAX_TEXT) problems.push(`"${name}" is too long.`);
      else args[name] = String(arg);
    } else if (arg !== undefined) problems.push(`"${name}" must be text.`);
    else if (name === key) problems.push(`"${name}" is required.`);
  }
  return problems.length === 0 ? { ok: true, data: args } : { ok: false, problems };
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
  if (needle === '') throw problem('The text is empty.');
  const { path: prefix, root } = await sandbox.place(folder);
  if (root !== 'wiki') throw problem('Only the wiki is searched. Read the file instead.');
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

const problem = (message: string): WikiError => new WikiError('living-wiki:tool_input', message);
