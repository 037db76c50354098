import { asWikiError, checkpoint, throwIfCancelled, type Run, type WikiError } from '../../base';
import { embed, identityOf, type Budget, type Endpoint, type ModelDeps } from '../../model';
import {
  cosine,
  createVectorCache,
  directionOf,
  fuse,
  MEANT,
  meantPassage,
  meantText,
  type Direction,
  type SearchHit,
  type VectorCache,
} from '../../search';
import { hashText, type Vault } from '../../vault';
import { type Snapshot } from '../../wiki';
import { createJobBudget, isLimitReached } from '../model/job';
import { endpointFor, serverAddress } from '../model/settings';
import { stateVault } from '../model/stores';
import { UsageLog } from '../model/usage-log';
import { type WorkbenchHost } from '../types';
import { shardsIn } from './index-store';

/** Milliseconds that one search waits for embeddings, and for which a server that failed is not asked again. */
const TIMEOUT = 8_000;
const RETRY_AFTER = 60_000;

export interface SemanticRankRequest {
  readonly query: string;
  readonly snapshot: Snapshot;
  /** The best pages by words, all of them in the scope of the lens. */
  readonly hits: () => Promise<readonly SearchHit[]>;
  /** Counts what is used. Without one, every search is a job of its own. */
  readonly budget?: Budget | undefined;
  /** Called with the reason when the hits are ranked by words only. */
  readonly onNote?: ((note: string) => void) | undefined;
  /** Called with what would be sent. Then nothing is sent. */
  readonly onDryRun?: ((texts: readonly string[], endpoint: Endpoint, budget: Budget) => void) | undefined;
}

/** Texts with their embeddings, as far as they are known. */
interface Embeddings {
  readonly server: string;
  readonly texts: readonly string[];
  /** Of the cache, one for each text. */
  readonly keys: readonly string[];
  readonly directions: (Direction | null)[];
}

type EmbedDeps = Pick<ModelDeps, 'fetch' | 'timer' | 'clock' | 'random'> & { readonly budget: Budget };

/** Ranks with embeddings from the server that a person chose, and caches them in the wiki. */
export class SemanticRanker {
  readonly #host: WorkbenchHost;
  readonly #vault: Vault;
  readonly #cache: VectorCache;
  #usageLog: UsageLog | null = null;
  #outage: { readonly server: string; readonly until: number; readonly error: WikiError } | null = null;

  /** @param vault scoped to the wiki's root */
  constructor(host: WorkbenchHost, vault: Vault) {
    this.#host = host;
    this.#vault = vault;
    this.#cache = createVectorCache(shardsIn(host, vault, '.wiki/cache/vectors'));
  }

  /**
   * @returns the hits in their new order; `null` when no embedding model is set up, its server fails or is slow, or a
   *   limit is reached
   * @throws WikiError `living-wiki:cancelled`
   */
  async rank(request: SemanticRankRequest, run: Run): Promise<readonly SearchHit[] | null> {
    const { embeddings, clock, random } = this.#host;
    const model = embeddings?.settings.embeddingModel;
    if (!embeddings || model === undefined || serverAddress(embeddings.settings) === null) return null;
    try {
      const limits = { idleTimeout: TIMEOUT, answerTimeout: TIMEOUT };
      const endpoint = { ...endpointFor(embeddings.settings, model), limits };
      // One log for all searches, because each log has a file of its own.
      this.#usageLog ??= new UsageLog(stateVault(this.#vault), random.id(12), 'search');
      const budget = request.budget ?? createJobBudget(embeddings, this.#usageLog, clock);
      return await this.#rank(request, endpoint, { ...embeddings, clock, random, budget }, run);
    } catch (error) {
      throwIfCancelled(run);
      request.onNote?.(`Ranked by words alone. ${asWikiError(error, 'living-wiki:unexpected').message}`);
      return null;
    }
  }

  async #rank(
    { query, snapshot, hits: find, onDryRun }: SemanticRankRequest,
    endpoint: Endpoint,
    deps: EmbedDeps,
    run: Run,
  ): Promise<readonly SearchHit[] | null> {
    const hits = await find();
    const passages = await passagesByPath(hits.slice(0, MEANT), snapshot, run);
    if (passages.size < 2) return null;
    const texts = [meantText(query), ...passages.values()];
    const server = identityOf(endpoint);
    const keys = texts.map((text) => hashText(`${server}\n${text}`).slice(0, 32));
    const directions = await Promise.all(keys.map((key) => this.#cache.get(key)));
    if (onDryRun) {
      const missing = texts.filter((_, at) => !directions[at]);
      onDryRun(missing, endpoint, deps.budget);
      return null;
    }
    const embeddings: Embeddings = { server, texts, keys, directions };
    await this.#complete(embeddings, endpoint, deps, run);
    if (directions.some((own) => own?.length !== directions[0]?.length)) {
      // The server now has another model under the same name.
      directions.fill(null);
      await this.#complete(embeddings, endpoint, deps, run);
    }
    const [asked, ...found] = directions;
    const similarity = [...passages.keys()].map((path, at): [string, number] => {
      const own = found[at];
      return [path, asked && own ? cosine(asked, own) : 0];
    });
    return fuse(hits, new Map(similarity));
  }

  /** Asks the server for the embeddings that are missing. */
  async #complete(
    { server, texts, keys, directions }: Embeddings,
    endpoint: Endpoint,
    deps: EmbedDeps,
    run: Run,
  ): Promise<void> {
    const missing = [...directions.keys()].filter((at) => !directions[at]);
    if (missing.length === 0) return;
    const { clock } = this.#host;
    if (this.#outage?.server === server && clock.now() < this.#outage.until) throw this.#outage.error;
    const wanted = missing.map((at) => texts[at] ?? '');
    try {
      await embed(endpoint, deps, wanted, run, (vectors, from) => {
        for (const [nth, vector] of vectors.entries()) {
          const at = missing[from + nth] ?? 0;
          const direction = (directions[at] = directionOf(vector));
          this.#cache.put(keys[at] ?? '', direction);
        }
      });
    } catch (cause) {
      const error = asWikiError(cause, 'living-wiki:unexpected');
      // A server that answered in part is slow and not down; the next search continues from there.
      const isDown = missing.every((at) => !directions[at]);
      if (!isLimitReached(error) && isDown) this.#outage = { server, until: clock.now() + RETRY_AFTER, error };
      throw error;
    } finally {
      // An embedding that cannot be stored is asked for again.
      await this.#cache.save().catch(() => undefined);
    }
  }
}

/** The passage that represents each page, by its path. */
async function passagesByPath(
  hits: readonly SearchHit[],
  snapshot: Snapshot,
  run: Run,
): Promise<ReadonlyMap<string, string>> {
  const passages = new Map<string, string>();
  for (const { path, terms } of hits) {
    await checkpoint(run);
    const page = snapshot.pages.get(path);
    const text = await snapshot.text(path);
    if (page && text !== null) passages.set(path, meantPassage(text, page, terms));
  }
  return passages;
}
