import { setTimeout as sleep } from 'node:timers/promises';
import { silentRun } from '../src/base';
import { embed } from '../src/model';
import {
  cosine,
  directionOf,
  fuse,
  MEANT,
  meantPassage,
  meantText,
  type Direction,
  type PageIndex,
  type SearchHit,
} from '../src/search';
import { type Snapshot } from '../src/wiki';

const { LIVING_WIKI_BASE_URL: baseUrl, LIVING_WIKI_EMBEDDING_MODEL: model, LIVING_WIKI_API_KEY: apiKey } = process.env;

/** The embedding model that is named in the environment, as the command line takes it; `null` without one. */
export const embeddingModel = baseUrl === undefined ? null : (model ?? null);

/** Texts that are asked for in one go, so that a broken connection costs little. */
const AT_ONCE = 128;

/** What has been asked for so far. */
const known = new Map<string, Direction>();

async function learn(texts: readonly string[]): Promise<void> {
  const unknown = [...new Set(texts)].filter((text) => !known.has(text));
  const endpoint = { baseUrl: baseUrl ?? '', model: model ?? '', ...(apiKey !== undefined && { apiKey }) };
  const timer = {
    sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).then(undefined, () => undefined),
  };
  const deps = {
    fetch,
    timer,
    clock: { now: () => Date.now() },
    random: { id: (length: number) => 'x'.repeat(length) },
  };
  for (let at = 0; at < unknown.length; at += AT_ONCE) {
    const some = unknown.slice(at, at + AT_ONCE);
    for (const [nth, vector] of (await embed(endpoint, deps, some, silentRun)).entries()) {
      known.set(some[nth] ?? '', directionOf(vector));
    }
  }
}

/** What each of these queries finds, ranked by words and by meaning as a wiki ranks it. @param part of the meaning; the usual one when absent */
export async function foundByMeaning(
  snapshot: Snapshot,
  index: PageIndex,
  queries: readonly string[],
  part?: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly SearchHit[]>();
  const passages = new Map<SearchHit, string>();
  for (const query of queries) {
    const hits = index.search(query, { limit: MEANT });
    found.set(query, hits);
    for (const hit of hits) {
      const page = snapshot.pages.get(hit.path);
      if (page) passages.set(hit, meantPassage((await snapshot.text(hit.path)) ?? '', page, hit.terms));
    }
  }
  await learn([...queries.map(meantText), ...passages.values()]);
  const ranked = [...found].map(([query, hits]): [string, readonly string[]] => {
    const asked = known.get(meantText(query));
    const nearness = hits.map((hit): [string, number] => {
      const own = known.get(passages.get(hit) ?? '');
      return [hit.path, asked && own ? cosine(asked, own) : 0];
    });
    return [query, fuse(hits, new Map(nearness), part).map(({ path }) => path)];
  });
  return new Map(ranked);
}
