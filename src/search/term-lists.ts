/** Ends the terms of a field in a page's list. */
const FIELD_END = 0xffffffff;

/** A word more often in one field of one page than this is not what we have written. */
const MAX_FREQUENCY = 1 << 24;

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

  /**
   * Reads the lists off an inverted index.
   *
   * @param paths the path of each page by the number that the index knows it by
   * @param index pairs of a term and, by field and page number, how often it occurs
   * @throws Error when the two are not such tables
   */
  static fromIndex(paths: ReadonlyMap<string, string>, index: unknown, fieldCount: number): TermLists {
    const lists = new TermLists();
    const found = new Map(
      [...paths.keys()].map((page) => [page, Array.from({ length: fieldCount }, (): number[] => [])]),
    );
    if (!Array.isArray(index)) throw new Error('The index is no table.');
    for (const entry of index as readonly unknown[]) {
      const [term, byField] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
      if (typeof term !== 'string') throw new Error('A term is no text.');
      const number = lists.#numberOf(term);
      for (const [field, byPage] of entriesOf(byField)) {
        for (const [page, frequency] of entriesOf(byPage)) {
          const numbers = found.get(page)?.[Number(field)];
          if (numbers === undefined || !isFrequency(frequency)) throw new Error('A place in the index is none.');
          for (let times = 0; times < frequency; times += 1) numbers.push(number);
        }
      }
    }
    for (const [page, fields] of found) {
      const list = Uint32Array.from(fields.flatMap((numbers) => [...numbers, FIELD_END]));
      lists.#pages.set(paths.get(page) ?? '', list);
    }
    return lists;
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.push(term) - 1;
    this.#numbers.set(term, number);
    return number;
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) throw new Error('A table is none.');
  return Object.entries(value);
}

function isFrequency(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) < MAX_FREQUENCY;
}
