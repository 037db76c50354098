import { compareText } from '../base';
import { keywordFilter } from './keywords';
import { QueryPlan } from './query';
import { type PageText, TermIndex } from './term-index';
import { indexTerms } from './tokenise';
import { stemOf } from './word-forms';

/** A text that is ranked, and what it is called. */
interface RankedText {
  readonly key: string;
  readonly names: string;
  readonly text: string;
}

interface RankedHit {
  readonly key: string;
  readonly score: number;
}

/** How often its names are put into a text. */
const NAME_WEIGHT = 3;

/** Texts that are of no wiki, such as sections of a document, ranked by the words of a question. Keeps terms, no text. */
export class TextRanker {
  readonly #terms = new TermIndex();

  add({ key, names, text }: RankedText): void {
    this.#terms.add(pageOf(key, names, text));
  }

  remove(key: string): void {
    if (this.#terms.has(key)) this.#terms.discard(key);
  }

  has(key: string): boolean {
    return this.#terms.has(key);
  }

  /** The best first; ties by key. Words that only ask, such as "what", count only where there are no others. */
  rank(query: string, limit: number): readonly RankedHit[] {
    const plan = new QueryPlan(query, this.#terms, { isLoose: false, limit });
    if (plan.terms.length === 0) return [];
    const isKeyword = keywordFilter(plan.terms);
    const words = plan.terms.filter(isKeyword).join(' ');
    const telling = new QueryPlan(words, this.#terms, { isLoose: false, limit });
    return this.#terms
      .search(telling.finding(null))
      .map(({ id, score, queryTerms }): RankedHit => {
        // To six digits, so that the order in which texts were added does not matter.
        return { key: String(id), score: Number((score / Math.max(1, queryTerms.length)).toPrecision(6)) };
      })
      .sort((a, b) => b.score - a.score || compareText(a.key, b.key))
      .slice(0, limit);
  }
}

const pageOf = (key: string, names: string, text: string): PageText => ({
  path: key,
  names,
  text: [...Array<string>(NAME_WEIGHT).fill(names), text].join('\n'),
  footnotes: '',
});

/** The words of a question that say what it is about, and that none of these texts has in any form. */
export function missingWords(query: string, texts: readonly string[]): string[] {
  const known = new Set(texts.flatMap((text) => indexTerms(text)).map(stemOf));
  const terms = [...new Set(indexTerms(query).filter((term) => /^[\p{L}\p{N}]/u.test(term)))];
  const isKeyword = keywordFilter(terms);
  return terms.filter((term) => isKeyword(term) && !known.has(stemOf(term)));
}
