/** UTF-16 units of a sentence. A longer statement has some words of a question by chance: each counts less. */
const LONG = 250;

/** How much a line counts that tells the title of another thread. */
const REFERENCE_WORTH = 0.6;

/**
 * How much the words of a statement count, up to 1: less in a long one, and in a line of a digest or a list of changes, which ends with
 * the number of a thread or with its address.
 */
export function statementWeight(statement: string): number {
  const text = statement.trim();
  const share = Math.min(1, Math.sqrt(LONG / text.length));
  return isReference(text) ? REFERENCE_WORTH * share : share;
}

const isReference = (text: string): boolean =>
  /(?:^|[\s([])(?:#\d+|https?:\/\/\S+\/(?:issues|pull)\/\d+)(?:[,\s]+@[\w-]+)*[\])).]*$/u.test(text);

/** A statement as it is compared with others: with other marks, or with the numbers of other threads, it is the same. */
export const statementWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(^|[\s(,[])#\d+/gu, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** UTF-16 units of a property's value at most. */
const MAX_VALUE = 80;

/** Whether a statement is a property of a record, such as "State: closed": it answers a question about its name or value, and no other. */
export function isProperty(statement: string): boolean {
  const [, value] = /^[\p{L}][\p{L} -]{1,23}: (\S.*)$/u.exec(statement.trim()) ?? [];
  return value !== undefined && value.length <= MAX_VALUE && !/[.!?]["”)]?$/u.test(value);
}
