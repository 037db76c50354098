/** Words of English questions that say nothing about the subject. */
const QUESTION_WORDS = new Set(
  'about and are can could did does for from had has have how into its many much not should that the their there they this was were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
);

/** Selects the words that say what a question is about; all words if none does. */
export function keywordFilter(terms: readonly string[]): (term: string) => boolean {
  const isKeyword = (term: string): boolean => !QUESTION_WORDS.has(term) && (term.length > 2 || /[^a-z]/.test(term));
  return terms.some(isKeyword) ? isKeyword : () => true;
}
