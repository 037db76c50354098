import { type Run } from '../../base';
import { openPageIndex, type OpenPageIndex, type PageIndex } from '../../search';
import { type Vault } from '../../vault';
import { type Snapshot } from '../../wiki';
import { type WorkbenchHost } from '../types';
import { removeOldIndexes, shardsIn } from './index-store';
import { SemanticRanker } from './semantic-ranking';

/** The search index of an open wiki, and the ranking by meaning. */
export class WikiSearch {
  readonly ranker: SemanticRanker;
  readonly #host: WorkbenchHost;
  readonly #vault: Vault;
  #index: OpenPageIndex | null = null;
  /** The snapshot whose index is on disk. */
  #saved: Snapshot | null = null;

  /** @param vault scoped to the wiki's root */
  constructor(host: WorkbenchHost, vault: Vault) {
    this.#host = host;
    this.#vault = vault;
    this.ranker = new SemanticRanker(host, vault);
  }

  /**
   * The index of `snapshot`, which reads what a query needs. There is one index, so this updates the one that an earlier call
   * returned.
   */
  async openFor(snapshot: Snapshot, run: Run): Promise<OpenPageIndex> {
    if (this.#index) {
      await this.#index.update(snapshot, run);
      return this.#index;
    }
    return (this.#index = await openPageIndex(shardsIn(this.#host, this.#vault), snapshot, run));
  }

  /** {@link openFor}, read completely. */
  async indexFor(snapshot: Snapshot, run: Run): Promise<PageIndex> {
    return (await this.openFor(snapshot, run)).complete(run);
  }

  /** Saves the index of `snapshot`, unless it is saved or was never used. */
  async save(snapshot: Snapshot, run: Run): Promise<void> {
    if (!this.#index || this.#saved === snapshot) return;
    await this.#index.update(snapshot, run);
    await this.#index.save(shardsIn(this.#host, this.#vault), run);
    await removeOldIndexes(this.#vault);
    this.#saved = snapshot;
  }
}
