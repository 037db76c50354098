import { compareText, isCalendarWord } from '../../base';
import { bestRanked, NAME_RANKS, type NameRank, type Page } from '../../wiki';
import { isCommonWord } from '../extractive/common-words';
import { stopWords } from '../extractive/stop-words';
import { GENERIC_WORDS } from '../extractive/name-words';
import { tokenizeParts, stem, UNSPACED_SCRIPT } from '../extractive/tokenizer';

/** What a page is called. */
export type NamedPage = Pick<Page, 'slug' | 'title' | 'aliases' | 'kind'>;

/** One name by which a page is known. */
export interface PageName {
  readonly path: string;
  /** As written on the page. */
  readonly name: string;
  /** Of pages with one name, those with the lowest rank are meant. */
  readonly rank: NameRank;
  /** Letter case must match. A capital at the start of a sentence is not enough by itself. */
  readonly exact: boolean;
  /** The page is the summary of a source. Its title says what the source is about, so a page with that name counts first. */
  readonly isSummary: boolean;
  /** Too common to mean the page in running text. It counts only in headings, links and code. */
  readonly common: boolean;
}

/** Longer titles do not occur in running text. */
export const MAX_NAME_WORDS = 10;

/** The names of a page, each once: its title (with and without a remark in brackets), its aliases, its slug. */
export function namesOfPage(page: NamedPage): readonly string[] {
  // Texts rarely repeat the remark of a title such as `Mercury (planet)`.
  const bare = page.title.endsWith(')') ? page.title.replace(/\([^()]{1,40}\)$/, '').trimEnd() : page.title;
  const slug = page.slug.replaceAll('-', ' ');
  const names = new Map<string, string>();
  for (const name of [page.title, bare, ...page.aliases, slug]) {
    const key = name.toLowerCase();
    if (!names.has(key)) names.set(key, name);
  }
  return [...names.values()];
}

/** @param key the key of `name` */
export function rankOf(name: string, key: string, page: NamedPage): NameRank {
  if (nameKeyOf(page.slug.replaceAll('-', ' '))?.key === key) return NAME_RANKS.file;
  return name === page.title ? NAME_RANKS.title : NAME_RANKS.alias;
}

/** The pages that a name means, by the ranks of their names: summaries only where it is the name of nothing else. */
export function pathsOf(entries: readonly PageName[]): readonly string[] {
  const own = entries.filter(({ isSummary }) => !isSummary);
  return [...new Set(bestRanked(own.length > 0 ? own : entries).map(({ path }) => path))];
}

/** The key that all spellings of a name share, its first word and its length; `null` for a name that no text can contain. */
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

/** Shorter single words, and names of more words, are not looked for in other order. */
const MIN_LOOSE_LENGTH = 4;
const MAX_LOOSE_WORDS = 5;

/**
 * The words of a name that tell it from others, stemmed, the longest first: a text that has them all in one sentence, in whatever order,
 * may mean the page. `null` for a name of which that says nothing.
 */
export function tellingWords(name: string): readonly string[] | null {
  const words = tokenizeParts(name.normalize('NFC')).filter(({ key }) => !isCommon(key));
  const [first] = words;
  if (first === undefined || words.length > MAX_LOOSE_WORDS || words.some(({ text }) => UNSPACED_SCRIPT.test(text)))
    return null;
  if (words.length === 1 && (first.text.length < MIN_LOOSE_LENGTH || first.shape === 'number')) return null;
  const stems = [...new Set(words.map(({ key }) => stem(key)))];
  return stems.sort((a, b) => b.length - a.length || compareText(a, b));
}

const ENGLISH_STOP_WORDS = stopWords('en');
const isCommon = (key: string): boolean =>
  ENGLISH_STOP_WORDS.has(key) || GENERIC_WORDS.has(key) || isCalendarWord(key) || stopWords('other').has(key);

/** Kinds of pages whose titles are proper names: a single word must have its capital. */
const PROPER_NAME_KINDS =
  /^(?:person|people|human|individual|contact|character|place|location|city|country|region|organi[sz]ation|org|company|institution|business|work|event)s?$/;
/** Shorter words in lower case are too ambiguous. */
const MIN_LOWER_CASE_LENGTH = 5;

/**
 * How strictly a name is matched. Names of several words match in any case. A single word matches in lower case unless it
 * is a common word or the name of a person, place or the like: `the diaphone` means the page "Diaphone", `the region`
 * does not mean "Region". A short word in lower case must be in a heading, a link or code.
 */
export function strictnessOf(name: string, page: NamedPage): { exact: boolean; common: boolean } {
  const words = tokenizeParts(name);
  const [word] = words;
  if (word === undefined || words.length > 1)
    return { exact: false, common: words.every((each) => ENGLISH_STOP_WORDS.has(each.key)) };
  if (word.shape === 'plain') return { exact: false, common: false };
  const titled = page.title === name || page.aliases.includes(name);
  if (isCommon(word.key)) return { exact: true, common: word.shape === 'lower' || !titled };
  const isShort = word.text.length < MIN_LOWER_CASE_LENGTH;
  // A title in lower case means the word itself; a slug is always in lower case, so it says nothing.
  if (word.shape === 'lower' && titled) return { exact: isShort, common: isShort };
  const isWord = !isShort && (word.shape === 'lower' || word.shape === 'capital') && !PROPER_NAME_KINDS.test(page.kind);
  const loose = isWord && !isCommonWord(word.key);
  return { exact: !loose, common: word.shape === 'lower' && !loose };
}

/** Whether a name found in a text may mean the page. */
export function isMatch({ name, exact, common }: PageName, found: string): boolean {
  if (common) return false;
  if (!exact) return true;
  return found === name || found === name.toUpperCase() || (/^\p{Lu}{2,}$/u.test(name) && found === `${name}s`);
}
