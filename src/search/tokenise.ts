/**
 * Scripts that write without spaces between words: a run of them is indexed by its single characters and by each pair of
 * neighbours, so that any substring is found. Hangul has spaces, but its words carry their particles along, so it is too.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]+/gu;

const UNSPACED_AT = new RegExp(UNSPACED.source, 'uy');

/** Whether a character of a script without spaces stands at this offset (UTF-16 units). */
export function isUnspaced(text: string, at: number): boolean {
  // None of them comes before Thai.
  if (!(text.charCodeAt(at) >= 0xe00)) return false;
  UNSPACED_AT.lastIndex = at;
  return UNSPACED_AT.test(text);
}

const WORD = /[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Letters whose marks are accents: folded away, so that `café` and `cafe` are one word. In other scripts a mark tells words apart. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu;

/** Longer words are cut: nobody types them, and they would only swell the index. UTF-16 units. */
const LONGEST = 64;

/** Text as it is compared: accents, width and case folded, compatibility forms made plain. */
export function fold(text: string): string {
  // Most words of most wikis are plain ASCII, where nothing but case is there to fold.
  // eslint-disable-next-line no-control-regex -- the whole ASCII range is meant
  if (/^[\u0000-\u007f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(ACCENTED, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[’']/g, "'");
}

/** The parts of `camelCase`, `snake_case` and `HTTPServer2`; none when the word is of one piece. */
function partsOf(word: string): readonly string[] {
  if (!/[_\d]|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(word)) return [];
  const parts = word
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')
    .split(/[ _]+/)
    .filter((part) => part !== '');
  return parts.length > 1 ? parts : [];
}

/** A word of one piece in plain letters, as most words of most wikis are: lower case, capitalised, or capitals only. */
const SIMPLE = /^(?:[A-Za-z]?[a-z]+|[A-Z]+)$/;

/** @param parts where the parts of compound words and single characters of pairs go; `null` where they are not wanted */
function termsOf(text: string, parts: string[] | null, terms: string[] = []): string[] {
  for (const run of text.match(WORD) ?? []) {
    if (SIMPLE.test(run)) terms.push(run.toLowerCase().slice(0, LONGEST));
    else addTerms(run, parts, terms);
  }
  return terms;
}

function addTerms(run: string, parts: string[] | null, terms: string[]): void {
  let rest = run;
  // A search by a global expression starts at its first character, unlike a test.
  if (run.search(UNSPACED) !== -1) {
    for (const unspaced of run.match(UNSPACED) ?? []) addGrams(fold(unspaced), parts, terms);
    rest = run.replace(UNSPACED, ' ');
  }
  for (const word of rest.split(' ')) {
    const term = withoutMarks(fold(word));
    if (term === '') continue;
    terms.push(term.slice(0, LONGEST));
    // The dog's bowl is found by "dog".
    if (term.endsWith("'s")) terms.push(term.slice(0, -2).slice(0, LONGEST));
    if (parts !== null) for (const part of partsOf(word)) parts.push(fold(part).slice(0, LONGEST));
  }
}

/** A word without the underscores and apostrophes around it. A pattern would read a long run of them once for each. */
function withoutMarks(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && isMark(word.charAt(start))) start += 1;
  while (end > start && isMark(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

const isMark = (char: string): boolean => char === '_' || char === "'";

function addGrams(text: string, parts: string[] | null, terms: string[]): void {
  const characters = Array.from(text);
  if (characters.length === 1) terms.push(text);
  else if (parts !== null) for (const character of characters) parts.push(character);
  for (let at = 0; at + 1 < characters.length; at += 1)
    terms.push(`${characters[at] ?? ''}${characters[at + 1] ?? ''}`);
}

/**
 * The terms by which a text is found: words folded, the parts of compound identifiers besides the whole, single
 * characters and pairs of scripts without spaces. In the order of the text, repeated as often as they occur.
 */
export function tokenise(text: string): string[] {
  const terms: string[] = [];
  return termsOf(text, terms, terms);
}

/** As {@link tokenise}, with the words apart from what is only a part of one, such as `git` of `GitHub`. */
export function tokeniseParts(text: string): { readonly words: readonly string[]; readonly parts: readonly string[] } {
  const parts: string[] = [];
  return { words: termsOf(text, parts), parts };
}

/** A longer query is not being typed: its last word is whole. */
export const MAX_TYPED_WORDS = 6;

/** Marks a term that is only a part of a word, such as `git` of `GitHub`. No word begins so. */
export const PART = '+';

/** The terms by which an index finds a text: its words, and marked by {@link PART} what is only a part of one. */
export function indexTerms(text: string): string[] {
  const { words, parts } = tokeniseParts(text);
  return [...words, ...parts.map((part) => PART + part)];
}

/** The terms that a query asks for: as {@link tokenise}, but only what narrows the search. */
export function queryTerms(query: string): string[] {
  return [...new Set(termsOf(query, null))];
}

/**
 * Each number with the word right before it, as one term: the row "Port Velm 23" is told from one that says "Port Velm 7" and
 * has a 23 elsewhere. No word has a space in it.
 */
export function numberedTerms(text: string): string[] {
  const terms: string[] = [];
  let word = '';
  let end = 0;
  for (const { 0: run, index } of text.matchAll(WORD)) {
    const isNumber = /^\p{N}+$/u.test(run);
    if (isNumber && word !== '' && /^[ \u00a0-]$/.test(text.slice(end, index))) terms.push(numbered(word, run));
    word = isNumber ? '' : run;
    end = index + run.length;
  }
  return terms;
}

const numbered = (word: string, number: string): string =>
  `${withoutMarks(fold(word)).slice(0, LONGEST)} ${fold(number).slice(0, LONGEST)}`;
