import { compareText, quietRun, type Run } from '../../base';
import type { PageIndex } from '../../search';
import type { Page, Snapshot } from '../../wiki';
import type { Lens } from '../../workspace';
import { stopWords } from '../extractive/lexicon';
import { stem, unspaced, wordsOf } from '../extractive/words';
import type { ExtractedText } from '../types';
import { nameTable, prepareNameTable } from './kept-table';
import type { NameTable } from './name-table';

/** A page that a source may affect, and why. */
export interface RecalledPage {
  readonly path: string;
  /** One plain phrase each, the strongest first: `named in the source 7 times`, `search rank 1`, `linked from x`. */
  readonly reasons: readonly string[];
  /** How often the source names it. */
  readonly mentions: number;
  /** About how many tokens its text takes in a prompt. */
  readonly tokens: number;
}

export interface RecallRequest {
  readonly text: ExtractedText;
  readonly snapshot: Snapshot;
  /** Stands for `snapshot`. */
  readonly index: PageIndex;
  /** Its scope narrows what search adds; a page that the source names is recalled whatever the lens. */
  readonly lens: Lens;
  /** Tokens that the texts of the recalled pages may take together. */
  readonly budget: number;
  /** To yield and to be cancelled while the names of a large wiki are first read. */
  readonly run?: Run;
}

const searchHits = 10;
const queryWords = 16;
const hopFrom = 8;
const hopTo = 20;

/** Roughly: a token is three quarters of an English word; the frontmatter takes some more. */
export function tokensOf(page: Page): number {
  return Math.ceil(page.words * 1.4) + 60;
}

/** How often a source names each page. One pass over the text; cost independent of the number of pages. */
export function pagesNamedIn(text: ExtractedText, table: NameTable): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const doubtful = new Map<string, number>();
  const count = (map: Map<string, number>, path: string): void => void map.set(path, (map.get(path) ?? 0) + 1);
  for (const { kind, text: body } of text.passages) {
    for (const hit of table.find(body, kind === 'heading')) {
      for (const path of hit.paths) count(hit.doubtful ? doubtful : counts, path);
    }
  }
  for (const marked of text.linkTexts) {
    for (const path of table.pagesNamed(marked)) if (!counts.has(path)) count(counts, path);
  }
  // A capital at the head of a sentence counts once the page is named beyond doubt elsewhere.
  for (const [path, number] of doubtful) if (counts.has(path)) counts.set(path, (counts.get(path) ?? 0) + number);
  return counts;
}

/** The words that tell most of what a source is about, as a query. */
function queryOf(text: ExtractedText): string {
  const counts = new Map<string, { count: number; text: string; capital: boolean }>();
  const stops = stopWords('other');
  for (const { text: body } of text.passages) {
    for (const word of wordsOf(body)) {
      if (word.shape === 'number' || word.key.length < 3 || stops.has(word.key)) continue;
      const pieces = unspaced.test(word.text) ? (word.text.length <= 6 ? [word.text] : []) : [word.key];
      for (const piece of pieces) {
        const key = stem(piece);
        const known = counts.get(key);
        if (known === undefined) counts.set(key, { count: 1, text: piece, capital: word.shape !== 'lower' });
        else known.count += 1;
      }
    }
  }
  const weigh = (entry: { count: number; text: string; capital: boolean }): number =>
    Math.log2(1 + entry.count) * Math.min(entry.text.length, 10) * (entry.capital ? 1.3 : 1);
  return [...counts.values()]
    .sort((a, b) => weigh(b) - weigh(a) || compareText(a.text, b.text))
    .slice(0, queryWords)
    .map((entry) => entry.text)
    .join(' ');
}

/**
 * The pages that a source may affect, the likeliest first: those that it names (titles, slugs and aliases, in one pass
 * over its text), then the best of a search for its leading words, then what these link to; as many as the budget holds.
 * Deterministic.
 */
export async function recall(request: RecallRequest): Promise<readonly RecalledPage[]> {
  const { text, snapshot, index, lens, budget, run = quietRun } = request;
  await prepareNameTable(index, snapshot, run);
  const table = nameTable(index, snapshot);
  const named = pagesNamedIn(text, table);
  const reasons = new Map<string, string[]>();
  const add = (path: string, reason: string): void => {
    const known = reasons.get(path);
    if (known === undefined) reasons.set(path, [reason]);
    else known.push(reason);
  };
  const byCount = [...named].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
  for (const [path, count] of byCount) add(path, `named in the source ${count === 1 ? 'once' : `${count} times`}`);
  const query = queryOf(text);
  const hits = query === '' ? [] : index.search(query, { loose: false, limit: searchHits, lens });
  hits.forEach((hit, rank) => {
    if (snapshot.pages.has(hit.path)) add(hit.path, `search rank ${rank + 1}`);
  });
  hop(snapshot, reasons, add);
  const recalled: RecalledPage[] = [];
  let left = budget;
  for (const [path, why] of reasons) {
    const page = snapshot.pages.get(path);
    if (page === undefined) continue;
    const tokens = tokensOf(page);
    if (tokens > left) continue;
    left -= tokens;
    recalled.push({ path, reasons: why, mentions: named.get(path) ?? 0, tokens });
  }
  return recalled;
}

function hop(
  snapshot: Snapshot,
  reasons: ReadonlyMap<string, readonly string[]>,
  add: (path: string, reason: string) => void,
): void {
  let added = 0;
  for (const path of [...reasons.keys()].slice(0, hopFrom)) {
    const page = snapshot.pages.get(path);
    const seen = new Set<string>([path]);
    for (const link of page?.links.slice(0, 60) ?? []) {
      if (added >= hopTo) return;
      const target = snapshot.resolve(link, path);
      if (target.kind !== 'page' || seen.has(target.page.path)) continue;
      seen.add(target.page.path);
      if (!reasons.has(target.page.path)) added += 1;
      if ((reasons.get(target.page.path)?.length ?? 0) < 4) add(target.page.path, `linked from ${page?.slug ?? path}`);
    }
  }
}
