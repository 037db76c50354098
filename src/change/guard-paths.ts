import { isWikiError } from '../base';
import { checkSafePath, checkPortablePath, foldName } from '../vault';
import { type GuardedFile, type GuardReport } from './guard-file';
import { type ChangeSet } from './types';

/** What a name says once case, Unicode form and invisible characters are taken out of it. */
function comparableName(name: string): string {
  return foldName(name.normalize('NFKC').replace(/\p{Cf}/gu, ''));
}

const MANIFESTS: ReadonlyMap<string, string> = new Map([
  [comparableName('KNOWLEDGE.md'), 'manifest'],
  [comparableName('AGENTS.md'), 'agents'],
  [comparableName('PLAIN-LANGUAGE.md'), 'agents'],
]);
const GENERATED: ReadonlySet<string> = new Set(['_index.md', '_log.md', '_manifest.json'].map(comparableName));
const sources = comparableName('sources');

const HUMAN_PRODUCERS: ReadonlySet<ChangeSet['producer']> = new Set(['setup', 'undo', 'manual']);

const REMEDY = 'Reject this change.';

/**
 * Where a proposal may not write: outside the wiki, under `sources/`, in hidden folders, into `KNOWLEDGE.md`, `AGENTS.md` or a
 * generated file (in any case and Unicode form, at any depth), to anything but Markdown, or to a protected path.
 * Source: design, promise 1. What a person starts (set-up, an undo, a change by hand) may write manifests; a model makes
 * none of these.
 */
export function pathFindings(
  file: GuardedFile,
  producer: ChangeSet['producer'],
  protect: readonly (RegExp | string)[],
): readonly { readonly path: string; readonly reported: GuardReport }[] {
  const { edit } = file;
  const found: { path: string; reported: GuardReport }[] = [];
  for (const path of new Set([edit.path, file.path])) {
    const isNew = edit.kind === 'created' || path !== edit.path;
    const refused = refusalOf(path, isNew, producer) ?? protectionOf(path, protect);
    if (refused === null) continue;
    const [code, message] = refused;
    found.push({ path, reported: { code, severity: 'error', message, remedy: REMEDY, hunk: file.hunks[0] } });
  }
  return found;
}

function refusalOf(
  path: string,
  isNew: boolean,
  producer: ChangeSet['producer'],
): readonly [code: string, message: string] | null {
  try {
    // A name that an undo brings back was allowed once.
    if (isNew && producer !== 'undo') checkPortablePath(path);
    else checkSafePath(path);
  } catch (error) {
    return ['path', `"${path}" is no path that can be written. ${isWikiError(error) ? error.message : ''}`.trim()];
  }
  const names = path.split('/').map(comparableName);
  const last = names.at(-1) ?? '';
  if (names.some((name) => name.startsWith('.'))) {
    return ['hidden', `"${path}" lies in a hidden folder, which no proposal may change.`];
  }
  if (names[0] === sources) return ['source', `"${path}" is a source; sources never change.`];
  const kind = MANIFESTS.get(last);
  if (kind !== undefined && !HUMAN_PRODUCERS.has(producer))
    return [kind, `"${path}" belongs to you; no proposal may change it.`];
  if (GENERATED.has(last) && producer !== 'setup') {
    return ['generated', `"${path}" is generated from the accepted changes; no proposal may edit it.`];
  }
  if (kind === undefined && producer !== 'undo' && !GENERATED.has(last) && !last.endsWith(comparableName('.md'))) {
    return ['not_page', `"${path}" is no Markdown file.`];
  }
  return null;
}

function protectionOf(path: string, protect: readonly (RegExp | string)[]): readonly [string, string] | null {
  const hit = protect.some((rule) => {
    if (typeof rule !== 'string') return new RegExp(rule.source, rule.flags.replace(/[gy]/g, '')).test(path);
    return foldName(path) === foldName(rule) || (rule.endsWith('/') && foldName(path).startsWith(foldName(rule)));
  });
  return hit ? ['protected', `"${path}" is protected from proposals.`] : null;
}
