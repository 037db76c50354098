import { diffArrays } from 'diff';
import { type FileEdit, type Hunk } from '../../../workbench';

interface CellChange {
  readonly before: string | null;
  readonly after: string | null;
}

export interface TableRow {
  readonly state: 'same' | 'added' | 'removed' | 'changed';
  readonly cells: readonly CellChange[];
}

/** A table before and after the change, cell by cell. The first row is the head. */
export interface TableChange {
  readonly rows: readonly TableRow[];
  /** No cell differs, only spaces and dashes do. */
  readonly isWhitespaceOnly: boolean;
}

/** A visible column, or a number of hidden ones from `at` on. */
export interface Column {
  readonly at: number;
  readonly hidden: number;
}

const RULE = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;
/** A longer table is shown as text. */
const MAX_LINES = 400;
/** Of a wider table, only the first column and those next to a changed one are shown. */
const MAX_COLUMNS = 8;

/** The trimmed cells of a table row. An escaped pipe is part of its cell. */
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

/** The rows of a table, without the line of dashes; `null` if the text is no table. */
function tableOf(text: string): readonly (readonly string[])[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [head, rule] = lines;
  if (head === undefined || rule === undefined || !RULE.test(rule.trim()) || !rule.includes('-')) return null;
  if (lines.length > MAX_LINES || lines.some((line) => !line.includes('|'))) return null;
  return [cellsOf(head), ...lines.slice(2).map(cellsOf)];
}

/** Compares two tables. Columns are matched by their heads, rows by content, then by order. */
export function compareTables(before: string, after: string): TableChange | null {
  const [left, right] = [tableOf(before), tableOf(after)];
  if (!left || !right) return null;
  const columns = matchColumns(left[0] ?? [], right[0] ?? []);
  const rows = matchRows(left, right).map(([at, to]) =>
    compareRow(columns, at === null ? undefined : left[at], to === null ? undefined : right[to]),
  );
  return { rows, isWhitespaceOnly: rows.every(({ state }) => state === 'same') };
}

type Row = readonly string[];
/** Indexes in the table before and after; `null` where there is no match. */
type Match = readonly [before: number | null, after: number | null];

function compareRow(columns: readonly Match[], old: Row | undefined, now: Row | undefined): TableRow {
  const cells = columns.map(([from, to]) => ({
    before: old && from !== null ? (old[from] ?? '') : null,
    after: now && to !== null ? (now[to] ?? '') : null,
  }));
  if (!old) return { state: 'added', cells };
  if (!now) return { state: 'removed', cells };
  return { state: cells.some((cell) => cell.before !== cell.after) ? 'changed' : 'same', cells };
}

/** Matches the rows: the heads, equal rows, and rows that replace each other. */
function matchRows(before: readonly Row[], after: readonly Row[]): readonly Match[] {
  const matches: Match[] = [[0, 0]];
  let [at, to] = [1, 1];
  const keys = (table: readonly Row[]): string[] => table.slice(1).map((row) => JSON.stringify(row));
  let [removed, added] = [0, 0];
  const matchChanged = (): void => {
    for (; removed > 0 && added > 0; removed--, added--) matches.push([at++, to++]);
    for (; removed > 0; removed--) matches.push([at++, null]);
    for (; added > 0; added--) matches.push([null, to++]);
  };
  for (const part of diffArrays(keys(before), keys(after))) {
    if (part.removed) removed += part.value.length;
    else if (part.added) added += part.value.length;
    else {
      matchChanged();
      for (let same = part.value.length; same > 0; same--) matches.push([at++, to++]);
    }
  }
  matchChanged();
  return matches;
}

/** Columns of both tables in order, matched by name, or by position if there are equally many. */
function matchColumns(before: readonly string[], after: readonly string[]): readonly Match[] {
  const columns: Match[] = [];
  let [at, to] = [0, 0];
  if (before.length === after.length) return before.map((_, index) => [index, index] as const);
  for (const part of diffArrays([...before], [...after])) {
    for (let left = part.value.length; left > 0; left--) {
      columns.push([part.added ? null : at++, part.removed ? null : to++]);
    }
  }
  return columns;
}

/** The columns to show. */
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

/** The table that a hunk changes; `null` if it changes anything else. */
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
  // For a row inserted below the last line, the next line is not part of the table.
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
