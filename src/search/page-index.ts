import MiniSearch from 'minisearch';
import type { Options, Query, SearchResult } from 'minisearch';
import { compareText, throwIfCancelled } from '../base';
import type { Run } from '../base';
import { plainText } from '../markdown';
import type { Page, Snapshot } from '../wiki';
import { queryTerms, tokenise } from './tokenise';
import { lensWeight } from './weigh';
import type { PageIndex, SearchHit, SearchOptions } from './types';

interface Document {
  readonly id: string;
  readonly title: string;
  readonly aliases: string;
  readonly headings: string;
  readonly tags: string;
  readonly body: string;
}

/** How much more a word counts in each field than in the body. */
const BOOST = { title: 6, aliases: 5, headings: 2.5, tags: 2, body: 1 };

const OPTIONS: Options<Document> = {
  fields: Object.keys(BOOST),
  storeFields: [],
  tokenize: tokenise,
  processTerm: (term) => term,
  // Vacuuming is done in `update`, where it can be awaited.
  autoVacuum: false,
  searchOptions: { tokenize: queryTerms, processTerm: (term) => term, boost: BOOST },
};

/** A word with more postings than this is common enough not to be mistyped. */
const SHORTEST_FUZZY = 4;

/** What pages the index holds, and by what it would know that one of them is another by now. */
type Indexed = Map<string, Page>;

/** The one implementation of {@link PageIndex}: MiniSearch, and the snapshot that it stands for. */
export class MiniPageIndex implements PageIndex {
  readonly #mini: MiniSearch<Document>;
  readonly #indexed: Indexed;
  #snapshot: Snapshot;

  private constructor(mini: MiniSearch<Document>, indexed: Indexed, snapshot: Snapshot) {
    this.#mini = mini;
    this.#indexed = indexed;
    this.#snapshot = snapshot;
  }

  /** An index of every page. */
  static async build(snapshot: Snapshot, run: Run): Promise<MiniPageIndex> {
    const index = new MiniPageIndex(new MiniSearch(OPTIONS), new Map(), snapshot);
    await index.#take([...snapshot.pages.keys()], snapshot, run);
    return index;
  }

  /**
   * An index read back, brought to `snapshot`.
   * @param proofs path to what proved the text of each indexed page
   * @throws Error when `data` is not what MiniSearch has written
   */
  static async restore(data: object, proofs: ReadonlyMap<string, string>, snapshot: Snapshot, run: Run): Promise<MiniPageIndex> {
    const mini = MiniSearch.loadJS<Document>(data as Parameters<typeof MiniSearch.loadJS>[0], OPTIONS);
    const indexed: Indexed = new Map();
    const stale: string[] = [];
    for (const [path, proof] of proofs) {
      if (!mini.has(path)) continue;
      const page = snapshot.pages.get(path);
      if (page && snapshot.stamp(path) === proof) indexed.set(path, page);
      else mini.discard(path);
    }
    for (const path of snapshot.pages.keys()) {
      if (indexed.has(path)) continue;
      stale.push(path);
      if (mini.has(path)) mini.discard(path);
    }
    const index = new MiniPageIndex(mini, indexed, snapshot);
    await index.#take(stale, snapshot, run);
    return index;
  }

  async #take(paths: readonly string[], snapshot: Snapshot, run: Run): Promise<void> {
    let done = 0;
    for (const path of paths) {
      const page = snapshot.pages.get(path);
      if (this.#mini.has(path)) this.#mini.discard(path);
      this.#indexed.delete(path);
      if (page) {
        this.#mini.add(await documentOf(page, snapshot));
        this.#indexed.set(path, page);
      }
      done += 1;
      if (done % 50 === 0) {
        throwIfCancelled(run);
        run.progress({ stage: 'Indexing pages', done, total: paths.length });
        await run.breathe();
      }
    }
    this.#snapshot = snapshot;
    if (this.#mini.dirtFactor > 0.2) await this.#mini.vacuum({ batchSize: 1_000, batchWait: 0 });
  }

  async update(next: Snapshot, run: Run): Promise<void> {
    if (next === this.#snapshot) return;
    await this.#take([...next.changedSince(this.#snapshot)].sort(compareText), next, run);
  }

  search(query: string, options: SearchOptions = {}): readonly SearchHit[] {
    const terms = queryTerms(query);
    if (terms.length === 0) return [];
    const limit = options.limit ?? 20;
    const weigh = lensWeight(this.#snapshot, options);
    const strict = this.#rank({ queries: terms, combineWith: 'OR' }, weigh);
    if (options.loose === false) return strict.slice(0, limit);
    const found = new Set(strict.flatMap((hit) => hit.terms));
    const missing = terms.filter((term) => !found.has(term));
    if (missing.length === 0 && strict.length >= limit) return strict.slice(0, limit);
    return this.#rank(looseQuery(terms, new Set(missing)), weigh).slice(0, limit);
  }

  #rank(query: Query, weigh: (path: string) => number): SearchHit[] {
    // What was discarded is purged while it is met, and only then counts no more: a second look is exact.
    if (this.#mini.dirtCount > 0) this.#mini.search(query);
    const hits: SearchHit[] = [];
    for (const result of this.#mini.search(query)) {
      const weight = weigh(String(result.id));
      if (weight === 0) continue;
      hits.push({ path: String(result.id), score: rounded(result.score * weight), terms: termsIn(result) });
    }
    return hits.sort((a, b) => b.score - a.score || compareText(a.path, b.path));
  }

  serialise(): string {
    const proofs: [string, string][] = [];
    for (const [path, page] of this.#indexed) {
      const proof = this.#snapshot.pages.get(path) === page ? this.#snapshot.stamp(path) : null;
      if (proof !== null) proofs.push([path, proof]);
    }
    return JSON.stringify({ version: INDEX_VERSION, proofs, index: this.#mini.toJSON() });
  }
}

/** Version of the serialised form, the tokeniser and the fields included: another one is rebuilt. */
export const INDEX_VERSION = 1;

/** Word beginnings for the word being typed and for words that nothing matches; near spellings for the latter only. */
function looseQuery(terms: readonly string[], missing: ReadonlySet<string>): Query {
  const last = terms.at(-1);
  return {
    combineWith: 'OR',
    queries: terms.map((term) => ({
      queries: [term],
      prefix: (term === last || missing.has(term)) && [...term].length >= 2,
      fuzzy: missing.has(term) && term.length >= SHORTEST_FUZZY ? (term.length >= 8 ? 2 : 1) : false,
      weights: { prefix: 0.4, fuzzy: 0.3 },
    })),
  };
}

async function documentOf(page: Page, snapshot: Snapshot): Promise<Document> {
  const text = (await snapshot.text(page.path)) ?? '';
  return {
    id: page.path,
    title: page.title,
    aliases: page.aliases.join('\n'),
    headings: page.headings.map((heading) => heading.text).join('\n'),
    tags: page.tags.join(' '),
    body: plainText(text.slice(page.bodyStart)),
  };
}

/** Six digits: enough to rank, and the same whether the index was built at once or page by page. */
function rounded(score: number): number {
  return Number(score.toPrecision(6));
}

function termsIn(result: SearchResult): string[] {
  return [...result.terms].sort(compareText);
}
