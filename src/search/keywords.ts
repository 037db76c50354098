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
