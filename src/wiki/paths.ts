import { baseName, joinPath, parentPath } from '../vault';
import { sourcesFolder, type Manifest } from '../workspace';

/** The layout of a wiki; see docs/formats.md. Source: AIP-10, the four layers. */
export const MANIFEST_FILE = 'KNOWLEDGE.md';
export const SCHEMA_FILE = 'AGENTS.md';
/** The file of rules that people keep for their agent where a wiki has no `AGENTS.md`. */
const AGENT_RULES_FILE = 'CLAUDE.md';
/** Optional rules of plain language for drafts, written by the owners of the wiki. */
export const PLAIN_LANGUAGE_FILE = 'PLAIN-LANGUAGE.md';
export const INDEX_FILE = '_index.md';
export const LOG_FILE = '_log.md';
export const PROVENANCE_FILE = '_manifest.json';
/** Host-private state. */
export const STATE_FOLDER = '.wiki';

const RESERVED_FILES: ReadonlySet<string> = new Set([
  MANIFEST_FILE,
  SCHEMA_FILE,
  PLAIN_LANGUAGE_FILE,
  INDEX_FILE,
  LOG_FILE,
]);

/** The files of a skill, in the form that coding agents use. A page may be in the folder too. */
const SKILL = /^skills\/[^/]+\/(?:SKILL\.md$|(?:references|scripts|assets)\/)/;

/** What a wiki calls its files, where that differs between wikis. */
export interface Layout {
  /** The folder of sources, relative to the root of the wiki, without a final slash. */
  readonly sources: string;
  /**
   * The index, log and rules for agents that people or other tools keep: no pages, and never written by a proposal. An
   * index or log only counts as one where the manifest names the folder of sources.
   */
  readonly kept: ReadonlySet<string>;
  /** The folder beside the sources where such a wiki has its pages, if it has that folder; `null` in the layout of AIP-10. */
  readonly pages: string | null;
  /** Whether a wikilink to a source is a citation, as people write it, and nothing to correct. */
  readonly linksCite: boolean;
}

/** The files in which people say how the wiki is maintained, those that count first. Not all need to exist. */
export function guidePaths({ kept }: Layout): readonly string[] {
  const rules = [...kept].filter((path) => [SCHEMA_FILE, AGENT_RULES_FILE].some((name) => baseName(path) === name));
  return [...new Set([SCHEMA_FILE, ...rules])];
}

const layouts = new WeakMap<object, Layout>();

/** The layout that the manifest of a wiki names. */
export function layoutOf(manifest: Pick<Manifest, 'metadata'>): Layout {
  const known = layouts.get(manifest.metadata);
  if (known !== undefined) return known;
  const { folder, isNamed } = sourcesFolder(manifest);
  const layout = isNamed ? namedLayout(folder) : DEFAULT_LAYOUT;
  layouts.set(manifest.metadata, layout);
  return layout;
}

/** The layout of AIP-10. */
export const DEFAULT_LAYOUT: Layout = {
  sources: 'sources',
  kept: new Set([AGENT_RULES_FILE]),
  pages: null,
  linksCite: false,
};

/** The layout of a wiki that names its folder of sources. Source: A. Karpathy, "LLM Wiki": `raw/` beside `wiki/`. */
export function namedLayout(sources: string): Layout {
  const beside = parentPath(sources);
  const pages = joinPath(beside, 'wiki');
  const names = ['index.md', 'log.md', AGENT_RULES_FILE, SCHEMA_FILE];
  const kept = ['', beside, pages].flatMap((folder) => names.map((name) => joinPath(folder, name)));
  return { sources, kept: new Set(kept), pages, linksCite: true };
}

/** `hidden` files are ignored. */
type PathRole = 'page' | 'source' | 'file' | 'hidden';

/**
 * The role of a file by its path alone. It does not recognise the files of a nested wiki, since that takes reading its
 * manifest.
 *
 * @param path relative to the root of the wiki
 */
export function roleOf(path: string, layout: Layout): PathRole {
  if (isHidden(path)) return 'hidden';
  if (path.startsWith(`${layout.sources}/`)) return 'source';
  if (!/\.md$/i.test(path) || RESERVED_FILES.has(path) || layout.kept.has(path) || SKILL.test(path)) return 'file';
  // A view has its own manifest in a subfolder.
  return path.endsWith(`/${MANIFEST_FILE}`) ? 'file' : 'page';
}

/**
 * Whether the file is a page: any `.md` file except sources, manifests, hidden files and the reserved files.
 *
 * @param path relative to the root of the wiki
 */
export function isPagePath(path: string, layout: Layout = DEFAULT_LAYOUT): boolean {
  return roleOf(path, layout) === 'page';
}

/** Whether a file or folder is hidden, or in a hidden folder. */
export function isHidden(path: string): boolean {
  return path === '' || path.startsWith('.') || path.includes('/.');
}

/**
 * The folder at the root of a wiki that may be a memory of conversations, and the file that makes it one. Such a folder is no part of the
 * wiki, as one below a nested wiki is none. Source: knowledge curation guide.
 */
const MEMORY_FOLDER = 'knowledge';
export const MEMORY_MARK = `${MEMORY_FOLDER}/ledger.json`;

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
 * Guesses the kind of a page from its folder: `concepts/x.md`, `entries/concept/x.md` and, in the layout of an LLM wiki,
 * `wiki/concepts/x.md` are concepts. The frontmatter takes
 * precedence.
 */
export function kindFromFolder(path: string): string | null {
  const [first = '', second = '', ...rest] = path.replace(/^wiki\//, '').split('/');
  if (second === '') return null;
  const known = FOLDER_KINDS.get(first.toLowerCase());
  if (known !== undefined) return known;
  return first === 'entries' && rest.length > 0 && isKind(second) ? second : null;
}

/** Source: AIP-10 JSON Schema, entry `kind`. */
export function isKind(kind: string): boolean {
  return kind.length >= 2 && kind.length <= 32 && /^[a-z][a-z0-9-]*$/.test(kind);
}

/** Whether a file is the detached signature of another: `paper.pdf.sig`. It is no source itself. */
export function isSignatureName(path: string): boolean {
  return /\.(?:sig|minisig)$/i.test(path);
}

/** Whether a file that is not Markdown is read as a sidecar: `paper.pdf.source.yaml`, `paper.source.json`. */
export function isSidecarName(path: string): boolean {
  return /\.source\.(?:ya?ml|json)$/i.test(path);
}
