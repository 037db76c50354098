import { type YieldBudget } from '../../base';
import { stopWords } from './stop-words';
import { weighExamples } from './example-sentences';
import { type ParsedSource, type Sentence } from './parse-source';
import { describesSource } from './statement-rules';
import { type Term } from './terms';
import { stem, UNSPACED_SCRIPT } from './tokenizer';

/** Limits for one value of `curation.depth`. */
export interface DepthLimits {
  /** Fewest and most key sentences of a summary. */
  readonly sentences: readonly [number, number];
  /** New pages that one source may propose. */
  readonly newPages: number;
  /** Names without a page that a summary lists. */
  readonly names: number;
  /** Statements that a page gets from one source. */
  readonly statements: number;
}

export const DEPTH_LIMITS: Readonly<Record<'shallow' | 'medium' | 'deep', DepthLimits>> = {
  shallow: { sentences: [3, 5], newPages: 4, names: 20, statements: 4 },
  medium: { sentences: [4, 10], newPages: 12, names: 40, statements: 12 },
  deep: { sentences: [6, 20], newPages: 24, names: 60, statements: 24 },
};

/** Sentences within which a document says what it is. */
const MAX_OPENING = 40;
/** What the first sentence of a section is worth: it mostly says what the section is about. */
const OPENS_SECTION = 1.3;
/** What a further sentence of the same section is worth. */
const AGAIN = 0.7;

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

/** Whether a sentence is a question, which states nothing. */
export function isQuestion({ text }: Sentence): boolean {
  return /[?？]["”'»」』)]*$/u.test(text);
}

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
  const weighExample = weighExamples(parsed);
  for (const [index, sentence] of parsed.sentences.entries()) {
    if (budget.spend(sentence.text.length)) await budget.checkpoint();
    const content = contents[index] ?? [];
    const words = sentence.words.length;
    const length = UNSPACED_SCRIPT.test(sentence.text) ? sentence.text.length / 2 : words;
    const states = sentence.words.some((word) => word.shape === 'number');
    // A date or a number is enough for a short statement.
    if (content.length < (states ? 1 : 3)) {
      scores[index] = -1;
      continue;
    }
    let sum = 0;
    for (const word of new Set(content)) sum += weight.get(word) ?? 0;
    let score = sum / (8 + content.length);
    if (length > 45) score *= 45 / length;
    if (index < 3) score *= 1.4 - index * 0.1;
    else if (sentence.anchor.heading !== parsed.sentences[index - 1]?.anchor.heading) score *= OPENS_SECTION;
    else if (sentence.isFirst) score *= 1.1;
    if (states) score *= 1.2;
    score *= 1 - 0.25 * listPenalty(sentence);
    if (sentence.unit.kind === 'item') score *= 0.7;
    // Prefer whole sentences.
    if (!/[.!?。！？…]["”'»」』)]*$/u.test(sentence.text)) score *= 0.5;
    const share = weighExample(sentence);
    scores[index] = share === 0 ? -1 : score * share;
  }
  // What the document or its subject is, in the words with which it begins to speak of it.
  const opening =
    parsed.sentences.find(({ startsWithName, isFirst }) => startsWithName && isFirst) ??
    parsed.sentences.slice(0, MAX_OPENING).find(describesSource);
  if (opening !== undefined) scores[opening.index] = scores.reduce((most, score) => Math.max(most, score), 0) + 1;
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
 * chosen before. Their number grows with the logarithm of the source's length.
 */
export async function chooseKeySentences(
  parsed: ParsedSource,
  terms: readonly Term[],
  limits: DepthLimits,
  isFree: (sentence: Sentence) => boolean,
  budget: YieldBudget,
): Promise<readonly Sentence[]> {
  const { scores, contents } = await scoreSentences(parsed, terms, budget);
  const [least, most] = limits.sentences;
  const wanted = Math.min(most, Math.max(least, Math.round((Math.log2(1 + parsed.sentences.length / 4) * most) / 7)));
  const free: number[] = [];
  for (const sentence of parsed.sentences) {
    if (budget.spend(sentence.text.length * 2)) await budget.checkpoint();
    if ((scores[sentence.index] ?? -1) >= 0 && isFree(sentence)) free.push(sentence.index);
  }
  const pool = free.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, wanted * 12);
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
      const again = AGAIN ** chosen.filter((other) => isSameSection(parsed, other, index)).length;
      const score = (scores[index] ?? 0) * (1 - (0.7 * known) / Math.max(1, content.size)) * near * again;
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

const isSameSection = ({ sentences }: ParsedSource, one: number, other: number): boolean =>
  sentences[one]?.anchor.heading === sentences[other]?.anchor.heading;

function isRepeat(content: readonly string[], chosen: readonly (readonly string[])[]): boolean {
  const words = new Set(content);
  return chosen.some((other) => {
    const otherWords = new Set(other);
    let shared = 0;
    for (const word of words) if (otherWords.has(word)) shared += 1;
    return shared >= 0.7 * Math.min(words.size, otherWords.size);
  });
}
