import { type Page } from '../../wiki';
import {
  splitHyphens,
  tokenizeParts,
  stem,
  UNSPACED_SCRIPT,
  tokenizeInChunks,
  type Word,
} from '../extractive/tokenizer';
import { isMatch, nameKeyOf, MAX_NAME_WORDS, namesOfPage, strictnessOf, type PageName } from './page-names';

/** Where a text names a page. Offsets in UTF-16 units of the scanned text. */
export interface NameMatch {
  readonly paths: readonly string[];
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Whether the match may be a mere capital at the head of a sentence. */
  readonly doubtful: boolean;
}

/** A text that is searched for names. */
interface NameScan {
  readonly text: string;
  /** Where its first word begins. */
  readonly textStart: number;
  readonly marked: boolean;
  readonly matches: NameMatch[];
}

/**
 * The names of a wiki's pages (titles, slugs, aliases), so laid out that finding them in a text takes one pass over the
 * text: at each word, one lookup for each length that a name beginning with this word can have. The number of pages does not matter.
 * Kept current page by page.
 */
export class NameTable {
  /** Normalised name to its pages. */
  readonly #entries = new Map<string, PageName[]>();
  /** First word (or first two characters, for unspaced scripts) to how many names of each length begin with it. */
  readonly #lengths = new Map<string, Map<number, number>>();
  readonly #byPath = new Map<string, readonly (readonly [key: string, head: string, length: number])[]>();
  /** Table lookups made so far: the measure of work, independent of the machine. */
  lookups = 0;

  /** Forgets what was known of a page, and learns its names when it is there. */
  set(path: string, page: Page | undefined): void {
    for (const [key, head, length] of this.#byPath.get(path) ?? []) this.#remove(path, key, head, length);
    this.#byPath.delete(path);
    if (page === undefined) return;
    const added: (readonly [string, string, number])[] = [];
    for (const name of namesOfPage(page)) {
      const shape = nameKeyOf(name);
      if (shape === null || added.some(([key]) => key === shape.key)) continue;
      const entry: PageName = { path, name, ...strictnessOf(name, page) };
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

  /** The pages that are known by exactly this name, letter case and plural aside, in the order of their paths. */
  pagesNamed(name: string): readonly string[] {
    const shape = nameKeyOf(name);
    this.lookups += 1;
    return shape === null ? [] : [...new Set((this.#entries.get(shape.key) ?? []).map((entry) => entry.path))].sort();
  }

  /**
   * Every name in a text, the longest at each place, without overlaps.
   *
   * @param marked the text is a heading, a link or code: common words count too
   */
  find(text: string, marked: boolean): readonly NameMatch[] {
    const words = tokenizeParts(text);
    const hits: NameMatch[] = [];
    this.#scan({ text, textStart: words[0]?.start ?? 0, marked, matches: hits }, words, words.length);
    return hits;
  }

  /** What `find` finds, for a text that may be long: piece by piece, so that its reader can rest between two of them. */
  *findInChunks(text: string, marked: boolean): Generator<readonly NameMatch[], void> {
    let head: number | null = null;
    let ahead: readonly Word[] = [];
    for (const piece of tokenizeInChunks(text)) {
      const words: readonly Word[] = [...ahead, ...splitHyphens(piece)];
      head ??= words[0]?.start ?? null;
      const hits: NameMatch[] = [];
      // A name that begins among the last words may go on in the next piece.
      const done = this.#scan(
        { text, textStart: head ?? 0, marked, matches: hits },
        words,
        words.length - MAX_NAME_WORDS,
      );
      ahead = words.slice(done);
      yield hits;
    }
    const hits: NameMatch[] = [];
    this.#scan({ text, textStart: head ?? 0, marked, matches: hits }, ahead, ahead.length);
    yield hits;
  }

  /**
   * Finds the names that begin before the word `to`.
   *
   * @returns the first word behind what was looked at
   */
  #scan(scan: NameScan, words: readonly Word[], to: number): number {
    let at = 0;
    while (at < to) {
      const word = words[at];
      if (word === undefined) break;
      if (UNSPACED_SCRIPT.test(word.text)) {
        this.#findUnspaced(word, scan.marked, scan.matches);
        at += 1;
      } else at += Math.max(1, this.#longestAt(scan, words, at));
    }
    return at;
  }

  /** @returns how many words the name has that begins here, or 0 */
  #longestAt({ text, textStart: head, marked, matches: hits }: NameScan, words: readonly Word[], at: number): number {
    this.lookups += 1;
    const lengths = this.#lengths.get(stem(words[at]?.key ?? ''));
    if (lengths === undefined) return 0;
    for (const length of [...lengths.keys()].sort((a, b) => b - a)) {
      const [first, last] = [words[at], words[at + length - 1]];
      if (first === undefined || last === undefined || !isRun(text, words, at, length)) continue;
      this.lookups += 1;
      const key = words
        .slice(at, at + length)
        .map((word) => stem(word.key))
        .join(' ');
      const found = text.slice(first.start, last.end);
      const entries = (this.#entries.get(key) ?? []).filter((entry) => marked || isMatch(entry, found));
      const [entry] = entries;
      if (entry === undefined) continue;
      const initial =
        first.start === head || /[.!?:"“”(]\s*$/.test(text.slice(Math.max(0, first.start - 3), first.start));
      const doubtful =
        !marked &&
        length === 1 &&
        initial &&
        entries.every((candidate) => candidate.exact) &&
        first.shape === 'capital';
      hits.push({
        paths: [...new Set(entries.map((each) => each.path))],
        name: entry.name,
        start: first.start,
        end: last.end,
        doubtful,
      });
      return length;
    }
    return 0;
  }

  #findUnspaced(word: Word, marked: boolean, hits: NameMatch[]): void {
    const { text } = word;
    for (let at = 0; at + 2 <= text.length;) {
      this.lookups += 1;
      const lengths = this.#lengths.get(text.slice(at, at + 2));
      let step = 1;
      for (const length of lengths === undefined ? [] : [...lengths.keys()].sort((a, b) => b - a)) {
        if (at + length > text.length) continue;
        this.lookups += 1;
        const entries = (this.#entries.get(text.slice(at, at + length)) ?? []).filter(
          (entry) => marked || !entry.common,
        );
        if (entries.length === 0) continue;
        const start = word.start + at;
        hits.push({
          paths: [...new Set(entries.map((entry) => entry.path))],
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

/** Whether nothing but single spaces, hyphens and the like part the words, so that they can be one name. */
function isRun(text: string, words: readonly Word[], at: number, length: number): boolean {
  for (let next = at + 1; next < at + length; next += 1) {
    const [left, right] = [words[next - 1], words[next]];
    if (left === undefined || right === undefined) return false;
    if (!/^(?:\s|[.,]\s|\s?[-–&/:]\s?|['’]s?\s)$/.test(text.slice(left.end, right.start))) return false;
  }
  return true;
}
