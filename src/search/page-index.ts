import type { Options, Query, SearchResult } from 'minisearch';
import { compareText, isWikiError, throwIfCancelled } from '../base';
import type { Run } from '../base';
import { plainText } from '../markdown';
import type { Page, Snapshot } from '../wiki';
import { queryTerms, tokenise } from './tokenise';
import { shelve, unshelve } from './shelf';
import { printIndex, readIndex } from './store';
import type { IndexSink } from './store';
import { TermLists } from './term-lists';
import { Tree } from './tree';
import type { TreeHead } from './tree';
import { lensWeight } from './weigh';
import type { PageIndex, SearchHit, SearchOptions } from './types';

/** How much more a word counts in each field than in the body. */
const BOOST = { title: 6, aliases: 5, headings: 2.5, tags: 2, body: 1 };

type Field = keyof typeof BOOST;

const FIELDS = Object.keys(BOOST) as readonly Field[];

/** A page as MiniSearch takes it: the terms of each field, made before, since removal needs the same ones again. */
interface Document extends Readonly<Record<Field, readonly string[]>> {
  readonly id: string;
}

const OPTIONS: Options<Document> = {
  fields: [...FIELDS],
  storeFields: [],
  // No term holds a line break.
  stringifyField: (terms: readonly string[]) => terms.join('\n'),
  tokenize: (text) => (text === '' ? [] : text.split('\n')),
  processTerm: shelve,
  searchOptions: { tokenize: (term) => [term], processTerm: shelve, boost: BOOST },
};

/** Fewer letters begin too many words of the texts: they are looked for in names only. */
const SHORTEST_PREFIX = 3;

/** How much a word that only begins as, or looks like, the one asked for counts beside that one. */
const WEIGHTS = { prefix: 0.4, fuzzy: 0.3 };

/** Shorter words have too many neighbours for a near spelling to mean anything; longer ones may differ in two letters. */
const SHORTEST_FUZZY = 4;
const LONG_FUZZY = 8;

/** A word is common when more pages than this have it, as a number and as a share of all. */
const COMMON_FROM = 500;
const COMMON_SHARE = 0.2;

/** How many pages are read at a time: the disk is kept busy, and the host is let in after each batch. */
const READ_AT_ONCE = 32;

/** How often an index that is changed while it is written is written again. */
const ATTEMPTS = 3;

/** How many words' page counts are remembered. */
const MAX_COUNTS = 20_000;

/** The one implementation of {@link PageIndex}: MiniSearch, and the snapshot that it stands for. */
export class MiniPageIndex implements PageIndex {
  readonly #mini: Tree<Document>;
  readonly #lists: TermLists;
  /** The pages that the index holds as they are in the snapshot. */
  readonly #indexed = new Map<string, Page>();
  readonly #counts = new Map<string, number>();
  #snapshot: Snapshot;
  /** Counts up with every change. */
  #edits = 0;

  private constructor(mini: Tree<Document>, lists: TermLists, snapshot: Snapshot) {
    this.#mini = mini;
    this.#lists = lists;
    this.#snapshot = snapshot;
  }

  /** An index of every page. */
  static async build(snapshot: Snapshot, run: Run): Promise<MiniPageIndex> {
    const index = new MiniPageIndex(new Tree(OPTIONS), new TermLists(), snapshot);
    await index.#take([...snapshot.pages.keys()], snapshot, run);
    return index;
  }

  /**
   * An index read back, brought to `snapshot`: a page counts when what proved its text then does so now.
   * @returns `null` where the text is not what `serialise` has written
   * @throws Error when it holds what cannot be
   */
  static async restore(serialised: string, snapshot: Snapshot, run: Run): Promise<MiniPageIndex | null> {
    const tree = new Tree(OPTIONS);
    const reader = TermLists.reader(FIELDS.length);
    const proofs = new Map<string, string>();
    const sink: IndexSink = {
      page(page, proof) {
        tree.putDocument(page);
        reader.page(page.number, page.path);
        if (proof !== null) proofs.set(page.path, proof);
      },
      term(term, byField) {
        tree.put(term, byField);
        reader.take(term, byField);
      },
    };
    const begin = (head: TreeHead): IndexSink => {
      tree.adopt(head);
      return sink;
    };
    if (!(await readIndex(serialised, begin, run))) return null;
    const lists = await reader.finish(run);
    const index = new MiniPageIndex(tree, lists, snapshot);
    let done = 0;
    for (const path of lists.paths()) {
      const page = snapshot.pages.get(path);
      if (page && proofs.has(path) && snapshot.stamp(path) === proofs.get(path)) index.#indexed.set(path, page);
      else index.#drop(path);
      if ((done += 1) % 200 === 0) await run.breathe();
    }
    await index.#take(
      [...snapshot.pages.keys()].filter((path) => !index.#indexed.has(path)),
      snapshot,
      run,
    );
    return index;
  }

  async #take(paths: readonly string[], snapshot: Snapshot, run: Run): Promise<void> {
    for (let done = 0; done < paths.length; done += READ_AT_ONCE) {
      throwIfCancelled(run);
      run.progress({ stage: 'Indexing pages', done, total: paths.length });
      await run.breathe();
      const batch = paths.slice(done, done + READ_AT_ONCE);
      const texts = await Promise.all(batch.map((path) => snapshot.text(path)));
      for (const [at, path] of batch.entries()) {
        throwIfCancelled(run);
        await run.breathe();
        this.#put(path, snapshot.pages.get(path), texts[at] ?? '');
      }
    }
    this.#snapshot = snapshot;
  }

  /** Nothing is awaited in between, so that a search meanwhile finds the page as it was or as it is. */
  #put(path: string, page: Page | undefined, text: string): void {
    this.#drop(path);
    this.#counts.clear();
    this.#edits += 1;
    if (!page) return;
    const document = documentOf(page, text);
    this.#mini.add(document);
    this.#lists.set(
      path,
      FIELDS.map((field) => document[field]),
    );
    this.#indexed.set(path, page);
  }

  /**
   * MiniSearch's `discard` would leave the page's terms behind until a search meets them, and count them until then;
   * this takes out exactly what was put in.
   */
  #drop(path: string): void {
    const fields = this.#lists.get(path);
    if (fields === null) return;
    this.#mini.remove(toDocument(path, (_, index) => fields[index] ?? []));
    this.#lists.delete(path);
    this.#indexed.delete(path);
  }

  async update(next: Snapshot, run: Run): Promise<void> {
    if (next === this.#snapshot) return;
    await this.#take([...next.changedSince(this.#snapshot)].sort(compareText), next, run);
  }

  /**
   * Exact words first. Only what they leave open is loosened: word beginnings for the word being typed and for words
   * that no page has, near spellings for those that even so nothing begins with.
   */
  search(query: string, options: SearchOptions = {}): readonly SearchHit[] {
    const terms = queryTerms(query);
    if (terms.length === 0) return [];
    const limit = options.limit ?? 20;
    const weigh = lensWeight(this.#snapshot, options);
    const counts = new Map(terms.map((term) => [term, this.#pagesWith(term)]));
    const common = this.#commonAmong(counts);
    const parts = terms.map((term): Part => ({ term, rare: !common.has(term), prefix: false, fuzzy: false }));
    const strict = this.#find(parts);
    const missing = new Set(terms.filter((term) => counts.get(term) === 0));
    const enough = missing.size === 0 && strict.length >= limit;
    const found = options.loose === false || enough ? strict : this.#loosen(parts, missing);
    // Of all the words only the common ones may be anywhere.
    const hits =
      found.length === 0 && common.size > 0 ? this.#find(parts.map((part) => ({ ...part, rare: true }))) : found;
    return top(hits, weigh, limit);
  }

  #loosen(parts: readonly Part[], missing: Set<string>): SearchResult[] {
    const last = parts.at(-1);
    const begun = parts.map((part) => ({ ...part, prefix: part === last || missing.has(part.term) }));
    const found = this.#find(begun);
    for (const { queryTerms: matched } of found) for (const term of matched) missing.delete(unshelve(term));
    return missing.size === 0 ? found : this.#find(begun.map((part) => ({ ...part, fuzzy: missing.has(part.term) })));
  }

  #find(parts: readonly Part[]): SearchResult[] {
    return this.#mini.search({ combineWith: 'OR', queries: parts.map(queryOf) });
  }

  /** How many pages have a word, remembered until the next change: people and recall ask for the same words again. */
  #pagesWith(term: string): number {
    const known = this.#counts.get(term);
    if (known !== undefined) return known;
    const count = this.#mini.search({ queries: [term], combineWith: 'OR' }).length;
    if (this.#counts.size >= MAX_COUNTS) this.#counts.clear();
    this.#counts.set(term, count);
    return count;
  }

  /**
   * Words that a great part of the pages have, beside rarer ones: they tell no page from another and make up most of
   * the work, so they count in titles and aliases only. A query of nothing but such words is taken as it is.
   */
  #commonAmong(counts: ReadonlyMap<string, number>): ReadonlySet<string> {
    const many = Math.max(COMMON_FROM, this.#mini.documentCount * COMMON_SHARE);
    const common = new Set([...counts].filter(([, count]) => count > many).map(([term]) => term));
    return common.size < counts.size ? common : new Set();
  }

  async serialise(run: Run): Promise<string> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const edits = this.#edits;
      const text = await this.#print(run).catch((error: unknown) => {
        // Whatever the tree meets when it is changed while it is walked.
        if (edits === this.#edits || isWikiError(error)) throw error;
        return '';
      });
      if (edits === this.#edits) return text;
    }
    return '';
  }

  #print(run: Run): Promise<string> {
    const proofOf = (path: string): string | null =>
      this.#snapshot.pages.get(path) === this.#indexed.get(path) ? this.#snapshot.stamp(path) : null;
    return printIndex(this.#mini, proofOf, run);
  }
}

/** One word of a query and how it is looked for. */
interface Part {
  readonly term: string;
  /** Looked for in every field; otherwise in names only. */
  readonly rare: boolean;
  readonly prefix: boolean;
  readonly fuzzy: boolean;
}

const NAMES = ['title', 'aliases'];

function queryOf({ term, rare, prefix, fuzzy }: Part): Query {
  const length = Array.from(term).length;
  const begins = prefix && length >= SHORTEST_PREFIX;
  const query: Query = {
    queries: [term],
    ...(rare ? {} : { fields: NAMES }),
    prefix: begins,
    fuzzy: fuzzy && length >= SHORTEST_FUZZY ? (length >= LONG_FUZZY ? 2 : 1) : false,
    weights: WEIGHTS,
  };
  if (!prefix || begins) return query;
  return { combineWith: 'OR', queries: [query, { queries: [term], fields: NAMES, prefix: true, weights: WEIGHTS }] };
}

/** The best hits under a lens, each with its words from the rarest on; ties go by path. */
function top(results: readonly SearchResult[], weigh: (path: string) => number, limit: number): SearchHit[] {
  const spread = new Map<string, number>();
  const scored: { path: string; score: number; terms: readonly string[] }[] = [];
  for (const { id, score, terms } of results) {
    for (const term of terms) spread.set(term, (spread.get(term) ?? 0) + 1);
    const path = String(id);
    const weight = weigh(path);
    // To seven digits, so that an index built page by page ranks as one built at once.
    if (weight > 0) scored.push({ path, score: Math.fround(score * weight), terms });
  }
  scored.sort((a, b) => b.score - a.score || compareText(a.path, b.path));
  const rarestFirst = (a: string, b: string): number =>
    (spread.get(a) ?? 0) - (spread.get(b) ?? 0) || compareText(a, b);
  return scored.slice(0, limit).map(({ path, score, terms }) => ({
    path,
    score: Number(score.toPrecision(6)),
    terms: [...terms].sort(rarestFirst).map(unshelve),
  }));
}

function documentOf(page: Page, text: string): Document {
  const texts: Record<Field, string> = {
    title: page.title,
    aliases: page.aliases.join('\n'),
    headings: page.headings.map((heading) => heading.text).join('\n'),
    tags: page.tags.join(' '),
    body: plainText(text.slice(page.bodyStart)),
  };
  return toDocument(page.path, (field) => tokenise(texts[field]));
}

function toDocument(id: string, terms: (field: Field, index: number) => readonly string[]): Document {
  const fields = FIELDS.map((field, index) => [field, terms(field, index)] as const);
  return { id, ...(Object.fromEntries(fields) as Record<Field, readonly string[]>) };
}
