import { isMapping, isWikiError, parseForeignJson } from '../../base';
import { mergeText } from '../../change';
import { decodeText } from '../../vault';
import { INDEX_FILE, isDisputesFile, LOG_FILE, PROVENANCE_FILE } from '../../wiki';

/** The three versions of one file; `null` where there is none. */
interface Versions {
  readonly base: Buffer | null;
  /** In the folder of this server. */
  readonly own: Buffer | null;
  /** In the repository. */
  readonly theirs: Buffer | null;
}

type MergedFile = { readonly content: Buffer | null } | 'conflict';

const GENERATED: ReadonlySet<string> = new Set([INDEX_FILE, LOG_FILE, PROVENANCE_FILE]);

/** A file that follows from the pages. It never stops a merge. */
export function isGeneratedFile(path: string): boolean {
  return GENERATED.has(path);
}

/** Merges a file three ways, as a change of the app is merged with later edits. */
export function mergeFile(path: string, { base, own, theirs }: Versions): MergedFile {
  if (isSame(own, theirs) || isSame(base, own)) return { content: theirs };
  if (isSame(base, theirs)) return { content: own };
  const texts = { base: textOf(base), own: textOf(own), theirs: textOf(theirs) };
  if (isGeneratedFile(path)) return { content: mergeGenerated(path, texts) ?? theirs ?? own };
  if (texts.base === null || texts.own === null || texts.theirs === null) return 'conflict';
  const { text, conflicts } = mergeText(texts.base, texts.own, texts.theirs);
  if (conflicts.length === 0) return { content: Buffer.from(text, 'utf8') };
  return isDisputesFile(path, texts.own) && isDisputesFile(path, texts.theirs)
    ? { content: Buffer.from(joinDisputes(texts.own, texts.theirs), 'utf8') }
    : 'conflict';
}

interface Texts {
  readonly base: string | null;
  readonly own: string | null;
  readonly theirs: string | null;
}

/** The log with the entries of both sides; the manifest with the sources of both. The index is written again from the pages. */
function mergeGenerated(path: string, { base, own, theirs }: Texts): Buffer | null {
  if (own === null || theirs === null) return null;
  if (path === LOG_FILE) return Buffer.from(joinLogs(base ?? '', own, theirs), 'utf8');
  if (path === PROVENANCE_FILE) return mergeManifests(base, own, theirs);
  return null;
}

/** What both sides tell, one below the other: the page is written again from the pages that it tells of. */
function joinDisputes(own: string, theirs: string): string {
  const body = own.slice(own.indexOf('\n# ') + 1);
  const definitions = new Set(theirs.split('\n').filter((line) => /^\[\^[^\]]+\]: /.test(line)));
  const added = body.replace(/\[\^([^\]\s]+)\]/g, (mark, label: string) => {
    const isOther = theirs.includes(`\n[^${label}]: `) && !definitions.has(definitionIn(own, label));
    return isOther ? `[^${label}-own]` : mark;
  });
  return `${theirs.trimEnd()}\n\n${added}`;
}

function definitionIn(text: string, label: string): string {
  return text.split('\n').find((line) => line.startsWith(`[^${label}]: `)) ?? '';
}

/** Entries are only ever added at the end. A log that was changed elsewhere stays as it is in the repository, with our entries. */
function joinLogs(base: string, own: string, theirs: string): string {
  const entries = own.startsWith(base) ? own.slice(base.length) : entriesMissingIn(theirs, own);
  if (entries === '') return theirs;
  const isFirst = base === '';
  const added = isFirst ? entriesMissingIn(theirs, own) : entries;
  const end = /\n{0,2}$/.exec(theirs)?.[0].length ?? 0;
  const gap = '\n'.repeat(2 - end);
  return theirs + gap + added.replace(/^\n+/, '');
}

function entriesMissingIn(theirs: string, own: string): string {
  return own
    .split(/^(?=## )/m)
    .filter((entry) => entry.startsWith('## ') && !theirs.includes(entry.trimEnd()))
    .join('');
}

function mergeManifests(base: string | null, own: string, theirs: string): Buffer | null {
  const [before, ours, others] = [jsonOf(base), jsonOf(own), jsonOf(theirs)];
  if (ours === null || others === null) return null;
  return Buffer.from(`${JSON.stringify(mergeJson(before, ours, others), null, 2)}\n`, 'utf8');
}

/** Key by key; where both changed a value, theirs counts, and of two lists every item. */
function mergeJson(base: unknown, own: unknown, theirs: unknown): unknown {
  if (isList(own) && isList(theirs)) return [...new Set([...theirs, ...own])];
  if (!isMapping(own) || !isMapping(theirs)) return isEqual(base, theirs) ? own : theirs;
  const before = isMapping(base) ? base : {};
  const merged: [string, unknown][] = [];
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(own)])) {
    const valueIn = (side: Readonly<Record<string, unknown>>): unknown =>
      Object.hasOwn(side, key) ? side[key] : undefined;
    const [was, mine, others] = [valueIn(before), valueIn(own), valueIn(theirs)];
    if (mine !== undefined && others !== undefined) merged.push([key, mergeJson(was, mine, others)]);
    // One side has it: it was added there, or it was removed by the other and left alone here.
    else {
      const value = mine === undefined ? others : mine;
      if (!isEqual(was, value)) merged.push([key, value]);
    }
  }
  return Object.fromEntries(merged);
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : parseForeignJson(text);
  } catch {
    return null;
  }
}

/** `null` for a file that is not there, or is no text. */
export function textOf(content: Buffer | null): string | null {
  if (content === null) return null;
  try {
    return decodeText(content, '');
  } catch (error) {
    if (isWikiError(error)) return null;
    throw error;
  }
}

export function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}
