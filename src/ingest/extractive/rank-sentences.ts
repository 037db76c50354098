import { type YieldBudget } from '../../base';
import { stopWords } from './stop-words';
import { type Mention } from './names';
import { type ParsedSource, type Sentence } from './parse-source';
import { type Term } from './terms';
import { stem, UNSPACED_SCRIPT } from './tokenizer';

/** Limits for one value of `curation.depth`. */
export interface DepthLimits {
  /** Fewest and most key sentences of a summary. */
  readonly sentences: readonly [number, number];
  /** New pages that one source may propose. */
  readonly newPages: number;
  /** Names without a page that a summary lists with a quotation. */
  readonly mentions: number;
  /** Quotations that a page gets from one source. */
  readonly quotes: number;
}

export const DEPTH_LIMITS: Readonly<Record<'shallow' | 'medium' | 'deep', DepthLimits>> = {
  shallow: { sentences: [3, 6], newPages: 3, mentions: 12, quotes: 1 },
  medium: { sentences: [3, 12], newPages: 8, mentions: 24, quotes: 2 },
  deep: { sentences: [5, 24], newPages: 16, mentions: 40, quotes: 3 },
};

/** The content words of a sentence; for scripts without spaces, pairs of characters. */
function contentWords(sentence: Sentence, stops: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  for (const word of sentence.words) {
    if (UNSPACED_SCRIPT.test(word.text)) {
      for (let at = 0; at + 2 <= word.text.length; at += 1) found.push(word.text.slice(at, at + 2));
    } else if (word.key.length > 2 && !stops.has(word.key) && word.shape !== 'number') found.push(stem(word.key));
  }
  return found;
}

/** Starts of sentences that depend on the one before and make poor quotations by themselves. */
const DEPENDENT_START =
  /^["“'(]*(?:because|well|yes|no|ok(?:ay)?|right|sure|exactly|this|that|these|those|there|it|its|they|their|them|he|his|she|her|but|and|or|so|yet|however|therefore|thus|hence|moreover|furthermore|besides|also|such|then|otherwise|too|for example|for instance|in addition|in this|to this|to such|of these|of this|as such|nor|none|some|both|others?|er|sie|es|dies\p{L}*|aber|und|doch|il|elle|ils|elles|ce|cela|mais|et|ello|esto|pero|он|она|они|это|но|и)(?![\p{L}-])/iu;

/**
 * A penalty for text that looks like part of a sentence: it does not start like one, opens a quotation or bracket without
 * closing it, or is a reference.
 */
function fragmentPenalty({ text }: Sentence): number {
  const begins = /^["“”„«»'‘’(¿¡]*[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(text);
  const open = (text.split('"').length - 1) % 2 !== 0;
  const pairs = ['[]', '()'].some((pair) => text.split(pair.charAt(0)).length !== text.split(pair.charAt(1)).length);
  const reference = /\[[^[\]]*\bpp?\. ?\d|\b(?:Op\. )?Cit\.|\bet al\./.test(text);
  const announces = text.endsWith(':');
  return (begins ? 0 : 1) + (open || pairs ? 0.6 : 0) + (reference ? 0.6 : 0) + (announces ? 0.8 : 0);
}

/** Sentences that send the reader elsewhere. */
const CROSS_REFERENCE =
  /^(?:for (?:more|further|detailed) |see |click |read more|note that|learn more|weitere informationen|siehe |pour (?:plus|davantage) d|para más |подробн)|(?:figure|fig\.|table|section|chapter|algorithm|equation|abbildung|tabelle) \d|https?:\/\//iu;

/** Whether a sentence is a question, which states nothing. */
export function isQuestion({ text }: Sentence): boolean {
  return /[?？]["”'»」』)]*$/u.test(text);
}

const isCourtesy = ({ form }: Sentence): boolean => form === 'greeting' || form === 'closing';

/** A penalty for a list of names or numbers, which is not a statement. */
function listPenalty(sentence: Sentence): number {
  const commas = sentence.text.split(/[,;、，]/).length - 1;
  const names = sentence.words.filter((word) => word.shape === 'capital' || word.shape === 'upper').length;
  return (commas > 5 ? 1 : 0) + (names > 8 && names * 3 > sentence.words.length ? 1 : 0);
}

/**
 * Scores how well each sentence represents its source: by words that many sentences share (rare and ubiquitous words count
 * less), by place, by the names in it, and by whether it defines something.
 */
async function scoreSentences(
  parsed: ParsedSource,
  terms: readonly Term[],
  budget: YieldBudget,
): Promise<{ scores: Float64Array; contents: readonly (readonly string[])[] }> {
  // Sources quote other languages, so ignore the function words of all of them.
  const stops = stopWords('other');
  const contents: (readonly string[])[] = [];
  const spread = new Map<string, number>();
  for (const sentence of parsed.sentences) {
    const content = contentWords(sentence, stops);
    contents.push(content);
    for (const word of new Set(content)) spread.set(word, (spread.get(word) ?? 0) + 1);
    if (budget.spend(sentence.text.length / 2)) await budget.checkpoint();
  }
  const total = contents.length;
  const weight = new Map<string, number>();
  for (const [word, count] of spread)
    weight.set(word, count < 2 ? 0 : Math.log2(1 + count) ** 2 * Math.log2(1 + total / count));
  const scores = new Float64Array(total);
  for (const [index, sentence] of parsed.sentences.entries()) {
    if (budget.spend(sentence.text.length)) await budget.checkpoint();
    const content = contents[index] ?? [];
    const words = sentence.words.length;
    const length = UNSPACED_SCRIPT.test(sentence.text) ? sentence.text.length / 2 : words;
    const states = sentence.words.some((word) => word.shape === 'number');
    // A date or a number is enough for a short statement.
    if (content.length < (states ? 1 : 3) || length < 6 || isCourtesy(sentence)) {
      scores[index] = -1;
      continue;
    }
    let sum = 0;
    for (const word of new Set(content)) sum += weight.get(word) ?? 0;
    let score = sum / (8 + content.length);
    if (length > 45) score *= 45 / length;
    if (index < 3) score *= 1.4 - index * 0.1;
    else if (sentence.isFirst) score *= 1.1;
    if (states) score *= 1.2;
    if (DEPENDENT_START.test(sentence.text)) score *= 0.6;
    if (isQuestion(sentence)) score *= 0.2;
    if (sentence.form === 'fragment') score *= 0.4;
    score *= (1 - 0.25 * listPenalty(sentence)) / (1 + fragmentPenalty(sentence));
    if (CROSS_REFERENCE.test(sentence.text)) score *= 0.5;
    if (sentence.isAllCaps || sentence.kind === 'list') score *= 0.7;
    // Prefer whole sentences.
    if (!/[.!?。！？…]["”'»」』)]*$/u.test(sentence.text)) score *= 0.5;
    scores[index] = score;
  }
  for (const term of terms.slice(0, 40)) {
    for (const index of new Set(term.mentions.map((mention) => mention.sentence))) {
      scores[index] = (scores[index] ?? 0) * (1 + Math.min(term.weight, 6) / 40);
    }
    for (const { sentence } of term.definitions.slice(0, 1)) scores[sentence] = (scores[sentence] ?? 0) * 1.3;
  }
  return { scores, contents };
}

/**
 * Chooses the key sentences of a source, in source order: best score first, lowered by what a sentence repeats of those
 * chosen before. Their number grows with the square root of the source's length.
 */
export async function chooseKeySentences(
  parsed: ParsedSource,
  terms: readonly Term[],
  limits: DepthLimits,
  budget: YieldBudget,
): Promise<readonly Sentence[]> {
  const { scores, contents } = await scoreSentences(parsed, terms, budget);
  const [least, most] = limits.sentences;
  const wanted = Math.min(most, Math.max(least, Math.round(Math.sqrt(parsed.sentences.length) * (most / 12))));
  const pool = [...scores.keys()]
    .filter((index) => (scores[index] ?? -1) >= 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, wanted * 12);
  const covered = new Map<string, number>();
  const chosen: number[] = [];
  while (chosen.length < wanted && pool.length > 0) {
    let best = 0;
    let bestScore = -Infinity;
    for (const [position, index] of pool.entries()) {
      const content = new Set(contents[index]);
      let known = 0;
      for (const word of content) known += Math.min(1, (covered.get(word) ?? 0) / 2);
      const near = chosen.some((other) => Math.abs(other - index) <= 1) ? 0.85 : 1;
      const score = (scores[index] ?? 0) * (1 - (0.7 * known) / Math.max(1, content.size)) * near;
      if (score > bestScore) [best, bestScore] = [position, score];
    }
    const [index] = pool.splice(best, 1);
    if (index === undefined) break;
    if (
      isRepeat(
        contents[index] ?? [],
        chosen.map((other) => contents[other] ?? []),
      )
    )
      continue;
    chosen.push(index);
    for (const word of new Set(contents[index])) covered.set(word, (covered.get(word) ?? 0) + 1);
  }
  return chosen.sort((a, b) => a - b).flatMap((index) => parsed.sentences[index] ?? []);
}

function isRepeat(content: readonly string[], chosen: readonly (readonly string[])[]): boolean {
  const words = new Set(content);
  return chosen.some((other) => {
    const otherWords = new Set(other);
    let shared = 0;
    for (const word of words) if (otherWords.has(word)) shared += 1;
    return shared >= 0.7 * Math.min(words.size, otherWords.size);
  });
}

/**
 * Chooses the sentences that say most about a subject, in source order. A definition counts most; then sentences that name
 * the subject early, contain a number and make sense alone.
 */
export function chooseSentencesAbout(
  parsed: ParsedSource,
  subject: {
    readonly mentions: readonly Mention[];
    readonly definitions: readonly { readonly sentence: number }[];
  },
  count: number,
): readonly { readonly sentence: Sentence; readonly focus: number }[] {
  const defining = new Map(subject.definitions.map((definition, rank) => [definition.sentence, rank]));
  const first = new Map<number, number>();
  const often = new Map<number, number>();
  const withSpeaker = new Set<number>();
  for (const { sentence, start, end } of subject.mentions) {
    // The name of the speaker is not part of the text.
    if (start === end) withSpeaker.add(sentence);
    if (!first.has(sentence)) first.set(sentence, start);
    often.set(sentence, (often.get(sentence) ?? 0) + 1);
  }
  let scored = [...first].flatMap(([index, focus]) => {
    const sentence = parsed.sentences[index];
    if (sentence === undefined || isCourtesy(sentence)) return [];
    const length = UNSPACED_SCRIPT.test(sentence.text) ? sentence.text.length / 2 : sentence.words.length;
    let score = 1 + 0.3 * Math.min(3, often.get(index) ?? 1);
    const rank = defining.get(index);
    if (rank !== undefined) score += 3 - Math.min(rank, 2) * 0.5;
    if (withSpeaker.has(index)) score -= 1;
    else if (focus < 30) score += 0.8;
    if (sentence.words.some((word) => word.shape === 'number')) score += 0.3;
    if (length < 6) score -= 1.2;
    if (length > 45) score -= 0.9;
    score -= 0.7 * listPenalty(sentence) + fragmentPenalty(sentence);
    if (DEPENDENT_START.test(sentence.text)) score -= 0.6;
    if (sentence.isAllCaps) score -= 0.5;
    if (isQuestion(sentence)) score -= 1.5;
    if (!/[.!?。！？…]["”'»」』)]*$/u.test(sentence.text)) score -= 0.5;
    return [{ sentence, focus, score }];
  });
  const whole = scored.filter(({ sentence }) => sentence.form === 'whole' && !isQuestion(sentence));
  if (whole.length > 0) scored = whole;
  scored.sort((a, b) => b.score - a.score || a.sentence.index - b.sentence.index);
  return scored.slice(0, count).sort((a, b) => a.sentence.index - b.sentence.index);
}
