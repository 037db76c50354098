import { checkpoint, editDistance, type Run } from '../base';
import { canBePrefix, maxEdits, swapsOf } from './fuzzy';
import { type TermIndex } from './term-index';
import { MAX_TYPED_WORDS, PART, queryTerms } from './tokenise';
import { formsOf } from './word-forms';

/** A file of terms, sorted, by its first term. */
export interface TermPart {
  readonly first: string;
  readonly name: string;
}

/** The parts of a stored index that were not read yet. Each is put into the index once. */
export class TermParts {
  readonly #parts: readonly TermPart[];
  readonly #names: readonly string[] | null;
  readonly #read: (name: string, run: Run) => Promise<readonly unknown[]>;
  readonly #lists = new Map<string, readonly string[]>();
  readonly #loaded = new Map<TermPart, Promise<void>>();

  /**
   * @param parts in the order of their terms
   * @param names files that list all terms and nothing else; `null` in an index of an earlier version
   * @param read throws where a part is lost or damaged
   */
  constructor(
    parts: readonly TermPart[],
    names: readonly string[] | null,
    read: (name: string, run: Run) => Promise<readonly unknown[]>,
  ) {
    this.#parts = parts;
    this.#names = names;
    this.#read = read;
  }

  get isComplete(): boolean {
    return this.#loaded.size === this.#parts.length;
  }

  async loadAll(index: TermIndex, run: Run): Promise<void> {
    for (const part of this.#parts) await this.#load(part, index, run);
  }

  /**
   * Reads what a query needs: its words, their other forms, and where words may be half typed or misspelt, the terms that
   * begin so; for a word that nothing begins with, the terms that are spelt nearly so, which may be anywhere.
   *
   * @param isLoose whether beginnings and near spellings are looked for
   */
  async loadFor(query: string, index: TermIndex, isLoose: boolean, run: Run): Promise<void> {
    const words = queryTerms(query);
    for (const word of words) {
      for (const term of [...exactTerms(word), ...swapsOf(word)]) await this.#loadRange(term, false, index, run);
    }
    if (!isLoose) return;
    for (const [at, word] of words.entries()) {
      const isKnown = exactTerms(word).some((term) => index.pagesWith(term) > 0);
      const isTyped = words.length <= MAX_TYPED_WORDS && at === words.length - 1;
      if (isKnown && !isTyped) continue;
      let begun = 0;
      for (const start of canBePrefix(word) ? [word, PART + word] : []) {
        await this.#loadRange(start, true, index, run);
        begun += index.pagesBeginning(start);
      }
      if (!isKnown && begun === 0) await this.#loadNear(word, index, run);
    }
  }

  /** The parts that have terms that are spelt nearly so. */
  async #loadNear(word: string, index: TermIndex, run: Run): Promise<void> {
    const edits = maxEdits(word);
    if (edits === 0 || this.isComplete) return;
    if (this.#names === null) return this.loadAll(index, run);
    for (const name of this.#names) {
      for (const term of await this.#listed(name, run)) {
        if (editDistance(term, word, edits) <= edits) await this.#loadRange(term, false, index, run);
      }
      await checkpoint(run);
    }
  }

  async #listed(name: string, run: Run): Promise<readonly string[]> {
    const known = this.#lists.get(name);
    if (known !== undefined) return known;
    const list = await this.#read(name, run);
    if (!list.every((term) => typeof term === 'string')) throw new TermsMissing(name);
    this.#lists.set(name, list);
    return list;
  }

  /** The parts that may have a term, or terms that begin so. */
  async #loadRange(start: string, isPrefix: boolean, index: TermIndex, run: Run): Promise<void> {
    for (let at = Math.max(0, this.#partOf(start)); at < this.#parts.length; at += 1) {
      const part = this.#parts[at];
      if (part === undefined || (part.first > start && !(isPrefix && part.first.startsWith(start)))) break;
      await this.#load(part, index, run);
    }
  }

  #load(part: TermPart, index: TermIndex, run: Run): Promise<void> {
    const known = this.#loaded.get(part);
    if (known !== undefined) return known;
    const loading = this.#restore(part, index, run);
    this.#loaded.set(part, loading);
    loading.catch(() => this.#loaded.delete(part));
    return loading;
  }

  async #restore({ name }: TermPart, index: TermIndex, run: Run): Promise<void> {
    const entries = await this.#read(name, run);
    // Without a pause: a part that is half in the index could not be read again.
    if (!entries.every((entry) => index.restoreTerm(entry))) throw new TermsMissing(name);
    await checkpoint(run);
  }

  /** The last part whose first term is not after this one. */
  #partOf(term: string): number {
    let [low, high] = [0, this.#parts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#parts[middle]?.first ?? '') <= term) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** A part of a stored index that is missing, or damaged. */
export class TermsMissing extends Error {}

const exactTerms = (word: string): readonly string[] => [word, ...formsOf(word), PART + word];
