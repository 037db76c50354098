import { type Run } from '../../base';
import { type OpenWiki } from '../types';
import {
  type SourceCounts,
  type SourceSearch,
  type SourceSearchRequest,
  type SourceSearchResult,
} from './source-search-types';

/** For a host that searches sources: see `WorkbenchHost.sourceSearch`. What reads and indexes them is loaded with the first use. */
export function createSourceSearch(wiki: OpenWiki): SourceSearch {
  return new LazySourceSearch(wiki);
}

class LazySourceSearch implements SourceSearch {
  readonly #wiki: OpenWiki;
  #loaded: Promise<SourceSearch> | null = null;

  constructor(wiki: OpenWiki) {
    this.#wiki = wiki;
  }

  async update(run: Run): Promise<void> {
    await (await this.#load()).update(run);
  }

  async search(request: SourceSearchRequest, run: Run): Promise<SourceSearchResult> {
    return (await this.#load()).search(request, run);
  }

  async counts(run: Run): Promise<SourceCounts> {
    return (await this.#load()).counts(run);
  }

  #load(): Promise<SourceSearch> {
    this.#loaded ??= import('./source-search').then(({ IndexedSourceSearch }) => new IndexedSourceSearch(this.#wiki));
    return this.#loaded;
  }
}
