import { CHAR_CODE, runLength } from './chars';

interface Delimiter {
  readonly code: number;
  readonly at: number;
  length: number;
}

const SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/** Where an escape or a delimiter run may begin. */
const MARK = /[\\*_~=]/g;

/**
 * The offsets of the characters that mark emphasis (`*`, `_`), strike-through (`~~`) and highlight (`==`), in order,
 * found by pairing delimiter runs. Source: CommonMark 0.31, 6.2, without its rule of three.
 *
 * @param skip ranges whose characters are not markup, sorted by start
 */
export function emphasisMarks(
  source: string,
  skip: readonly { readonly start: number; readonly end: number }[],
): readonly number[] {
  const marks: number[] = [];
  const open: Delimiter[] = [];
  let skipped = 0;
  MARK.lastIndex = 0;
  while (MARK.test(source)) {
    const at = MARK.lastIndex - 1;
    while (skipped < skip.length && (skip[skipped]?.end ?? 0) <= at) skipped++;
    const range = skip[skipped];
    if (range !== undefined && at >= range.start) {
      MARK.lastIndex = range.end;
      continue;
    }
    const code = source.charCodeAt(at);
    if (code === CHAR_CODE.backslash) {
      MARK.lastIndex = at + 2;
      continue;
    }
    const length = runLength(source, at, source.length, code);
    if (length >= (code === CHAR_CODE.tilde || code === CHAR_CODE.equals ? 2 : 1))
      pair(source, code, at, length, open, marks);
    MARK.lastIndex = at + length;
  }
  return marks.sort((a, b) => a - b);
}

function pair(source: string, code: number, at: number, length: number, open: Delimiter[], marks: number[]): void {
  const { opens, closes } = flanks(source, code, at, length);
  let left = length;
  if (closes) {
    for (let i = open.length - 1; i >= 0 && left > 0; i--) {
      const delimiter = open[i];
      if (delimiter?.code !== code) continue;
      const used = Math.min(left, delimiter.length);
      for (let k = 0; k < used; k++) {
        marks.push(delimiter.at + delimiter.length - 1 - k, at + length - left + k);
      }
      delimiter.length -= used;
      left -= used;
      open.length = delimiter.length === 0 ? i : i + 1;
    }
  }
  if (opens && left > 0 && open.length < 1000) open.push({ code, at: at + length - left, length: left });
}

function flanks(source: string, code: number, at: number, length: number): { opens: boolean; closes: boolean } {
  const before = at === 0 ? ' ' : source.charAt(at - 1);
  const after = source.charAt(at + length) || ' ';
  const left = !SPACE.test(after) && (!PUNCTUATION.test(after) || SPACE.test(before) || PUNCTUATION.test(before));
  const right = !SPACE.test(before) && (!PUNCTUATION.test(before) || SPACE.test(after) || PUNCTUATION.test(after));
  if (code !== CHAR_CODE.underscore) return { opens: left, closes: right };
  return { opens: left && (!right || PUNCTUATION.test(before)), closes: right && (!left || PUNCTUATION.test(after)) };
}
