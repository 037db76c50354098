const CJK_END = /[\u2e80-\u303f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]$/;
const CJK_START = /^[\u2e80-\u303f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/**
 * One line of text as people read it: runs of white space become one space, and soft hyphens, zero-width spaces and other
 * invisible characters are removed. Half a surrogate pair becomes U+FFFD, so that the text can be written as UTF-8.
 */
export function normaliseText(text: string): string {
  return removeInvisible(text).replace(/\s+/gu, ' ').trim();
}

/** Like {@link normaliseText}, but keeps line breaks and indentation, for code and verse. Removes blank lines at both ends. */
export function normaliseBlock(text: string): string {
  const lines = removeInvisible(text).split(/\r\n|\r|\n/u);
  const kept = lines.map((line) => line.trimEnd());
  let from = 0;
  let to = kept.length;
  while (from < to && kept[from] === '') from += 1;
  while (to > from && kept[to - 1] === '') to -= 1;
  return kept.slice(from, to).join('\n');
}

function removeInvisible(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u2060\ufeff]/gu, '')
    .replace(/[^\P{Cc}\t\n\v\f\r]/gu, ' ')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Joins two lines of a sentence with a space, except between characters of a script without spaces. */
export function joinLines(a: string, b: string): string {
  if (a === '' || b === '') return a + b;
  return CJK_END.test(a) && CJK_START.test(b) ? a + b : `${a} ${b}`;
}

/** {@link joinLines} for many lines, in linear time. */
export function joinAllLines(lines: readonly string[]): string {
  let text = '';
  let last = '';
  for (const line of lines) {
    if (line === '') continue;
    const glue = last === '' || (CJK_END.test(last) && CJK_START.test(line)) ? '' : ' ';
    text += glue + line;
    last = line;
  }
  return text;
}

/** The lines of a text. CRLF, LF and CR each end a line, even mixed in one file. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/u);
}

/** Finds the line of an offset. Rising offsets cost one pass over the text in all; any other order costs a binary search each. */
export class LineCounter {
  #offset = 0;
  #currentLine = 1;
  #lineStarts: number[] | null = null;

  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The line of `offset` (in UTF-16 units), counted from 1. */
  lineAt(offset: number): number {
    if (offset < this.#offset) this.#lineStarts ??= this.#findLineStarts();
    if (this.#lineStarts !== null) return this.#search(this.#lineStarts, offset);
    const end = Math.min(offset, this.#text.length);
    for (let i = this.#offset; i < end; i += 1) if (this.#isLineEnd(i)) this.#currentLine += 1;
    this.#offset = Math.max(this.#offset, end);
    return this.#currentLine;
  }

  #isLineEnd(at: number): boolean {
    const code = this.#text.charCodeAt(at);
    return code === 10 || (code === 13 && this.#text.charCodeAt(at + 1) !== 10);
  }

  #findLineStarts(): number[] {
    const lineStarts = [0];
    for (let i = 0; i < this.#text.length; i += 1) if (this.#isLineEnd(i)) lineStarts.push(i + 1);
    return lineStarts;
  }

  /** How many lines begin at or before `offset`. */
  #search(lineStarts: readonly number[], offset: number): number {
    let low = 0;
    let high = lineStarts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((lineStarts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Whether a text ends like a sentence, ignoring closing quotes and brackets. */
export function endsSentence(text: string): boolean {
  return /[.!?…。！？][)\]"'”’»」』]{0,3}$/u.test(text);
}

/** An ISO date (`2026-04-15`) or time in uniform writing; `null` for anything else. */
export function parseIsoDate(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const match =
    /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?/u.exec(
      value,
    );
  if (!match) return null;
  const [, year = '', month = '', day = '', time, zone] = match;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date) return null;
  if (time === undefined || zone === undefined) return date;
  const offset = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const moment = new Date(`${date}T${time}${offset}`);
  return Number.isNaN(moment.getTime()) ? date : `${moment.toISOString().slice(0, 19)}Z`;
}
