import { wordsOf } from '../../markdown';
import { stem } from '../extractive/tokenizer';
import { withFigures } from './number-words';

/** Words that say how a text goes on, and nothing of its subject. */
const STRUCTURE: ReadonlySet<string> = new Set(
  'a an the this that these those there here it its they their them we of in into on to for from by with as at and or but was were is are be been has have had came come comes fell fall falls differ differs differed follow follows followed vary varies varied part way kind stage step phase group point thing form each both several some'.split(
    ' ',
  ),
);

/** The same words deny then what others say. */
const DENIES = /\b(?:no|not|never|none|nobody|nothing|neither|nor|without|only)\b|n['’]t\b/i;

export const denies = (text: string): boolean => DENIES.test(text);

/**
 * Whether a sentence without a mark only introduces the statements behind it: each word that tells something is in them, in what their
 * units say or in the heading, and it counts no more than they are. "The works fell into three parts."
 *
 * @param introduced the statements behind it in its paragraph, their units, and the heading
 * @param count how many statements they are
 */
export function isIntroduction(sentence: string, introduced: readonly string[], count: number): boolean {
  const known = new Set(introduced.flatMap(wordsIn));
  const said = wordsIn(sentence).filter((word) => !STRUCTURE.has(word));
  const figures = said.filter((word) => figureOf(word) !== null);
  const others = said.filter((word) => !figures.includes(word));
  return (
    said.length > 0 &&
    !denies(sentence) &&
    figures.every((word) => known.has(word) || Number(figureOf(word)) <= count) &&
    others.every((word) => known.has(word))
  );
}

const wordsIn = (text: string): readonly string[] => wordsOf(text).map((word) => stem(word.toLowerCase()));

function figureOf(word: string): string | null {
  const figure = /^\p{N}+$/u.test(word) ? word : withFigures(word);
  return figure === '' ? null : figure;
}
