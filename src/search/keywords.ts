import { stemOf } from './word-forms';

/** Words of English questions that say nothing about the subject. */
const QUESTION_WORDS = new Set(
  'about also and any are can could did does for from had has have how into its just many much not should some such than that the their then there they this was were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
);

/** Selects the words that say what a question is about; all words if none does. */
export function keywordFilter(terms: readonly string[]): (term: string) => boolean {
  // "What does the limit mean?", unlike "arithmetic mean".
  const asksForMeaning = terms[0] === 'what' && terms.at(-1) === 'mean';
  const isKeyword = (term: string): boolean =>
    !QUESTION_WORDS.has(term) && !(asksForMeaning && term === 'mean') && (term.length > 2 || /[^a-z]/.test(term));
  return terms.some(isKeyword) ? isKeyword : () => true;
}

/** Words that say how, when or that something is, and not what: few texts have some of them, and still they tell no subject. */
const MANNERS = new Set(
  'never ever always often sometimes usually still already yet again only even really actually after before under over between during without within against until since while because both each other another more most less least very too same fast quick quickly slow easy hard good bad best better possible necessary allow suppose happen notice use work make made get give take come keep let say tell know think see find show need want become look try way thing kind sort reason end beginning'
    .split(' ')
    .map(stemOf),
);

/** How much a word of {@link MANNERS} counts beside one that names the subject. */
const MANNER_WORTH = 0.3;

/** Behind "how high", "how long". */
const VERBS = /^(?:is|are|was|were|do|does|did|can|could|may|must|shall|should|will|would|has|have|had|an?)$/;

/** How much each word of a question counts: one that names its subject 1, one that says how or when less. */
export function keywordWorth(terms: readonly string[]): (term: string) => number {
  const degree = terms[terms.indexOf('how') + 1] ?? '';
  const isDegree = terms.includes('how') && VERBS.test(terms[terms.indexOf(degree) + 1] ?? '');
  return (term) => (MANNERS.has(stemOf(term)) || (isDegree && term === degree) ? MANNER_WORTH : 1);
}
