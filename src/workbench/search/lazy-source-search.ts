import { type Run } from '../../base';
import { type OpenWiki } from '../types';
import {
  type SourceCounts,
  type SourceSearchService,
  type SourceSearchRequest,
  type SourceSearchResult,
} from './source-search-types';

/** For a host that searches sources: see `WorkbenchHost.sourceSearch`. What reads and indexes them is loaded with the first use. */
export function createSourceSearch(wiki: OpenWiki): SourceSearchService {
  return new LazySourceSearch(wiki);
}

class LazySourceSearch implements SourceSearchService {
  readonly #wiki: OpenWiki;
  #loaded: Promise<SourceSearchService> | null = null;

  constructor(wiki: OpenWiki) {
    this.#wiki = wiki;
  }

  async update(run: Run): Promise<void> {
    await (await this.#load()).update(run);
  }

  async search(request: SourceSearchRequest, run: Run): Promise<SourceSearchResult> {
    return (await this.#load()).search(request, run);
  }

  async neighbours(
    ...request: Parameters<SourceSearchService['neighbours']>
  ): ReturnType<SourceSearchService['neighbours']> {
    return (await this.#load()).neighbours(...request);
  }

  async counts(run: Run): Promise<SourceCounts> {
    return (await this.#load()).counts(run);
  }

  #load(): Promise<SourceSearchService> {
    this.#loaded ??= import('./source-search').then(({ IndexedSourceSearch }) => new IndexedSourceSearch(this.#wiki));
    return this.#loaded;
  }
}
