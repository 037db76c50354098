import { type Run } from '../base';
import { type Snapshot } from '../wiki';
import { type Lens } from '../workspace';

export interface SearchOptions {
  /** Scope and ranking hints; without a lens the whole wiki is searched as it is. */
  readonly lens?: Lens;
  /** At most this many hits; 20 when absent. */
  readonly limit?: number;
  /** Match word beginnings and near spellings too; on unless `false`. Recall switches it off. */
  readonly loose?: boolean;
  /** For `preferRecent`, milliseconds since the epoch. */
  readonly now?: number;
}

export interface SearchHit {
  readonly path: string;
  readonly score: number;
  /** The words that matched, the rarest among the hits first. */
  readonly terms: readonly string[];
  /** Where no word finds it, but what the best pages link to: the title of the best of these. Its `terms` are none. */
  readonly linkedFrom?: string;
}

/** An index over title, aliases, headings, body and tags of a wiki's pages. */
export interface PageIndex {
  search(query: string, options?: SearchOptions): readonly SearchHit[];
  /** Paths of the pages that say every word of a text, sorted, at most `limit` of them. Nothing is ranked, so it costs as much as the rarest word has pages. */
  pagesWithAll(words: string, limit: number): readonly string[];
  /** Brings the index from the snapshot that it stands for to `next`; costs what changed between the two. */
  update(next: Snapshot, run: Run): Promise<void>;
  /** Stores the index where nothing is stored, or so much changed since that indexing it again would be slow. */
  save(store: ShardStore, run: Run): Promise<void>;
}

/** An index of which only what is asked for is read from where it is kept. */
export interface OpenPageIndex extends Pick<PageIndex, 'update' | 'save'> {
  /** As {@link PageIndex.search}, after reading what the query needs. */
  find(query: string, options: SearchOptions, run: Run): Promise<readonly SearchHit[]>;
  /** Reads the rest, for many queries in a row. */
  complete(run: Run): Promise<PageIndex>;
}

/** Where an index is kept: texts by name, each for itself safe to lose. */
export interface ShardStore {
  names(): Promise<readonly string[]>;
  /** `null` for what cannot be read. */
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}
