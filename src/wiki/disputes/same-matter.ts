import { stem } from '../../base';
import { contentWords, wordsOf } from '../../markdown';

/** Longer words that tell no subject. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'with from that this these those have been were which when also more than their they into only about after before would could should some other them there will then most such each both over since until while where what whose being made make said says'.split(
    ' ',
  ),
);
const NAME = /\p{Lu}[\p{L}\p{N}’'-]{2,}/gu;
/** "April 2026" and "12 April" are no names. */
const DATE = /\p{L}{3,9} \d{4}|\d{1,2} \p{L}{3,9}/gu;
/** In Chinese or Japanese a word is counted by its characters. */
const SHARED = { words: 2, characters: 4 } as const;
/** A statement that says so much of another one, and no figure or name of its own, says the same. */
const SAME = 0.8;

interface Telling {
  readonly names: ReadonlySet<string>;
  readonly figures: ReadonlySet<string>;
  /** Without figures and what tells no subject, without their endings. */
  readonly words: ReadonlySet<string>;
  readonly characters: ReadonlySet<string>;
}

function tellingOf(text: string): Telling {
  const words = contentWords(text);
  const plain = text.replace(DATE, ' ');
  const names = [...plain.matchAll(NAME)]
    .map(([name]) => stem(name.toLowerCase()))
    .filter((name) => !EMPTY_WORDS.has(name));
  return {
    names: new Set(names),
    figures: new Set(words.filter((word) => /\p{N}/u.test(word))),
    words: new Set(words.filter((word) => !/\p{N}/u.test(word) && !EMPTY_WORDS.has(word)).map(stem)),
    characters: new Set(wordsOf(text).filter((word) => /^[\p{Lo}\u30fc]$/u.test(word))),
  };
}

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((word) => b.has(word)).length;

/** Whether two statements are about one thing: they share a name, or two words that tell a subject. */
export function isSameMatter(before: string, after: string): boolean {
  const [a, b] = [tellingOf(before), tellingOf(after)];
  return (
    shared(a.names, b.names) > 0 ||
    shared(a.words, b.words) >= SHARED.words ||
    shared(a.characters, b.characters) >= SHARED.characters
  );
}

/** Whether two statements of one thing share more than its name: what is said of it. */
export function isSamePoint(before: string, after: string): boolean {
  const [a, b] = [tellingOf(before), tellingOf(after)];
  const besides = [...a.words].filter((word) => b.words.has(word) && !a.names.has(word) && !b.names.has(word));
  return besides.length >= SHARED.words || shared(a.characters, b.characters) >= 2 * SHARED.characters;
}

/** Whether the later of two statements gives another figure, name, date or state than the earlier one. */
export function saysOtherwise(before: string, after: string): boolean {
  const [a, b] = [tellingOf(before), tellingOf(after)];
  if ([...b.names].some((name) => !a.names.has(name)) || [...b.figures].some((figure) => !a.figures.has(figure)))
    return true;
  const all = new Set([...a.words, ...a.characters]);
  return shared(all, new Set([...b.words, ...b.characters])) < all.size * SAME;
}

/** How much two statements have in common, apart from their names and figures: of the shorter and of the longer one, 0 to 1. */
export function likeness(before: string, after: string): { readonly ofShorter: number; readonly ofLonger: number } {
  const [a, b] = [before, after].map((text) => {
    const { words, names } = tellingOf(text);
    return new Set([...words].filter((word) => !names.has(word)));
  });
  const common = a === undefined || b === undefined ? 0 : shared(a, b);
  const sizes = [a?.size ?? 0, b?.size ?? 0];
  return {
    ofShorter: common / Math.max(1, Math.min(...sizes)),
    ofLonger: common / Math.max(1, Math.max(...sizes)),
  };
}

/** Whether each statement names somebody or something that the other one does not. */
export function haveOtherNames(before: string, after: string): boolean {
  const [a, b] = [tellingOf(before).names, tellingOf(after).names];
  return [...a].some((name) => !b.has(name)) && [...b].some((name) => !a.has(name));
}

/** The words that tell what two statements have in common, as the first one writes them. */
export function sharedWords(text: string, other: string): readonly string[] {
  const known = tellingOf(other).words;
  return contentWords(text).filter((word) => known.has(stem(word)));
}
