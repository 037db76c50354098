import { stopWords } from './stop-words';
import { termKey } from './name-groups';

const NUMBER = /^[\d.]+\s+/;

/** What a heading may name as a whole: "Algiers and Morocco" are two things. */
export function partsOfHeading(heading: string): readonly string[] {
  const whole = heading.replace(NUMBER, '').trim();
  const parts = whole.split(/,\s+(?:and\s+)?|\s+(?:and|&)\s+/).filter((part) => /^\p{Lu}/u.test(part));
  return parts.length > 1 ? [whole, ...parts] : [whole];
}

/**
 * Whether a heading names something, alone or as one of several. Where every word has a capital, a one-word name must be the whole of it
 * or of a part.
 */
export function namedByHeading(heading: string, name: string): 'alone' | 'part' | null {
  const [whole = '', ...parts] = partsOfHeading(heading);
  const isPart = parts.some((part) => termKey(part) === termKey(name));
  if (isPart) return 'part';
  const isNamed = name.includes(' ')
    ? heading.toLowerCase().includes(name.toLowerCase())
    : termKey(whole) === termKey(name) || properNamesIn(heading).includes(name);
  return isNamed ? 'alone' : null;
}

/** The words with a capital in a heading whose other words have none: "The loans in Holland". */
export function properNamesIn(heading: string): readonly string[] {
  const [, ...words] = heading.replace(NUMBER, '').split(/[^\p{L}\p{N}'’-]+/u);
  const isSentenceCase = words.some((word) => /^\p{Ll}{4,}/u.test(word) && !stopWords('en').has(word));
  return isSentenceCase ? words.filter((word) => /^\p{Lu}\p{L}{2,}/u.test(word)) : [];
}
