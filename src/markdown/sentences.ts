import { type TextRange } from './types';

/**
 * Abbreviations with a full stop. Those of the first list come before a name or a number and never end a sentence; those
 * of the second end one when a capital follows.
 */
const BEFORE_NAME = new Set(
  (
    'mr mrs ms mx dr prof rev hon pres gov sen rep gen col maj capt lt sgt cmdr adm messrs mme mlle st mt ft hr fr sr sra ' +
    'no nos nr vol vols pp p ch chap sec fig figs eq eqs ref refs art ed eds cf vs viz approx ca c e.g i.e eg ie z.b d.h ' +
    'u.a bzw vgl resp p.ej par ex n.b nb al'
  ).split(' '),
);
const BEFORE_CAPITAL_ENDS = new Set(
  (
    'inc ltd co corp llc plc bros etc jr sr esq dept univ est u.s u.k u.n e.u a.m p.m am pm b.c a.d ph.d m.d b.a m.a d.c ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun ave blvd rd min max avg usw ff'
  ).split(' '),
);

const STOP = /[.!?…。！？｡．]+/g;
const CLOSING = /["'”’»›)\]}」』）】》〉]/;
const WIDE_STOP = /[。！？｡．]/;

/**
 * Splits plain text into sentences by rules, the same on every machine. A stop ends a sentence unless it belongs to an
 * abbreviation, an initial, a number or an address. Chinese and Japanese stops need no blank after them. A blank line
 * always ends a sentence. The ranges are trimmed and in reading order.
 *
 * @returns offsets in UTF-16 units
 */
export function splitSentences(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let at = 0;
  let nextStop = 0;
  for (const gap of text.matchAll(/\r?\n[ \t]*\r?\n\s*/g)) {
    nextStop = splitParagraph(text, at, gap.index, nextStop, ranges);
    at = gap.index + gap[0].length;
  }
  splitParagraph(text, at, text.length, nextStop, ranges);
  return ranges;
}

/**
 * @param nextStop no stop is before this offset, so that paragraphs without one are not looked through to the end of the text each
 * @returns the same for the next paragraph
 */
function splitParagraph(text: string, from: number, to: number, nextStop: number, ranges: TextRange[]): number {
  let start = from;
  let match: RegExpExecArray | null = null;
  STOP.lastIndex = Math.max(from, nextStop);
  for (match = nextStop < to ? STOP.exec(text) : null; match !== null && match.index < to; match = STOP.exec(text)) {
    const after = STOP.lastIndex;
    let end = after;
    while (end < to && CLOSING.test(text.charAt(end))) end++;
    if (!endsSentence(text, start, match.index, match[0], end, to)) continue;
    addTrimmed(text, start, end, ranges);
    start = end;
    STOP.lastIndex = Math.max(end, after);
  }
  addTrimmed(text, start, to, ranges);
  if (nextStop >= to) return nextStop;
  return match?.index ?? text.length;
}

function addTrimmed(text: string, from: number, to: number, ranges: TextRange[]): void {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  if (start < end) ranges.push({ start, end });
}

function endsSentence(text: string, start: number, at: number, stop: string, end: number, to: number): boolean {
  if (WIDE_STOP.test(stop)) return true;
  if (end >= to) return true;
  if (!isSpace(text.charCodeAt(end))) return false;
  let next = end;
  while (next < to && isSpace(text.charCodeAt(next))) next++;
  if (next >= to) return true;
  const following = text.slice(next, next + 3).replace(/^["'“‘«‹([{¿¡*_]+/, '');
  const lower = /^\p{Ll}/u.test(following);
  // "He asked "Why?" and left": a small letter continues the sentence.
  if (lower) return false;
  if (stop !== '.' || end > at + 1) return true;
  if (isAbbreviation(text, start, at, following)) return false;
  // "Acme, Inc. (ACME) is": what is in brackets belongs to the name.
  return text.charAt(next) !== '(' || !isShortened(text, start, at);
}

/** Whether the word before a stop is an abbreviation that a capital after it would end. */
function isShortened(text: string, start: number, at: number): boolean {
  return BEFORE_CAPITAL_ENDS.has(wordBefore(text, start, at).toLowerCase());
}

function wordBefore(text: string, start: number, at: number): string {
  return /[\p{L}\p{N}.]+$/u.exec(text.slice(Math.max(start, at - 24), at))?.[0] ?? '';
}

/** "88 °C." ends with a unit, and with no initial. */
function isDegree(text: string, at: number): boolean {
  return /° ?[CFK]$/.test(text.slice(Math.max(0, at - 3), at));
}

function isAbbreviation(text: string, start: number, at: number, following: string): boolean {
  const word = wordBefore(text, start, at);
  const lower = word.toLowerCase();
  if (isDegree(text, at)) return false;
  // "1." at the start is a list number.
  if (/^\d{1,3}$/.test(word)) return text.slice(start, at - word.length).trim() === '';
  if (BEFORE_NAME.has(lower)) return lower !== 'no' || /^\d/.test(following);
  // "In lat. 47°" and "MM. Lund and Clausen"; a wall is 5 m long.
  if (lower === 'lat' || lower === 'long') return /^\d{1,2}°/.test(following);
  // "Op. 57", "Hans v. Bülow", "Roe v. Wade".
  if (lower === 'op' || lower === 'opp') return /^\d/.test(following);
  if (word === 'v') return /^\p{Lu}/u.test(following) && /\p{Lu}\p{L}+\s$/u.test(text.slice(start, at - 1));
  if (word === 'MM') return /^\p{Lu}/u.test(following);
  // "J. Smith", "U.S. Senate" with a capital after it is more often a name than the end of a sentence.
  if (/^\p{Lu}$/u.test(word)) return word !== 'I' && /^[\p{Lu}\d]/u.test(following);
  if (/^(?:\p{Lu}\.)+\p{Lu}$/u.test(word)) return /^[\p{Lu}\d]/u.test(following) && word.length <= 3;
  if (BEFORE_CAPITAL_ENDS.has(lower)) return !/^\p{Lu}/u.test(following);
  return false;
}

/** Whether a sentence has ended before an offset, whatever follows: with a stop that belongs to no abbreviation. */
export function hasEndedBefore(text: string, offset: number): boolean {
  let end = offset;
  while (end > 0 && CLOSING.test(text.charAt(end - 1))) end -= 1;
  let at = end;
  while (at > 0 && /[.!?…。！？｡．]/.test(text.charAt(at - 1))) at -= 1;
  if (at === end) return false;
  const word = wordBefore(text, 0, at);
  const lower = word.toLowerCase();
  if (isDegree(text, at)) return true;
  const isShort = BEFORE_NAME.has(lower) || BEFORE_CAPITAL_ENDS.has(lower) || /^(?:\p{Lu}\.)*\p{Lu}$/u.test(word);
  return text.slice(at, end) !== '.' || !isShort;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000;
}
