import { type SearchResult } from 'minisearch';
import { checkpoint, compareText, type Run } from '../base';
import { plainParts } from '../markdown';
import { type Page, type Snapshot } from '../wiki';
import { lensBoost } from './boost';
import { checksum } from './checksum';
import { type PageFingerprint, readIndex, type StoredIndex, writeIndex } from './index-files';
import { type TermParts, TermsMissing } from './term-parts';
import { LinkGraph, type LinkShare, type RerankWeights } from './link-graph';
import { type PageBoost, QueryPlan } from './query';
import { type PageText, TermIndex } from './term-index';
import { queryTerms } from './tokenise';
import { type OpenPageIndex, type PageIndex, type SearchHit, type SearchOptions, type ShardStore } from './types';

/** `docs/search.md` tells how the numbers were chosen. */
const WEIGHTS: RerankWeights = { isName: 1, hasName: 0.1, isLinkText: 0.5, link: 0.3, lift: 0.45 };

/** How often a page's names, headings and tags are put into its text. Headings are in it once already. */
const NAME_WEIGHT = 3;
const HEADING_WEIGHT = 2;
const TAG_WEIGHT = 2;

const DEFAULT_LIMIT = 20;

/** Common words are looked for on the best pages only, and rarer ones on all. */
const MATCHED_FULLY = 300;

/** Names and links are looked at of the best pages only. */
const RERANKED = 60;

/** So many others that the best pages link to are looked at besides, where a sentence is asked. */
const LINKED = 20;

/** How many pages are read at a time: the disk is kept busy, and the host is let in after each page. */
const READ_AT_ONCE = 32;

/** So many pages are indexed at once before their terms are packed: unpacked, 10,000 pages take 400 MB. */
const PACKED_AFTER = 1_024;
const TERMS_PER_CHECKPOINT = 16;

/** So many changed pages are indexed again on every start rather than all parts be written; of a large wiki, this share. */
const MAX_CHANGED = 64;
const MAX_CHANGED_SHARE = 0.05;

/** An index of every page of the snapshot. */
export async function createPageIndex(snapshot: Snapshot, run: Run): Promise<PageIndex> {
  return SearchIndex.open(null, null, snapshot, run);
}

/** {@link openPageIndex}, read completely. */
export async function loadPageIndex(store: ShardStore, snapshot: Snapshot, run: Run): Promise<PageIndex> {
  return (await openPageIndex(store, snapshot, run)).complete(run);
}

/**
 * An index from what `save` stored, brought to the snapshot: a page counts as indexed only when what proved its text then,
 * or a checksum of it, proves it now. A part that is damaged, or of another version, costs that all pages are indexed again.
 */
export async function openPageIndex(store: ShardStore, snapshot: Snapshot, run: Run): Promise<OpenPageIndex> {
  return SearchIndex.open(store, await readIndex(store, run), snapshot, run);
}

/** The one implementation of {@link PageIndex}: MiniSearch, the snapshot that it stands for, and the ranking on top. */
class SearchIndex implements PageIndex, OpenPageIndex {
  #terms: TermIndex;
  /** Where the terms are stored that are not in memory; `null` where all are. */
  #parts: TermParts | null;
  readonly #store: ShardStore | null;
  /** What proves the text that each page was indexed from. */
  #proofs: Map<string, PageFingerprint>;
  /** Pages whose stored form is not what it would be now; `null` where nothing is stored. */
  #changed: Set<string> | null;
  #snapshot: Snapshot;
  #links: LinkGraph;
  /** Pages that were indexed since the terms were packed, also one by one. */
  #unpacked = 0;

  private constructor(store: ShardStore | null, stored: StoredIndex | null, snapshot: Snapshot) {
    this.#store = store;
    this.#terms = stored?.terms ?? new TermIndex();
    this.#parts = stored?.parts ?? null;
    this.#proofs = new Map(stored?.proofs);
    this.#changed = stored === null ? null : new Set();
    this.#snapshot = snapshot;
    this.#links = new LinkGraph(snapshot);
  }

  static async open(
    store: ShardStore | null,
    stored: StoredIndex | null,
    snapshot: Snapshot,
    run: Run,
  ): Promise<SearchIndex> {
    const index = new SearchIndex(store, stored, snapshot);
    const proven = (path: string): boolean => {
      const stamp = snapshot.stamp(path);
      return stamp !== null && stamp === index.#proofs.get(path)?.stamp;
    };
    const paths = new Set([...index.#proofs.keys(), ...snapshot.pages.keys()]);
    await index.#take(
      [...paths].filter((path) => !proven(path)),
      snapshot,
      run,
    );
    return index;
  }

  async find(query: string, options: SearchOptions, run: Run): Promise<readonly SearchHit[]> {
    await this.#load((parts) => parts.loadFor(query, this.#terms, options.loose !== false, run), run);
    return this.search(query, options);
  }

  async complete(run: Run): Promise<PageIndex> {
    await this.#load((parts) => parts.loadAll(this.#terms, run), run);
    this.#parts = null;
    return this;
  }

  /** Where a part is lost, another process has written the index, or a file is damaged: then it is read, or made, again. */
  async #load(load: (parts: TermParts) => Promise<void>, run: Run): Promise<void> {
    const store = this.#store;
    for (const isLast of [false, true]) {
      if (this.#parts === null || store === null) return;
      try {
        await load(this.#parts);
        return;
      } catch (error) {
        if (!(error instanceof TermsMissing)) throw error;
        const stored = isLast ? null : await readIndex(store, run);
        const fresh = await SearchIndex.open(store, stored, this.#snapshot, run);
        this.#terms = fresh.#terms;
        this.#parts = fresh.#parts;
        this.#proofs = fresh.#proofs;
        this.#changed = fresh.#changed;
        this.#snapshot = fresh.#snapshot;
        this.#links = fresh.#links;
      }
    }
  }

  async update(next: Snapshot, run: Run): Promise<void> {
    if (next === this.#snapshot) return;
    await this.#take([...next.changedSince(this.#snapshot)].sort(compareText), next, run);
  }

  async #take(paths: readonly string[], snapshot: Snapshot, run: Run): Promise<void> {
    for (let done = 0; done < paths.length; done += READ_AT_ONCE) {
      run.progress({ stage: 'Indexing pages', done, total: paths.length });
      const batch = paths.slice(done, done + READ_AT_ONCE);
      const texts = await Promise.all(batch.map((path) => snapshot.text(path)));
      for (const [at, path] of batch.entries()) await this.#index(path, texts[at] ?? '', snapshot, run);
      this.#unpacked += batch.length;
      const isLast = done + batch.length === paths.length;
      if (this.#unpacked >= PACKED_AFTER || (isLast && this.#unpacked > MAX_CHANGED)) await this.#pack(run);
    }
    this.#snapshot = snapshot;
    this.#links = new LinkGraph(snapshot);
  }

  /** Stops where another task changes the terms; `save` packs the rest. */
  async #pack(run: Run): Promise<void> {
    const { version } = this.#terms;
    const terms = this.#terms.pack();
    for (let packed = 1; version === this.#terms.version && terms.next().done !== true; packed += 1) {
      if (packed % TERMS_PER_CHECKPOINT === 0) await checkpoint(run);
    }
    if (version === this.#terms.version) this.#unpacked = 0;
  }

  /** A page is taken out and put in again at once, so that a search meanwhile finds it as it was or as it is. */
  async #index(path: string, text: string, snapshot: Snapshot, run: Run): Promise<void> {
    await checkpoint(run);
    const page = snapshot.pages.get(path);
    const known = this.#proofs.get(path);
    const proof = { stamp: snapshot.stamp(path), checksum: checksum(text) };
    if (page && known?.checksum === proof.checksum) {
      if (known.stamp !== proof.stamp) this.#changed?.add(path);
      this.#proofs.set(path, proof);
      return;
    }
    const words = page ? pageText(page, text) : null;
    // A long page takes as long to be indexed as to be made plain text.
    await checkpoint(run);
    this.#changed?.add(path);
    this.#proofs.delete(path);
    if (this.#terms.has(path)) this.#terms.discard(path);
    if (words === null) return;
    this.#terms.add(words);
    this.#proofs.set(path, proof);
  }

  async save(store: ShardStore, run: Run): Promise<void> {
    const most = Math.max(MAX_CHANGED, this.#proofs.size * MAX_CHANGED_SHARE);
    if (this.#changed !== null && this.#changed.size <= most && this.#terms.dirtCount <= most) return;
    await this.complete(run);
    const changed = this.#changed;
    this.#changed = new Set();
    let isWritten = false;
    try {
      isWritten = await writeIndex(store, this.#terms, this.#proofs, run);
    } finally {
      if (!isWritten) this.#changed = changed && new Set([...changed, ...this.#changed]);
    }
  }

  search(query: string, options: SearchOptions = {}): readonly SearchHit[] {
    const { limit = DEFAULT_LIMIT, loose: isLoose = true } = options;
    const plan = new QueryPlan(query, this.#terms, { isLoose, limit });
    if (plan.terms.length === 0) return [];
    const boost = lensBoost(this.#snapshot, options);
    const hits = this.#match(plan, boost);
    const ranked = bestOf(hits, Math.max(RERANKED, limit));
    // One word that is asked for often has no use for what its pages link to.
    const linked = plan.terms.length > 1 ? this.#links.linkedFrom(ranked) : new Map<string, LinkShare>();
    const near = ranked.slice(0, RERANKED);
    if (plan.isSentence) near.push(...this.#linkedOnly(linked, near, hits, boost));
    const moved = this.#links.rerank(near, linked, plan, WEIGHTS).sort(byScore);
    const rest = ranked.slice(RERANKED, limit).filter((hit) => !near.includes(hit));
    return [...moved, ...rest].slice(0, limit).map(({ path, score, matched, linkedFrom }) => ({
      path,
      score: Number(score.toPrecision(6)),
      terms: plan.byRarity(matched),
      ...(linkedFrom !== undefined && { linkedFrom }),
    }));
  }

  pagesWithAll(words: string, limit: number): readonly string[] {
    return this.#terms.pagesWithAll(queryTerms(words)).sort(compareText).slice(0, limit);
  }

  /** The pages that words find, in no order. */
  #match(plan: QueryPlan, boost: PageBoost | null): Hit[] {
    const hits = this.#terms.search(plan.finding(boost)).map(hitOf);
    const best = new Map(bestOf(hits, MATCHED_FULLY).map((hit) => [hit.path, hit]));
    const adding = plan.adding((path) => (best.has(path) ? (boost?.(path) ?? 1) : 0));
    if (adding === null) return hits;
    const added = new Map(this.#terms.search(adding).map((hit) => [String(hit.id), hitOf(hit)]));
    return hits.map((hit) => {
      const more = added.get(hit.path);
      if (more === undefined) return hit;
      const matched = [...new Set([...hit.matched, ...more.matched])];
      return { ...hit, score: Math.fround(hit.score + more.score), matched };
    });
  }

  /** What the best pages link to most and words do not find, or find far below; the former tell what they are found by. */
  #linkedOnly(
    linked: ReadonlyMap<string, LinkShare>,
    near: readonly Hit[],
    hits: readonly Hit[],
    boost: PageBoost | null,
  ): Hit[] {
    const first = new Set(near.map(({ path }) => path));
    const found = new Map(hits.filter(({ path }) => linked.has(path)).map((hit) => [hit.path, hit]));
    return [...linked]
      .filter(([path]) => !first.has(path) && (boost?.(path) ?? 1) > 0)
      .sort(([a, one], [b, other]) => other.share - one.share || compareText(a, b))
      .slice(0, LINKED)
      .map(([path, { from }]) => {
        const linkedFrom = this.#snapshot.pages.get(from)?.title ?? from;
        return found.get(path) ?? { path, score: 0, matched: [], linkedFrom };
      });
  }
}

interface Hit {
  readonly path: string;
  readonly score: number;
  /** The words that were found on it. */
  readonly matched: readonly string[];
  readonly linkedFrom?: string;
}

/** Without the factor that MiniSearch puts in for the number of words that matched. */
function hitOf({ id, score, queryTerms, terms }: SearchResult): Hit {
  // To seven digits, so that an index built page by page ranks as one built at once.
  return { path: String(id), score: Math.fround(score / Math.max(1, queryTerms.length)), matched: terms };
}

const byScore = (a: Hit, b: Hit): number => b.score - a.score || compareText(a.path, b.path);

/** The best so many, and their equals, in order: of ten thousand pages that hold some of the words, few are looked at. */
function bestOf(hits: readonly Hit[], most: number): Hit[] {
  if (hits.length <= 2 * most) return [...hits].sort(byScore);
  const scores = Float32Array.from(hits, ({ score }) => score).sort();
  const least = scores[scores.length - most] ?? 0;
  return hits.filter(({ score }) => score >= least).sort(byScore);
}

/**
 * Every word that a page says is in its text, so that BM25 knows how rare it is on the whole. What tells more of a page is in it
 * several times.
 */
function pageText(page: Page, text: string): PageText {
  const names = [page.title, ...page.aliases].join('\n');
  const headings = page.headings.map((heading) => heading.text).join('\n');
  const weighed = [
    ...Array<string>(NAME_WEIGHT).fill(names),
    ...Array<string>(HEADING_WEIGHT).fill(headings),
    ...Array<string>(TAG_WEIGHT).fill(page.tags.join(' ')),
  ];
  const { prose, footnotes } = plainParts(text.slice(page.bodyStart));
  return { path: page.path, names, text: [...weighed, prose].join('\n'), footnotes };
}
