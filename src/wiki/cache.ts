import { isWikiError, quietRun, throwIfCancelled, type Run } from '../base';
import type { Hash, Vault, VaultEntry } from '../vault';
import { decodePage, decodeSource, encodePage, encodeSource, type Row } from './cache-codec';
import { roleOf, stateFolder } from './paths';
import { mtimeGrain, type ReadContext, type Stamp } from './read-file';
import { WikiSnapshot } from './snapshot';
import { describesItself } from './source';
import type { PathState } from './state';
import type { Snapshot } from './types';

/**
 * The cache of a snapshot: a header line, then lines of rows, each behind its own checksum, so that reading it can pause
 * between two lines. It is only ever a shortcut: a row counts when its file still has the size and mtime that it was read
 * with, and that mtime leaves no doubt; whatever else is wrong with the file, it is thrown away as a whole.
 */
export const cacheFile = `${stateFolder}/cache/snapshot.jsonl`;

const format = 'living-wiki snapshot cache';
/** Counts up with every change of the rows, and of what parsing gives for the same text: an older cache is then made anew. */
const version = 4;
const rowsPerLine = 50;

/** Whether a stamp proves anything: yes, no, or only by the age of the cache itself. */
const proofs = { no: 0, yes: 1, byAge: 2 } as const;

/** Whether the cache keeps what is read of this file. */
export function isCached(path: string): boolean {
  const role = roleOf(path);
  return role === 'page' || (role === 'source' && describesItself(path));
}

type LineKind = 'pages' | 'sources' | 'hashes';

/**
 * What the cache knows of these files. A cache that is damaged, truncated or of another version knows nothing.
 *
 * @param entries the files as they are now
 */
export async function loadSnapshotCache(
  entries: readonly VaultEntry[],
  context: ReadContext,
  run: Run,
): Promise<ReadonlyMap<string, PathState>> {
  const text = await readCache(context.vault);
  if (text === null) return new Map();
  await run.breathe();
  const loader = new CacheLoader(entries, context, text.mtime);
  let at = text.content.indexOf('\n');
  const lines = headerLines(text.content.slice(0, Math.max(at, 0)));
  if (lines === null) return new Map();
  let seen = 0;
  while (at !== -1 && at < text.content.length - 1) {
    const end = text.content.indexOf('\n', at + 1);
    if (end === -1 || !loader.take(text.content.slice(at + 1, end))) return new Map();
    seen += 1;
    at = end;
    await run.breathe();
  }
  return seen === lines ? loader.finish() : new Map();
}

async function readCache(vault: Vault): Promise<{ content: string; mtime: number } | null> {
  try {
    const stat = await vault.stat(cacheFile);
    if (stat?.kind !== 'file' || stat.mtime <= 0) return null;
    return { content: await vault.readText(cacheFile), mtime: stat.mtime };
  } catch (error) {
    // A cache that cannot be read is no cache.
    if (isWikiError(error)) return null;
    throw error;
  }
}

/** How many lines follow; `null` for another format or version. */
function headerLines(header: string): number | null {
  const [name, number, lines, ...rest] = parseList(header) ?? [];
  if (name !== format || number !== version || rest.length > 0) return null;
  return typeof lines === 'number' ? lines : null;
}

class CacheLoader {
  private readonly states = new Map<string, PathState>();
  private readonly stamps: (readonly [object, Stamp])[] = [];
  private readonly hashes: (readonly [string, { size: number; mtime: number; hash: Hash; sure: boolean | null }])[] =
    [];
  private readonly files: ReadonlyMap<string, VaultEntry>;

  constructor(
    entries: readonly VaultEntry[],
    private readonly context: ReadContext,
    private readonly savedAt: number,
  ) {
    this.files = new Map(entries.map((entry) => [entry.path, entry]));
  }

  /** Reads one line; `false` when it is not as it was written. */
  take(line: string): boolean {
    const body = line.slice(9);
    if (line.charAt(8) !== ' ' || line.slice(0, 8) !== checksum(body)) return false;
    const [kind, ...rows] = parseList(body) ?? [];
    return rows.every((row) => Array.isArray(row) && this.takeRow(kind as LineKind, row as Row));
  }

  /** Only a cache that was right to its last line is let in. */
  finish(): ReadonlyMap<string, PathState> {
    for (const [made, stamp] of this.stamps) this.context.stamps.set(made, stamp);
    for (const [path, hash] of this.hashes) this.context.hashes.set(path, hash);
    return this.states;
  }

  private takeRow(kind: LineKind, row: Row): boolean {
    const [path, size, mtime, proof, ...cells] = row;
    if (typeof path !== 'string' || typeof size !== 'number' || typeof mtime !== 'number') return false;
    if (proof !== proofs.no && proof !== proofs.yes && proof !== proofs.byAge) return false;
    const file = this.files.get(path);
    const current = file?.size === size && file.mtime === mtime && this.proves(mtime, proof);
    const stamp = { size, mtime, sure: proof === proofs.yes ? true : null };
    switch (kind) {
      case 'pages': {
        if (roleOf(path) !== 'page') return false;
        const page = decodePage(path, cells, size);
        if (page !== null && current) this.keep(path, page, stamp, { kind: 'page', page });
        return page !== null;
      }
      case 'sources': {
        if (roleOf(path) !== 'source') return false;
        const record = decodeSource(path, cells, size, mtime);
        if (record !== null && current) this.keep(path, record, stamp, { kind: 'source', record });
        return record !== null;
      }
      case 'hashes': {
        const [hash] = cells;
        if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return false;
        if (current) this.hashes.push([path, { ...stamp, hash }]);
        return true;
      }
      default:
        return false;
    }
  }

  private keep(path: string, made: object, stamp: Stamp, state: PathState): void {
    this.states.set(path, state);
    this.stamps.push([made, stamp]);
  }

  /** The file was last changed well before it was read, and before the cache was written. */
  private proves(mtime: number, proof: number): boolean {
    return proof !== proofs.no && mtime > 0 && mtime + mtimeGrain < this.savedAt;
  }
}

/**
 * Writes what the snapshot has read to `.wiki/cache/`, for the next start. What comes from changes that are not on the
 * vault is left out. Nothing is written when the cache holds it all already.
 *
 * @param vault the one that the snapshot was read from
 * @param run to pause between pieces of the work
 * @throws WikiError `living-wiki:cancelled`, and what the vault throws when it cannot be written to
 */
export async function saveSnapshotCache(snapshot: Snapshot, vault: Vault, run: Run = quietRun): Promise<void> {
  if (!(snapshot instanceof WikiSnapshot) || isSaved(snapshot)) return;
  const lines: string[] = [];
  for (const line of linesOf('pages', pageRows(snapshot))) await keep(line);
  for (const line of linesOf('sources', sourceRows(snapshot))) await keep(line);
  for (const line of linesOf('hashes', hashRows(snapshot))) await keep(line);
  await vault.write(cacheFile, `${JSON.stringify([format, version, lines.length])}\n${lines.join('')}`);
  markSaved(snapshot);

  async function keep(line: string): Promise<void> {
    throwIfCancelled(run);
    lines.push(line);
    await run.breathe();
  }
}

/** Remembers that the cache holds what this snapshot knows. */
export function markSaved({ state, context }: WikiSnapshot): void {
  context.saved = { pages: state.pages, records: state.records, hashes: context.hashes.size };
}

function isSaved({ state, context }: WikiSnapshot): boolean {
  const { saved, hashes } = context;
  return saved?.pages === state.pages && saved.records === state.records && saved.hashes === hashes.size;
}

function* pageRows({ state, context }: WikiSnapshot): Iterable<Row> {
  for (const page of state.pages.values()) {
    const stamp = context.stamps.get(page);
    const row = stamp === undefined ? null : encodePage(page);
    if (stamp !== undefined && row !== null) yield [page.path, stamp.size, stamp.mtime, proofOf(stamp), ...row];
  }
}

function* sourceRows({ state, context }: WikiSnapshot): Iterable<Row> {
  for (const record of state.records.values()) {
    const stamp = describesItself(record.path) ? context.stamps.get(record) : undefined;
    if (stamp === undefined) continue;
    yield [record.path, stamp.size, stamp.mtime, proofOf(stamp), ...encodeSource(record)];
  }
}

function* hashRows({ state, context }: WikiSnapshot): Iterable<Row> {
  for (const path of state.records.keys()) {
    const known = context.hashes.get(path);
    if (known !== undefined) yield [path, known.size, known.mtime, proofOf(known), known.hash];
  }
}

function proofOf(stamp: Pick<Stamp, 'sure'>): number {
  return stamp.sure === null ? proofs.byAge : stamp.sure ? proofs.yes : proofs.no;
}

function* linesOf(kind: LineKind, rows: Iterable<Row>): Iterable<string> {
  let line: unknown[] = [kind];
  for (const row of rows) {
    if (line.push(row) <= rowsPerLine) continue;
    yield sealed(line);
    line = [kind];
  }
  if (line.length > 1) yield sealed(line);
}

function sealed(line: readonly unknown[]): string {
  const body = JSON.stringify(line);
  return `${checksum(body)} ${body}\n`;
}

function parseList(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as readonly unknown[]) : null;
  } catch {
    return null;
  }
}

/** FNV-1a over UTF-16 units, as eight hex digits: finds damage. Against intent only the files themselves help. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
