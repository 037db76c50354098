import { compareText } from '../base';
import { formsOf } from './near';
import type { Postings } from './postings';
import type { Group, Scorer } from './score';

/** How much a word that only begins as, looks like, or is another form of the one asked for counts beside that one. */
const WEIGHTS = { form: 0.3, prefix: 0.4, near: 0.3 };

/** Fewer letters begin too many words; and of those that more begin, so many of the most frequent are looked for. */
const SHORTEST_PREFIX = 2;
const MOST_BEGUN = 200;

/** Shorter words have too many neighbours for a near spelling to mean anything; longer ones may differ in two letters. */
const SHORTEST_NEAR = 4;
const LONG_NEAR = 8;

/** A longer query is not being typed: its last word is whole. */
export const MOST_TYPED = 6;

/** The words that stand for those of a query: other forms of each, and what it may be the beginning or a misspelling of. */
export class Asked {
  readonly #postings: Postings;
  readonly #scorer: Scorer;

  constructor(postings: Postings, scorer: Scorer) {
    this.#postings = postings;
    this.#scorer = scorer;
  }

  /** The word itself and its other forms. */
  exact(term: string): Group {
    const { vocabulary } = this.#postings;
    const words = new Map<number, number>();
    for (const form of [term, ...formsOf(term)]) {
      const word = vocabulary.get(form);
      if (word !== undefined) words.set(word, form === term ? 1 : WEIGHTS.form);
    }
    return this.#group(term, words);
  }

  /** Besides, the words that begin so. */
  begun(group: Group): Group {
    const length = Array.from(group.term).length;
    if (length < SHORTEST_PREFIX) return group;
    const { vocabulary } = this.#postings;
    const spread = (word: number): number => this.#postings.list(word).length;
    const textOf = (word: number): string => vocabulary.words[word] ?? '';
    const words = vocabulary
      .beginning(group.term)
      .sort((a, b) => spread(b) - spread(a) || compareText(textOf(a), textOf(b)))
      .slice(0, MOST_BEGUN)
      .map((word): [number, number] => {
        const longer = textOf(word).length - group.term.length;
        return [word, (WEIGHTS.prefix * length) / (length + 0.3 * longer)];
      });
    return this.#more(group, words);
  }

  /** The words that it may be a misspelling of. */
  near(group: Group): Group {
    const length = Array.from(group.term).length;
    if (length < SHORTEST_NEAR) return group;
    const words = this.#postings.vocabulary.near(group.term, length < LONG_NEAR ? 1 : 2);
    return this.#more(
      group,
      words.map(([word, apart]) => [word, (WEIGHTS.near * length) / (length + apart)]),
    );
  }

  #more(group: Group, words: readonly (readonly [number, number])[]): Group {
    // In an order that does not tell how the index came about, so that sums come out alike.
    const text = this.#postings.vocabulary.words;
    const added = words
      .filter(([word]) => !group.words.has(word) && this.#postings.list(word).length > 0)
      .sort(([a], [b]) => ((text[a] ?? '') < (text[b] ?? '') ? -1 : 1));
    if (added.length === 0) return group;
    return this.#group(group.term, new Map([...group.words, ...added]), group.spread);
  }

  /** A word that is there keeps its own rarity, whatever else begins so. */
  #group(term: string, words: ReadonlyMap<number, number>, spread = 0): Group {
    return { term, words, spread: spread > 0 ? spread : this.#scorer.spread(words.keys()) };
  }
}

/**
 * Loosens what the exact words leave open: word beginnings for the word being typed and for words that no page has, near
 * spellings for those that even so nothing begins with.
 *
 * @param limit a last word that so many pages have is taken to be whole
 */
export function loosened(groups: readonly Group[], asked: Asked, limit: number): Group[] {
  const last = groups.at(-1);
  const typed = groups.length <= MOST_TYPED && last !== undefined && last.spread < limit ? last : null;
  return groups.map((group) => {
    const begun = group === typed || group.spread === 0 ? asked.begun(group) : group;
    return begun.spread === 0 ? asked.near(begun) : begun;
  });
}
