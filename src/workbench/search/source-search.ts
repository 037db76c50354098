import { isWikiError, uncancellable, type Run } from '../../base';
import {
  adjacency,
  definesAsked,
  isInScope,
  isProperty,
  matchesIn,
  SourceIndex,
  statementWeight,
  statementWords,
  wordScore,
  type SourceWord,
} from '../../search';
import { leansOnBefore } from '../../markdown';
import { type Hash } from '../../vault';
import { describePlace, MAX_SOURCE_BYTES, type Page, type Snapshot, type Source } from '../../wiki';
import { type Lens } from '../../workspace';
import { readTranscript } from '../model/media';
import { mediaKind } from '../sources/media-kind';
import { asksForSignatures, requireSignature } from '../sources/signature';
import { readSourceText } from '../sources/source-text';
import { type OpenWiki } from '../types';
import { shardsInOrMemory } from './index-store';
import {
  type FoundInSource,
  type SourceCounts,
  type SourceSearchService,
  type SourceSearchRequest,
  type SourceSearchResult,
} from './source-search-types';
import { blockText, sourceBlocks, type SourceBlock, type SourceStatement } from './source-blocks';

const FOLDER = '.wiki/cache/sources';

/** So many blocks are read again to find the statements that answer best, for each that is asked for. */
const BLOCKS_FOR_EACH = 2;

/** Of one source, so many statements are given at most. */
const MAX_OF_SOURCE = 3;

/** How much the statement itself counts, beside the block that it is in. */
const STATEMENT_SHARE = 0.6;

/** How much the words count that only the sentences before and after a statement have, beside those of what it is about. */
const BESIDE_SHARE = 0.5;

/** How much a statement counts more that has the words of the query side by side as they are asked. */
const ADJACENT = 0.1;

/** How much a statement counts more that opens with what "What is …?" asks for. */
const DEFINES = 0.3;

/** How much it counts more that the heading above has the words of the query: a section is about what it is called. */
const HEADING_SHARE = 0.15;

/** How much it counts more that the title and heading above have the words of the query. */
const TITLE_SHARE = 0.05;

/** How much a statement counts that no page may cite: of a bot, a command or a signature. */
const SKIPPED = 0.5;

/** Sources whose blocks are kept in memory, those that were used last. */
const MAX_KEPT = 24;

/** UTF-16 units of a statement that is shown. Longer ones are code or rows of a wide table. */
const MAX_SHOWN = 600;

/** The sources of a snapshot by their content, newest first. Of copies, the first path counts. */
interface KnownSources {
  readonly snapshot: Snapshot['sources'];
  readonly byHash: ReadonlyMap<string, Source>;
}

/** What of the sources is searched, and what is not: because it is not indexed yet, or the budget is spent. */
interface SearchedSources {
  readonly searched: ReadonlyMap<string, Source>;
  readonly counts: SourceCounts;
}

/** See {@link SourceSearchService}. Loaded when it is first used. */
export class IndexedSourceSearch implements SourceSearchService {
  readonly #session: OpenWiki;
  readonly #blocks = new Map<string, readonly SourceBlock[]>();
  #index: Promise<SourceIndex> | null = null;
  #known: KnownSources | null = null;
  /** The sources to which the index was brought last, and the budget then. */
  #indexed: { readonly snapshot: Snapshot['sources']; readonly budget: number } | null = null;
  #update: Promise<void> | null = null;

  constructor(session: OpenWiki) {
    this.#session = session;
  }

  update(run: Run): Promise<void> {
    const { sources } = this.#session.snapshot;
    if (this.#indexed?.snapshot === sources && this.#indexed.budget === this.#budget()) return Promise.resolve();
    this.#update ??= this.#bringUpToDate(run).finally(() => (this.#update = null));
    return this.#update;
  }

  async counts(run: Run): Promise<SourceCounts> {
    return (await this.#searched(run)).counts;
  }

  async search(request: SourceSearchRequest, run: Run): Promise<SourceSearchResult> {
    const index = await this.#open();
    const { searched, counts } = await this.#searched(run);
    const citing = citingPages(this.#session.snapshot);
    const isShown = (key: string): boolean => {
      const source = searched.get(key);
      return source !== undefined && isSourceInScope(citing.get(source.path) ?? [], request.lens);
    };
    const { hits, words, unsigned } = await this.#signedHits(
      async (limit, isRefused) =>
        index.search(request.query, { limit, isShown: (key) => !isRefused(key) && isShown(key) }, run),
      searched,
      request,
    );
    const ranked: Candidate[] = [];
    for (const hit of hits) {
      const source = searched.get(hit.key);
      if (source === undefined) continue;
      const block = (await this.#blocksOf(source, hit.key, run))[hit.block];
      if (block !== undefined) {
        const best = hits[0]?.score ?? 1;
        ranked.push(...candidatesOf(block, source, { query: request.query, words, share: hit.score / best }));
      }
      await run.yieldToHost();
    }
    const found = bestOf(ranked, request).map((each) => describe(each, words, citing.get(each.source.path) ?? []));
    return { found, unsigned, ...counts };
  }

  async neighbours(path: string, quote: string, run: Run): ReturnType<SourceSearchService['neighbours']> {
    const source = this.#session.snapshot.sources.get(path);
    if (source === undefined) return null;
    const words = statementWords(quote);
    const blocks = await this.#blocksOf(source, await this.#session.snapshot.sourceHash(path), run);
    return blocks.flatMap(({ statements }) => statements).find(({ text }) => statementWords(text) === words) ?? null;
  }

  /**
   * The best hits, without those in sources that are not signed as the wiki asks. More are looked at each time some are refused, so
   * that few looks get past many of them.
   */
  async #signedHits(
    find: (limit: number, isRefused: (key: string) => boolean) => ReturnType<SourceIndex['search']>,
    searched: SearchedSources['searched'],
    { limit, lens }: SourceSearchRequest,
  ): Promise<Awaited<ReturnType<SourceIndex['search']>> & Pick<SourceSearchResult, 'unsigned'>> {
    const isSigned = new Map<string, boolean>();
    const isRefused = (key: string): boolean => isSigned.get(key) === false;
    for (let wanted = limit * BLOCKS_FOR_EACH; ; wanted *= 2) {
      const { hits, words } = await find(wanted, isRefused);
      if (!asksForSignatures(this.#session, lens)) return { hits, words, unsigned: [] };
      for (const { key } of hits) {
        const path = searched.get(key)?.path;
        if (path !== undefined && !isSigned.has(key)) isSigned.set(key, await this.#isSigned(path, key, lens));
      }
      if (hits.some(({ key }) => isRefused(key))) continue;
      const unsigned = [...isSigned.keys()].filter(isRefused).flatMap((key) => searched.get(key)?.path ?? []);
      return { hits: hits.slice(0, limit * BLOCKS_FOR_EACH), words, unsigned };
    }
  }

  async #isSigned(path: string, hash: Hash, lens: Lens): Promise<boolean> {
    try {
      await requireSignature(this.#session, path, hash, lens);
      return true;
    } catch (error) {
      if (!isWikiError(error)) throw error;
      return false;
    }
  }

  /** UTF-16 units of text that are indexed at most. */
  #budget(): number {
    return this.#session.host.sourceBudget?.() ?? Infinity;
  }

  async #bringUpToDate(run: Run): Promise<void> {
    const index = await this.#open();
    const { snapshot, byHash } = await this.#readSources(run);
    const texts = [...byHash].map(([key, source]) => ({
      key,
      read: async () => (await this.#read(source, key, run)).map(blockText),
    }));
    const budget = this.#budget();
    await index.update(texts, budget, run);
    this.#indexed = { snapshot, budget };
  }

  async #searched(run: Run): Promise<SearchedSources> {
    const index = await this.#open();
    const { byHash } = await this.#readSources(run);
    const searched = new Map<string, Source>();
    let [pending, outside, left] = [0, 0, this.#budget()];
    for (const [key, source] of byHash) {
      const known = index.lengthOf(key);
      if (left <= 0) outside += 1;
      else if (known === undefined) pending += 1;
      else searched.set(key, source);
      left -= known ?? source.size;
    }
    return { searched, counts: { searched: searched.size, pending, outside } };
  }

  async #readSources(run: Run): Promise<KnownSources> {
    const { snapshot, vault } = this.#session;
    if (this.#known?.snapshot === snapshot.sources) return this.#known;
    const byHash = new Map<string, Source>();
    const newest = [...snapshot.sources.values()].sort((a, b) => b.mtime - a.mtime);
    for (const source of newest) {
      await run.yieldToHost();
      const isMedia = mediaKind(source.path) !== null;
      if (source.size > MAX_SOURCE_BYTES && !isMedia) continue;
      const hash = await snapshot.sourceHash(source.path);
      if (isMedia && (await readTranscript(vault, source.path, hash, run)) === null) continue;
      if (!byHash.has(hash)) byHash.set(hash, source);
    }
    return (this.#known = { snapshot: snapshot.sources, byHash });
  }

  #open(): Promise<SourceIndex> {
    const { host, vault } = this.#session;
    return (this.#index ??= SourceIndex.open(shardsInOrMemory(host, vault, FOLDER)));
  }

  async #blocksOf(source: Source, key: string, run: Run): Promise<readonly SourceBlock[]> {
    const known = this.#blocks.get(key) ?? (await this.#read(source, key, run));
    this.#blocks.delete(key);
    this.#blocks.set(key, known);
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_KEPT) break;
      this.#blocks.delete(oldest);
    }
    return known;
  }

  /** None where the source cannot be read: what is wrong with it is said when it is ingested. */
  async #read(source: Source, hash: Hash, run: Run): Promise<readonly SourceBlock[]> {
    try {
      return await sourceBlocks(await readSourceText(this.#session, source.path, hash, run), uncancellable(run));
    } catch (error) {
      if (!isWikiError(error) || error.code === 'living-wiki:cancelled') throw error;
      return [];
    }
  }
}

interface Candidate {
  readonly source: Source;
  readonly statement: SourceStatement;
  readonly score: number;
}

function candidatesOf(
  { context, statements }: SourceBlock,
  source: Source,
  { query, words, share }: { readonly query: string; readonly words: readonly SourceWord[]; readonly share: number },
): readonly Candidate[] {
  const whole = Math.max(
    1e-9,
    words.reduce((sum, { rarity }) => sum + rarity, 0),
  );
  const title = wordScore(context, '', words) / whole;
  const isDefinition = definesAsked(query);
  return statements.flatMap((statement) => {
    const { anchor, lead, before, after } = statement;
    const needed = leansOnBefore(statement.text) ? before : null;
    const around = [context, anchor.heading, lead, needed].join('\n');
    // What stands under a heading with the word is about it: "Who becomes treasurer?"
    const heading = isProperty(statement.text) ? '' : (statement.anchor.heading ?? '');
    if (wordScore(statement.text, '', words) + wordScore(heading, '', words) === 0) return [];
    const alone = wordScore(statement.text, around, words);
    const beside = wordScore(statement.text, [around, before, after].join('\n'), words);
    const own = (alone + BESIDE_SHARE * (beside - alone)) / whole;
    const weight = statementWeight(statement.text) * (statement.isSkipped ? SKIPPED : 1);
    const said =
      STATEMENT_SHARE * own +
      ADJACENT * adjacency(statement.text, query) +
      (isDefinition(statement.text) ? DEFINES : 0);
    const section = (HEADING_SHARE * wordScore(heading, '', words)) / whole;
    const score = weight * (said + section) + (1 - STATEMENT_SHARE) * share + TITLE_SHARE * title;
    return [{ source, statement, score }];
  });
}

function bestOf(candidates: readonly Candidate[], { limit, shown = [] }: SourceSearchRequest): readonly Candidate[] {
  const said = new Set(shown.map(statementWords));
  const ofSource = new Map<string, number>();
  const best: Candidate[] = [];
  for (const candidate of [...candidates].sort((a, b) => b.score - a.score)) {
    if (best.length >= limit) break;
    const { source, statement } = candidate;
    const count = ofSource.get(source.path) ?? 0;
    const words = statementWords(statement.text);
    if (count >= MAX_OF_SOURCE || words === '' || said.has(words)) continue;
    said.add(words);
    ofSource.set(source.path, count + 1);
    const neighbour = (text: string | null): string | null => {
      const key = statementWords(text ?? '');
      if (said.has(key)) return null;
      said.add(key);
      return text;
    };
    const [before, after] = [neighbour(statement.before), neighbour(statement.after)];
    best.push({ ...candidate, statement: { ...statement, before, after } });
  }
  return best;
}

function describe(
  { source, statement, score }: Candidate,
  words: readonly SourceWord[],
  pages: readonly Page[],
): FoundInSource {
  const { text: full, anchor, lead, before, after } = statement;
  const terms = words.flatMap(({ forms }) => [...forms.keys()]);
  const text = shownPart(full.replace(/\s+/g, ' ').trim(), terms);
  return {
    path: source.path,
    source: source.id,
    title: source.title,
    text,
    lead,
    before,
    after,
    anchor,
    place: describePlace(anchor, formatOf(source.path)),
    matches: matchesIn(text, terms).map(({ start, end }) => ({ start, end })),
    pages: pages.map(({ slug, title }) => ({ slug, title })),
    score: Number(score.toPrecision(4)),
  };
}

/** A long statement from its first match on. */
function shownPart(text: string, terms: readonly string[]): string {
  if (text.length <= MAX_SHOWN) return text;
  const first = matchesIn(text, terms)[0]?.start ?? 0;
  const from = first < MAX_SHOWN / 2 ? 0 : text.lastIndexOf(' ', first - 100) + 1;
  const end = text.lastIndexOf(' ', from + MAX_SHOWN);
  const part = text.slice(from, end > from ? end : from + MAX_SHOWN);
  return `${from > 0 ? '… ' : ''}${part}${from + part.length < text.length ? ' …' : ''}`;
}

const FORMATS: Readonly<Record<string, string>> = { epub: 'epub', docx: 'docx', html: 'html', htm: 'html' };

/** What decides how a place is named. Pages and times are named in any format, and lines where files have them. */
const formatOf = (path: string): string => FORMATS[path.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'text';

/** The pages that rest on each source, by its path. */
function citingPages(snapshot: Snapshot): ReadonlyMap<string, readonly Page[]> {
  const citing = new Map<string, Page[]>();
  for (const page of snapshot.pages.values()) {
    for (const { path } of snapshot.sourcesOf(page)) {
      const known = citing.get(path);
      if (known === undefined) citing.set(path, [page]);
      else known.push(page);
    }
  }
  return citing;
}

/** A lens hides a source when it hides every page that rests on it. What is in no page yet, no lens hides. */
function isSourceInScope(pages: readonly Page[], lens: Lens): boolean {
  return pages.length === 0 || pages.some((page) => isInScope(page, lens.effective));
}
