import type { Run } from '../base';
import type { Page, Snapshot } from '../wiki';
import type { Lens } from '../workspace';

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
}

/** A BM25 index over title, aliases, headings, body and tags of a wiki's pages. */
export interface PageIndex {
  search(query: string, options?: SearchOptions): readonly SearchHit[];
  /** Brings the index from the snapshot that it stands for to `next`; costs what changed between the two. */
  update(next: Snapshot, run: Run): Promise<void>;
  /** For the cache: a versioned text with what proves each page's; `''` where the index is changed all the while. */
  serialise(run: Run): Promise<string>;
}

/** A passage of a page around the first matched words, plain text, at most `length` characters. */
export type Snippet = (text: string, page: Page, terms: readonly string[], length?: number) => string;
