/** The layout of a wiki; see docs/formats.md. Source: AIP-10, the four layers. */
export const MANIFEST_FILE = 'KNOWLEDGE.md';
export const SCHEMA_FILE = 'AGENTS.md';
/** Optional rules of plain language for drafts, written by the owners of the wiki. */
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

/** `hidden` files are ignored. */
type PathRole = 'page' | 'source' | 'file' | 'hidden';

/**
 * The role of a file by its path alone. It does not recognise the files of a nested wiki, since that takes reading its
 * manifest.
 *
 * @param path relative to the root of the wiki
 */
export function roleOf(path: string): PathRole {
  if (path === '' || path.startsWith('.') || path.includes('/.')) return 'hidden';
  if (path.startsWith(`${SOURCES_FOLDER}/`)) return 'source';
  if (!/\.md$/i.test(path) || RESERVED_FILES.has(path)) return 'file';
  // A view has its own manifest in a subfolder.
  return path.endsWith(`/${MANIFEST_FILE}`) ? 'file' : 'page';
}

/**
 * Whether the file is a page: any `.md` file except sources, manifests, hidden files and the reserved files.
 *
 * @param path relative to the root of the wiki
 */
export function isPagePath(path: string): boolean {
  return roleOf(path) === 'page';
}

/** The default folder of each kind. Source: AIP-10, directory tree. */
export const KIND_FOLDERS: ReadonlyMap<string, string> = new Map([
  ['entity', 'entities'],
  ['concept', 'concepts'],
  ['summary', 'summaries'],
  ['comparison', 'comparisons'],
  ['timeline', 'timelines'],
]);

const FOLDER_KINDS: ReadonlyMap<string, string> = new Map([...KIND_FOLDERS].map(([kind, folder]) => [folder, kind]));

/**
 * Guesses the kind of a page from its folder: `concepts/x.md` and `entries/concept/x.md` are concepts. The frontmatter takes
 * precedence.
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
