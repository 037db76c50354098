import type { Run } from '../base';
import type { ByField } from './tree';

/** Ends the terms of a field in a page's list. */
const FIELD_END = 0xffffffff;

/** A word more often in one field of one page than this is not what we have written. */
const MAX_FREQUENCY = 1 << 24;

/** Reads lists off an inverted index. */
export interface TermListsReader {
  /** @param number that the index knows the page by */
  page(number: number, path: string): void;
  /** @throws Error when a page or field is none that was named */
  take(term: string, byField: ByField): void;
  finish(run: Run): Promise<TermLists>;
}

/**
 * Which terms stand in which field of each indexed page: what the inverted index cannot tell without being read as a
 * whole. A page is taken out of the index by the very terms that it was put in by, so that removal costs what the page
 * holds and leaves nothing behind. Four bytes a term.
 */
export class TermLists {
  readonly #numbers = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #pages = new Map<string, Uint32Array>();

  /** @param fields the terms of each field, as often as they occur, always in the same order of fields */
  set(path: string, fields: readonly (readonly string[])[]): void {
    const list = new Uint32Array(fields.reduce((sum, terms) => sum + terms.length + 1, 0));
    let at = 0;
    for (const terms of fields) {
      for (const term of terms) list[at++] = this.#numberOf(term);
      list[at++] = FIELD_END;
    }
    this.#pages.set(path, list);
  }

  /** The terms of each field, or `null` for a page that is not there. */
  get(path: string): string[][] | null {
    const list = this.#pages.get(path);
    if (list === undefined) return null;
    const fields: string[][] = [];
    let terms: string[] = [];
    for (const number of list) {
      if (number === FIELD_END) {
        fields.push(terms);
        terms = [];
      } else terms.push(this.#terms[number] ?? '');
    }
    return fields;
  }

  delete(path: string): void {
    this.#pages.delete(path);
  }

  paths(): string[] {
    return [...this.#pages.keys()];
  }

  /** Begins to read the lists off an inverted index: first its pages, then an entry at a time. */
  static reader(fieldCount: number): TermListsReader {
    const lists = new TermLists();
    const paths = new Map<number, string>();
    const found = new Map<number, number[][]>();
    return {
      page(number, path) {
        paths.set(number, path);
        found.set(
          number,
          Array.from({ length: fieldCount }, () => []),
        );
      },
      take(term, byField) {
        const number = lists.#numberOf(term);
        for (const [field, byPage] of byField) {
          for (const [page, frequency] of byPage) {
            const numbers = found.get(page)?.[field];
            if (numbers === undefined || !isFrequency(frequency)) throw new Error('A place in the index is none.');
            for (let times = 0; times < frequency; times += 1) numbers.push(number);
          }
        }
      },
      async finish(run) {
        let done = 0;
        for (const [page, fields] of found) {
          const list = Uint32Array.from(fields.flatMap((numbers) => [...numbers, FIELD_END]));
          lists.#pages.set(paths.get(page) ?? '', list);
          if ((done += 1) % 50 === 0) await run.breathe();
        }
        return lists;
      },
    };
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.push(term) - 1;
    this.#numbers.set(term, number);
    return number;
  }
}

function isFrequency(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value < MAX_FREQUENCY;
}
