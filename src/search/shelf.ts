import { isUnspaced } from './tokenise';

/**
 * A term as the index keeps it: one of a script without spaces stands behind a letter for the sixty-four characters that its
 * first one is among. The index is a tree that looks through the children of a node one by one, and thousands of
 * characters right below its root would make every look-up slow. No word of a text begins so, since a term never
 * mixes the two kinds of script. What is on its shelf already stays as it is.
 */
export function shelve(term: string): string {
  return isUnspaced(term, 0) ? String.fromCharCode(0x100 + (term.charCodeAt(0) >> 6)) + term : term;
}

/** The term as it is written. */
export function unshelve(term: string): string {
  return isUnspaced(term, 1) && !isUnspaced(term, 0) ? term.slice(1) : term;
}
