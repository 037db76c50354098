import { type DiffLine } from '../../../workbench';
import { markWords, tokensOf, type DiffPiece, type MarkedPair } from './word-diff';

/** One displayed line. `gap` stands for hidden unchanged lines. */
export interface Row {
  readonly kind: DiffLine['kind'] | 'gap';
  readonly pieces: readonly DiffPiece[];
}

/** An old line beside the new one; `null` on a side that has none. */
export interface RowPair {
  readonly left: Row | null;
  readonly right: Row | null;
}

/** With more comparisons than this, lines are paired in order. */
const MAX_COMPARISONS = 900;
const MIN_SIMILARITY = 0.35;

/** The rows of a one-column diff: removed lines, then added ones. Each row is computed when it is taken, and its marks when it is drawn. */
export function* unifiedRows(lines: readonly DiffLine[]): Generator<Row, void> {
  for (const run of runsOf(lines)) {
    if ('same' in run) yield run.same;
    else {
      const marks = markRun(run);
      yield* marks.removed;
      yield* marks.added;
    }
  }
}

/** The rows of a two-column diff, computed like {@link unifiedRows}. */
export function* splitRows(lines: readonly DiffLine[]): Generator<RowPair, void> {
  for (const run of runsOf(lines)) {
    if ('same' in run) yield { left: run.same, right: run.same };
    else yield* pairedRows(markRun(run));
  }
}

function* pairedRows({ removed, added, pairs }: MarkedRun): Generator<RowPair, void> {
  let [left, right] = [0, 0];
  for (const [at, to] of [...pairs, [removed.length, added.length] as const]) {
    for (; left < at; left++) yield { left: removed[left] ?? null, right: null };
    for (; right < to; right++) yield { left: null, right: added[right] ?? null };
    if (at < removed.length && to < added.length)
      yield { left: removed[left++] ?? null, right: added[right++] ?? null };
  }
}

interface LineRun {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Groups adjacent changed lines; context lines stay single. A jump in the numbering is a gap. */
function runsOf(lines: readonly DiffLine[]): readonly (LineRun | { readonly same: Row })[] {
  const runs: (LineRun | { readonly same: Row })[] = [];
  let run: { removed: string[]; added: string[] } | null = null;
  let last: DiffLine | null = null;
  for (const line of lines) {
    if (last?.kind === 'context' && line.oldLine !== null && line.oldLine > (last.oldLine ?? 0) + 1) {
      runs.push({ same: { kind: 'gap', pieces: [] } });
    }
    last = line;
    if (line.kind === 'context') {
      run = null;
      runs.push({ same: { kind: 'context', pieces: [{ text: line.text, marked: false }] } });
      continue;
    }
    if (!run) runs.push((run = { removed: [], added: [] }));
    run[line.kind].push(line.text);
  }
  return runs;
}

interface MarkedRun {
  readonly removed: readonly Row[];
  readonly added: readonly Row[];
  readonly pairs: readonly (readonly [number, number])[];
}

function markRun({ removed, added }: LineRun): MarkedRun {
  const pairs = pairLines(removed, added);
  const row = (kind: 'removed' | 'added') => (text: string) => ({
    kind,
    pieces: text ? [{ text, marked: false }] : [],
  });
  const rows: { removed: Row[]; added: Row[] } = {
    removed: removed.map(row('removed')),
    added: added.map(row('added')),
  };
  for (const [left, right] of pairs) {
    let known: MarkedPair | null = null;
    const marks = (): MarkedPair => (known ??= markWords(removed[left] ?? '', added[right] ?? ''));
    rows.removed[left] = {
      kind: 'removed',
      get pieces() {
        return marks().before;
      },
    };
    rows.added[right] = {
      kind: 'added',
      get pieces() {
        return marks().after;
      },
    };
  }
  return { ...rows, pairs };
}

/**
 * Pairs removed lines with added ones, in order, so that the pairs are as similar as possible. Lines that are not similar to
 * any other stay unpaired.
 */
export function pairLines(
  removed: readonly string[],
  added: readonly string[],
): readonly (readonly [number, number])[] {
  const [rows, columns] = [removed.length, added.length];
  // A single line that replaces a single line is always its new version.
  if (rows * columns === 1) return [[0, 0]];
  if (rows * columns > MAX_COMPARISONS) {
    return Array.from({ length: Math.min(rows, columns) }, (_, index) => [index, index] as const);
  }
  const [left, right] = [removed.map(wordCounts), added.map(wordCounts)];
  // best[i][j]: highest total similarity of the lines from i and j on.
  const best: number[][] = Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0));
  const at = (row: number, column: number): number => best[row]?.[column] ?? 0;
  const gain: number[][] = left.map((one) => right.map((other) => similarity(one, other)));
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const own = gain[row]?.[column] ?? 0;
      const paired = own < MIN_SIMILARITY ? 0 : own + at(row + 1, column + 1);
      (best[row] ?? [])[column] = Math.max(paired, at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  let [row, column] = [0, 0];
  while (row < rows && column < columns && at(row, column) > 0) {
    if (at(row, column) === at(row + 1, column)) row++;
    else if (at(row, column) === at(row, column + 1)) column++;
    else pairs.push([row++, column++]);
  }
  return pairs;
}

function wordCounts(line: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const token of tokensOf(line.slice(0, 2000))) {
    if (token.trim() !== '') words.set(token, (words.get(token) ?? 0) + 1);
  }
  return words;
}

/** Similarity of two lines from 0 to 1 (Sørensen–Dice coefficient of their words). */
function similarity(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let shared = 0;
  let all = 0;
  for (const [word, times] of one) {
    shared += Math.min(times, other.get(word) ?? 0);
    all += times;
  }
  for (const times of other.values()) all += times;
  return all === 0 ? 0 : (2 * shared) / all;
}
