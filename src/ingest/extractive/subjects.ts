import { type YieldBudget } from '../../base';
import { type Page, type Snapshot } from '../../wiki';
import { type NameTable } from '../recall';
import { type CurateRequest } from '../types';
import { isCommonWord } from './common-words';
import { type Definition } from './definition';
import { type Mention } from './names';
import { findHeadingMatches, findParts, type PartMention } from './heading-matches';
import { NameResolver } from './name-resolver';
import { type ParsedSource } from './parse-source';
import { type Term } from './terms';
import { stem, UNSPACED_SCRIPT } from './tokenizer';

/** A page that the source is about or mentions, with the places. */
export interface Subject {
  readonly page: Page;
  /** All spellings: those of the page and of this source. */
  readonly names: readonly string[];
  readonly mentions: readonly Mention[];
  readonly definitions: readonly Definition[];
  /** Whether the title says that the source is about it. */
  readonly isMain: boolean;
  /** Whether the title or a heading of the source names it. */
  readonly namedInHeading: 'title' | 'heading' | null;
  /** The headings of its sections; `title` for the whole source. */
  readonly under: 'title' | ReadonlySet<string> | null;
  /** Sentences under that title or heading about a definite thing without a page: `The tower is …`. */
  readonly parts: readonly PartMention[];
}

/** Finds the paths of pages about people with a last name. */
type LastNames = (lastName: string) => readonly string[];

/** Most pages to check for a last name. */
const MAX_PEOPLE = 12;
const PERSON_KIND = /^(?:entity|person|people|human|individual|contact|figure|character)$/;

export function lastNames({ index, snapshot }: Pick<CurateRequest, 'index' | 'snapshot'>): LastNames {
  return (lastName) =>
    index.pagesWithAll(lastName, MAX_PEOPLE).filter((path) => {
      const page = snapshot.pages.get(path);
      return page !== undefined && PERSON_KIND.test(page.kind) && page.title.endsWith(` ${lastName}`);
    });
}

export interface MatchedTerms {
  /** By path of the page. */
  readonly subjects: ReadonlyMap<string, Subject>;
  /** Terms without a page, heaviest first. */
  readonly unknown: readonly Term[];
  /** What a reviewer should know, one sentence each. */
  readonly notes: readonly string[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function isInsideLongerSpan({ start, end }: Span, longer: readonly Span[]): boolean {
  return (
    end > start && longer.some((span) => span.start <= start && end <= span.end && span.end - span.start > end - start)
  );
}

/**
 * Whether a lower-case word occurs only in passing, so that the source is not about the page with that title: every text uses the word,
 * or it is in a language whose common words are not known.
 */
function isPassingMention(
  page: Page,
  mentions: readonly Mention[],
  own: readonly Term[],
  parsed: ParsedSource,
): boolean {
  if (page.title.includes(' ') || mentions.length >= 3 || UNSPACED_SCRIPT.test(page.title)) return false;
  if (own.some((term) => term.definitions.length > 0 || term.isInHeading)) return false;
  const lower = mentions.every(({ sentence, start, end }) => {
    const word = parsed.sentences[sentence]?.text.slice(start, end) ?? '';
    return word !== '' && word === word.toLowerCase();
  });
  return lower && (parsed.language !== 'en' || isCommonWord(stem(page.title.toLowerCase())));
}

/** Matches what a source mentions with the pages of the wiki. The cost is proportional to the text. */
export async function matchSubjects(
  parsed: ParsedSource,
  terms: readonly Term[],
  table: NameTable,
  snapshot: Snapshot,
  people: LastNames,
  budget: YieldBudget,
): Promise<MatchedTerms> {
  const names = new NameResolver(snapshot);
  const { mentions, spans } = await findPageMentions(parsed, table, names, budget);
  const { termsByPage, unknown } = await matchTerms(terms, { spans, table, names, snapshot, people }, budget);
  const headings = await findHeadingMatches(parsed, table, names, budget);
  const subjects = new Map<string, Subject>();
  for (const path of new Set([...mentions.keys(), ...termsByPage.keys(), ...headings.keys()])) {
    const page = snapshot.pages.get(path);
    if (page === undefined) continue;
    const own = termsByPage.get(path) ?? [];
    const all = withoutOverlaps([...(mentions.get(path) ?? []), ...own.flatMap((term) => term.mentions)]);
    const heading = headings.get(path);
    if (budget.spend(20 * all.length + (heading === undefined ? 0 : 5 * parsed.sentences.length)))
      await budget.checkpoint();
    if (heading === undefined && (all.length === 0 || isPassingMention(page, all, own, parsed))) continue;
    const spellings = own.flatMap((term) => [term.name, ...term.aliases]);
    subjects.set(path, {
      page,
      names: [...new Set([page.title, ...page.aliases, page.slug.replaceAll('-', ' '), ...spellings])],
      mentions: all,
      definitions: own.flatMap((term) => term.definitions),
      isMain: own.some((term) => term.isMain),
      namedInHeading: heading?.by ?? null,
      under: heading === undefined ? null : (heading.headings ?? 'title'),
      parts: heading === undefined ? [] : findParts(heading.headings, parsed, table),
    });
  }
  return { subjects, unknown, notes: names.notes() };
}

/** Adds a value to the list under a key. */
function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** Finds the names of pages in the sentences. A doubtful match counts only if the same page has a certain one. */
async function findPageMentions(
  parsed: ParsedSource,
  table: NameTable,
  names: NameResolver,
  budget: YieldBudget,
): Promise<{ mentions: ReadonlyMap<string, readonly Mention[]>; spans: ReadonlyMap<number, readonly Span[]> }> {
  const mentions = new Map<string, Mention[]>();
  const doubtful = new Map<string, Mention[]>();
  const spans = new Map<number, readonly Span[]>();
  for (const { index, text, isFirst, speaker } of parsed.sentences) {
    if (budget.spend(text.length)) await budget.checkpoint();
    // The name of the speaker is not in the text, so its mention has no length.
    for (const { name, paths } of isFirst && speaker !== null ? table.find(speaker, true) : [])
      for (const path of names.resolve(name, paths)) push(mentions, path, { sentence: index, start: 0, end: 0 });
    const hits = table.find(text, false);
    if (hits.length > 0) spans.set(index, hits);
    for (const hit of hits) {
      const mention: Mention = { sentence: index, start: hit.start, end: hit.end };
      for (const path of names.resolve(hit.name, hit.paths)) push(hit.doubtful ? doubtful : mentions, path, mention);
    }
  }
  for (const [path, list] of doubtful) if (mentions.has(path)) list.forEach((mention) => push(mentions, path, mention));
  return { mentions, spans };
}

/** What matching the terms of a source with pages needs. */
interface TermContext {
  readonly spans: ReadonlyMap<number, readonly Span[]>;
  readonly table: NameTable;
  readonly names: NameResolver;
  readonly snapshot: Snapshot;
  readonly people: LastNames;
}

/** Sorts terms into those with a page and those without. Summaries do not count as pages. */
async function matchTerms(
  terms: readonly Term[],
  { spans, table, names, snapshot, people }: TermContext,
  budget: YieldBudget,
): Promise<{ termsByPage: ReadonlyMap<string, readonly Term[]>; unknown: readonly Term[] }> {
  const termsByPage = new Map<string, Term[]>();
  const unknown: Term[] = [];
  for (const term of terms) {
    if (budget.spend(100 + 10 * term.mentions.length)) await budget.checkpoint();
    const paths = findPagesForTerm(term, table, people).filter((path) => snapshot.pages.get(path)?.kind !== 'summary');
    if (paths.length === 0) {
      // `Fresnel` inside `Fresnel lens`, which has a page, is not a name of its own.
      const free = term.mentions.filter((mention) => !isInsideLongerSpan(mention, spans.get(mention.sentence) ?? []));
      if (free.length > 0 || term.isTopic)
        unknown.push(free.length === term.mentions.length ? term : { ...term, mentions: free });
    }
    for (const path of names.resolve(term.name, paths)) push(termsByPage, path, term);
  }
  return { termsByPage, unknown };
}

/** "Falcot Corp" is Falcot. */
const LEGAL_FORM = /\s(?:Corp|Corporation|Inc|Ltd|Limited|LLC|PLC|GmbH|AG|Co|Company)\.?$/;

/**
 * Finds the pages that a term means. A long enough alias counts if the name itself has no page; short ones such as `AI` mean
 * too many things.
 */
function findPagesForTerm(term: Term, table: NameTable, people: LastNames): readonly string[] {
  const short = term.name.replace(LEGAL_FORM, '');
  const direct = [term.name, short].map((name) => table.pagesNamed(name)).find((pages) => pages.length > 0);
  if (direct !== undefined) return direct;
  for (const alias of term.aliases) {
    const pages = alias.length > 2 ? table.pagesNamed(alias) : [];
    if (pages.length === 1) return pages;
  }
  // `Ms Osei` is the only Osei in the wiki.
  if (term.type === 'person' && !term.name.includes(' ')) {
    const found = people(term.name);
    if (found.length === 1) return found;
  }
  return [];
}

function withoutOverlaps(mentions: readonly Mention[]): readonly Mention[] {
  const sorted = [...mentions].sort((a, b) => a.sentence - b.sentence || a.start - b.start || b.end - a.end);
  return sorted.filter((mention, index) => {
    const previous = sorted[index - 1];
    if (previous?.sentence !== mention.sentence) return true;
    return mention.start >= previous.end && (mention.end > mention.start || previous.end > previous.start);
  });
}
