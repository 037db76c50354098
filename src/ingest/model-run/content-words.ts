import { wordsOf } from '../../markdown';

const MIN_LENGTH = 4;

/** Numbers, and words long enough to tell a subject, in lower case. */
export function contentWords(text: string): readonly string[] {
  return wordsOf(text)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_LENGTH || /\p{N}/u.test(word));
}
