import { cleanLine, spellingIn } from './clean-text';

const MAX_NAME_LENGTH = 80;

/**
 * The names in a model's list of aliases. A name with a comma, such as "Jay, John", is one where the source has it so; otherwise the
 * comma separates two.
 *
 * @param words of the source
 */
export function readAliases(items: readonly string[], words: string): readonly string[] {
  const names = items.flatMap((item) => {
    const quoted = /^\s*["“](.*)["”]\s*$/.exec(item)?.[1];
    const whole = cleanLine(quoted ?? item, MAX_NAME_LENGTH);
    // An enumeration in the source is no name: "exports, imports".
    const isInSource = /^\p{Lu}[^,]*, \p{Lu}[^,]*$/u.test(whole) && spellingIn(words, whole) !== null;
    const isOne = quoted !== undefined || !item.includes(',') || isInSource;
    return isOne ? [whole] : item.split(',').map((name) => cleanLine(name, MAX_NAME_LENGTH));
  });
  return [...new Set(names)].filter((name) => name !== '');
}

/** "and the Attorney-General": the rest of an enumeration, and no name. */
export function isRestOfList(name: string): boolean {
  return /^(?:and|or)\s/i.test(name);
}

/** Whether two names differ only in their case or their article. */
export function isSameName(name: string, other: string): boolean {
  const bare = (text: string): string => text.replace(/^(?:the|an?)\s+/i, '').toLowerCase();
  return bare(name) === bare(other);
}
