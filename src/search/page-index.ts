import { compareText, throwIfCancelled } from '../base';
import type { Run } from '../base';
import { plainText } from '../markdown';
import type { Page, Snapshot } from '../wiki';
import { Asked, loosened, MOST_TYPED } from './ask';
import { FIELDS } from './fields';
import type { Field } from './fields';
import { Postings } from './postings';
import type { Entry } from './postings';
import { Neighbours } from './rerank';
import type { Linked, Rerank } from './rerank';
import { Scorer } from './score';
import type { Group, Weights } from './score';
import { printShard, readShard, readShardName, shardCount, shardName, shardOf } from './shards';
import { queryTerms, tokenise } from './tokenise';
import { lensWeight } from './weigh';
import type { PageIndex, SearchHit, SearchOptions, ShardStore } from './types';

/** How pages are ranked. */
export type Ranking = Weights & Rerank;

export const RANKING: Ranking = {
  fields: [1, 4, 2, 5, 6],
  lengths: [0.6, 0.8, 0.2, 0.4, 0.3],
  saturation: 1.2,
  isName: 1,
  hasName: 0.2,
  isCalled: 0.5,
  link: 0.3,
  lift: 0.4,
};

/** A word is common when more pages than this have it, as a number and as a share of all. */
const COMMON_FROM = 500;
const COMMON_SHARE = 0.2;

/** Names and links are looked at of the best pages only. */
const LOOKED_AT = 60;

/** So many others that the best pages link to are looked at besides, where a sentence is asked. */
const LINKED = 20;

/** How many pages are read at a time: the disk is kept busy, and the host is let in after each page. */
const READ_AT_ONCE = 32;

/** The one implementation of {@link PageIndex}: what is known of the words, and the snapshot that it stands for. */
export class WordIndex implements PageIndex {
  readonly #postings = new Postings();
  /** The pages that the index holds as they are in the snapshot. */
  readonly #indexed = new Map<string, Page>();
  readonly #ranking: Ranking;
  /** Shards whose stored form is not what it would be now; so many there are. */
  readonly #unsaved = new Set<number>();
  #shards = 1;
  #scorer: Scorer | null = null;
  #neighbours: Neighbours | null = null;
  #snapshot: Snapshot;

  constructor(snapshot: Snapshot, ranking = RANKING) {
    this.#snapshot = snapshot;
    this.#ranking = ranking;
  }

  /** An index of every page. */
  static async build(snapshot: Snapshot, run: Run, ranking?: Ranking): Promise<WordIndex> {
    const index = new WordIndex(snapshot, ranking);
    await index.#take([...snapshot.pages.keys()], snapshot, run);
    await index.#postings.pack(run);
    return index;
  }

  /**
   * An index from its stored form, brought to `snapshot`: a page counts as indexed only when what proved its text then
   * proves it now. What is damaged, or of another version, is indexed anew.
   */
  static async load(store: ShardStore, snapshot: Snapshot, run: Run): Promise<WordIndex> {
    const index = new WordIndex(snapshot);
    await index.#read(store, run);
    const missing = [...snapshot.pages.keys()].filter((path) => !index.#indexed.has(path));
    await index.#take(missing, snapshot, run);
    await index.#postings.pack(run);
    return index;
  }

  async #read(store: ShardStore, run: Run): Promise<void> {
    const names = await store.names();
    const shards = names.flatMap((name) => readShardName(name) ?? []);
    this.#shards = Math.max(1, ...shards.map(({ count }) => count));
    for (const { shard, count } of shards) {
      throwIfCancelled(run);
      await run.yieldToHost();
      const text = await store.read(shardName(shard, count));
      const pages = text === null ? null : readShard(text);
      if (pages === null || count !== this.#shards) this.#unsaved.add(shard % this.#shards);
      for (const { path, proof, entry } of pages ?? []) {
        await run.yieldToHost();
        const page = this.#snapshot.pages.get(path);
        const isTrue = page !== undefined && this.#snapshot.stamp(path) === proof && !this.#indexed.has(path);
        if (!isTrue || shard !== shardOf(path, count)) {
          this.#unsaved.add(shard % this.#shards);
          continue;
        }
        this.#postings.set(entry(this.#postings.vocabulary));
        this.#indexed.set(path, page);
        if (count !== this.#shards) this.#unsaved.add(shardOf(path, this.#shards));
      }
    }
  }

  async save(store: ShardStore, run: Run): Promise<void> {
    const count = shardCount(this.#postings.places, this.#shards);
    if (count !== this.#shards) {
      this.#shards = count;
      this.#unsaved.clear();
      for (let shard = 0; shard < count; shard += 1) this.#unsaved.add(shard);
    }
    const kept = new Map<number, string[]>();
    for (const path of this.#indexed.keys()) {
      const shard = shardOf(path, count);
      if (this.#unsaved.has(shard)) {
        const paths = kept.get(shard);
        if (paths) paths.push(path);
        else kept.set(shard, [path]);
      }
    }
    for (const shard of [...this.#unsaved]) {
      throwIfCancelled(run);
      await run.yieldToHost();
      await this.#saveShard(shard, kept.get(shard) ?? [], store);
    }
    for (const name of await store.names()) {
      if (readShardName(name)?.count !== count) await store.remove(name);
    }
  }

  /** The text is made in one go, so that it tells of one moment. */
  async #saveShard(shard: number, paths: readonly string[], store: ShardStore): Promise<void> {
    const name = shardName(shard, this.#shards);
    this.#unsaved.delete(shard);
    const pages = paths.flatMap((path): [Entry, string][] => {
      const entry = this.#postings.entry(path);
      const isCurrent = this.#snapshot.pages.get(path) === this.#indexed.get(path);
      const proof = isCurrent ? this.#snapshot.stamp(path) : null;
      if (proof === null) this.#unsaved.add(shard);
      return entry && proof !== null ? [[entry, proof]] : [];
    });
    try {
      if (pages.length === 0) await store.remove(name);
      else await store.write(name, printShard(pages, this.#postings.vocabulary.words));
    } catch (error) {
      this.#unsaved.add(shard);
      throw error;
    }
  }

  async #take(paths: readonly string[], snapshot: Snapshot, run: Run): Promise<void> {
    for (let done = 0; done < paths.length; done += READ_AT_ONCE) {
      throwIfCancelled(run);
      run.progress({ stage: 'Indexing pages', done, total: paths.length });
      const batch = paths.slice(done, done + READ_AT_ONCE);
      const texts = await Promise.all(batch.map((path) => snapshot.text(path)));
      for (const [at, path] of batch.entries()) {
        await run.yieldToHost();
        throwIfCancelled(run);
        this.#put(path, snapshot.pages.get(path), texts[at] ?? '');
      }
    }
    this.#snapshot = snapshot;
    this.#neighbours = null;
  }

  /** Nothing is awaited in between, so that a search meanwhile finds the page as it was or as it is. */
  #put(path: string, page: Page | undefined, text: string): void {
    this.#scorer = null;
    this.#unsaved.add(shardOf(path, this.#shards));
    this.#indexed.delete(path);
    if (!page) {
      this.#postings.delete(path);
      return;
    }
    this.#postings.put(path, termsOf(page, text));
    this.#indexed.set(path, page);
  }

  async update(next: Snapshot, run: Run): Promise<void> {
    if (next === this.#snapshot) return;
    await this.#take([...next.changedSince(this.#snapshot)].sort(compareText), next, run);
  }

  /**
   * Exact words and their other forms first. Only what they leave open is loosened: word beginnings for the word being
   * typed and for words that no page has, near spellings for those that even so nothing begins with.
   */
  search(query: string, options: SearchOptions = {}): readonly SearchHit[] {
    const terms = queryTerms(query);
    if (terms.length === 0) return [];
    const limit = options.limit ?? 20;
    const scorer = (this.#scorer ??= new Scorer(this.#postings, this.#ranking));
    const asked = new Asked(this.#postings, scorer);
    let groups = terms.map((term) => asked.exact(term));
    const isSentence = groups.filter(({ spread }) => spread > 0).length > MOST_TYPED;
    if (options.loose !== false) groups = loosened(groups, asked, limit);
    const there = groups.filter(({ spread }) => spread > 0);
    const many = Math.max(COMMON_FROM, this.#postings.size * COMMON_SHARE);
    const alone = there.filter(({ spread }) => spread <= many);
    // Words that a great part of the pages have tell no page from another: beside rarer ones they find none by themselves.
    const found = scorer.score(there.map((group) => [group, alone.length === 0 || alone.includes(group)]));
    const weigh = lensWeight(this.#snapshot, options);
    const hits: Hit[] = [];
    for (const [number, score] of found) {
      const path = this.#postings.entries[number]?.path ?? '';
      const weight = weigh(path);
      // To seven digits, so that an index built page by page ranks as one built at once.
      if (weight > 0) hits.push({ number, path, score: Math.fround(score * weight) });
    }
    const ranked = bestOf(hits, Math.max(LOOKED_AT, limit));
    const neighbours = (this.#neighbours ??= new Neighbours(this.#snapshot));
    // One word that is asked for often has no use for what its pages link to.
    const linked = terms.length > 1 ? neighbours.linked(ranked) : new Map<string, Linked>();
    const near = ranked.slice(0, LOOKED_AT);
    if (isSentence) near.push(...this.#others(linked, near, hits, weigh));
    const moved = neighbours.moved(near, terms, linked, isSentence, this.#ranking).sort(best);
    const rest = ranked.slice(LOOKED_AT, limit).filter((hit) => !near.includes(hit));
    const byRarity = [...there].sort((a, b) => a.spread - b.spread || compareText(a.term, b.term));
    return [...moved, ...rest].slice(0, limit).map(({ number, path, score, linkedFrom }) => ({
      path,
      score: Number(score.toPrecision(6)),
      ...(linkedFrom === undefined ? { terms: this.#wordsOn(number, byRarity, scorer) } : { terms: [], linkedFrom }),
    }));
  }

  /** What the best pages link to most and words do not find, or find far below; the former tell what they are found by. */
  #others(
    linked: ReadonlyMap<string, Linked>,
    near: readonly Hit[],
    hits: readonly Hit[],
    weigh: (path: string) => number,
  ): Hit[] {
    const first = new Set(near.map(({ path }) => path));
    const found = new Map(hits.filter(({ path }) => linked.has(path)).map((hit) => [hit.path, hit]));
    return [...linked]
      .filter(([path]) => !first.has(path) && weigh(path) > 0)
      .sort(([a, one], [b, other]) => other.share - one.share || compareText(a, b))
      .slice(0, LINKED)
      .map(([path, { from }]) => {
        const linkedFrom = this.#snapshot.pages.get(from)?.title ?? from;
        return found.get(path) ?? { number: -1, path, score: 0, linkedFrom };
      });
  }

  #wordsOn(page: number, groups: readonly Group[], scorer: Scorer): string[] {
    const words = groups.flatMap((group) => [...group.words.keys()].filter((word) => scorer.has(page, word) > 0));
    return [...new Set(words)].map((word) => this.#postings.vocabulary.words[word] ?? '');
  }
}

interface Hit {
  readonly number: number;
  readonly path: string;
  readonly score: number;
  readonly linkedFrom?: string;
}

const best = (a: Hit, b: Hit): number => b.score - a.score || compareText(a.path, b.path);

/** The best so many, and their equals, in order: of ten thousand pages that hold some of the words, few are looked at. */
function bestOf(hits: readonly Hit[], most: number): Hit[] {
  if (hits.length <= 2 * most) return [...hits].sort(best);
  const scores = Float32Array.from(hits, ({ score }) => score).sort();
  const least = scores[scores.length - most] ?? 0;
  return hits.filter(({ score }) => score >= least).sort(best);
}

function termsOf(page: Page, text: string): string[][] {
  const texts: Record<Field, string> = {
    title: page.title,
    aliases: page.aliases.join('\n'),
    headings: page.headings.map((heading) => heading.text).join('\n'),
    tags: page.tags.join(' '),
    body: plainText(text.slice(page.bodyStart)),
  };
  return FIELDS.map((field) => tokenise(texts[field]));
}
