import { type YieldBudget } from '../../base';
import { type Anchor } from '../../change';
import { splitSentences } from '../../markdown';
import { type ExtractedText, type PassageKind } from '../types';
import { detectCourtesy, findSpeakers, splitGreetings } from './speech';
import { detectLanguage, monthNumber, stopWords, type Language } from './lexicon';
import { CHUNK_LENGTH, stem, UNSPACED_SCRIPT, tokenize, type Word } from './tokenizer';

/** A sentence of a source, exactly as the source has it. */
export interface Sentence {
  /** Position among the source's sentences, from 0. */
  readonly index: number;
  /** Position of its passage among the source's passages. */
  readonly passage: number;
  /** Whether it opens its passage. */
  readonly isFirst: boolean;
  readonly kind: PassageKind;
  /** Exact characters of the passage, without the name of who speaks it. */
  readonly text: string;
  /** Who says it; `null` where the source does not tell. */
  readonly speaker: string | null;
  /** A `fragment` is a line of a letterhead, a signature or a form; a `greeting` or a `leave` is a line of courtesy that says nothing. */
  readonly form: 'whole' | 'fragment' | 'greeting' | 'leave';
  /** Offsets are within `text`. */
  readonly words: readonly Word[];
  readonly anchor: Anchor;
  /** Written in capitals throughout, so that a capital says nothing. */
  readonly isAllCaps: boolean;
}

/** A source as a curator reads it: its sentences, and how often it writes each word how. */
export interface ParsedSource {
  readonly text: ExtractedText;
  readonly sentences: readonly Sentence[];
  readonly language: Language;
  /** Every noun has a capital here, as in German. */
  readonly capitalisesNouns: boolean;
  /** Whether the text was longer than what is read; then the rest was left out. */
  readonly isTruncated: boolean;
  /** How often the word stands in lower case. */
  countLowerCase(key: string): number;
  /** How often the word has a capital that is not due to its place at the head of a sentence. */
  countCapitalised(key: string): number;
  /** How often the word or its plural stands in the source, however it is written. */
  count(key: string): number;
  /** The sentences that hold the word or its plural, in order, each once. */
  sentencesWith(key: string): readonly number[];
  /** In a text that capitalises nouns: whether the word is an article or adjective, and so makes its noun a common one. */
  isDeterminer(key: string): boolean;
}

/** Beyond this many characters a source is read no further; its summary says so. */
const MAX_LENGTH = 4_000_000;
/** Headings under which a document lists what it refers to: titles and names of others, no sentences of its own. */
const REFERENCE_HEADING =
  /^(?:[\d.]+\s*|[ivx]+\.\s*)?(?:references|bibliography|works cited|literature cited|literatur(?:verzeichnis)?|références|bibliographie|referencias|bibliografía|bibliografia|литература|参考文献)\s*$/iu;
const PROSE_KINDS: ReadonlySet<PassageKind> = new Set(['paragraph', 'list', 'quote', 'cue']);

async function isMostlyCapitals(text: string, budget: YieldBudget): Promise<boolean> {
  let [letters, upper] = [0, 0];
  for (let at = 0; at < text.length;) {
    const end = at + CHUNK_LENGTH;
    // A character of two units stays whole.
    const to = (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
    const found = text.slice(at, to).replace(/[^\p{L}]+/gu, '');
    letters += found.length;
    upper += found.replace(/[^\p{Lu}]+/gu, '').length;
    at = to;
    if (to < text.length && budget.spend(CHUNK_LENGTH / 4)) await budget.checkpoint();
  }
  return letters >= 12 && upper / letters > 0.7;
}

/** Sentences, with `am 11.` and `Juli 2000 …` put together again: the stop behind an ordinal day ends nothing. */
function findSentenceSpans(body: string): readonly { readonly start: number; readonly end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of splitSentences(body)) {
    const last = spans.at(-1);
    const month = /^\p{L}+/u.exec(body.slice(start, start + 12))?.[0] ?? '';
    const before = last === undefined ? '' : body.slice(Math.max(last.start, last.end - 6), last.end);
    const isCitation = /(?:^|\s)(?:op|cit|ibid|pp)\.$/i.test(before);
    const isDay = /(?:^|\s)\d{1,2}\.$/.test(before) && monthNumber(month.toLowerCase()) > 0;
    if (last !== undefined && (isDay || isCitation)) last.end = end;
    else spans.push({ start, end });
  }
  return spans.flatMap(({ start, end }) => splitGreetings(body, start, end));
}

function classifySentence(text: string, kind: PassageKind): Sentence['form'] {
  const courtesy = detectCourtesy(text);
  if (courtesy !== null) return courtesy;
  if (kind !== 'paragraph' || /[.!?:;。！？…]["”'»」』)]*$/u.test(text)) return 'whole';
  return /^[^\n]{1,45}(?:\n[^\n]{1,45}){0,9}$/.test(text) ? 'fragment' : 'whole';
}

class Counter {
  readonly #counts = new Map<string, number>();
  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
  get(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}

/** Reads the prose of a source into sentences. Tables, code and headings are not sentences. */
export async function parseSource(text: ExtractedText, budget: YieldBudget): Promise<ParsedSource> {
  const sentences: Sentence[] = [];
  let read = 0;
  let cut = false;
  const spoken = findSpeakers(text);
  for (const [passage, { kind, text: body, anchor }] of text.passages.entries()) {
    if (!PROSE_KINDS.has(kind) || REFERENCE_HEADING.test(anchor.heading ?? '')) continue;
    if (read > MAX_LENGTH) {
      cut = true;
      break;
    }
    read += body.length;
    const shouting = await isMostlyCapitals(body, budget);
    const { speaker = null, length: from = 0 } = spoken.get(passage) ?? {};
    let [counted, breaks] = [0, 0];
    for (const [position, span] of findSentenceSpans(from === 0 ? body : body.slice(from)).entries()) {
      const sentence = body.slice(from + span.start, from + span.end);
      breaks += body.slice(from + counted, from + span.start).split('\n').length - 1;
      counted = span.start;
      sentences.push({
        index: sentences.length,
        passage,
        isFirst: position === 0,
        kind,
        text: sentence,
        speaker,
        form: classifySentence(sentence, kind),
        words: tokenize(sentence),
        anchor: anchor.line === undefined ? anchor : { ...anchor, line: anchor.line + breaks },
        isAllCaps: shouting,
      });
      if (budget.spend(sentence.length)) await budget.checkpoint();
    }
  }
  return indexSentences(text, sentences, cut, budget);
}

async function indexSentences(
  text: ExtractedText,
  sentences: readonly Sentence[],
  cut: boolean,
  budget: YieldBudget,
): Promise<ParsedSource> {
  const [lower, inside, all] = [new Counter(), new Counter(), new Counter()];
  const holding = new Map<string, number[]>();
  let [letters, plain] = [0, 0];
  let [nouns, words] = [0, 0];
  const sample: string[] = [];
  for (const sentence of sentences) {
    for (const [position, word] of sentence.words.entries()) {
      letters += word.text.length;
      if (UNSPACED_SCRIPT.test(word.text)) plain += word.text.length;
      if (sample.length < 5000) sample.push(word.key);
      const key = stem(word.key);
      all.add(key);
      const places = holding.get(key);
      if (places === undefined) holding.set(key, [sentence.index]);
      else if (places.at(-1) !== sentence.index) places.push(sentence.index);
      if (word.shape === 'lower') lower.add(word.key);
      if (position === 0 || sentence.isAllCaps) continue;
      words += 1;
      if (word.shape !== 'lower' && word.shape !== 'plain' && word.shape !== 'number') inside.add(word.key);
      if (word.shape === 'capital') nouns += 1;
    }
    if (budget.spend(sentence.text.length / 2)) await budget.checkpoint();
  }
  const language = detectLanguage(sample, text.language, letters === 0 ? 0 : plain / letters);
  const stops = stopWords(language);
  return {
    text,
    sentences,
    language,
    capitalisesNouns: language === 'de' || (language === 'other' && words > 50 && nouns / words > 0.25),
    isTruncated: cut,
    countLowerCase: (key) => lower.get(key),
    countCapitalised: (key) => inside.get(key),
    count: (key) => all.get(stem(key)),
    sentencesWith: (key) => holding.get(stem(key)) ?? [],
    isDeterminer: (key) =>
      /^(?:der|die|das|dem|den|des|ein|eine[mnrs]?|kein\w*|dies\w*|jede\w*|am|im|zum|zur|beim|vom|ins|sein\w*|ihr\w*|unser\w*|mein\w*|alle\w*|viele\w*)$/.test(
        key,
      ) ||
      (/(?:e|en|er|es|em)$/.test(key) && !stops.has(key)),
  };
}
