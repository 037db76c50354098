import { asWikiError, checkpoint, type Run, throwIfCancelled, type WikiError } from '../../base';
import { embed, identityOf, type Endpoint, type Budget } from '../../model';
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
} from '../../search';
import { hashText, type Vault } from '../../vault';
import { type Snapshot } from '../../wiki';
import { shardsIn } from '../index-store';
import { type WorkbenchHost } from '../types';
import { isLimitReached, createJobLedger } from './job';
import { serverAddress, endpointFor } from './settings';
import { stateVault } from './stores';
import { UsageLog } from './usage-log';

/** Milliseconds that one search waits for embeddings, and that a server which gave none is left alone. */
const TIMEOUT = 8_000;
const RETRY_AFTER = 60_000;

/** What is ranked by its meaning, and how. */
export interface SemanticRankRequest {
  readonly query: string;
  readonly snapshot: Snapshot;
  /** The best pages by words, all of them in the scope of the lens. */
  readonly hits: () => readonly SearchHit[];
  /** Counts what is used; without one a search is a job of its own. */
  readonly ledger?: Budget | undefined;
  /** Told why the hits are ranked by words alone. */
  readonly onNote?: ((note: string) => void) | undefined;
  /** Sends nothing, and is told what would be. */
  readonly onDryRun?: ((texts: readonly string[], endpoint: Endpoint, ledger: Budget) => void) | undefined;
}

/**
 * @returns the hits in their new order; `null` where no embedding model is set up, its server fails or is slow, or a limit
 *   is reached
 * @throws WikiError `living-wiki:cancelled`
 */
export type SemanticRanker = (request: SemanticRankRequest, run: Run) => Promise<readonly SearchHit[] | null>;

/** Ranks with embeddings from the server that a person chose; they are kept in the wiki. @param vault scoped to its root */
export function createSemanticRanker(host: WorkbenchHost, vault: Vault): SemanticRanker {
  const cache = createVectorCache(shardsIn(vault, '.wiki/cache/vectors'));
  let book: UsageLog | null = null;
  let resting: { readonly server: string; readonly until: number; readonly why: WikiError } | null = null;

  return async ({ query, snapshot, hits: find, ledger, onDryRun: dry, onNote }, run) => {
    const { embeddings, clock, random } = host;
    const model = embeddings?.settings.embeddingModel;
    if (!embeddings || model === undefined || serverAddress(embeddings.settings) === null) return null;
    try {
      const limits = { idleTimeout: TIMEOUT, answerTimeout: TIMEOUT };
      const endpoint = { ...endpointFor(embeddings.settings, model), limits };
      // One book for all searches, since each has a file of its own.
      book ??= new UsageLog(stateVault(vault), random.id(12), 'search');
      const deps = { ...embeddings, clock, random, budget: ledger ?? createJobLedger(embeddings, book, clock) };
      const hits = find();
      const passages = await passagesByPath(hits.slice(0, MEANT), snapshot, run);
      // There is nothing to choose from.
      if (passages.size < 2) return null;
      const texts = [meantText(query), ...passages.values()];
      const server = identityOf(endpoint);
      const keys = texts.map((text) => hashText(`${server}\n${text}`).slice(0, 32));
      const known = await Promise.all(keys.map((key) => cache.get(key)));
      const complete = async (): Promise<void> => {
        const missing = [...known.keys()].filter((at) => !known[at]);
        if (missing.length === 0) return;
        if (resting?.server === server && clock.now() < resting.until) throw resting.why;
        const wanted = missing.map((at) => texts[at] ?? '');
        try {
          await embed(endpoint, deps, wanted, run, (vectors, from) => {
            for (const [nth, vector] of vectors.entries()) {
              const at = missing[from + nth] ?? 0;
              const direction = (known[at] = directionOf(vector));
              cache.put(keys[at] ?? '', direction);
            }
          });
        } catch (error) {
          const why = asWikiError(error, 'living-wiki:unexpected');
          // One that is slow, and not dead, may go on where it was.
          if (!isLimitReached(why) && missing.every((at) => !known[at]))
            resting = { server, until: clock.now() + RETRY_AFTER, why };
          throw why;
        } finally {
          // What cannot be kept is asked for again.
          await cache.save().catch(() => undefined);
        }
      };
      if (dry) {
        dry(
          texts.filter((_, at) => !known[at]),
          endpoint,
          deps.budget,
        );
        return null;
      }
      await complete();
      if (known.some((own) => own?.length !== known[0]?.length)) {
        // Behind the same name there is another model by now.
        known.fill(null);
        await complete();
      }
      const [asked, ...found] = known as Direction[];
      const nearness = [...passages.keys()].map((path, at): [string, number] => {
        const own = found[at];
        return [path, asked && own ? cosine(asked, own) : 0];
      });
      return fuse(hits, new Map(nearness));
    } catch (error) {
      throwIfCancelled(run);
      onNote?.(`Ranked by words alone. ${asWikiError(error, 'living-wiki:unexpected').message}`);
      return null;
    }
  };
}

/** What stands for each page, by its path. */
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
