import { LineMatcher } from './line-matcher';
import { parsePattern, PatternError } from './parse';
import { compileProgram } from './program';

interface PatternMatch {
  /** Offset in the text in UTF-16 units. */
  readonly start: number;
  readonly text: string;
}

/** A regular expression that always takes time proportional to the text. */
export interface Pattern {
  /** The first `limit` matches: leftmost, then longest, none across line breaks. */
  find(text: string, limit: number): readonly PatternMatch[];
}

/**
 * @param source an ECMAScript regular expression for the `u` flag, without look-around and back references
 * @param flags `''` or a combination of `i`, `u`, `m`, `g`; only `i` has an effect
 * @returns the pattern, or what is wrong with it in one sentence
 */
export function compilePattern(source: string, flags: string): Pattern | { readonly problem: string } {
  if (!/^[imgu]*$/.test(flags)) return { problem: '`params.flags` must be "i" or empty.' };
  try {
    const matcher = new LineMatcher(compileProgram(parsePattern(source, flags.includes('i'))));
    return { find: (text, limit) => findInLines(matcher, text, limit) };
  } catch (error) {
    if (error instanceof PatternError) return { problem: error.message };
    throw error;
  }
}

function findInLines(matcher: LineMatcher, text: string, limit: number): readonly PatternMatch[] {
  const found: PatternMatch[] = [];
  let begin = 0;
  while (begin <= text.length && found.length < limit) {
    const lineBreak = text.indexOf('\n', begin);
    const next = lineBreak === -1 ? text.length : lineBreak;
    const end = text.charCodeAt(next - 1) === 13 && next > begin ? next - 1 : next;
    if (matcher.matches(text, begin, end)) {
      let from = begin;
      while (from <= end && found.length < limit) {
        const match = matcher.locate(text, begin, from, end);
        if (match === null) break;
        found.push({ start: match.start, text: text.slice(match.start, match.end) });
        from = match.end > match.start ? match.end : match.end + 1;
      }
    }
    if (lineBreak === -1) break;
    begin = lineBreak + 1;
  }
  return found;
}
