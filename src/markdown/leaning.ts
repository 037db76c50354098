import { wordsOf } from './words';

/** A pronoun behind so many words of a sentence has mostly something in the sentence to stand for. */
const MAX_WORDS_BEFORE = 4;
const LEANS =
  /\b(?:he|she|it|they|him|his|her|hers|its|them|their|theirs|this|these|those|such|there|then|the (?:former|latter|same|other|others))(?![\p{L}’'])/iu;
/** "It is said that", "There is a light at": nothing stands before them. */
const EMPTY = /^(?:it (?:is|was) (?:said|known|thought|clear|true|possible)\b|there (?:is|are|was|were)\b)/i;

/** Whether a sentence needs what stands before it to say what it is about: "Among them was a request." */
export function leansOnBefore(sentence: string): boolean {
  if (EMPTY.test(sentence)) return false;
  const at = LEANS.exec(sentence)?.index ?? -1;
  if (at < 0) return false;
  const before = sentence.slice(0, at);
  // "In 1874 Grant sold it": the name is what the pronoun may stand for.
  return wordsOf(before).length <= MAX_WORDS_BEFORE && !/[^.!?]\s\p{Lu}/u.test(before);
}
