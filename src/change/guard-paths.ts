import { isWikiError, type ErrorCode } from '../base';
import { checkSafePath, checkPortablePath, foldName } from '../vault';
import { type Layout } from '../wiki';
import { type GuardedFile, type GuardReport } from './guard-file';
import { type ChangeSet } from './types';

/** A name without case, Unicode form and invisible characters, for comparison. */
function comparableName(name: string): string {
  return foldName(name.normalize('NFKC').replace(/\p{Cf}/gu, ''));
}

const MANIFESTS: ReadonlyMap<string, string> = new Map([
  [comparableName('KNOWLEDGE.md'), 'manifest'],
  [comparableName('AGENTS.md'), 'agents'],
  [comparableName('PLAIN-LANGUAGE.md'), 'agents'],
  [comparableName('SKILL.md'), 'agents'],
]);
const GENERATED: ReadonlySet<string> = new Set(['_index.md', '_log.md', '_manifest.json'].map(comparableName));

/** A view of Obsidian's Bases at the root of the wiki, which a person asks for. */
const BASE_FILE = /^[^/]{1,200}\.base$/;

/** The record of a Knowledge Unit, its whole deliberation, and the public keys. No other file but Markdown and Bases views is written. */
const UNIT_FILE = /^units\/(?:ku-[a-z0-9]{12}(?:\.bundle)?|jwks)\.json$/;

const HUMAN_PRODUCERS: ReadonlySet<ChangeSet['producer']> = new Set(['setup', 'undo', 'manual']);

const REMEDY = 'Reject this change.';

/**
 * Paths that a proposal may not write: outside the wiki, among the sources, in hidden folders, `KNOWLEDGE.md`, `AGENTS.md` and
 * generated files (in any case and Unicode form, at any depth), and anything but Markdown. Changes that a person starts
 * (setup, undo, a manual change) may write manifests.
 */
export function pathFindings(
  file: GuardedFile,
  producer: ChangeSet['producer'],
  layout: Layout,
): readonly { readonly path: string; readonly reported: GuardReport }[] {
  const { edit } = file;
  const found: { path: string; reported: GuardReport }[] = [];
  for (const path of new Set([edit.path, file.path])) {
    const isNew = edit.kind === 'created' || path !== edit.path;
    const refused = refusalOf(path, isNew, producer, layout);
    if (refused === null) continue;
    const [code, message] = refused;
    found.push({ path, reported: { code, severity: 'error', message, remedy: REMEDY, hunk: file.hunks[0] } });
  }
  return found;
}

/**
 * The code of the error if no transaction of a wiki may write a path; `null` if one may. Transactions write pages, manifests
 * and generated files, but no source, nothing hidden and no other kind of file. Setting up a wiki also writes the file that
 * keeps `sources/` in git; a deliberation also writes its records, which are JSON.
 */
export function refuseWrite(path: string, layout: Layout): ErrorCode | null {
  if (path === 'sources/.gitkeep') return null;
  const names = path.split('/').map(comparableName);
  const last = names.at(-1) ?? '';
  if (isAmongSources(names, layout)) return 'source_mutation_refused';
  if (UNIT_FILE.test(path)) return null;
  const isBase = BASE_FILE.test(path);
  const isHidden = names.some((name) => name.startsWith('.'));
  const isKnown = GENERATED.has(last) || last.endsWith(comparableName('.md'));
  return isHidden || !(isKnown || isBase) ? 'living-wiki:path_refused' : null;
}

/** Whether a path is in the folder of sources, or would turn that folder into a file. */
function isAmongSources(names: readonly string[], { sources }: Layout): boolean {
  const folder = sources.split('/').map(comparableName);
  return names.length >= folder.length && folder.every((name, at) => name === names[at]);
}

function isKept(names: readonly string[], { kept }: Layout): boolean {
  const path = names.join('/');
  return [...kept].some((each) => each.split('/').map(comparableName).join('/') === path);
}

/**
 * Why a proposal of this producer may not write a path: the end of the guard's code, and a sentence; `null` if it may.
 * @param isNew whether no file is at this path yet
 */
export function refusalOf(
  path: string,
  isNew: boolean,
  producer: ChangeSet['producer'],
  layout: Layout,
): readonly [code: string, message: string] | null {
  try {
    // An undo restores a name that was allowed before, even if it is not portable.
    if (isNew && producer !== 'undo') checkPortablePath(path);
    else checkSafePath(path);
  } catch (error) {
    return ['path', `"${path}" is not a valid path. ${isWikiError(error) ? error.message : ''}`.trim()];
  }
  const names = path.split('/').map(comparableName);
  const last = names.at(-1) ?? '';
  if (names.some((name) => name.startsWith('.'))) {
    return ['hidden', `"${path}" is in a hidden folder. Proposals cannot write there.`];
  }
  if (isAmongSources(names, layout)) {
    return ['source_mutation_refused', `"${path}" is a source. Sources never change.`];
  }
  const kind = MANIFESTS.get(last) ?? (isKept(names, layout) ? 'agents' : undefined);
  if (kind !== undefined && !HUMAN_PRODUCERS.has(producer)) return [kind, `Only you can change "${path}".`];
  if (GENERATED.has(last) && producer !== 'setup') {
    return ['generated', `"${path}" is generated from the accepted changes and cannot be edited.`];
  }
  if (producer === 'deliberation' && UNIT_FILE.test(path)) return null;
  if (producer === 'manual' && BASE_FILE.test(path)) return null;
  if (kind === undefined && producer !== 'undo' && !GENERATED.has(last) && !last.endsWith(comparableName('.md'))) {
    return ['not_page', `"${path}" is not a Markdown file.`];
  }
  return null;
}
