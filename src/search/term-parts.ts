import { checkpoint, type Run } from '../base';
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
  readonly #read: (name: string, run: Run) => Promise<readonly unknown[]>;
  readonly #loaded = new Map<TermPart, Promise<void>>();

  /** @param parts in the order of their terms @param read throws where a part is lost or damaged */
  constructor(parts: readonly TermPart[], read: (name: string, run: Run) => Promise<readonly unknown[]>) {
    this.#parts = parts;
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
   * begin so; all terms for a word that nothing begins with, because its near spellings may be anywhere.
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
      if (!isKnown && begun === 0 && maxEdits(word) > 0) await this.loadAll(index, run);
    }
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
