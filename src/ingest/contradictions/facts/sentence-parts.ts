import { irregularForms } from '../../../search';
import { stem, type Word } from '../../extractive/tokenizer';
import { numberOfWord, type Amount } from '../../../base';
import { aspectOf } from './lexicon';
import { contentOf, isPreposition, subjectOf, type Subject } from './subject';

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
  /^(?:is|was|are|were|has|had|have|stands|stood|lies|lay|weighs?|weighed|measures?|measured|costs?|holds?|held|contains?|contained|takes?|took|needs?|needed|carries|carried|reach(?:es|ed)|runs?|ran|draws?|drew|owns?|owned|employs?|employed|uses?|used|reads?|lost|sells?|sold|gives?|gave|keeps?|kept|can|may|must|does|did|do|houses?|seats?|grew|spans?|rises?|rose|covers?|covered|consists?|comprises?|comprised|produces?|produced|makes?|made|serves?|served|lasts?|lasted|will|would|shall|might|be|opened|opens|closed|closes|died|appeared|came|began|ended|married|bought|published|released|built|founded|designed|won|drives?|allows?|supports?|accepts?|describes?|described|lists?|listed|limits?|heats?|cools?|melts?|boils?|throws?|threw|counts?|counted|reported|visited|drowned|attended|received|earned|paid|writes?|works?|worked|receives?|stores?|fits?|comes?|requires?|required|laid|met|left|set|put)$/;
/** What comes after a verb, unlike what comes after the first of two nouns. */
const AFTER_VERB =
  /^(?:the|an?|its?|his|her|their|our|this|that|them|him|us|all|some|no|not|only|both|each|about|up|down|out|off|away|again|as|\p{Ll}+ly)$/u;
const DETERMINER = /^(?:the|an?|its|his|her|their|our|this|that|no|each|every|and|or)$/;
/** Of these, the irregular forms are plurals. */
const NOUN_BASE =
  /^(?:child|foot|goose|man|mouse|tooth|woman|analysis|basis|crisis|criterion|phenomenon|index|matrix|vertex|half|knife|leaf|life|loaf|self|shelf|thief|wife|wolf)$/;
/** Forms that search takes for other words. */
const PRESENT_FORMS: ReadonlyMap<string, string> = new Map([
  ['lay', 'lie'],
  ['rose', 'rise'],
]);
/** Verbs that say the same of an amount, by their roots. */
const SAME_VERBS: ReadonlyMap<string, string> = new Map([
  ['requir', 'need'],
  ['demand', 'need'],
  ['keep', 'keep'],
  ['kept', 'keep'],
  ['retain', 'keep'],
  ['stor', 'keep'],
  ['hir', 'employ'],
  ['fell', 'fall'],
]);
const HAVING =
  /^(?:tak|carr[iy]|seat|accommodat|fit|provid|offer|includ|hang|run|stay|remain|is|was|are|were|has|had|have|been|be|own|contain|hold|comprise|house|number|consist|give|gave|count|list|there|can|may|must|do|doe|did|measure|reach|stand|stood|possess)$/;

/**
 * The verb among the words, by what it is or by how it ends and what is around it; -1 if there is none.
 *
 * @param isClosed whether they are of a sentence, and not of a heading
 */
export function findVerb(words: readonly Word[], isClosed: boolean): number {
  const found = words.findIndex((_, at) => at > 0 && (isKnownVerb(words, at) || isPastVerb(words, at)));
  const isVerbFirst = VERB.test(words[0]?.key ?? '');
  return found >= 0 || isVerbFirst || !isClosed
    ? found
    : words.findIndex((_, at) => at > 0 && isPresentVerb(words, at));
}

/** "The cost of" and "the span between" have no verb. */
const isKnownVerb = (words: readonly Word[], at: number): boolean =>
  VERB.test(words[at]?.key ?? '') &&
  !isPreposition(words[at - 1]?.key ?? '') &&
  !/^(?:the|an?|its|his|her|their|our)$/.test(words[at - 1]?.key ?? '');

function canBeVerb(words: readonly Word[], at: number): boolean {
  const [word, previous, next] = [words[at], words[at - 1]?.key ?? '', words[at + 1]];
  if (word?.shape !== 'lower' || isPreposition(previous) || DETERMINER.test(previous)) return false;
  if (next?.shape !== 'lower') return true;
  return AFTER_VERB.test(next.key) || (isPreposition(next.key) && next.key !== 'of') || numberOfWord(next.key) !== null;
}

/** Whether a word is a past form of a verb. */
export function isParticiple(key: string): boolean {
  const base = irregularForms(key)[0] ?? key;
  return /[^e]ed$/.test(key) || (base !== key && !NOUN_BASE.test(base));
}

/** "The mill burnt down", "Penn settled in". */
const isPastVerb = (words: readonly Word[], at: number): boolean =>
  isParticiple(words[at]?.key ?? '') && (words[at]?.key.length ?? 0) > 3 && canBeVerb(words, at);

/** "The lift carries six people", "jobs expire after". */
function isPresentVerb(words: readonly Word[], at: number): boolean {
  const [key, previous] = [words[at]?.key ?? '', words[at - 1]?.key ?? ''];
  if (at === words.length - 1 || words[at - 1]?.shape === 'number' || numberOfWord(previous) !== null) return false;
  const isPlural = /[^su]s$|(?:people|men|children)$/.test(previous);
  return (
    key.length > 3 && /[^su]s$/.test(key) !== isPlural && !/(?:ing|ly|able|ive|al)$/.test(key) && canBeVerb(words, at)
  );
}

/** Without "In 2018," and "On four cells" before what the sentence is about. */
export function withoutAdverbial(text: string, words: readonly Word[]): readonly Word[] {
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return words;
  if (!isPreposition(first.key)) {
    const comma = text.slice(first.start, last.end).indexOf(', ');
    if (comma < 0) return words;
    const [before, after] = [0, 1].map((side) =>
      words.filter(({ start }) => start < first.start + comma === (side === 0)),
    );
    // "30 December 2019, the release": a date opens it.
    return (contentOf(before ?? []).some((word) => !word.startsWith('#')) ? before : after) ?? words;
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
  const same = SAME_VERBS.get(root);
  if (same !== undefined) return same;
  return HAVING.test(root) || HAVING.test(stem(key)) || HAVING.test(`${root}e`) ? '' : root;
}

export function labelOf({ dimension, unit }: Amount, aspect: string): string {
  if (dimension === 'count') return `number of ${unit}`;
  if (aspect !== '') return aspect;
  if (dimension === 'temperature' || dimension === 'duration') return dimension;
  return dimension.startsWith('money') || dimension === 'share' ? `amount in ${unit}` : `value in ${unit}`;
}
