import { WikiError, type Run } from '../../base';
import { scopeVault, type Vault } from '../../vault';
import { INDEX_FILE, isPagePath, layoutOf, namedLayout, PROVENANCE_FILE, type Layout } from '../../wiki';
import { sourcesFolder } from '../../workspace';
import { listFiles } from '../list-files';

/** Names of the folder of sources in wikis that people keep with an agent. Source: A. Karpathy, "LLM Wiki". */
const SOURCE_FOLDERS = ['raw', 'raw-sources', 'raw_sources', 'sources'];

/** What a folder holds that people keep as a wiki: paths relative to the folder, and numbers of files. */
export interface FoundLayout {
  /** The folder of sources; it may not exist yet. */
  readonly sources: string;
  /** How many files are in it. */
  readonly files: number;
  /** How many Markdown files are pages. */
  readonly pages: number;
  readonly index: string | null;
  readonly log: string | null;
  /** The rules for the agent: `CLAUDE.md` or `AGENTS.md`. */
  readonly guide: string | null;
}

/**
 * Recognises a wiki with its own layout: raw files in a folder of their own, or an index and a log. It is read and never
 * written.
 *
 * @param vault the whole vault
 * @param root the folder
 * @returns `null` for a folder without such a layout
 */
export async function findLayout(vault: Vault, root: string, run: Run): Promise<FoundLayout | null> {
  const scoped = scopeVault(vault, root);
  if (root !== '' && (await vault.stat(root))?.kind !== 'folder') return null;
  const files = await listFiles(scoped, run);
  const folders = [
    ...new Set(files.filter((path) => path.includes('/')).map((path) => path.slice(0, path.indexOf('/')))),
  ];
  const named = SOURCE_FOLDERS.map((name) => folders.find((folder) => folder.toLowerCase() === name));
  const sources = named.find((folder) => folder !== undefined) ?? 'sources';
  const layout = namedLayout(sources);
  const kept = keptFiles(files, layout);
  const isOwn = sources.toLowerCase() !== 'sources' || (kept.index !== null && kept.log !== null);
  if (!isOwn) return null;
  return {
    sources,
    files: files.filter((path) => path.startsWith(`${sources}/`)).length,
    pages: files.filter((path) => isPagePath(path, layout)).length,
    ...kept,
  };
}

/** The index, log and rules that a folder has. */
function keptFiles(files: readonly string[], { kept }: Layout): Pick<FoundLayout, 'index' | 'log' | 'guide'> {
  const present = new Set(files);
  const first = (...names: string[]): string | null => {
    const isNamed = (path: string): boolean => names.some((name) => path === name || path.endsWith(`/${name}`));
    return [...kept].find((path) => present.has(path) && isNamed(path)) ?? null;
  };
  return { index: first('index.md'), log: first('log.md'), guide: first('CLAUDE.md', 'AGENTS.md') };
}

/** The layout of a wiki with this folder of sources; by default that of AIP-10. @throws WikiError `living-wiki:sources_folder_invalid` */
export function layoutFor(sources: string | undefined): Layout {
  if (sources === undefined) return layoutOf({ metadata: {} });
  const { folder, problem } = sourcesFolder({ metadata: { 'living-wiki': { sources } } });
  if (problem === null) return namedLayout(folder);
  throw new WikiError('living-wiki:sources_folder_invalid', `"${sources}" cannot be the folder of sources.`, {
    remedy: 'Name a folder inside the wiki that is not hidden.',
  });
}

/** Whether the wiki already says in prose how it is maintained. Rules for agents only count in a layout of their own. */
export function hasGuide(existing: readonly string[], layout: Layout): boolean {
  return existing.includes('AGENTS.md') || (layout.linksCite && keptFiles(existing, layout).guide !== null);
}

/** What a person should know before the folder is adopted. */
export function adoptionNotes(existing: readonly string[], layout: Layout): string[] {
  const notes: string[] = [];
  const has = (path: string): boolean => existing.includes(path);
  if (layout.linksCite) {
    const { index, log, guide } = keptFiles(existing, layout);
    notes.push(
      ...[index, log, guide].flatMap((path) => (path === null ? [] : `${path} stays as it is and is no page.`)),
    );
  } else if (has('index.md') || has('log.md')) {
    notes.push('index.md and log.md stay as pages. The generated index and log are _index.md and _log.md.');
  }
  if (!layout.linksCite && existing.some((path) => path.startsWith('raw/'))) {
    notes.push('Sources are read from sources/. To ingest the files in raw/, move them there.');
  }
  for (const path of [INDEX_FILE, PROVENANCE_FILE].filter(has)) {
    notes.push(`${path} is the name of a generated file, and the first change replaces it. Rename yours to keep it.`);
  }
  return notes;
}
