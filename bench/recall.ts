import MiniSearch from 'minisearch';
import { silentRun, type Clock } from '../src/base';
import { plainText } from '../src/markdown';
import { createPageIndex, queryTerms, tokenise, type PageIndex } from '../src/search';
import { MemoryVault } from '../src/vault';
import { readSnapshot, type Snapshot } from '../src/wiki';
import { resolveLens } from '../src/workspace';
import { book, dictionary, vaultIn, type Corpus } from './corpora';
import { embeddingModel, foundByMeaning } from './meaning';
import { questionsOf, type Question } from './questions';

const DEPTH = 10;

/** The paths of the pages that a query finds, the best first. */
export type Search = (query: string) => readonly string[];

export interface Figures {
  readonly questions: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
  /** Mean of one over the rank, 0 below the tenth. */
  readonly mrr: number;
}

export function judge(search: Search, questions: readonly Question[]): Figures {
  let [five, ten, reciprocal] = [0, 0, 0];
  for (const { query, page } of questions) {
    const rank = search(query).slice(0, DEPTH).indexOf(page) + 1;
    if (rank === 0) continue;
    ten += 1;
    if (rank <= 5) five += 1;
    reciprocal += 1 / rank;
  }
  const share = (sum: number): number => Math.round((1000 * sum) / questions.length) / 1000;
  return { questions: questions.length, recallAt5: share(five), recallAt10: share(ten), mrr: share(reciprocal) };
}

interface Scored {
  readonly path: string;
  readonly score: number;
}

/** BM25 as the library MiniSearch has it, over all that a page says as one text. */
async function plainBm25(snapshot: Snapshot): Promise<(query: string) => readonly Scored[]> {
  const index = new MiniSearch<{ id: string; text: string }>({
    fields: ['text'],
    tokenize: tokenise,
    processTerm: (term) => term,
    searchOptions: { tokenize: queryTerms },
  });
  for (const page of snapshot.pages.values()) {
    const body = plainText(((await snapshot.text(page.path)) ?? '').slice(page.bodyStart));
    index.add({ id: page.path, text: [page.title, ...page.aliases, ...page.tags, body].join('\n') });
  }
  return (query) => index.search(query).map(({ id, score }) => ({ path: String(id), score }));
}

/** Each of the best twenty gives a part of its score to the pages that it links to. */
function withLinks(search: (query: string) => readonly Scored[], snapshot: Snapshot, part: number): Search {
  return (query) => {
    const hits = search(query);
    const scores = new Map(hits.map(({ path, score }) => [path, score]));
    for (const { path, score } of hits.slice(0, 20)) {
      const targets = new Set<string>();
      for (const link of snapshot.pages.get(path)?.links ?? []) {
        const found = snapshot.resolve(link, path);
        if (found.kind === 'page' && found.page.path !== path) targets.add(found.page.path);
      }
      for (const target of targets) scores.set(target, (scores.get(target) ?? 0) + (part * score) / targets.size);
    }
    return [...scores].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([path]) => path);
  };
}

export interface Prepared {
  readonly name: string;
  readonly snapshot: Snapshot;
  readonly tune: readonly Question[];
  readonly heldOut: readonly Question[];
}

async function snapshotOf(files: ReadonlyMap<string, string>): Promise<Snapshot> {
  const clock: Clock = { now: () => 0 };
  const vault = new MemoryVault(Object.fromEntries(files), clock);
  return readSnapshot({ vault, lens: await resolveLens(vault, 'KNOWLEDGE.md'), run: silentRun, clock });
}

export async function prepare({ name, files }: Corpus): Promise<Prepared | string> {
  if (typeof files === 'string') return files;
  const { files: left, ...questions } = await questionsOf(await snapshotOf(files), files);
  return { name, snapshot: await snapshotOf(left), ...questions };
}

export const corporaIn = (folders: readonly string[]): readonly Corpus[] => [
  dictionary(),
  book(),
  ...folders.map(vaultIn),
];

/** What ships where the embedding model of the environment ranks by meaning. */
async function judgeMeaning(snapshot: Snapshot, index: PageIndex, questions: readonly Question[]): Promise<Figures> {
  const queries = questions.map(({ query }) => query);
  const found = await foundByMeaning(snapshot, index, queries);
  return judge((query) => found.get(query) ?? [], questions);
}

/** How well each way of searching finds the pages meant: in the half of the questions that nothing was tuned on. */
async function measureOne({ snapshot, tune, heldOut }: Prepared): Promise<Record<string, unknown>> {
  const bm25 = await plainBm25(snapshot);
  const plain: Search = (query) => bm25(query).map(({ path }) => path);
  // The baseline has its own part of the links chosen where ours was chosen.
  const parts = [0.1, 0.3, 0.5, 1, 2];
  const [best] = parts
    .map((part) => ({ part, search: withLinks(bm25, snapshot, part) }))
    .map((way) => ({ ...way, mrr: judge(way.search, tune).mrr }))
    .sort((a, b) => b.mrr - a.mrr);
  const index = await createPageIndex(snapshot, silentRun);
  const times: number[] = [];
  const ships: Search = (query) => {
    const start = performance.now();
    const hits = index.search(query, { limit: DEPTH });
    times.push(performance.now() - start);
    return hits.map(({ path }) => path);
  };
  const figures = {
    plain: judge(plain, heldOut),
    links: judge(best?.search ?? plain, heldOut),
    ships: judge(ships, heldOut),
    ...(embeddingModel !== null && {
      meaning: { model: embeddingModel, ...(await judgeMeaning(snapshot, index, heldOut)) },
    }),
  };
  const byKind = (['definition', 'context', 'anchor'] as const).map((kind) => {
    const asked = heldOut.filter((question) => question.kind === kind);
    return [
      kind,
      asked.length < 20 ? asked.length : { plain: judge(plain, asked), ships: judge(ships, asked) },
    ] as const;
  });
  times.sort((a, b) => a - b);
  const at = (share: number): number => Number((times[Math.floor(times.length * share)] ?? 0).toPrecision(3));
  const searchMs = { p50: at(0.5), p95: at(0.95) };
  return { pages: snapshot.pages.size, tuned: tune.length, ...figures, byKind: Object.fromEntries(byKind), searchMs };
}

/** Recall over real corpora: those that are installed here, and vaults in these folders. */
export async function measureRecall(
  folders: readonly string[],
  say: (line: string) => void,
): Promise<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  for (const corpus of corporaIn(folders)) {
    say(`recall in ${corpus.name}`);
    const prepared = await prepare(corpus);
    result[corpus.name] = typeof prepared === 'string' ? { skipped: prepared } : await measureOne(prepared);
  }
  return result;
}
