import { isWikiError, throwIfCancelled, type Clock, type Run } from '../base';
import { createSealer, isSameText, readPackedLines, writePackedLines, type Sealer, type Vault } from '../vault';
import { resolutionContext, type Snapshot } from '../wiki';
import { type Lens } from '../workspace';
import { decodeKept, encodeKept, type KeptPage } from './kept-rows';
import { type PageResult } from './page-result';
import { ALL_RULES } from './rules/all';

/**
 * What lint found on each page, from one run to the next: a header line, then lines of rows. Each line has the seal of this
 * device over its place and over everything that a result depends on beside pages and files, so that a cache of another
 * device, manifest or version, or one that was put together, is ignored as a whole.
 */
const RESULTS_FILE = '.wiki/cache/lint.jsonl';

const FORMAT = 'living-wiki lint results';
/** Increase it when the rows change, or what a result depends on. */
const VERSION = 1;
const ROWS_PER_LINE = 200;
const SEAL_LENGTH = 64;
/** A larger wiki is checked anew each time. */
const MAX_PAGES = 500_000;
/** A file that changed this shortly before may change again with the same time, in milliseconds. */
const SETTLE_TIME = 2_000;

/** Where results are kept. */
export interface ResultStore {
  /** Scoped to the root of the wiki. */
  readonly vault: Vault;
  /** Of this device; without one nothing is kept. */
  readonly secret: () => string | null;
}

/** The state of the wiki beside its pages, in parts that are compared by themselves. */
export interface WikiParts {
  /** Changes when a source or the provenance does. */
  readonly sources: string;
  /** Changes when the lines of the index do. */
  readonly index: string;
  /** Each other file, and each source with the names that links reach it by. */
  readonly others: readonly string[];
}

export interface KeptResults extends WikiParts {
  readonly pages: readonly KeptPage[];
}

export async function wikiParts(snapshot: Snapshot, secret: string): Promise<WikiParts> {
  return partsOf(snapshot, await createSealer(secret));
}

async function partsOf(snapshot: Snapshot, seal: Sealer): Promise<WikiParts> {
  const sources = [...snapshot.sources.values()];
  return {
    sources: await seal(JSON.stringify([sources, snapshot.provenance])),
    index: await seal(JSON.stringify(snapshot.indexLines.map(({ slug }) => slug))),
    others: [...snapshot.files, ...sources.map(({ path, id }) => `${path}\n${id}`)],
  };
}

/** What every result depends on: the rules themselves, their settings, and what links can reach outside. */
function contextOf(snapshot: Snapshot, lens: Lens, seal: Sealer): Promise<string> {
  const rules = ALL_RULES.map((rule) => [rule.id, rule.check.toString()]);
  const manifests = [snapshot.lens.path, snapshot.lens.effective, lens.path, lens.effective];
  return seal(JSON.stringify([FORMAT, VERSION, rules, manifests, resolutionContext(snapshot)]));
}

/** The results of the last run under this lens; `null` where there are none that this device wrote. */
export async function loadResults(
  { vault, secret }: ResultStore,
  snapshot: Snapshot,
  lens: Lens,
  run: Run,
): Promise<KeptResults | null> {
  const key = secret();
  if (key === null || (await vault.stat(RESULTS_FILE)) === null) return null;
  const seal = await createSealer(key);
  const context = await contextOf(snapshot, lens, seal);
  const pages: KeptPage[] = [];
  let head: (WikiParts & { readonly lines: number }) | null = null;
  let at = 0;
  try {
    for await (const line of readPackedLines(vault, RESULTS_FILE)) {
      const body = line.slice(SEAL_LENGTH + 1);
      if (!isSameText(line.slice(0, SEAL_LENGTH), await seal(contentOf(context, at, body)))) return null;
      const value: unknown = JSON.parse(body);
      if (head === null) head = decodeHead(value);
      else if (!addPages(value, pages)) return null;
      if (head === null || pages.length > MAX_PAGES) return null;
      at += 1;
      await run.yieldToHost();
    }
  } catch (error) {
    // Without readable results, every page is checked.
    if (isWikiError(error) || error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError)
      return null;
    throw error;
  }
  return head?.lines === at ? { sources: head.sources, index: head.index, others: head.others, pages } : null;
}

function addPages(rows: unknown, pages: KeptPage[]): boolean {
  if (!Array.isArray(rows)) return false;
  for (const row of rows as readonly unknown[]) {
    const page = decodeKept(row);
    if (page === null) return false;
    pages.push(page);
  }
  return true;
}

function decodeHead(value: unknown): (WikiParts & { readonly lines: number }) | null {
  if (!Array.isArray(value)) return null;
  const [lines, sources, index, others] = value as readonly unknown[];
  if (typeof lines !== 'number' || typeof sources !== 'string' || typeof index !== 'string') return null;
  const isList = Array.isArray(others) && others.every((one) => typeof one === 'string');
  return isList ? { lines, sources, index, others } : null;
}

/** What is sealed of a line: it can take no other place, and the place of nothing else that this device seals. */
const contentOf = (context: string, at: number, body: string): string => `${FORMAT} ${context} ${at}\n${body}`;

/**
 * Keeps the results of a wiki that is as it lies on the disk.
 * @returns whether they are kept: not while a source was changed just now
 * @throws WikiError `living-wiki:cancelled`, and errors of the vault
 */
export async function saveResults(
  { vault, secret }: ResultStore,
  snapshot: Snapshot,
  lens: Lens,
  results: ReadonlyMap<string, PageResult>,
  clock: Clock,
  run: Run,
): Promise<boolean> {
  const key = secret();
  if (key === null || results.size > MAX_PAGES) return false;
  const before = clock.now() - SETTLE_TIME;
  if ([...snapshot.sources.values()].some(({ mtime }) => mtime >= before)) return false;
  const seal = await createSealer(key);
  const context = await contextOf(snapshot, lens, seal);
  const parts = await partsOf(snapshot, seal);
  const bodies: string[] = [];
  let rows: unknown[] = [];
  for (const [path, result] of results) {
    const page = snapshot.pages.get(path);
    // A page that was changed just now is checked again, and what it said then tells what its change affects.
    const row = page === undefined ? null : encodeKept(page, snapshot.stamp(path) ?? '', result);
    if (row === null || rows.push(row) < ROWS_PER_LINE) continue;
    bodies.push(JSON.stringify(rows));
    rows = [];
    throwIfCancelled(run);
    await run.yieldToHost();
  }
  if (rows.length > 0) bodies.push(JSON.stringify(rows));
  const all = [JSON.stringify([bodies.length + 1, parts.sources, parts.index, parts.others]), ...bodies];
  const lines: string[] = [];
  for (const [at, body] of all.entries()) {
    lines.push(`${await seal(contentOf(context, at, body))} ${body}\n`);
    await run.yieldToHost();
  }
  await writePackedLines(vault, RESULTS_FILE, lines);
  return true;
}
