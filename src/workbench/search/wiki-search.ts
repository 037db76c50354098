import { SerialQueue, throwIfCancelled, type Run } from '../../base';
import { openPageIndex, type OpenPageIndex, type PageIndex } from '../../search';
import { type Vault } from '../../vault';
import { type Snapshot } from '../../wiki';
import { type WorkbenchHost } from '../types';
import { removeOldIndexes, shardsIn } from './index-store';
import { SemanticRanker } from './semantic-ranking';

/**
 * An index follows so many changed pages. Where more differ, a second one is opened: a search of the wiki and work on top of its
 * waiting proposals would else index the pages of all of these again each time that they take turns.
 */
const NEAR = 64;
const MOST = 2;

interface Held {
  readonly index: Promise<OpenPageIndex>;
  /** What it stands for. */
  snapshot: Snapshot;
  /** What people searched with it last; `null` if nobody did. It stays near this. */
  searched: Snapshot | null;
  readonly updates: SerialQueue;
}

/** The search index of an open wiki, and the ranking by meaning. */
export class WikiSearch {
  readonly ranker: SemanticRanker;
  readonly #host: WorkbenchHost;
  readonly #vault: Vault;
  #held: readonly Held[] = [];
  /** The snapshot whose index is on disk. */
  #saved: Snapshot | null = null;

  /** @param vault scoped to the wiki's root */
  constructor(host: WorkbenchHost, vault: Vault) {
    this.#host = host;
    this.#vault = vault;
    this.ranker = new SemanticRanker(host, vault);
  }

  /** The index of `snapshot` for a search, which reads what a query needs. It may be one that an earlier call returned, updated. */
  async openFor(snapshot: Snapshot, run: Run): Promise<OpenPageIndex> {
    const { held, index } = await this.#heldFor(snapshot, run);
    held.searched = snapshot;
    return index;
  }

  /** The index of `snapshot`, read completely, for work that builds on it. */
  async indexFor(snapshot: Snapshot, run: Run): Promise<PageIndex> {
    const { index } = await this.#heldFor(snapshot, run);
    return index.complete(run);
  }

  async #heldFor(snapshot: Snapshot, run: Run): Promise<{ readonly held: Held; readonly index: OpenPageIndex }> {
    for (;;) {
      const near = this.#nearest(snapshot);
      const isNear = near !== null && (near.changed <= NEAR || this.#held.length >= MOST);
      const held = isNear ? near.held : this.#open(snapshot, run);
      try {
        return { held, index: await update(held, snapshot, run) };
      } catch (error) {
        throwIfCancelled(run);
        // Whoever opened it may have been cancelled; others go on.
        if (!isNear || this.#held.includes(held)) throw error;
      }
    }
  }

  /** Saves the index of `snapshot`, unless it is saved or was never used, and keeps only this one in memory. */
  async save(snapshot: Snapshot, run: Run): Promise<void> {
    const near = this.#nearest(snapshot);
    if (near === null || this.#saved === snapshot) return;
    const index = await update(near.held, snapshot, run);
    await index.save(shardsIn(this.#host, this.#vault), run);
    await removeOldIndexes(this.#vault);
    this.#saved = snapshot;
    this.#held = this.#held.filter((held) => held === near.held);
  }

  /**
   * The one that has least to be updated, and how many pages that are; `null` where none is open. One that people search counts as
   * being where they searched it last: else it would follow a row of proposals, page by page, until the next search has to open another.
   */
  #nearest(snapshot: Snapshot): { readonly held: Held; readonly changed: number } | null {
    const all = this.#held.map((held) => {
      const from = [held.snapshot, held.searched ?? held.snapshot];
      const changed = Math.max(...from.map((each) => (each === snapshot ? 0 : snapshot.changedSince(each).size)));
      return { held, changed };
    });
    return all.sort((a, b) => a.changed - b.changed)[0] ?? null;
  }

  #open(snapshot: Snapshot, run: Run): Held {
    const index = this.#read(snapshot, run);
    const opened: Held = { index, snapshot, searched: null, updates: new SerialQueue() };
    this.#held = [...this.#held, opened];
    index.catch(() => void (this.#held = this.#held.filter((held) => held !== opened)));
    return opened;
  }

  /** What another one has indexed is stored first where it is not, so that it need not be indexed twice. */
  async #read(snapshot: Snapshot, run: Run): Promise<OpenPageIndex> {
    const store = shardsIn(this.#host, this.#vault);
    const [other] = this.#held;
    await other?.index.then((index) => index.save(store, run)).catch(() => undefined);
    return openPageIndex(store, snapshot, run);
  }
}

/** Updates to different snapshots that overlap would leave pages of both in it. */
async function update(held: Held, snapshot: Snapshot, run: Run): Promise<OpenPageIndex> {
  const index = await held.index;
  if (held.snapshot === snapshot) return index;
  return held.updates.add(async () => {
    await index.update(snapshot, run);
    held.snapshot = snapshot;
    return index;
  });
}
