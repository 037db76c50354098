import {
  splitHyphens,
  tokenizeParts,
  stem,
  UNSPACED_SCRIPT,
  tokenizeInChunks,
  type Word,
} from '../extractive/tokenizer';
import {
  isMatch,
  nameKeyOf,
  MAX_NAME_WORDS,
  namesOfPage,
  strictnessOf,
  type NamedPage,
  type PageName,
  pathsOf,
  rankOf,
  tellingWords,
} from './page-names';

/** Names that one sentence is compared with: a word may be in the name of every page. */
const MAX_COMPARED = 2000;

/** Where a text names a page. Offsets in UTF-16 units of the scanned text. */
export interface NameMatch {
  readonly paths: readonly string[];
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The capital may only mark the start of a sentence. */
  readonly doubtful: boolean;
}

/** A text that is searched for names. */
interface NameScan {
  readonly text: string;
  /** Where its first word begins. */
  readonly textStart: number;
  readonly marked: boolean;
  readonly matches: NameMatch[];
  /** Names that only summaries have do not count. */
  readonly pagesOnly?: boolean;
}

/**
 * The names of a wiki's pages (titles, slugs, aliases), updated page by page. Finding them takes one pass over a text: at each
 * word, one lookup for each length of the names that begin with it. The cost does not depend on the number of pages.
 */
export class NameTable {
  /** Normalised name to its pages. */
  readonly #entries = new Map<string, PageName[]>();
  /** First word (or first two characters, for unspaced scripts) to how many names of each length begin with it. */
  readonly #lengths = new Map<string, Map<number, number>>();
  readonly #byPath = new Map<string, readonly (readonly [key: string, head: string, length: number])[]>();
  /** The longest telling word of a name to the pages with such names, and their other words. */
  readonly #byWord = new Map<string, Map<string, readonly (readonly string[])[]>>();

  /** Replaces the names of a page; `undefined` removes them. */
  set(path: string, page: NamedPage | undefined): void {
    for (const [key, head, length] of this.#byPath.get(path) ?? []) this.#remove(path, key, head, length);
    this.#byPath.delete(path);
    this.#setWords(path, page);
    if (page === undefined) return;
    const added: (readonly [string, string, number])[] = [];
    for (const name of namesOfPage(page)) {
      const shape = nameKeyOf(name);
      if (shape === null || added.some(([key]) => key === shape.key)) continue;
      const entry: PageName = {
        path,
        name,
        rank: rankOf(name, shape.key, page),
        isSummary: page.kind === 'summary',
        ...strictnessOf(name, page),
      };
      const entries = this.#entries.get(shape.key);
      if (entries === undefined) this.#entries.set(shape.key, [entry]);
      else entries.push(entry);
      const lengths = this.#lengths.get(shape.head) ?? new Map<number, number>();
      lengths.set(shape.length, (lengths.get(shape.length) ?? 0) + 1);
      this.#lengths.set(shape.head, lengths);
      added.push([shape.key, shape.head, shape.length]);
    }
    this.#byPath.set(path, added);
  }

  readonly #wordsByPath = new Map<string, ReadonlySet<string>>();

  #setWords(path: string, page: NamedPage | undefined): void {
    for (const head of this.#wordsByPath.get(path) ?? []) {
      const pages = this.#byWord.get(head);
      pages?.delete(path);
      if (pages?.size === 0) this.#byWord.delete(head);
    }
    this.#wordsByPath.delete(path);
    if (page === undefined) return;
    const heads = new Set<string>();
    for (const name of [page.title, ...page.aliases]) {
      const [head, ...rest] = tellingWords(name) ?? [];
      if (head === undefined) continue;
      const pages = this.#byWord.get(head) ?? new Map<string, readonly (readonly string[])[]>();
      pages.set(path, [...(pages.get(path) ?? []), rest]);
      this.#byWord.set(head, pages);
      heads.add(head);
    }
    this.#wordsByPath.set(path, heads);
  }

  /** The pages of which a sentence has all telling words of a name, in any order and form. */
  pagesInWords(sentence: string): ReadonlySet<string> {
    const stems = new Set(tokenizeParts(sentence).map(({ key }) => stem(key)));
    const found = new Set<string>();
    let left = MAX_COMPARED;
    for (const head of stems) {
      for (const [path, names] of this.#byWord.get(head) ?? []) {
        if ((left -= 1) < 0) return found;
        if (names.some((words) => words.every((word) => stems.has(word)))) found.add(path);
      }
    }
    return found;
  }

  #remove(path: string, key: string, head: string, length: number): void {
    const rest = (this.#entries.get(key) ?? []).filter((entry) => entry.path !== path);
    if (rest.length > 0) this.#entries.set(key, rest);
    else this.#entries.delete(key);
    const lengths = this.#lengths.get(head);
    const count = (lengths?.get(length) ?? 1) - 1;
    if (count > 0) lengths?.set(length, count);
    else lengths?.delete(length);
    if (lengths?.size === 0) this.#lengths.delete(head);
  }

  /**
   * The pages that this name means, ignoring letter case and plural, in the order of their paths: those whose file has the name, else
   * those with the title, else those with the alias.
   */
  pagesNamed(name: string): readonly string[] {
    const shape = nameKeyOf(name);
    return shape === null ? [] : [...pathsOf(this.#entries.get(shape.key) ?? [])].sort();
  }

  /**
   * Every name in a text: the longest at each place, without overlaps.
   *
   * @param marked the text is a heading, a link or code, where common words count too
   */
  find(text: string, marked: boolean): readonly NameMatch[] {
    const words = tokenizeParts(text);
    const matches: NameMatch[] = [];
    this.#scan({ text, textStart: words[0]?.start ?? 0, marked, matches }, words, words.length);
    return matches;
  }

  /** {@link find} in chunks, so that the caller can yield to the host between two of them. */
  *findInChunks(text: string, marked: boolean): Generator<readonly NameMatch[], void> {
    let textStart: number | null = null;
    let rest: readonly Word[] = [];
    for (const chunk of tokenizeInChunks(text)) {
      const words: readonly Word[] = [...rest, ...splitHyphens(chunk)];
      textStart ??= words[0]?.start ?? null;
      const matches: NameMatch[] = [];
      // A name that begins in the last words may continue in the next chunk.
      const end = this.#scan(
        { text, textStart: textStart ?? 0, marked, matches },
        words,
        words.length - MAX_NAME_WORDS,
      );
      rest = words.slice(end);
      yield matches;
    }
    const matches: NameMatch[] = [];
    this.#scan({ text, textStart: textStart ?? 0, marked, matches }, rest, rest.length);
    yield matches;
  }

  /**
   * Finds the names that begin before the word `to`.
   *
   * @returns the first word that was not scanned
   */
  #scan(scan: NameScan, words: readonly Word[], to: number): number {
    let at = 0;
    while (at < to) {
      const word = words[at];
      if (word === undefined) break;
      if (UNSPACED_SCRIPT.test(word.text)) {
        this.#findUnspaced(word, scan.marked, scan.matches);
        at += 1;
      } else at += Math.max(1, this.#matchLongest(scan, words, at));
    }
    return at;
  }

  /** @returns how many words the name that begins here has, or 0 */
  #matchLongest(
    { text, textStart, marked, matches, pagesOnly = false }: NameScan,
    words: readonly Word[],
    at: number,
  ): number {
    const lengths = this.#lengths.get(stem(words[at]?.key ?? ''));
    if (lengths === undefined) return 0;
    // "The ferry" means the page "Ferry", not the summary of a source with the title "The ferry".
    let summary: { readonly match: NameMatch; readonly length: number } | null = null;
    for (const length of [...lengths.keys()].sort((a, b) => b - a)) {
      const [first, last] = [words[at], words[at + length - 1]];
      if (first === undefined || last === undefined || !areAdjacent(text, words, at, length)) continue;
      const key = words
        .slice(at, at + length)
        .map((word) => stem(word.key))
        .join(' ');
      const found = text.slice(first.start, last.end);
      const entries = (this.#entries.get(key) ?? []).filter((entry) => marked || isMatch(entry, found));
      const [entry] = entries;
      if (entry === undefined) continue;
      const startsSentence =
        first.start === textStart || /[.!?:"“”(]\s*$/.test(text.slice(Math.max(0, first.start - 3), first.start));
      const doubtful =
        !marked &&
        length === 1 &&
        startsSentence &&
        entries.every((candidate) => candidate.exact) &&
        first.shape === 'capital';
      const isSummary = entries.every((each) => each.isSummary);
      const match = {
        paths: pathsOf(entries),
        name: entry.name,
        start: first.start,
        end: last.end,
        doubtful,
      };
      if (isSummary) {
        if (!pagesOnly) summary ??= { match, length };
        continue;
      }
      matches.push(match);
      return length;
    }
    if (summary === null) return 0;
    const inner: NameScan = { text, textStart, marked, matches: [], pagesOnly: true };
    for (let next = at + 1; next < at + summary.length; next++)
      if (this.#matchLongest(inner, words, next) > 0) return 0;
    matches.push(summary.match);
    return summary.length;
  }

  #findUnspaced(word: Word, marked: boolean, matches: NameMatch[]): void {
    const { text } = word;
    for (let at = 0; at + 2 <= text.length;) {
      const lengths = this.#lengths.get(text.slice(at, at + 2));
      let step = 1;
      for (const length of lengths === undefined ? [] : [...lengths.keys()].sort((a, b) => b - a)) {
        if (at + length > text.length) continue;
        const entries = (this.#entries.get(text.slice(at, at + length)) ?? []).filter(
          (entry) => marked || !entry.common,
        );
        if (entries.length === 0) continue;
        const start = word.start + at;
        matches.push({
          paths: pathsOf(entries),
          name: entries[0]?.name ?? '',
          start,
          end: start + length,
          doubtful: false,
        });
        step = length;
        break;
      }
      at += step;
    }
  }
}

/** Whether only single spaces, hyphens and the like separate the words, so that they can be one name. */
function areAdjacent(text: string, words: readonly Word[], at: number, length: number): boolean {
  for (let next = at + 1; next < at + length; next += 1) {
    const [left, right] = [words[next - 1], words[next]];
    if (left === undefined || right === undefined) return false;
    if (!/^(?:\s|[.,]\s|\s?[-–&/:]\s?|['’]s?\s)$/.test(text.slice(left.end, right.start))) return false;
  }
  return true;
}
