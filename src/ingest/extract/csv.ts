import { checkpoint } from '../../base';
import { PassageBuilder, labelledRow, type ExtractedContent, type ReaderInput } from './passage-builder';
import { CUT_COLUMNS, MAX_COLUMNS, MAX_ROWS } from './limits';
import { normaliseText } from './text-utils';

const DELIMITERS = [',', ';', '\t', '|'] as const;

interface Row {
  readonly cells: string[];
  readonly line: number;
}

/**
 * Comma- or tab-separated values: each row is a passage `Header: value; …` with the line on which it begins. The delimiter
 * is the one that splits the first rows most evenly; the first row is the header unless it has numbers.
 * Source: RFC 4180, read leniently (bare quotes inside a cell, LF line ends, rows of uneven length).
 */
export async function readCsv(text: string, input: ReaderInput): Promise<ExtractedContent> {
  const builder = new PassageBuilder('csv');
  const { delimiter, start } = detectDelimiter(text);
  let header: string[] | null = null;
  let count = 0;
  for (const row of parseRows(text, delimiter, start)) {
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    if (header === null) {
      header = detectHeader(row.cells);
      if (header !== null) continue;
      header = [];
    }
    if (row.cells.length > MAX_COLUMNS) {
      builder.addNote(CUT_COLUMNS);
      row.cells.length = MAX_COLUMNS;
    }
    count += 1;
    if (count > MAX_ROWS) {
      builder.addNote(`Only the first ${MAX_ROWS} rows were read.`);
      break;
    }
    const labels = header.length > 0 || row.cells.length === 1 ? header : row.cells.map((_, i) => `Column ${i + 1}`);
    builder.add('row', labelledRow(labels, row.cells), { line: row.line });
    if (count % 1_000 === 0) {
      input.run.progress({ stage: 'extract', done: count, total: 0, detail: input.path });
      await checkpoint(input.run);
    }
  }
  if (count === 0 && header !== null && header.length > 0) builder.add('row', header.join(' | '), { line: 1 });
  return builder.build();
}

/** A header names its columns: no cell is blank, a number or a date, and no name is repeated. */
function detectHeader(cells: readonly string[]): string[] | null {
  const names = cells.map(normaliseText);
  while (names.length > 1 && names.at(-1) === '') names.pop();
  const isHeader =
    new Set(names).size === names.length &&
    names.filter((name) => name === '').length <= (names.length > 1 ? 1 : 0) &&
    names.every((name) => name.length <= 120 && !/^[-+]?[\d.,]+%?$|^\d{4}-\d{2}-\d{2}/u.test(name));
  return isHeader ? names : null;
}

function detectDelimiter(text: string): { delimiter: string; start: number } {
  // Some spreadsheets declare it in a first line of its own.
  const declared = /^sep=(.)(?:\r\n|\n|\r)/u.exec(text.slice(0, 8));
  if (declared?.[1] !== undefined) return { delimiter: declared[1], start: declared[0].length };
  let best = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const widths: number[] = [];
    for (const row of parseRows(text.slice(0, 64 * 1024), delimiter, 0)) {
      if (row.cells.length > 1 || row.cells[0]?.trim() !== '') widths.push(row.cells.length);
      if (widths.length >= 20) break;
    }
    const first = widths[0] ?? 1;
    const even = widths.filter((width) => width === first).length / Math.max(1, widths.length);
    const score = first > 1 ? even * 10 + Math.min(first, 9) / 10 : 0;
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return { delimiter: best, start: 0 };
}

function* parseRows(text: string, delimiter: string, start: number): Generator<Row> {
  let line = start > 0 ? 2 : 1;
  let at = start;
  while (at < text.length) {
    const row: Row = { cells: [], line };
    for (;;) {
      let cell = '';
      if (text[at] === '"') {
        const { end, next } = findClosingQuote(text, at + 1);
        const raw = text.slice(at + 1, end);
        line += raw.match(/\r\n|\n|\r/gu)?.length ?? 0;
        cell = raw.replace(/""/gu, '"');
        at = next;
      }
      const stop = findCellEnd(text, at, delimiter);
      cell += text.slice(at, stop);
      row.cells.push(cell);
      at = stop;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    line += 1;
    yield row;
  }
}

/** Where a quoted cell ends, and where the text after it begins. An unclosed quote ends at the end of its line. */
function findClosingQuote(text: string, from: number): { end: number; next: number } {
  let at = from;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) {
      const length = text.slice(from).search(/[\r\n]/u);
      const end = length < 0 ? text.length : from + length;
      return { end, next: end };
    }
    if (text[quote + 1] !== '"') return { end: quote, next: quote + 1 };
    at = quote + 2;
  }
}

function findCellEnd(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === delimiter || char === '\n' || char === '\r') return at;
  }
  return text.length;
}
