import { plainText } from '../../markdown';

const figure = /\p{N}+(?:[.,:/’'\u00a0-]\p{N}+)*/gu;
const capitalised = /\p{Lu}[\p{L}\p{M}\p{N}’'-]*(?:\.(?=\p{Lu}))?/gu;
const mostShown = 6;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
const digits = (text: string): string => text.replace(/[^\p{N}]/gu, '');

/**
 * Figures, dates and names in a model's text that none of the given texts holds, each once, in order. A capital at the head
 * of a sentence tells nothing, unless a name goes on behind it.
 *
 * @param known the quotes that the text rests on, and what stands on the page already
 */
export function unfoundedIn(text: string, known: readonly string[]): readonly string[] {
  const plain = plainText(text).replace(/\[[a-z0-9][a-z0-9-]{1,95}\]/g, ' ');
  const haystack = fold(known.join('\n'));
  const figures = new Set([...haystack.matchAll(figure)].map(([found]) => digits(found)));
  const words = new Set(haystack.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  const found: { readonly at: number; readonly text: string }[] = [];
  for (const match of plain.matchAll(figure)) {
    if (!figures.has(digits(match[0]))) found.push({ at: match.index, text: match[0] });
  }
  for (const match of plain.matchAll(capitalised)) {
    const word = match[0].replace(/[’']s?$/u, '');
    const parts = fold(word).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    if (word.length < 2 || parts.every((part) => words.has(part) || words.has(part.replace(/s$/, '')))) continue;
    const before = plain.slice(0, match.index).trimEnd();
    const opens = before === '' || /[.!?:;•|>"“(-]$/u.test(before) || /\n\s*$/.test(plain.slice(0, match.index));
    const goesOn = /^[ -]\p{Lu}/u.test(plain.slice(match.index + match[0].length));
    if (!opens || goesOn || /\p{Lu}.*\p{Lu}/u.test(word)) found.push({ at: match.index, text: word });
  }
  const shown = [...new Set(found.sort((a, b) => a.at - b.at).map((each) => each.text))];
  return shown.length > mostShown ? [...shown.slice(0, mostShown), `${shown.length - mostShown} more`] : shown;
}
