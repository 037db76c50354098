/** Where things lie in a wiki. Source: AIP-10, the four layers. */
export const MANIFEST_FILE = 'KNOWLEDGE.md';
export const SCHEMA_FILE = 'AGENTS.md';
/** Rules of plain language for drafts, written by the wiki's keepers; need not be there. */
export const PLAIN_LANGUAGE_FILE = 'PLAIN-LANGUAGE.md';
export const INDEX_FILE = '_index.md';
export const LOG_FILE = '_log.md';
export const PROVENANCE_FILE = '_manifest.json';
export const SOURCES_FOLDER = 'sources';
/** Host-private state. */
export const STATE_FOLDER = '.wiki';

const RESERVED_FILES: ReadonlySet<string> = new Set([
  MANIFEST_FILE,
  SCHEMA_FILE,
  PLAIN_LANGUAGE_FILE,
  INDEX_FILE,
  LOG_FILE,
]);

/** What a path is to a wiki; `hidden` is left alone and never shown. */
export type PathRole = 'page' | 'source' | 'file' | 'hidden';

/**
 * What the file at this path is to the wiki, by its path alone. Files of another wiki that lies within this one look like
 * ours: that takes the other's manifest to know.
 *
 * @param path relative to the wiki's root
 */
export function roleOf(path: string): PathRole {
  if (path === '' || path.startsWith('.') || path.includes('/.')) return 'hidden';
  if (path.startsWith(`${SOURCES_FOLDER}/`)) return 'source';
  if (!/\.md$/i.test(path) || RESERVED_FILES.has(path)) return 'file';
  // A view's manifest deeper in the wiki is a manifest as well.
  return path.endsWith(`/${MANIFEST_FILE}`) ? 'file' : 'page';
}

/**
 * Whether the file is a page: every `.md` of the wiki but those under `sources/`, in hidden folders, the manifests,
 * `AGENTS.md`, `_index.md` and `_log.md`.
 *
 * @param path relative to the wiki's root
 */
export function isPagePath(path: string): boolean {
  return roleOf(path) === 'page';
}

/** The folders of the text's layout. Source: AIP-10, directory tree; specs README, 3. */
export const KIND_FOLDERS: ReadonlyMap<string, string> = new Map([
  ['entity', 'entities'],
  ['concept', 'concepts'],
  ['summary', 'summaries'],
  ['comparison', 'comparisons'],
  ['timeline', 'timelines'],
]);

const FOLDER_KINDS: ReadonlyMap<string, string> = new Map([...KIND_FOLDERS].map(([kind, folder]) => [folder, kind]));

/**
 * What the folder hints at as a page's kind: `concepts/x.md` and `entries/concept/x.md` are concepts; else `null`.
 * A hint only: the frontmatter decides. Source: specs README, 3.
 */
export function kindFromFolder(path: string): string | null {
  const [first = '', second = '', ...rest] = path.split('/');
  if (second === '') return null;
  const known = FOLDER_KINDS.get(first.toLowerCase());
  if (known !== undefined) return known;
  return first === 'entries' && rest.length > 0 && isKind(second) ? second : null;
}

/** Source: AIP-10 JSON Schema, entry `kind`. */
export function isKind(kind: string): boolean {
  return kind.length >= 2 && kind.length <= 32 && /^[a-z][a-z0-9-]*$/.test(kind);
}
