import { isCalendarWord, numberOfWord } from '../../../base';
import { stopWords } from '../../extractive/stop-words';
import { stem, tokenize, type Word } from '../../extractive/tokenizer';
import { keepLatest } from '../keep-latest';

/** What a sentence tells something of. */
export interface Subject {
  /** Stems of its words, and labels such as `run 7`. */
  readonly words: ReadonlySet<string>;
  /** The noun that the others describe; `null` where it is not plain. */
  readonly head: string | null;
}

const functionWords = stopWords('en');
/** Words that tell nothing apart. */
const LIGHT: ReadonlySet<string> = new Set(
  'annual annually yearly monthly weekly daily there each own whole total overall about around also now currently present still today today’s old new its first-ever version release such same main called named known'.split(
    ' ',
  ),
);
const PREPOSITION =
  /^(?:of|in|at|on|for|by|from|to|over|with|near|under|between|during|after|before|since|without|within|along|against|according)$/;
const MAX_DESCRIBING = 3;
/** `run 7`, `plan b`, `v3.0` */
const LABELLED = /\s(?:\d|\p{L}$)|^v\d/u;

/** The words of a text that mean something, as stems; a noun with its number is one: `run 7`, `v3.0`. */
export function contentOf(words: readonly Word[]): readonly string[] {
  const found: string[] = [];
  for (const [at, word] of words.entries()) {
    const { key, shape } = word;
    const previous = words[at - 1];
    if (shape === 'number') {
      if (previous !== undefined && isCalendarWord(previous.key)) continue;
      if (/^\d+\.\d/.test(key)) found.push(`v${key}`);
      else if (
        previous !== undefined &&
        /^\p{Lu}/u.test(previous.text) &&
        previous.end + 1 === word.start &&
        key.length < 4
      )
        found.push(`${found.pop() ?? ''} ${key}`);
      // "96 kHz" in a subject tells it from "192 kHz".
      else if (key.length < 4) found.push(`# ${key}`);
      continue;
    }
    // "NX40 N" and "Plan B" are other ones than "NX40" and "Plan A".
    if (
      key.length === 1 &&
      shape !== 'lower' &&
      found.length > 0 &&
      previous?.shape !== 'lower' &&
      previous?.end === word.start - 1
    ) {
      found.push(`${found.pop() ?? ''} ${key}`);
      continue;
    }
    if (functionWords.has(key) || LIGHT.has(key) || isCalendarWord(key) || numberOfWord(key) !== null || key.length < 2)
      continue;
    for (const part of key.split('_')) if (part !== '') found.push(stem(part));
  }
  return found;
}

/** The subject that a run of words names: "the roof of the mill". */
export function subjectOf(words: readonly Word[]): Subject {
  const content = contentOf(words);
  const before = words.findIndex(({ key }, at) => at > 0 && PREPOSITION.test(key));
  const head = contentOf(before < 0 ? words : words.slice(0, before)).at(-1) ?? content.at(-1) ?? null;
  return { words: new Set(content), head };
}

export const isPreposition = (key: string): boolean => PREPOSITION.test(key);

/** The words of a text, and its nouns with the word before each. */
const describedIn = keepLatest((text) => {
  const words = tokenize(text);
  const described = words.flatMap((word, at) => {
    const previous = words[at - 1];
    if (previous === undefined || text.slice(previous.end, word.start).trim() !== '') return [];
    const [noun] = contentOf([word]);
    const [modifier] = contentOf([previous]);
    return noun === undefined || modifier === undefined ? [] : [{ noun, modifier }];
  });
  return { words: contentOf(words), described };
});

/** What a whole text is about, which its sentences do not say again. */
export class TextContext {
  /** Stems of the title. */
  readonly title: ReadonlySet<string>;
  /** Stems of all its words. */
  readonly #words = new Set<string>();
  /** Words that stand before a noun, by the noun: `net` before `loft`. */
  readonly #described = new Map<string, Set<string>>();

  constructor(title: string) {
    this.title = new Set(contentOf(tokenize(title)));
    this.add(title);
  }

  /** Takes in a sentence. */
  add(text: string): void {
    const { words, described } = describedIn(text);
    for (const word of words) this.#words.add(word);
    for (const { noun, modifier } of described) {
      const known = this.#described.get(noun) ?? new Set<string>();
      if (known.size <= MAX_DESCRIBING) known.add(modifier);
      this.#described.set(noun, known);
    }
  }

  /** Whether the text calls the noun so, and little else: its "loft" is the net loft. */
  isDescribed(noun: string, modifier: string): boolean {
    const known = this.#described.get(noun);
    return known !== undefined && known.has(modifier) && known.size <= MAX_DESCRIBING;
  }

  /** Whether the text speaks of one such thing only: of a noun that nothing describes, or this alone. */
  isOnly(noun: string, modifier: string | null): boolean {
    const known = this.#described.get(noun);
    return modifier === null ? known === undefined : known?.size === 1 && known.has(modifier);
  }

  /** Whether the text speaks of any of these, or there are none. */
  knowsAny(words: ReadonlySet<string>): boolean {
    return words.size === 0 || [...words].some((word) => this.#words.has(word));
  }

  /** Whether two texts are about one matter, as far as their titles tell. */
  isRelatedTo(other: TextContext): boolean {
    if (this.title.size === 0 || other.title.size === 0) return false;
    const knows = (one: TextContext, title: ReadonlySet<string>): number =>
      [...title].filter((word) => one.#words.has(word)).length / title.size;
    return (
      [...this.title].some((word) => other.title.has(word)) ||
      Math.max(knows(this, other.title), knows(other, this.title)) >= 0.5
    );
  }
}

/** A subject in its sentence and text. */
export interface PlacedSubject extends Subject {
  /** Stems of the sentence. */
  readonly sentence: ReadonlySet<string>;
  /** Stems of the heading above. */
  readonly heading: ReadonlySet<string>;
  /** Stems of what the heading above names, if it is another thing than the title. */
  readonly section: ReadonlySet<string>;
  readonly context: TextContext;
}

/** Whether two texts tell something of one thing: no word of either names another. */
export function isSameSubject(a: PlacedSubject, b: PlacedSubject): boolean {
  if (a.words.size === 0 || b.words.size === 0) return false;
  const knows = (one: PlacedSubject, word: string): boolean => one.words.has(word) || one.sentence.has(word);
  const isHeadKnown = [a.head === null || knows(b, a.head), b.head === null || knows(a, b.head)];
  // The organ of a chapel that the other text does not know.
  if (isElsewhere(a, b) || isElsewhere(b, a)) return false;
  if (Math.min(a.words.size, b.words.size) === 1 && !a.context.isRelatedTo(b.context)) {
    const isOwn = (word: string): boolean => a.words.has(word) || b.words.has(word);
    if (![...a.sentence].some((word) => b.sentence.has(word) && !isOwn(word))) return false;
  }
  const isShared = [...a.words].some((word) => knows(b, word)) || [...b.words].some((word) => knows(a, word));
  if (!isShared || !isHeadKnown.some(Boolean)) return false;
  return isCovered(a, b, isHeadKnown.every(Boolean)) && isCovered(b, a, isHeadKnown.every(Boolean));
}

const isElsewhere = (one: PlacedSubject, other: PlacedSubject): boolean =>
  [...one.section].some((word) => !one.context.title.has(word)) && !other.context.knowsAny(one.section);

/** Whether the other text has, means or takes for granted each word of the subject. */
function isCovered(one: PlacedSubject, other: PlacedSubject, hasSameHead: boolean): boolean {
  return [...one.words].every((word) => {
    if (other.words.has(word) || other.sentence.has(word)) return true;
    const isUnlabelled = !LABELLED.test(word) || ![...other.words].some((each) => LABELLED.test(each));
    if (isUnlabelled && (other.context.title.has(word) || other.heading.has(word))) return true;
    if (!hasSameHead || one.head === null || other.words.size !== 1) return false;
    // "The pool" of a text with one pool is the swimming pool of another one.
    const isOnly = one.head !== word && one.context.isOnly(one.head, word) && other.context.isOnly(one.head, null);
    return other.context.isDescribed(one.head, word) || (isOnly && one.context.isRelatedTo(other.context));
  });
}
