import { type CurateRequest } from '../types';

/** Text that is read for the spelling of names. In UTF-16 units. */
const MAX_READ = 200_000;
const MAX_NAME_WORDS = 4;
const WORD = /\p{L}[\p{L}\p{M}’'-]*/gu;
const SMALL_WORD = /^(?:a|an|and|de|der|des|du|for|in|la|le|of|on|the|to|van|von)$/;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * A title with the names in it as the running text of the source writes them: a file name such as `arthur-pugh-interview` has lost their
 * capitals. Only names of several words are looked for: what a text writes with a capital alone may only begin its sentence.
 */
export function withSourceSpelling(title: string, { passages }: Pick<CurateRequest['text'], 'passages'>): string {
  const words = [...title.matchAll(WORD)].map(({ 0: text, index }): Word => {
    return { text, start: index, end: index + text.length };
  });
  if (words.length < 2) return title;
  const said = runningText(passages);
  let result = title;
  for (let at = 0; at < words.length; at += 1) {
    for (let length = Math.min(MAX_NAME_WORDS, words.length - at); length > 1; length -= 1) {
      const run = words.slice(at, at + length);
      const name = isTogether(run, title) ? spellingOf(run, said) : null;
      if (name === null) continue;
      const [first, last] = [run[0]?.start ?? 0, run.at(-1)?.end ?? 0];
      result = result.slice(0, first) + name + result.slice(last);
      at += length - 1;
      break;
    }
  }
  return result;
}

/** Headings and lines in capitals tell nothing of how a name is written. */
function runningText(passages: CurateRequest['text']['passages']): string {
  let said = '';
  for (const { kind, text } of passages) {
    if (kind !== 'heading' && text !== text.toUpperCase()) said += `${text.replace(/\s+/g, ' ')}\n`;
    if (said.length > MAX_READ) break;
  }
  return said.slice(0, MAX_READ);
}

const isTogether = (words: readonly Word[], title: string): boolean =>
  words.every(({ start }, at) => at === 0 || title.slice(words[at - 1]?.end, start) === ' ');

/** How a text writes these words most often, if that is how names are written; `null` if not. */
function spellingOf(words: readonly Word[], said: string): string | null {
  const wanted = words.map(({ text }) => text.toLowerCase()).join(' ');
  const lower = said.toLowerCase();
  // Some letters change their length with their case.
  if (lower.length !== said.length) return null;
  const counts = new Map<string, number>();
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    const isWhole = !/[\p{L}\p{N}]/u.test(`${lower.charAt(at - 1)}${lower.charAt(at + wanted.length)}`);
    const spelling = said.slice(at, at + wanted.length);
    if (isWhole && spelling !== spelling.toUpperCase()) counts.set(spelling, (counts.get(spelling) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most !== undefined && isNameLike(most[0]) ? most[0] : null;
}

function isNameLike(text: string): boolean {
  const words = text.split(' ');
  const isEdge = (at: number): boolean => at === 0 || at === words.length - 1;
  return words.every((word, at) => /^\p{Lu}/u.test(word) || (!isEdge(at) && SMALL_WORD.test(word)));
}
