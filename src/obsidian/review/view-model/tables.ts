import { diffArrays } from 'diff';
import { type FileEdit, type Hunk } from '../../../workbench';

export interface CellChange {
  readonly before: string | null;
  readonly after: string | null;
}

export interface TableRow {
  readonly state: 'same' | 'added' | 'removed' | 'changed';
  readonly cells: readonly CellChange[];
}

/** One table before and after, cell beside cell. The first row is its head. */
export interface TableChange {
  readonly rows: readonly TableRow[];
  /** No cell differs: only blanks and dashes do. */
  readonly isWhitespaceOnly: boolean;
}

/** A column that is shown, or so many that are left out from `at` on. */
export interface Column {
  readonly at: number;
  readonly hidden: number;
}

const RULE = /^\s*\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?\s*$/;
/** A table of more lines than this is shown as text. */
const MAX_LINES = 400;
/** Of a table with more columns than this only the first is shown, and those next to one that changes. */
const MAX_COLUMNS = 8;

/** The cells of a line of a table, trimmed; an escaped pipe is part of its cell. */
export function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  const text = line.trim().replace(/^\|/, '');
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') cell += char + text.charAt(++at);
    else if (char === '|') {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  if (cell.trim() !== '') cells.push(cell.trim());
  return cells;
}

/** The rows of a table's lines, head first and the line of dashes left out; `null` for what is no table. */
function tableOf(text: string): readonly (readonly string[])[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [head, rule] = lines;
  if (head === undefined || rule === undefined || !RULE.test(rule) || !rule.includes('-')) return null;
  if (lines.length > MAX_LINES || lines.some((line) => !line.includes('|'))) return null;
  return [cellsOf(head), ...lines.slice(2).map(cellsOf)];
}

/** Compares two tables. Columns are matched by their heads, rows by what they hold, then by their order. */
export function compareTables(before: string, after: string): TableChange | null {
  const [left, right] = [tableOf(before), tableOf(after)];
  if (!left || !right) return null;
  const columns = matchColumns(left[0] ?? [], right[0] ?? []);
  const rows: TableRow[] = [];
  const pair = (old: readonly string[] | undefined, now: readonly string[] | undefined): void => {
    const cells = columns.map(([from, to]) => ({
      before: old && from !== null ? (old[from] ?? '') : null,
      after: now && to !== null ? (now[to] ?? '') : null,
    }));
    const state = !old
      ? 'added'
      : !now
        ? 'removed'
        : cells.some((cell) => cell.before !== cell.after)
          ? 'changed'
          : 'same';
    rows.push({ state, cells });
  };
  pair(left[0], right[0]);
  let [at, to] = [1, 1];
  const keys = (table: readonly (readonly string[])[]): string[] => table.slice(1).map((row) => JSON.stringify(row));
  const parts = diffArrays(keys(left), keys(right));
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    const next = parts[index + 1];
    if (!part) continue;
    if (!part.removed && !part.added) {
      for (let left_ = part.value.length; left_ > 0; left_--) pair(left[at++], right[to++]);
      continue;
    }
    let removed = part.removed ? part.value.length : 0;
    let added = part.added ? part.value.length : 0;
    if (next && ((part.removed && next.added) || (part.added && next.removed))) {
      if (part.removed) added = next.value.length;
      else removed = next.value.length;
      index++;
    }
    for (; removed > 0 && added > 0; removed--, added--) pair(left[at++], right[to++]);
    for (; removed > 0; removed--) pair(left[at++], undefined);
    for (; added > 0; added--) pair(undefined, right[to++]);
  }
  return { rows, isWhitespaceOnly: rows.every(({ state }) => state === 'same') };
}

/** Columns of both heads in reading order: same names matched, one in the other's place matched too. */
function matchColumns(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number | null, number | null])[] {
  const columns: [number | null, number | null][] = [];
  let [at, to] = [0, 0];
  if (before.length === after.length) return before.map((_, index) => [index, index] as const);
  for (const part of diffArrays([...before], [...after])) {
    for (let left = part.value.length; left > 0; left--) {
      columns.push([part.added ? null : at++, part.removed ? null : to++]);
    }
  }
  return columns;
}

/** The columns that a person needs to see. */
export function shownColumns({ rows }: TableChange): readonly Column[] {
  const cells = rows[0]?.cells ?? [];
  const changes = cells.map((_, at) => rows.some((row) => row.cells[at]?.before !== row.cells[at]?.after));
  const columns: Column[] = [];
  changes.forEach((_, at) => {
    const isNear = at === 0 || changes.slice(at - 1, at + 2).includes(true);
    const last = columns.at(-1);
    if (isNear || changes.length <= MAX_COLUMNS) columns.push({ at, hidden: 0 });
    else if (last && last.hidden > 0) columns[columns.length - 1] = { ...last, hidden: last.hidden + 1 };
    else columns.push({ at, hidden: 1 });
  });
  return columns;
}

/** The table that a hunk changes; `null` where it changes anything else too. */
export function tableChange({ base, kind }: FileEdit, hunk: Hunk): TableChange | null {
  if (kind === 'deleted' || base === '') return null;
  const isRow = (from: number, to: number): boolean => base.slice(from, to).includes('|');
  let start = hunk.start === 0 ? 0 : base.lastIndexOf('\n', hunk.start - 1) + 1;
  for (let left = MAX_LINES; start > 0 && left > 0; left--) {
    const above = start === 1 ? 0 : base.lastIndexOf('\n', start - 2) + 1;
    if (!isRow(above, start)) break;
    start = above;
  }
  let end = hunk.end;
  if (end === 0 || base[end - 1] !== '\n' || end === hunk.start) end = lineEnd(base, end);
  for (let left = MAX_LINES; end < base.length && left > 0; left--) {
    const below = lineEnd(base, end);
    if (!isRow(end, below)) break;
    end = below;
  }
  // A row put in below the last line of a table: the line after it is no part of it.
  if (hunk.start === hunk.end && !isRow(lineStart(base, hunk.start), lineEnd(base, hunk.start))) end = hunk.end;
  const before = base.slice(start, end);
  return compareTables(before, before.slice(0, hunk.start - start) + hunk.text + before.slice(hunk.end - start));
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found < 0 ? text.length : found + 1;
}
