import { nameKey } from '../../workspace';
import { type Unit } from '../units';
import { type PlannedPage } from './planned-page';

/** A name: up to four words. Group 1 and 2 of each pattern are the two names of one thing. */
const NAME = String.raw`([\p{L}\p{N}][\p{L}\p{N}'’.-]*(?: [\p{L}\p{N}][\p{L}\p{N}'’.-]*){0,3})`;
const SAME = [
  String.raw`${NAME}(?:, | \(| is | was | are )(?:also|sometimes|formerly|better|otherwise) (?:known as|called|named) (?:the )?[“"]?${NAME}`,
  String.raw`${NAME},? (?:whose|with the|under the) (?:code ?name|name|nickname) (?:is |was )?[“"]?${NAME}`,
  String.raw`${NAME},? (?:code-?named|nicknamed|alias|aka|a\.k\.a\.) [“"]?${NAME}`,
].map((source) => new RegExp(source, 'giu'));

/**
 * Where a unit says that two names mean one thing and both are pages, one sentence for the reviewer each. A plan that merges them
 * is one step away.
 *
 * @param slugs of all pages of the wiki by the key of each of their names
 */
export function sameNameNotes(
  units: readonly Unit[],
  planned: readonly PlannedPage[],
  slugs: (name: string) => string | null,
): readonly string[] {
  const own = new Map(
    planned.flatMap(({ slug, title, aliases }) =>
      [title, slug, ...aliases].map((name) => [nameKey(name), slug] as const),
    ),
  );
  const touched = new Set(planned.map(({ slug }) => slug));
  const slugOf = (name: string): string | null => own.get(nameKey(name)) ?? slugs(name);
  const notes = new Map<string, string>();
  for (const { number, text } of units) {
    for (const [, first = '', second = ''] of SAME.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const pages = [longestNamed(first, slugOf, 'end'), longestNamed(second, slugOf, 'start')];
      const [one, other] = pages;
      if (!one || !other || one === other || !(touched.has(one) || touched.has(other))) continue;
      const key = [one, other].sort().join(' ');
      if (!notes.has(key))
        notes.set(
          key,
          `Unit ${number} says that "${one}" and "${other}" are one thing: “${text}”. Merge them in the plan if so.`,
        );
    }
  }
  return [...notes.values()];
}

/** The page that the words at one end of a phrase name, the most words first. */
function longestNamed(phrase: string, slugOf: (name: string) => string | null, side: 'start' | 'end'): string | null {
  const words = phrase.replace(/[.,;:]+$/, '').split(' ');
  for (let count = words.length; count > 0; count -= 1) {
    const part = side === 'start' ? words.slice(0, count) : words.slice(-count);
    const found = slugOf(part.join(' '));
    if (found !== null) return found;
  }
  return null;
}
