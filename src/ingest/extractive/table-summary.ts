import { parseNumber } from '../../base';
import { type Unit } from '../units';

/** A column of a table, with what its cells hold. */
interface Column {
  readonly name: string;
  readonly values: readonly string[];
}

const MAX_COLUMNS = 12;
const MAX_DISTINCT = 4;

/** The rows of a table or of records, each as `Name: value; Name: value`; `null` for fewer than `least`. */
export function readRows(
  units: readonly Unit[],
  least: number,
): { readonly count: number; readonly columns: readonly Column[] } | null {
  const rows = units.filter(({ kind }) => kind === 'row').map(({ text }) => cellsOf(text));
  const complete = rows.filter((cells) => cells.length > 1);
  if (complete.length < least || complete.length * 2 < rows.length) return null;
  const columns = new Map<string, string[]>();
  for (const cells of complete) {
    for (const [name, value] of cells) columns.set(name, [...(columns.get(name) ?? []), value]);
  }
  return { count: complete.length, columns: [...columns].map(([name, values]) => ({ name, values })) };
}

function cellsOf(row: string): readonly (readonly [string, string])[] {
  return row.split(/;\s+|\n/).flatMap((cell) => {
    const match = /^\s*([^:\n]{1,120}):\s+(.+)$/.exec(cell);
    return match === null ? [] : [[match[1] ?? '', (match[2] ?? '').trim()] as const];
  });
}

/** One line for each column: its range if it holds numbers or dates, else what it holds. */
export function describeColumns(columns: readonly Column[]): readonly string[] {
  const lines = columns.slice(0, MAX_COLUMNS).map(({ name, values }) => `${name}: ${describeValues(values)}`);
  const more = columns.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

function describeValues(values: readonly string[]): string {
  const distinct = [...new Set(values)];
  if (values.every((value) => /^\d{4}-\d{2}(?:-\d{2})?/.test(value))) {
    const sorted = [...distinct].sort();
    return `dates from ${sorted[0] ?? ''} to ${sorted.at(-1) ?? ''}`;
  }
  if (values.every((value) => /^-?\.?\d[\d.,’' ]*$/.test(value))) {
    const amount = (value: string): number =>
      parseNumber(value.replace(/^-/, '')).amount * (value.startsWith('-') ? -1 : 1);
    const sorted = [...distinct].sort((a, b) => amount(a) - amount(b));
    return sorted.length === 1 ? (sorted[0] ?? '') : `${sorted[0] ?? ''} to ${sorted.at(-1) ?? ''}`;
  }
  if (distinct.length <= MAX_DISTINCT) return distinct.map((value) => value.slice(0, 60)).join(', ');
  const examples = distinct.slice(0, 2).map((value) => value.slice(0, 60));
  return `${distinct.length} different values, such as ${examples.join(' and ')}`;
}
