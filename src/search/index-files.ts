import { checkpoint, isMapping, type Run } from '../base';
import { checksum, hasChecksum, withChecksum } from './checksum';
import { sortedTerms } from './sorted-terms';
import { FIELDS, type TermEntry, TermIndex } from './term-index';
import { type TermPart, TermParts, TermsMissing } from './term-parts';
import { type ShardStore } from './types';

/** Of the stored form, the terms and fields included. What is of another version is not read. */
const VERSION = 11;

/** Names the other files, and is written last: an index that is only half written is not there. */
const HEAD = 'index.json';

/** UTF-16 units of one part: it is parsed, or written, within a few milliseconds. */
const PART_LENGTH = 128_000;

/** UTF-16 units that are made between two looks at whether the host waits. */
const SLICE_LENGTH = 4_000;

/** What is kept of a page beside its terms: enough to tell whether they are still those of its text. */
export interface PageFingerprint {
  /** What the snapshot said that proves the text; `null` where nothing did. */
  readonly stamp: string | null;
  /** Checksum of the text. */
  readonly checksum: string;
}

export interface StoredIndex {
  /** Without its terms, until they are loaded. */
  readonly terms: TermIndex;
  readonly parts: TermParts;
  readonly proofs: ReadonlyMap<string, PageFingerprint>;
}

/**
 * Writes an index: its pages, its terms and a list of its terms in parts that are named by their checksums, then the list of the parts.
 *
 * @returns whether it was written; it is not where the index changes meanwhile
 * @throws what the store throws
 */
export async function writeIndex(
  store: ShardStore,
  terms: TermIndex,
  proofs: ReadonlyMap<string, PageFingerprint>,
  run: Run,
): Promise<boolean> {
  const { version } = terms;
  const rows = terms.pages().map(({ path, lengths }) => {
    const proof = proofs.get(path);
    return [path, proof?.stamp ?? null, proof?.checksum ?? '', lengths] as const;
  });
  const isCurrent = (): boolean => terms.version === version;
  const names = await sortedTerms(terms.termNames(), run);
  const written: string[] = [];
  // Terms that no page has any more are not written, and not listed.
  const noted = function* (): Generator<TermEntry, void> {
    for (const entry of terms.terms(names.flat())) {
      written.push(entry[0]);
      yield entry;
    }
  };
  const pageParts = await writeParts(store, 'pages', rows, isCurrent, run);
  const termParts = pageParts && (await writeParts(store, 'terms', noted(), isCurrent, run));
  const nameParts = termParts && (await writeParts(store, 'names', written, isCurrent, run));
  if (pageParts === null || termParts === null || nameParts === null) return false;
  const [pages, termNames] = [pageParts, nameParts].map((parts) => parts.map(({ name }) => name));
  await store.write(
    HEAD,
    withChecksum(JSON.stringify({ version: VERSION, pages, terms: termParts, names: termNames })),
  );
  const kept = new Set([HEAD, ...[...pageParts, ...termParts, ...nameParts].map(({ name }) => name)]);
  for (const name of await store.names()) if (!kept.has(name)) await store.remove(name);
  return true;
}

/** @returns the parts, each with its first row or the first entry of that; `null` where the rows changed meanwhile */
async function writeParts(
  store: ShardStore,
  kind: string,
  rows: Iterable<string | readonly [string, ...unknown[]]>,
  isCurrent: () => boolean,
  run: Run,
): Promise<TermPart[] | null> {
  const parts: TermPart[] = [];
  let first = '';
  let texts: string[] = [];
  let length = 0;
  let sinceYield = 0;
  const flush = async (): Promise<void> => {
    const text = `[${texts.join(',\n')}]`;
    const name = `${kind}-${checksum(text)}.json`;
    texts = [];
    length = 0;
    await store.write(name, text);
    parts.push({ first, name });
  };
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (texts.length === 0) first = typeof row === 'string' ? row : row[0];
    texts.push(text);
    length += text.length;
    sinceYield += text.length;
    if (sinceYield < SLICE_LENGTH) continue;
    sinceYield = 0;
    if (length >= PART_LENGTH) await flush();
    await checkpoint(run);
    if (!isCurrent()) return null;
  }
  if (texts.length > 0) await flush();
  return isCurrent() ? parts : null;
}

/** What {@link writeIndex} wrote, its terms still to be loaded; `null` where there is nothing, or it is damaged or of another version. */
export async function readIndex(store: ShardStore, run: Run): Promise<StoredIndex | null> {
  const head = readHead(await store.read(HEAD));
  if (head === null) return null;
  const rows: PageRow[] = [];
  for (const name of head.pages) {
    const part = await readPart(store, name, run);
    if (!part?.every(isPageRow)) return null;
    for (const row of part) rows.push(row);
  }
  const proofs = new Map(rows.map(([path, stamp, sum]) => [path, { stamp, checksum: sum }]));
  if (proofs.size !== rows.length) return null;
  const terms = TermIndex.restore(rows.map(([path, , , lengths]) => ({ path, lengths })));
  const read = async (name: string, ownRun: Run): Promise<readonly unknown[]> => {
    const part = await readPart(store, name, ownRun);
    if (part === null) throw new TermsMissing(name);
    return part;
  };
  return { terms, proofs, parts: new TermParts(head.terms, head.names, read) };
}

interface Head {
  readonly pages: readonly string[];
  readonly terms: readonly TermPart[];
  /** Files that list all terms; `null` where an earlier version wrote none. */
  readonly names: readonly string[] | null;
}

function readHead(text: string | null): Head | null {
  if (text === null || !hasChecksum(text)) return null;
  const head = parse(text);
  if (typeof head !== 'object' || head === null || !('version' in head) || head.version !== VERSION) return null;
  return 'pages' in head && isTexts(head.pages) && 'terms' in head && isTermParts(head.terms)
    ? { pages: head.pages, terms: head.terms, names: 'names' in head && isTexts(head.names) ? head.names : null }
    : null;
}

async function readPart(store: ShardStore, name: string, run: Run): Promise<readonly unknown[] | null> {
  await checkpoint(run);
  const text = await store.read(name);
  if (text === null || !name.endsWith(`-${checksum(text)}.json`)) return null;
  const part = parse(text);
  return Array.isArray(part) ? part : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type PageRow = readonly [path: string, stamp: string | null, checksum: string, lengths: readonly number[]];

function isPageRow(row: unknown): row is PageRow {
  if (!Array.isArray(row)) return false;
  const [path, stamp, sum, lengths] = row as readonly unknown[];
  return (
    typeof path === 'string' &&
    (stamp === null || typeof stamp === 'string') &&
    typeof sum === 'string' &&
    Array.isArray(lengths) &&
    lengths.length === FIELDS.length &&
    lengths.every((length) => Number.isInteger(length) && length >= 0)
  );
}

function isTermParts(value: unknown): value is TermPart[] {
  return (
    Array.isArray(value) &&
    value.every((part) => isMapping(part) && typeof part.first === 'string' && typeof part.name === 'string')
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
