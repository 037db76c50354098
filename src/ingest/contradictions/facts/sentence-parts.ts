import { irregularForms } from '../../../search';
import { stem, type Word } from '../../extractive/tokenizer';
import { type Amount } from './amounts';
import { aspectOf } from './lexicon';
import { isPreposition, subjectOf, type Subject } from './subject';

/** A part of a sentence with a verb of its own. */
export interface Part {
  readonly text: string;
  readonly words: readonly Word[];
  readonly subject: Subject;
  /** Whether it says what it is about, and not "it". */
  readonly isNamed: boolean;
  /** Index of its verb among the words; -1 if it has none. */
  readonly verb: number;
}

export const AUXILIARY = /^(?:is|was|are|were|has|had|have|been|being|be|can|do|does|did|may|must)$/;
export const VERB =
  /^(?:is|was|are|were|has|had|have|stands|stood|lies|lay|weighs?|weighed|measures?|measured|costs?|holds?|held|contains?|contained|takes?|took|needs?|needed|carries|carried|reach(?:es|ed)|runs?|ran|draws?|drew|owns?|owned|employs?|employed|uses?|used|reads?|lost|sells?|sold|gives?|gave|keeps?|kept|can|may|must|does|did|do|houses?|seats?|grew|spans?|rises?|rose|covers?|covered|consists?|comprises?|comprised|produces?|produced|makes?|made|serves?|served|lasts?|lasted|will|would|shall|might|be|opened|opens|closed|closes|died|appeared|came|began|ended|married|bought|published|released|built|founded|designed|won|drives?|allows?|supports?|accepts?|describes?|described|lists?|listed|limits?|heats?|cools?|melts?|boils?|throws?|threw|counts?|counted|reported|visited|drowned|attended|received|earned|paid|writes?|works?|worked|receives?|stores?|fits?|comes?|requires?|required)$/;
/** Forms that search takes for other words. */
const PRESENT_FORMS: ReadonlyMap<string, string> = new Map([
  ['lay', 'lie'],
  ['rose', 'rise'],
]);
const HAVING =
  /^(?:is|was|are|were|has|had|have|been|be|own|contain|hold|comprise|house|number|consist|give|gave|count|list|there|can|may|must|do|doe|did|measure|reach|stand|stood|possess)$/;

/** Without "In 2018," and "On four cells" before what the sentence is about. */
export function withoutAdverbial(text: string, words: readonly Word[]): readonly Word[] {
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return words;
  if (!isPreposition(first.key)) {
    const comma = text.slice(first.start, last.end).indexOf(', ');
    return comma < 0 ? words : words.filter(({ start }) => start < first.start + comma);
  }
  const comma = text.slice(0, last.end).lastIndexOf(', ');
  if (comma > 0) return words.filter(({ start }) => start > comma);
  const article = words.findIndex(
    ({ key }, at) =>
      at > 1 && /^(?:the|it|he|she|they|its|his|her|an?)$/.test(key) && !isPreposition(words[at - 1]?.key ?? ''),
  );
  return article < 0
    ? words.slice(1)
    : [
        ...words.slice(1, article).filter(({ shape }) => shape === 'capital' || shape === 'number'),
        ...words.slice(article),
      ];
}

/** "The length of the tunnel" tells of the tunnel. */
export function withoutMeasured(words: readonly Word[]): Subject {
  const rest = words.filter(({ key }) => aspectOf(key) === undefined || key === 'lies');
  return subjectOf(rest[0] !== undefined && isPreposition(rest[0].key) ? rest.slice(1) : rest);
}

/** The aspect whose word is nearest to a measure. */
export function aspectNear(
  { text, words }: Pick<Part, 'text' | 'words'>,
  { start, end, dimension }: Amount,
): string | null {
  if (/^(?:count|share|temperature|data)/.test(dimension)) return null;
  let best: { readonly aspect: string; readonly distance: number } | null = null;
  for (const { key, start: from, end: to } of words) {
    const aspect = aspectOf(key);
    if (aspect === undefined || !fits(aspect, dimension)) continue;
    if (text.slice(Math.min(end, to), Math.max(start, from)).includes(',')) continue;
    const distance = from >= end ? from - end : start - to;
    if (best === null || distance < best.distance) best = { aspect, distance };
  }
  return best?.aspect ?? null;
}

function fits(aspect: string, dimension: string): boolean {
  if (dimension === 'length') return !/weight|price|cost|age|capacity|speed/.test(aspect);
  if (dimension === 'mass') return aspect === 'weight' || aspect === 'capacity';
  if (dimension.startsWith('money')) return aspect === 'price' || aspect === 'cost';
  if (dimension === 'duration') return aspect === 'age' || aspect === 'length';
  return aspect === 'capacity' || aspect === 'speed';
}

/** What is done with what is counted; `''` for being and having. */
export function verbOf({ words, verb }: Part): string {
  const after = verb < 0 ? [] : words.slice(verb, verb + 3);
  const main =
    after.find(({ key }) => VERB.test(key) && !AUXILIARY.test(key)) ?? after.find(({ key }) => key.endsWith('ed'));
  const said = main?.key ?? '';
  const key = PRESENT_FORMS.get(said) ?? irregularForms(said)[0] ?? said;
  const root = stem(key).replace(/([^e])(?:ed|e)$/, '$1');
  return HAVING.test(root) || HAVING.test(stem(key)) || HAVING.test(`${root}e`) ? '' : root;
}

export function labelOf({ dimension, unit }: Amount, aspect: string): string {
  if (dimension === 'count') return `number of ${unit}`;
  if (aspect !== '') return aspect;
  if (dimension === 'temperature' || dimension === 'duration') return dimension;
  return dimension.startsWith('money') || dimension === 'share' ? `amount in ${unit}` : `value in ${unit}`;
}
