import { isWikiError, silentRun, throwIfCancelled, type Run } from '../base';
import {
  createSealer,
  isSameText,
  encodeText,
  readPackedLineBytes,
  writePackedLines,
  type Hash,
  type Sealer,
  type Vault,
  type VaultEntry,
} from '../vault';
import { type CacheRow } from './cache-rows';
import { CachedMentions, MentionRows } from './cached-mentions';
import { decodeBody, decodeLazily, decodePage, encodePage, type PageBody } from './cached-page';
import { decodeSource, encodeSource } from './cached-source';
import { roleOf, STATE_FOLDER, type Layout } from './paths';
import { MTIME_GRANULARITY, type SnapshotContext, type FileStamp } from './read-file';
import { WikiSnapshot } from './snapshot';
import { canHaveFrontmatter } from './source';
import { type PathState } from './state';
import { type Snapshot } from './types';

/**
 * The cache of a snapshot: a header line, then lines of rows, each with a checksum, so that reading can yield between lines. A line of pages
 * has the rows of what they say of themselves, and behind a tab each what the text of one of them holds. A row only counts if its file still has the size and mtime that it was read with, and that proves the same content. Each line
 * has the seal of this device: a cache that is damaged, or that another device wrote, is ignored as a whole. Lines of mentions tell which names the
 * pages link to, by the number of each page in the cache.
 */
const CACHE_FILE = `${STATE_FOLDER}/cache/snapshot.jsonl`;

const FORMAT = 'living-wiki snapshot cache';
/** Increase it when the rows change, or the result of parsing the same text. A cache of another version is ignored. */
const VERSION = 10;
const ROWS_PER_LINE = 200;

/** Whether a stamp proves unchanged content: no, yes, or only if the file is older than the cache. */
const STAMP_TRUST = { no: 0, yes: 1, byAge: 2 } as const;

/** Whether the cache stores the content of this file. */
export function isCacheable(path: string, layout: Layout): boolean {
  const role = roleOf(path, layout);
  return role === 'page' || (role === 'source' && canHaveFrontmatter(path));
}

type LineKind = 'pages' | 'sources' | 'hashes';

const MENTIONS = '["mentions",';

/** What the cache knows of the files as they are now. */
interface CachedStates {
  readonly states: ReadonlyMap<string, PathState>;
  /** Only where the texts of pages are decoded later; else without any. */
  readonly mentions: CachedMentions;
}

/** What a cache knows that is missing or ignored. */
export const NOTHING_CACHED: CachedStates = {
  states: new Map(),
  mentions: new CachedMentions(() => [], []),
};

/**
 * Loads the cached states of these files. A cache that is damaged, truncated, of another version or of another device is
 * ignored.
 *
 * @param entries the files as they are now
 * @param secret of this device
 * @param isLazy whether what the texts of pages hold is decoded when it is first asked for, in one go
 */
export async function loadSnapshotCache(
  entries: readonly VaultEntry[],
  context: SnapshotContext,
  layout: Layout,
  secret: string,
  run: Run,
  isLazy = false,
): Promise<CachedStates> {
  try {
    const stat = await context.vault.stat(CACHE_FILE);
    if (stat?.kind !== 'file' || stat.mtime <= 0) return NOTHING_CACHED;
    const loader = new CacheLoader(entries, context, layout, {
      ...{ seal: await createSealer(secret), savedAt: stat.mtime, isLazy },
    });
    let unread: number | null = null;
    for await (const line of readPackedLineBytes(context.vault, CACHE_FILE)) {
      if (unread === null) unread = headerLines(decode(line));
      else if (await loader.readLine(line)) unread -= 1;
      else return NOTHING_CACHED;
      if (unread === null) return NOTHING_CACHED;
      await run.yieldToHost();
    }
    return unread === 0 ? loader.commit() : NOTHING_CACHED;
  } catch (error) {
    // Without a readable cache, everything is read from the files.
    if (isWikiError(error) || error instanceof TypeError || error instanceof RangeError) return NOTHING_CACHED;
    throw error;
  }
}

/** The number of lines that follow; `null` for another format or version. */
function headerLines(header: string): number | null {
  const [name, number, lines, ...rest] = parseList(header) ?? [];
  if (name !== FORMAT || number !== VERSION || rest.length > 0) return null;
  return typeof lines === 'number' ? lines : null;
}

class CacheLoader {
  readonly #states = new Map<string, PathState>();
  readonly #stamps: (readonly [object, FileStamp])[] = [];
  readonly #hashes: (readonly [string, { size: number; mtime: number; hash: Hash; conclusive: boolean | null }])[] = [];
  readonly #files = new Map<string, VaultEntry>();
  readonly #mentions: string[] = [];
  /** The pages by their numbers in the cache; `null` for one that is no longer as it was cached. */
  readonly #paths: (string | null)[] = [];

  readonly #context: SnapshotContext;
  readonly #layout: Layout;
  readonly #savedAt: number;
  readonly #seal: Sealer;
  readonly #isLazy: boolean;

  constructor(
    entries: readonly VaultEntry[],
    context: SnapshotContext,
    layout: Layout,
    {
      seal,
      savedAt,
      isLazy,
    }: {
      readonly seal: Sealer;
      readonly savedAt: number;
      readonly isLazy: boolean;
    },
  ) {
    this.#seal = seal;
    this.#isLazy = isLazy;
    this.#context = context;
    this.#layout = layout;
    this.#savedAt = savedAt;
    for (const entry of entries) this.#files.set(entry.path, entry);
  }

  /** Reads one line; `false` if it is not as this device wrote it. */
  async readLine(line: Uint8Array): Promise<boolean> {
    const content = new Uint8Array(CONTENT_START.length + Math.max(0, line.length - SEAL_LENGTH - 1));
    content.set(CONTENT_START);
    content.set(line.subarray(SEAL_LENGTH + 1), CONTENT_START.length);
    if (!isSameText(decode(line.subarray(0, SEAL_LENGTH)), await this.#seal(content))) return false;
    const body = decode(line.subarray(SEAL_LENGTH + 1));
    if (body.startsWith(MENTIONS)) {
      if (this.#isLazy) this.#mentions.push(body);
      return true;
    }
    const tab = body.indexOf(TAB);
    const [kind, ...rows] = parseList(tab < 0 ? body : body.slice(0, tab)) ?? [];
    if ((kind === 'pages') !== tab >= 0) return false;
    const texts = tab < 0 ? null : new PageTexts(body.slice(tab + 1));
    return rows.every((row, at) => Array.isArray(row) && this.#readRow(kind as LineKind, row as CacheRow, texts, at));
  }

  /** Takes over the states, once every line was read without damage. */
  commit(): CachedStates {
    for (const [made, stamp] of this.#stamps) this.#context.stamps.set(made, stamp);
    for (const [path, hash] of this.#hashes) this.#context.hashes.set(path, hash);
    const lines = this.#mentions;
    const rows = (): readonly unknown[] => lines.flatMap((line) => parseList(line)?.slice(1) ?? []);
    return {
      states: this.#states,
      mentions: new CachedMentions(rows, this.#isLazy ? this.#paths : []),
    };
  }

  #readRow(kind: LineKind, row: CacheRow, texts: PageTexts | null, at: number): boolean {
    const [path, size, mtime, proof, ...cells] = row;
    if (typeof path !== 'string' || typeof size !== 'number' || typeof mtime !== 'number') return false;
    if (proof !== STAMP_TRUST.no && proof !== STAMP_TRUST.yes && proof !== STAMP_TRUST.byAge) return false;
    const file = this.#files.get(path);
    const current = file?.size === size && file.mtime === mtime && this.#isTrusted(mtime, proof);
    const stamp = {
      size,
      mtime,
      conclusive: proof === STAMP_TRUST.yes ? true : null,
    };
    switch (kind) {
      case 'pages': {
        if (roleOf(path, this.#layout) !== 'page') return false;
        if (texts === null) return false;
        const page = this.#isLazy
          ? decodeLazily(path, cells, () => texts.body(at, size))
          : decodePage(path, cells, texts.row(at), size);
        if (page !== null && current) this.#addState(path, page, stamp, { kind: 'page', page });
        this.#paths.push(current ? path : null);
        return page !== null;
      }
      case 'sources': {
        if (roleOf(path, this.#layout) !== 'source') return false;
        const record = decodeSource(path, cells, size, mtime);
        if (record !== null && current) this.#addState(path, record, stamp, { kind: 'source', record });
        return record !== null;
      }
      case 'hashes': {
        const [hash] = cells;
        if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return false;
        if (current) this.#hashes.push([path, { ...stamp, hash }]);
        return true;
      }
      default:
        return false;
    }
  }

  #addState(path: string, made: object, stamp: FileStamp, state: PathState): void {
    this.#states.set(path, state);
    this.#stamps.push([made, stamp]);
  }

  /** Whether the file was changed long enough before it was read and before the cache was written. */
  #isTrusted(mtime: number, proof: number): boolean {
    return proof !== STAMP_TRUST.no && mtime > 0 && mtime + MTIME_GRANULARITY < this.#savedAt;
  }
}

/** What the texts of the pages of one line hold, each decoded when it is first asked for. */
class PageTexts {
  #rows: string | readonly string[];

  /** @param text the rows, with tabs between them */
  constructor(text: string) {
    this.#rows = text;
  }

  row(at: number): unknown {
    if (typeof this.#rows === 'string') this.#rows = this.#rows.split(TAB);
    return parseList(this.#rows[at] ?? '');
  }

  /** @throws RangeError for what this program did not write, which has no seal of this device */
  body(at: number, size: number): PageBody {
    const body = decodeBody(this.row(at), size);
    if (body === null) throw new RangeError('The cache of the wiki is damaged.');
    return body;
  }
}

/**
 * Writes what the snapshot has read to `.wiki/cache/`, for the next start. Changes that are not in the vault are left out.
 * Writes nothing if the cache is up to date.
 *
 * @param vault the vault that the snapshot was read from
 * @param secret of this device; without one nothing is written
 * @throws WikiError `living-wiki:cancelled`, and errors of the vault
 */
export async function saveSnapshotCache(
  snapshot: Snapshot,
  vault: Vault,
  secret: string | null,
  run: Run = silentRun,
): Promise<void> {
  if (secret === null || !(snapshot instanceof WikiSnapshot) || isSaved(snapshot)) return;
  const seal = await createSealer(secret);
  const lines: string[] = [];
  for (const body of bodiesOf(snapshot)) {
    throwIfCancelled(run);
    lines.push(`${await seal(contentOf(body))} ${body}\n`);
    await run.yieldToHost();
  }
  await writePackedLines(vault, CACHE_FILE, [`${JSON.stringify([FORMAT, VERSION, lines.length])}\n`, ...lines]);
  markSaved(snapshot);
}

function* bodiesOf(snapshot: WikiSnapshot): Iterable<string> {
  const mentions = new MentionRows();
  yield* pageLines(snapshot, mentions);
  yield* linesOf('sources', sourceRows(snapshot));
  yield* linesOf('hashes', hashRows(snapshot));
  yield* linesOf('mentions', mentions.rows());
}

/** Records that the cache is up to date with this snapshot. */
export function markSaved({ state, context }: WikiSnapshot): void {
  context.cached = {
    pages: state.pages,
    records: state.records,
    hashes: context.hashes.size,
  };
}

function isSaved({ state, context }: WikiSnapshot): boolean {
  const { cached, hashes } = context;
  return cached?.pages === state.pages && cached.records === state.records && cached.hashes === hashes.size;
}

function* pageLines({ state, context }: WikiSnapshot, mentions: MentionRows): Iterable<string> {
  let fields: CacheRow[] = [];
  let texts: CacheRow[] = [];
  for (const page of state.pages.values()) {
    const stamp = context.stamps.get(page);
    const row = stamp === undefined ? null : encodePage(page);
    if (stamp === undefined || row === null) continue;
    mentions.add(page);
    fields.push([page.path, stamp.size, stamp.mtime, trustOf(stamp), ...row.fields]);
    if (texts.push(row.body) < ROWS_PER_LINE) continue;
    yield pageLine(fields, texts);
    [fields, texts] = [[], []];
  }
  if (fields.length > 0) yield pageLine(fields, texts);
}

/** A tab within a string is an escape in JSON, so that none is in it. */
const TAB = '\t';
const pageLine = (fields: readonly CacheRow[], texts: readonly CacheRow[]): string =>
  [JSON.stringify(['pages', ...fields]), ...texts.map((row) => JSON.stringify(row))].join(TAB);

function* sourceRows({ state, context }: WikiSnapshot): Iterable<CacheRow> {
  for (const record of state.records.values()) {
    const stamp = canHaveFrontmatter(record.path) ? context.stamps.get(record) : undefined;
    if (stamp === undefined) continue;
    yield [record.path, stamp.size, stamp.mtime, trustOf(stamp), ...encodeSource(record)];
  }
}

function* hashRows({ state, context }: WikiSnapshot): Iterable<CacheRow> {
  for (const path of state.records.keys()) {
    const known = context.hashes.get(path);
    if (known !== undefined) yield [path, known.size, known.mtime, trustOf(known), known.hash];
  }
}

function trustOf(stamp: Pick<FileStamp, 'conclusive'>): number {
  if (stamp.conclusive === null) return STAMP_TRUST.byAge;
  return stamp.conclusive ? STAMP_TRUST.yes : STAMP_TRUST.no;
}

function* linesOf(kind: LineKind | 'mentions', rows: Iterable<CacheRow>): Iterable<string> {
  let line: unknown[] = [kind];
  for (const row of rows) {
    if (line.push(row) <= ROWS_PER_LINE) continue;
    yield JSON.stringify(line);
    line = [kind];
  }
  if (line.length > 1) yield JSON.stringify(line);
}

/** Hexadecimal digits. */
const SEAL_LENGTH = 64;

/** What is sealed of a line: it can take the place of nothing else that this device seals. */
const contentOf = (body: string): string => `${FORMAT} ${VERSION}\n${body}`;
const CONTENT_START = encodeText(contentOf(''));

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** @throws TypeError for what is not UTF-8 */
const decode = (bytes: Uint8Array): string => decoder.decode(bytes);

function parseList(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as readonly unknown[]) : null;
  } catch {
    return null;
  }
}
