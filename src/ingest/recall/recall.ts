import { compareText, type Run, silentRun, YieldBudget } from '../../base';
import { splitSentences } from '../../markdown';
import { type PageIndex } from '../../search';
import { isDisputesPage, type Page, type Snapshot } from '../../wiki';
import { type Lens } from '../../workspace';
import { stopWords } from '../extractive/stop-words';
import { CHUNK_LENGTH, stem, UNSPACED_SCRIPT, tokenizeInChunks } from '../extractive/tokenizer';
import { type ExtractedText } from '../types';
import { nameTable, prepareNameTable } from './name-table-cache';
import { type NameTable } from './name-table';

/** A page that a source may affect, and why. */
export interface RecalledPage {
  readonly path: string;
  /** Short phrases, strongest first: `named 7 times in the source`, `search result 1 for the text of the source`, `linked from “X”`. */
  readonly reasons: readonly string[];
  /** How often the source names the page. */
  readonly mentions: number;
  /** Estimated tokens of its text in a prompt. */
  readonly tokens: number;
}

interface RecallRequest {
  readonly text: ExtractedText;
  readonly snapshot: Snapshot;
  /** The search index of `snapshot`. */
  readonly index: PageIndex;
  /** Its scope limits what search adds. A page that the source names is recalled under any lens. */
  readonly lens: Lens;
  /** Most tokens that the recalled pages may take together. */
  readonly budget: number;
  /** Recalls also pages of whose title one sentence has all words, in any order. */
  readonly inAnyOrder?: boolean;
  readonly run?: Run;
}

/** Pages of whose titles the source has only the words. */
const MAX_IN_WORDS = 12;
const MAX_SEARCH_HITS = 10;
const MAX_QUERY_WORDS = 16;
/** A source of many subjects is searched for part by part too: this many characters, or up to the next heading. */
const PART_LENGTH = 600;
const MAX_PARTS = 24;
const PART_QUERY_WORDS = 8;
const HITS_PER_PART = 2;
/** The cost of weighing one term, in characters read. */
const CHARACTERS_PER_TERM = 2;
const MAX_LINKING_PAGES = 8;
const MAX_LINKED_PAGES = 20;

/** A rough figure: a token is about three quarters of an English word, and the frontmatter takes some more. */
function estimatePageTokens(page: Page): number {
  return Math.ceil(page.words * 1.4) + 60;
}

/** How often a source names each page. Takes one pass over the text, however many pages there are. */
export async function countPageMentions(
  text: ExtractedText,
  table: NameTable,
  yieldBudget: YieldBudget,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const doubtful = new Map<string, number>();
  const count = (map: Map<string, number>, path: string): void => void map.set(path, (map.get(path) ?? 0) + 1);
  for (const { kind, text: body } of text.passages) {
    for (const matches of table.findInChunks(body, kind === 'heading')) {
      for (const match of matches) for (const path of match.paths) count(match.doubtful ? doubtful : counts, path);
      if (yieldBudget.spend(Math.min(body.length, CHUNK_LENGTH))) await yieldBudget.checkpoint();
    }
  }
  for (const marked of text.linkTexts) {
    for (const path of table.pagesNamed(marked)) if (!counts.has(path)) count(counts, path);
    if (yieldBudget.spend(marked.length)) await yieldBudget.checkpoint();
  }
  // A capital at the start of a sentence counts if the page is clearly named elsewhere.
  for (const [path, number] of doubtful) if (counts.has(path)) counts.set(path, (counts.get(path) ?? 0) + number);
  return counts;
}

/** Pages that the source does not name, but of whose names it has all words in one sentence: those of most sentences first. */
async function findPagesInWords(
  text: ExtractedText,
  table: NameTable,
  named: ReadonlyMap<string, number>,
  yieldBudget: YieldBudget,
): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  for (const { text: body } of text.passages) {
    for (const { start, end } of splitSentences(body)) {
      for (const path of table.pagesInWords(body.slice(start, end)))
        if (!named.has(path)) counts.set(path, (counts.get(path) ?? 0) + 1);
      if (yieldBudget.spend(end - start)) await yieldBudget.checkpoint();
    }
  }
  const found = [...counts].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
  return found.slice(0, MAX_IN_WORDS).map(([path]) => path);
}

/** A search query of the words that say most about the source. */
async function buildQuery(
  text: Pick<ExtractedText, 'passages'>,
  most: number,
  yieldBudget: YieldBudget,
): Promise<string> {
  const counts = new Map<string, TermCount>();
  const stops = stopWords('other');
  for (const { text: body } of text.passages) {
    for (const words of tokenizeInChunks(body)) {
      for (const word of words) {
        if (word.shape === 'number' || word.key.length < 3 || stops.has(word.key)) continue;
        const isUnspaced = UNSPACED_SCRIPT.test(word.text);
        if (isUnspaced && word.text.length > 6) continue;
        const term = isUnspaced ? word.text : word.key;
        const key = stem(term);
        const known = counts.get(key);
        if (known === undefined) counts.set(key, { count: 1, text: term, isCapitalised: word.shape !== 'lower' });
        else known.count += 1;
      }
      if (yieldBudget.spend(Math.min(body.length, CHUNK_LENGTH))) await yieldBudget.checkpoint();
    }
  }
  const best: WeightedTerm[] = [];
  for (const counted of counts.values()) {
    const term: WeightedTerm = { text: counted.text, weight: weightOf(counted) };
    const last = best.at(-1);
    if (last === undefined || best.length < most || byWeight(term, last) < 0) {
      const place = best.findIndex((other) => byWeight(term, other) < 0);
      best.splice(place < 0 ? best.length : place, 0, term);
      if (best.length > most) best.pop();
    }
    if (yieldBudget.spend(CHARACTERS_PER_TERM)) await yieldBudget.checkpoint();
  }
  return best.map(({ text: word }) => word).join(' ');
}

interface TermCount {
  count: number;
  readonly text: string;
  readonly isCapitalised: boolean;
}

interface WeightedTerm {
  readonly text: string;
  readonly weight: number;
}

const weightOf = ({ count, text, isCapitalised }: TermCount): number =>
  Math.log2(1 + count) * Math.min(text.length, 10) * (isCapitalised ? 1.3 : 1);
const byWeight = (a: WeightedTerm, b: WeightedTerm): number => b.weight - a.weight || compareText(a.text, b.text);

/**
 * The pages that a source may affect, most likely first: the pages it names (by title, slug or alias), then the best hits of
 * a search for its leading words, then the pages these link to, up to the token budget.
 */
export async function recall(request: RecallRequest): Promise<readonly RecalledPage[]> {
  const { text, snapshot, index, lens, budget, run = silentRun } = request;
  await prepareNameTable(index, snapshot, run);
  const table = nameTable(index, snapshot);
  const yieldBudget = new YieldBudget(run);
  const named = await countPageMentions(text, table, yieldBudget);
  const reasons = new Map<string, string[]>();
  const add = (path: string, reason: string): void => {
    const known = reasons.get(path);
    if (known === undefined) reasons.set(path, [reason]);
    else known.push(reason);
  };
  const byCount = [...named].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
  for (const [path, count] of byCount) add(path, `named ${count === 1 ? 'once' : `${count} times`} in the source`);
  if (request.inAnyOrder === true) {
    for (const path of await findPagesInWords(text, table, named, yieldBudget))
      add(path, 'its words are in the source');
  }
  const query = await buildQuery(text, MAX_QUERY_WORDS, yieldBudget);
  await yieldBudget.checkpoint();
  const hits = query === '' ? [] : index.search(query, { loose: false, limit: MAX_SEARCH_HITS, lens });
  hits.forEach((hit, rank) => {
    // Pages that only a link brought follow below, with their reason.
    if (snapshot.pages.has(hit.path) && hit.linkedFrom === undefined)
      add(hit.path, `search result ${rank + 1} for the text of the source`);
  });
  await yieldBudget.checkpoint();
  for (const part of partsOf(text)) {
    const words = await buildQuery(part, PART_QUERY_WORDS, yieldBudget);
    const found = words === '' ? [] : index.search(words, { loose: false, limit: HITS_PER_PART, lens });
    for (const { path, linkedFrom } of found)
      if (snapshot.pages.has(path) && linkedFrom === undefined && !reasons.has(path))
        add(path, 'search result for a part of the source');
    await yieldBudget.checkpoint();
  }
  addLinkedPages(snapshot, reasons, add);
  const recalled: RecalledPage[] = [];
  let left = budget;
  for (const [path, why] of reasons) {
    const page = snapshot.pages.get(path);
    // What it tells, the pages tell that it is made of.
    if (page === undefined || isDisputesPage(page)) continue;
    const tokens = estimatePageTokens(page);
    if (tokens > left) continue;
    left -= tokens;
    recalled.push({ path, reasons: why, mentions: named.get(path) ?? 0, tokens });
  }
  return recalled;
}

/** The parts of a source of many subjects, from which one search finds only the commonest; none of a short source. */
function partsOf({ passages }: ExtractedText): readonly Pick<ExtractedText, 'passages'>[] {
  const parts: ExtractedText['passages'][number][][] = [];
  let length = 0;
  for (const passage of passages) {
    const open = parts.at(-1);
    if (open === undefined || length >= PART_LENGTH || passage.kind === 'heading') {
      if (parts.length >= MAX_PARTS) break;
      parts.push([passage]);
      length = 0;
    } else open.push(passage);
    length += passage.text.length;
  }
  return parts.length < 2 ? [] : parts.map((part) => ({ passages: part }));
}

function addLinkedPages(
  snapshot: Snapshot,
  reasons: ReadonlyMap<string, readonly string[]>,
  add: (path: string, reason: string) => void,
): void {
  let added = 0;
  for (const path of [...reasons.keys()].slice(0, MAX_LINKING_PAGES)) {
    const page = snapshot.pages.get(path);
    const seen = new Set<string>([path]);
    for (const link of page?.links.slice(0, 60) ?? []) {
      if (added >= MAX_LINKED_PAGES) return;
      const target = snapshot.resolve(link, path);
      if (target.kind !== 'page' || seen.has(target.page.path)) continue;
      seen.add(target.page.path);
      if (!reasons.has(target.page.path)) added += 1;
      if ((reasons.get(target.page.path)?.length ?? 0) < 4)
        add(target.page.path, `linked from “${page?.title ?? path}”`);
    }
  }
}
