import { throwIfCancelled } from '../base';
import type { Run } from '../base';
import { isSealed, seal } from './seal';
import { readHead, readRow } from './tree';
import type { ByField, Indexed, Tree, TreeHead } from './tree';

/** Version of the stored form, the tokeniser and the fields included: another one is rebuilt. */
const VERSION = 4;

/** About how many characters of terms stand on a line: what is parsed between two breaths. */
const LINE = 40_000;

/** Pages that stand on a line. */
const PAGES = 500;

/**
 * An index as text: sealed lines of JSON. The first says how many follow and holds the head; then come the pages, each with
 * what proves its text, and the terms.
 *
 * @param proofOf what proves the text of a page; `null` where nothing does
 */
export async function printIndex<D>(
  tree: Tree<D>,
  proofOf: (path: string) => string | null,
  run: Run,
): Promise<string> {
  const lines: string[] = [];
  const documents = [...tree.documents()];
  for (let at = 0; at < documents.length; at += PAGES) {
    const pages = documents
      .slice(at, at + PAGES)
      .map(({ number, path, lengths }) => [number, path, proofOf(path), ...lengths]);
    lines.push(seal(JSON.stringify({ pages })));
    await run.breathe();
  }
  let rows: string[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (rows.length > 0) lines.push(seal(`{"terms":[${rows.join(',')}]}`));
    rows = [];
    size = 0;
    throwIfCancelled(run);
    await run.breathe();
  };
  for (const row of tree.rows()) {
    const text = JSON.stringify(row);
    rows.push(text);
    size += text.length;
    if (size >= LINE) await flush();
  }
  await flush();
  const head = seal(JSON.stringify({ version: VERSION, lines: lines.length, head: tree.head() }));
  await run.breathe();
  return [head, ...lines, ''].join('\n');
}

/** What takes a stored index up, piece by piece. */
export interface IndexSink {
  page(page: Indexed, proof: string | null): void;
  term(term: string, byField: ByField): void;
}

/**
 * Reads a stored index.
 *
 * @param begin told of the head before all else
 * @returns `false` for a text that is damaged, cut off or of another version
 */
export async function readIndex(text: string, begin: (head: TreeHead) => IndexSink, run: Run): Promise<boolean> {
  const lines = linesOf(text);
  const first = lineOf(lines.next().value);
  const head = first?.version === VERSION ? readHead(first.head) : null;
  if (head === null) return false;
  const sink = begin(head);
  let seen = 0;
  for (const line of lines) {
    throwIfCancelled(run);
    const data = lineOf(line);
    if (data === null) return false;
    for (const cells of listOf(data.pages)) {
      const [number, path, proof, ...lengths] = listOf(cells);
      if (typeof number !== 'number' || typeof path !== 'string') return false;
      if (proof !== null && typeof proof !== 'string') return false;
      sink.page({ number, path, lengths: lengths.map(Number) }, proof);
    }
    for (const cells of listOf(data.terms)) {
      const row = readRow(cells);
      if (row === null) return false;
      sink.term(...row);
    }
    seen += 1;
    await run.breathe();
  }
  return seen === first?.lines;
}

function* linesOf(text: string): Generator<string, undefined> {
  for (let at = 0, end = text.indexOf('\n'); end !== -1; at = end + 1, end = text.indexOf('\n', at)) {
    yield text.slice(at, end);
  }
}

function lineOf(line: string | undefined): Readonly<Record<string, unknown>> | null {
  if (line === undefined || !isSealed(line)) return null;
  try {
    const data: unknown = JSON.parse(line);
    return typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
