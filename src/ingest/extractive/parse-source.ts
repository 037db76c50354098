import { type YieldBudget } from '../../base';
import { type Anchor } from '../../change';
import { type ExtractedText } from '../types';
import { numberUnits, type Unit } from '../units';
import { FIRST_PERSON } from './speech';
import { isSaidBy, readMeeting, type Meeting } from './meeting';
import { codeIn, isProse, maskNonProse } from './prose';
import { detectCourtesy } from './speech';
import { detectLanguage, stopWords, type Language } from './stop-words';
import { CHUNK_LENGTH, stem, UNSPACED_SCRIPT, tokenize, type Word } from './tokenizer';

/** A sentence, exactly as the source has it. */
export interface Sentence {
  /** Position among the source's sentences, from 0. */
  readonly index: number;
  /** Position of its passage among the source's passages. */
  readonly passage: number;
  /** Whether it opens its passage. */
  readonly isFirst: boolean;
  /** What a footnote cites. */
  readonly unit: Unit;
  /** Exact text of the passage, without the name of the speaker. */
  readonly text: string;
  /** Who says it; `null` if the source does not tell. */
  readonly speaker: string | null;
  /** Said in a thread, where speakers are handles and opinions are no facts. */
  readonly isComment: boolean;
  /** Said in a meeting whose minutes the source is: an opinion on its way to a decision. */
  readonly isTalk: boolean;
  /** Whether a person would read it as a sentence: no label, link list, template or line of a table of contents. */
  readonly isProse: boolean;
  /** It begins with the name in lower case with which the title of the source begins. */
  readonly startsWithName: boolean;
  /** `fragment`: a line of a letterhead, a signature or a form. `greeting` and `closing`: lines of a letter without content. */
  readonly form: 'whole' | 'fragment' | 'greeting' | 'closing';
  /** Offsets are within `text`. */
  readonly words: readonly Word[];
  readonly anchor: Anchor;
  /** The narrator of a casual text speaks: "we'll", "you", "I". */
  readonly isNarration: boolean;
  /** Mostly in capitals, so that a capital proves nothing. */
  readonly isAllCaps: boolean;
}

/** A source as sentences and words, with counts of how it writes each word. */
export interface ParsedSource {
  readonly text: ExtractedText;
  readonly units: readonly Unit[];
  readonly sentences: readonly Sentence[];
  /** Of its sections, and of paragraphs that open with one: "**The Bank.** Its shares were …". */
  readonly headings: ReadonlySet<string>;
  /** A name in lower case with which the title begins: "dpkg", "ignore: a manual". */
  readonly lowerCaseName: string | null;
  /** `null` for a source that is not the minutes of one. */
  readonly meeting: Meeting | null;
  readonly language: Language;
  /** The text writes every noun with a capital, as German does. */
  readonly capitalisesNouns: boolean;
  /** The text was too long, and its end was not read. */
  readonly isTruncated: boolean;
  /** How often the word occurs in lower case. */
  countLowerCase(key: string): number;
  /** How often the word occurs with a capital that does not start a sentence. */
  countCapitalised(key: string): number;
  /** How often the word or its plural occurs, in any case. */
  count(key: string): number;
  /** The sentences with the word or its plural, in order, each once. */
  sentencesWith(key: string): readonly number[];
  /** In a text that capitalises nouns: whether the word is an article or adjective, so that a common noun follows. */
  isDeterminer(key: string): boolean;
}

/** "We'll", "don't": share of the sentences that makes a text casual. */
const CONTRACTION = /\p{L}['’](?:ll|re|ve|d|m|t)(?!\p{L})/u;
const CASUAL_SHARE = 0.05;
/** Characters of a source that are read. The summary says when a source is longer. */
const MAX_LENGTH = 4_000_000;
/** As many as a text of that length usually has. A text of shorter words or sentences would take far more memory. */
const MAX_WORDS = 700_000;
const MAX_SENTENCES = 100_000;
/** Twice as many as a text of that length usually has. Each costs as much memory as a dozen words that are not new. */
const MAX_DIFFERENT_WORDS = 150_000;
/** Headings of reference lists, which hold titles and names but no sentences. */
const REFERENCE_HEADING =
  /^(?:[\d.]+\s*|[ivx]+\.\s*)?(?:references|bibliography|works cited|literature cited|literatur(?:verzeichnis)?|références|bibliographie|referencias|bibliografía|bibliografia|литература|参考文献)\s*$/iu;
const UPKEEP_HEADING =
  /^(?:contribut(?:e|ing|ors?|ions?)(?:\s(?:&|and)\s\p{L}+)?|(?:lead |past |emeritus )?(?:maintainers|collaborators|contributors)|licen[cs](?:e|ing)|sponsors?(?:hip)?|backers|donat(?:e|ions?)|acknowledge?ments?|credits|code of conduct)$/iu;
const GERMAN_DETERMINER =
  /^(?:der|die|das|dem|den|des|ein|eine[mnrs]?|kein\w*|dies\w*|jede\w*|am|im|zum|zur|beim|vom|ins|sein\w*|ihr\w*|unser\w*|mein\w*|alle\w*|viele\w*)$/;

async function isMostlyCapitals(text: string, budget: YieldBudget): Promise<boolean> {
  let [letters, upper] = [0, 0];
  for (let at = 0; at < text.length; at += CHUNK_LENGTH) {
    const found = text.slice(at, at + CHUNK_LENGTH).replace(/[^\p{L}]+/gu, '');
    letters += found.length;
    upper += found.replace(/[^\p{Lu}]+/gu, '').length;
    if (budget.spend(CHUNK_LENGTH / 4)) await budget.checkpoint();
  }
  return letters >= 12 && upper / letters > 0.7;
}

function classifySentence(text: string, kind: Unit['kind']): Sentence['form'] {
  const courtesy = detectCourtesy(text);
  if (courtesy !== null) return courtesy;
  if (kind !== 'sentence' || /[.!?:;。！？…]["”'»」』)]*$/u.test(text)) return 'whole';
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

/** Reads the prose of a source: its sentences and list items. Tables, code, headings and what no person wrote are left out. */
export async function parseSource(text: ExtractedText, budget: YieldBudget): Promise<ParsedSource> {
  const { units } = await numberUnits(text, budget.run);
  const code = text.format === 'markdown' ? codeIn(text) : null;
  const lowerCaseName = lowerCaseNameIn(text);
  const isUpkeep = upkeepIn(text);
  const meeting = readMeeting(text);
  const sentences: Sentence[] = [];
  let [read, wordCount] = [0, 0];
  const keys = new Set<string>();
  let isTruncated = false;
  for (const unit of units) {
    if (unit.kind === 'code' || unit.kind === 'row' || unit.mode === 'event') continue;
    const heading = unit.anchor.heading ?? '';
    if (REFERENCE_HEADING.test(heading) || isUpkeep(heading)) continue;
    if (read > MAX_LENGTH || isTooMuch(wordCount, sentences.length, keys.size)) {
      isTruncated = true;
      break;
    }
    read += unit.text.length;
    const words = tokenize(maskNonProse(unit.text, code));
    wordCount += words.length;
    for (const { key } of words) keys.add(key);
    sentences.push({
      index: sentences.length,
      unit,
      passage: unit.passage,
      isFirst: sentences.at(-1)?.passage !== unit.passage,
      text: unit.text,
      speaker: unit.speaker,
      isComment: unit.role !== null || unit.date !== null,
      isTalk: meeting !== null && (unit.speaker !== null || isSaidBy(unit.text, meeting)),
      isProse: isProse(unit),
      startsWithName: lowerCaseName !== null && unit.text.startsWith(`${lowerCaseName} `),
      form: classifySentence(unit.text, unit.kind),
      words,
      anchor: unit.anchor,
      isNarration: false,
      isAllCaps: await isMostlyCapitals(unit.text, budget),
    });
    if (budget.spend(unit.text.length)) await budget.checkpoint();
  }
  const casual = sentences.filter((sentence) => CONTRACTION.test(sentence.text)).length;
  const isCasual = casual > sentences.length * CASUAL_SHARE;
  const told = isCasual
    ? sentences.map((each) => ({ ...each, isNarration: each.speaker === null && FIRST_PERSON.test(each.text) }))
    : sentences;
  return indexSentences({ text, units, meeting, isTruncated }, withRunInHeadings(told, text), budget);
}

/** Puts what stands behind "**The loans in Holland.**" at the start of a paragraph under that heading. */
function withRunInHeadings(sentences: readonly Sentence[], { passages }: ExtractedText): readonly Sentence[] {
  return sentences.map((sentence) => {
    const before = passages[sentence.passage - 1];
    return before?.isRunIn === true
      ? { ...sentence, anchor: { ...sentence.anchor, heading: before.text.replace(/[.:]$/, '') } }
      : sentence;
  });
}

const isTooMuch = (words: number, sentences: number, differentWords: number): boolean =>
  words > MAX_WORDS || sentences > MAX_SENTENCES || differentWords > MAX_DIFFERENT_WORDS;

async function indexSentences(
  read: Pick<ParsedSource, 'text' | 'units' | 'meeting' | 'isTruncated'>,
  sentences: readonly Sentence[],
  budget: YieldBudget,
): Promise<ParsedSource> {
  const { text } = read;
  const [lower, capitalised, all] = [new Counter(), new Counter(), new Counter()];
  const sentencesByWord = new Map<string, number[]>();
  let [letters, unspaced] = [0, 0];
  let [nouns, words] = [0, 0];
  const sample: string[] = [];
  for (const sentence of sentences) {
    for (const [position, word] of sentence.words.entries()) {
      letters += word.text.length;
      if (UNSPACED_SCRIPT.test(word.text)) unspaced += word.text.length;
      if (sample.length < 5000) sample.push(word.key);
      const key = stem(word.key);
      all.add(key);
      const places = sentencesByWord.get(key);
      if (places === undefined) sentencesByWord.set(key, [sentence.index]);
      else if (places.at(-1) !== sentence.index) places.push(sentence.index);
      if (word.shape === 'lower') lower.add(word.key);
      if (position === 0 || sentence.isAllCaps) continue;
      words += 1;
      if (word.shape !== 'lower' && word.shape !== 'plain' && word.shape !== 'number') capitalised.add(word.key);
      if (word.shape === 'capital') nouns += 1;
    }
    if (budget.spend(sentence.text.length / 2)) await budget.checkpoint();
  }
  const language = detectLanguage(sample, text.language, letters === 0 ? 0 : unspaced / letters);
  const stops = stopWords(language);
  return {
    ...read,
    sentences,
    headings: new Set([
      ...text.passages.flatMap(({ kind, text: heading }) => (kind === 'heading' ? [heading] : [])),
      ...sentences.flatMap(({ anchor }) => anchor.heading ?? []),
    ]),
    lowerCaseName: lowerCaseNameIn(text),
    language,
    capitalisesNouns: language === 'de' || (language === 'other' && words > 50 && nouns / words > 0.25),
    countLowerCase: (key) => lower.get(key),
    countCapitalised: (key) => capitalised.get(key),
    count: (key) => all.get(stem(key)),
    sentencesWith: (key) => sentencesByWord.get(stem(key)) ?? [],
    isDeterminer: (key) => GERMAN_DETERMINER.test(key) || (/(?:e|en|er|es|em)$/.test(key) && !stops.has(key)),
  };
}

/**
 * Tells sections about the upkeep of a project, such as its licence and contributors, from those about what it makes. A text without
 * listings of code has none: in the report of a charity, "Donations" is a subject.
 */
export function upkeepIn({ passages }: Pick<ExtractedText, 'passages'>): (heading: string) => boolean {
  const isManual = passages.some(({ kind }) => kind === 'code');
  return (heading) => isManual && UPKEEP_HEADING.test(heading.trim());
}

function lowerCaseNameIn({ title }: ExtractedText): string | null {
  // "the old pier" and "meeting notes" begin with no name.
  return /^\p{Ll}[\p{L}\p{N}._-]*(?=$|\s?[:,–—(]|\s-\s)/u.exec(title?.trim() ?? '')?.[0] ?? null;
}
