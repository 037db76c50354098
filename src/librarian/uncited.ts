import { applySplices, splitSentences, type TextRange } from '../markdown';

/** A line that starts or ends a code block. */
export const CODE_FENCE = /^\s*(?:`{3,}|~{3,})/;

const CITATION = /\[\[[^\]\n]*\]\](?: \(deleted while this was written\))?|\[[a-z0-9][a-z0-9-]+, [^[\]\n]+\]/g;

/** A line that no sentence continues across: a heading, a table row, an empty line. */
const BLOCK_BOUNDARY = /^\s*(?:#{1,6}\s|\||$)/;

/** Whether the next line continues a sentence: no full stop before it, and it starts with a lower-case word or a link. */
const continuesSentence = (line: string, next: string): boolean =>
  !/[.!?…:。！？：｡．|][*_"'”’)\]]*\s*$/.test(line) && /^\s*(?:\p{Ll}|\[\[|[,;)])/u.test(next);

/** The passages that may contain sentences, without code. */
function findProse(text: string): TextRange[] {
  const found: { start: number; end: number }[] = [];
  let isFenced = false;
  let before: string | null = null;
  let at = 0;
  for (const line of text.split('\n')) {
    const start = at;
    at += line.length + 1;
    const isFence = CODE_FENCE.test(line);
    if (isFence) isFenced = !isFenced;
    if (isFenced || isFence || BLOCK_BOUNDARY.test(line)) {
      before = null;
      continue;
    }
    const last = found.at(-1);
    if (last !== undefined && before !== null && continuesSentence(before, line)) last.end = at - 1;
    else found.push({ start, end: at - 1 });
    before = line;
  }
  return found;
}

/** Words before "the wiki does not say". */
const OPENING = /^(?:(?:but|however|yet|unfortunately|otherwise|(?:beyond|apart from) (?:that|this)),? )?/i;
/** "The wiki does not say when.", "No page mentions it." */
const SAYS_NOTHING =
  /^(?:(?:the|this) (?:wiki|pages?)|these pages|the sources?|it)\b.{0,40}?(?:\bnot|n['’]t|\bnothing|\bno)\b.{0,30}?\b(?:say|mention|tell|state|give|contain|cover|describe|explain|record|name|about|specify|include|provide)\b|^(?:the|this) (?:wiki|page) (?:gives|has|contains|names|states) no\b|^(?:no page|neither page|none of the pages|nothing (?:in|on) (?:the|this|these) (?:wiki|pages?)|this is not in the wiki|it is (?:unclear|not clear) from (?:the|this|these) (?:wiki|pages?))\b/i;
/** "There is no price in the wiki.", "No information on this was found in the wiki." */
const NOTHING_IN =
  /^(?:there (?:is|are|was|were) no(?:thing)?|no (?:information|details?|page)|nothing)\b.{0,80}\b(?:in|on) (?:the|this|these|any) (?:wiki|pages?)\b/i;
/** "Who paid for it is not stated in the wiki.", "I could not find a price in the wiki." */
const NOT_SAID =
  /\b(?:not|nowhere) (?:(?:said|stated|mentioned|given|recorded|described|covered|explained|named|specified|documented|listed|found|appear|occur) )?(?:anywhere )?(?:in|on|by) (?:the|this|these|any) (?:wiki|pages?)[.!*_)"'”’]*$|^(?:i|we) (?:could(?:n[’']t| not)|can(?:[’']t| ?not)|did(?:n[’']t| not)) find\b.{0,80}\b(?:in|on) (?:the|this|these|any) (?:wiki|pages?)[.!*_)"'”’]*$/i;
/** "The wiki does not say who paid, but it was the Trust." */
const GOES_ON = /[,;:–—] ?(?:but|although|though|however|yet|it|they)\b/i;

/** Whether a sentence only tells what the wiki does not say. */
function tellsGap(sentence: string): boolean {
  const words = sentence.replace(OPENING, '');
  return !GOES_ON.test(words) && [SAYS_NOTHING, NOTHING_IN, NOT_SAID].some((pattern) => pattern.test(words));
}

/**
 * The sentences that claim something and cite nothing. Headings, questions, lead-ins and code claim nothing, and neither does a
 * sentence that tells what the wiki does not say.
 */
export function uncitedSentences(text: string): readonly TextRange[] {
  const found: TextRange[] = [];
  for (const { start, end } of findProse(text)) {
    const passage = text.slice(start, end);
    const lead = /^\s*(?:(?:[-*+]|\d+[.)]|>)\s+)*/.exec(passage)?.[0].length ?? 0;
    const body = passage.slice(lead);
    const places = [...body.matchAll(CITATION)].map(({ index }) => index);
    // A citation after the full stop belongs to the sentence before it.
    const sentences = splitSentences(body.replace(CITATION, (link) => ' '.repeat(link.length)).replace(/\n/g, ' '));
    for (const [index, sentence] of sentences.entries()) {
      const next = sentences[index + 1]?.start ?? body.length + 1;
      const first = index === 0 ? 0 : sentence.start;
      if (places.some((place) => place >= first && place < next)) continue;
      const words = body.slice(sentence.start, sentence.end);
      if (/[?:？：]["'”’)*_]*$/.test(words) || (words.match(/[\p{L}\p{N}]+/gu) ?? []).length < 3) continue;
      if (tellsGap(words)) continue;
      found.push({ start: start + lead + sentence.start, end: start + lead + sentence.end });
    }
  }
  return found;
}

/** Marks each sentence that cites nothing. */
export function markUncited(text: string, uncited: readonly TextRange[]): string {
  return applySplices(
    text,
    uncited.map(({ end }) => ({ start: end, end, text: ' (uncited)' })),
  );
}
