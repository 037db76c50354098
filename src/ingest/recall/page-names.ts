import { type Page } from '../../wiki';
import { isCommonWord } from '../extractive/common-words';
import { genericWords, isCalendarWord, stopWords } from '../extractive/lexicon';
import { tokenizeParts, stem, UNSPACED_SCRIPT } from '../extractive/tokenizer';

/** One name by which a page is known. */
export interface PageName {
  readonly path: string;
  /** As the page writes it. */
  readonly name: string;
  /** The letters must match as written, and a capital at the head of a sentence is no match by itself. */
  readonly exact: boolean;
  /** Too common to mean the page in running text; counts only where the source marks or heads it. */
  readonly common: boolean;
}

/** Longest name in words; a longer title is matched by no text anyway. */
export const MAX_NAME_WORDS = 10;

/** The names by which a page is known, each once: its title (with and without a bracketed remark), its aliases, its slug. */
export function namesOfPage(page: Page): readonly string[] {
  // A title's bracketed remark (`Mercury (planet)`) is seldom written out.
  const bare = page.title.endsWith(')') ? page.title.replace(/\s*\([^()]{1,40}\)$/, '') : page.title;
  const slug = page.slug.replaceAll('-', ' ');
  const names = new Map<string, string>();
  for (const name of [page.title, bare, ...page.aliases, slug]) {
    const key = name.toLowerCase();
    if (!names.has(key)) names.set(key, name);
  }
  return [...names.values()];
}

/** The key under which spellings of a name meet, its first word and its length; `null` for a name that no text can hold. */
export function nameKeyOf(name: string): { key: string; head: string; length: number } | null {
  const words = tokenizeParts(name.normalize('NFC'));
  const [first] = words;
  if (first === undefined || words.length > MAX_NAME_WORDS) return null;
  if (UNSPACED_SCRIPT.test(first.text)) {
    const joined = name.replace(/\s/g, '').normalize('NFC').toLowerCase();
    return words.length > 1 || joined.length < 2
      ? null
      : { key: joined, head: joined.slice(0, 2), length: joined.length };
  }
  const keys = words.map((word) => stem(word.key));
  return { key: keys.join(' '), head: keys[0] ?? '', length: keys.length };
}

const ENGLISH_STOP_WORDS = stopWords('en');
const isCommon = (key: string): boolean =>
  ENGLISH_STOP_WORDS.has(key) || genericWords.has(key) || isCalendarWord(key) || stopWords('other').has(key);

/** Kinds whose pages bear the names of somebody or something: one word of theirs is written with its capital. */
const PROPER_NAME_KINDS =
  /^(?:person|people|human|individual|contact|character|place|location|city|country|region|organi[sz]ation|org|company|institution|business|work|event)s?$/;
/** Shorter words in lower case mean too many things. */
const MIN_LOWER_CASE_LENGTH = 5;

/**
 * How strictly a name is matched. Names of several words match in any case. One word alone matches in lower case when it
 * is no ordinary word, nor the name of a person, a place or the like: `the diaphone` means the page "Diaphone", `the region`
 * does not mean "Region". A short word in lower case means a page only where it is marked.
 */
export function strictnessOf(name: string, page: Page): { exact: boolean; common: boolean } {
  const words = tokenizeParts(name);
  const [word] = words;
  if (word === undefined || words.length > 1)
    return { exact: false, common: words.every((each) => ENGLISH_STOP_WORDS.has(each.key)) };
  if (word.shape === 'plain') return { exact: false, common: false };
  const titled = page.title === name || page.aliases.includes(name);
  if (isCommon(word.key)) return { exact: true, common: word.shape === 'lower' || !titled };
  const isShort = word.text.length < MIN_LOWER_CASE_LENGTH;
  // Whoever writes a name in lower case means the word; a slug does not tell.
  if (word.shape === 'lower' && titled) return { exact: isShort, common: isShort };
  const isWord = !isShort && (word.shape === 'lower' || word.shape === 'capital') && !PROPER_NAME_KINDS.test(page.kind);
  const loose = isWord && !isCommonWord(word.key);
  return { exact: !loose, common: word.shape === 'lower' && !loose };
}

/** Whether a name as found in a text may mean the entry. */
export function isMatch(entry: PageName, found: string): boolean {
  if (entry.common) return false;
  if (!entry.exact) return true;
  return (
    found === entry.name ||
    found === entry.name.toUpperCase() ||
    (/^\p{Lu}{2,}$/u.test(entry.name) && found === `${entry.name}s`)
  );
}
