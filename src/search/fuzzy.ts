/** Shorter words begin too many others. */
const MIN_PREFIX_LENGTH = 2;

/** Shorter words resemble too many others; longer ones may differ in two letters. */
const MIN_FUZZY_LENGTH = 4;
const TWO_EDITS_LENGTH = 8;

/** Whether a word is long enough to be looked for as the beginning of others. */
export function canBePrefix(term: string): boolean {
  return Array.from(term).length >= MIN_PREFIX_LENGTH;
}

/** How many letters a misspelt word may differ in from the word meant; 0 for a word that is too short to tell. */
export function maxEdits(term: string): number {
  const { length } = Array.from(term);
  if (length < MIN_FUZZY_LENGTH) return 0;
  return length < TWO_EDITS_LENGTH ? 1 : 2;
}

/** A word with two neighbouring letters swapped: the commonest slip, which counts as two edits otherwise. */
export function swapsOf(term: string): readonly string[] {
  const letters = Array.from(term);
  if (letters.length < MIN_FUZZY_LENGTH) return [];
  return letters.slice(1).map((letter, at) => {
    const before = letters[at] ?? '';
    return [...letters.slice(0, at), letter, before, ...letters.slice(at + 2)].join('');
  });
}
