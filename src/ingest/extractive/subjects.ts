import { type YieldBudget } from '../../base';
import { type Page, type Snapshot } from '../../wiki';
import { type NameTable } from '../recall';
import { type Definition } from './definitions';
import { type Mention } from './names';
import { findHeadingMatches, findParts, type PartMention } from './heading-matches';
import { type ParsedSource } from './parse-source';
import { type Term } from './terms';
import { UNSPACED_SCRIPT } from './tokenizer';

/** A page of the wiki that the source speaks of, with the places where it does. */
export interface Subject {
  readonly page: Page;
  /** All spellings: the page's own and those of this source. */
  readonly names: readonly string[];
  readonly mentions: readonly Mention[];
  readonly definitions: readonly Definition[];
  /** Where the document's title or a heading names it; `null` where only its sentences do, if any. */
  readonly namedInHeading: 'title' | 'heading' | null;
  /** Sentences under such a title or heading that are about a definite thing without a page, `The tower is …`. */
  readonly parts: readonly PartMention[];
}

/** What the wiki as a whole tells of single words. */
export interface WikiVocabulary {
  /** Whether a word stands on a great part of the pages. */
  isWidespread(word: string): boolean;
  /** Paths of the pages about people with this last name. */
  peopleCalled(lastName: string): readonly string[];
}

export interface MatchedTerms {
  /** By path of the page. */
  readonly subjects: ReadonlyMap<string, Subject>;
  /** Terms that no page is named after, in the order of their weight. */
  readonly unknown: readonly Term[];
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
 * Whether a word in lower case, used a few times in passing, says too little to make the source one about the page that bears
 * it as its title: it is all over the wiki, or in a language whose ordinary words are not known here.
 */
function isPassingMention(
  page: Page,
  mentions: readonly Mention[],
  own: readonly Term[],
  parsed: ParsedSource,
  wiki: WikiVocabulary,
): boolean {
  if (page.title.includes(' ') || mentions.length >= 3 || UNSPACED_SCRIPT.test(page.title)) return false;
  if (own.some((term) => term.definitions.length > 0 || term.isInHeading)) return false;
  const lower = mentions.every(({ sentence, start, end }) => {
    const word = parsed.sentences[sentence]?.text.slice(start, end) ?? '';
    return word !== '' && word === word.toLowerCase();
  });
  return lower && (parsed.language !== 'en' || wiki.isWidespread(page.title));
}

/**
 * Sorts what a source speaks of into what has a page and what has none. One pass over the text.
 */
export async function matchSubjects(
  parsed: ParsedSource,
  terms: readonly Term[],
  table: NameTable,
  snapshot: Snapshot,
  wiki: WikiVocabulary,
  budget: YieldBudget,
): Promise<MatchedTerms> {
  const mentions = new Map<string, Mention[]>();
  const doubtful = new Map<string, Mention[]>();
  const push = (map: Map<string, Mention[]>, path: string, mention: Mention): void => {
    const list = map.get(path);
    if (list === undefined) map.set(path, [mention]);
    else list.push(mention);
  };
  const spans = new Map<number, readonly Span[]>();
  for (const { index, text, isFirst: first, speaker } of parsed.sentences) {
    if (budget.spend(text.length)) await budget.checkpoint();
    // Who speaks is named in front of what is said.
    for (const { paths } of first && speaker !== null ? table.find(speaker, true) : [])
      for (const path of paths) push(mentions, path, { sentence: index, start: 0, end: 0 });
    const hits = table.find(text, false);
    if (hits.length > 0) spans.set(index, hits);
    for (const hit of hits) {
      const mention: Mention = { sentence: index, start: hit.start, end: hit.end };
      for (const path of hit.paths) push(hit.doubtful ? doubtful : mentions, path, mention);
    }
  }
  for (const [path, list] of doubtful) if (mentions.has(path)) list.forEach((mention) => push(mentions, path, mention));
  const extra = new Map<string, Term[]>();
  const unknown: Term[] = [];
  for (const term of terms) {
    if (budget.spend(100 + 10 * term.mentions.length)) await budget.checkpoint();
    const paths = findPagesForTerm(term, table, wiki).filter((path) => snapshot.pages.get(path)?.kind !== 'summary');
    if (paths.length === 0) {
      // `Fresnel` within `Fresnel lens`, which has a page, is no name of its own.
      const free = term.mentions.filter((mention) => !isInsideLongerSpan(mention, spans.get(mention.sentence) ?? []));
      if (free.length > 0) unknown.push(free.length === term.mentions.length ? term : { ...term, mentions: free });
    }
    for (const path of paths) {
      const own = extra.get(path);
      if (own === undefined) extra.set(path, [term]);
      else own.push(term);
    }
  }
  const heads = await findHeadingMatches(parsed, table, budget);
  const subjects = new Map<string, Subject>();
  for (const path of new Set([...mentions.keys(), ...extra.keys(), ...heads.keys()])) {
    const page = snapshot.pages.get(path);
    if (page === undefined) continue;
    const own = extra.get(path) ?? [];
    const all = withoutOverlaps([...(mentions.get(path) ?? []), ...own.flatMap((term) => term.mentions)]);
    const head = heads.get(path);
    if (budget.spend(20 * all.length + (head === undefined ? 0 : 5 * parsed.sentences.length)))
      await budget.checkpoint();
    if (head === undefined && (all.length === 0 || isPassingMention(page, all, own, parsed, wiki))) continue;
    subjects.set(path, {
      page,
      names: [
        ...new Set([
          page.title,
          ...page.aliases,
          page.slug.replaceAll('-', ' '),
          ...own.flatMap((term) => [term.name, ...term.aliases]),
        ]),
      ],
      mentions: all,
      definitions: own.flatMap((term) => term.definitions),
      namedInHeading: head?.by ?? null,
      parts: head === undefined ? [] : findParts(head.headings, parsed, table),
    });
  }
  return { subjects, unknown };
}

/**
 * The pages that a term's name means. An alias counts only when it is long enough, and then only when the name itself
 * has no page: `AI` must not lead every `AI Lab` to the page of another one.
 */
function findPagesForTerm(term: Term, table: NameTable, wiki: WikiVocabulary): readonly string[] {
  const direct = table.pagesNamed(term.name);
  if (direct.length > 0) return direct;
  for (const alias of term.aliases) {
    const pages = alias.length > 2 ? table.pagesNamed(alias) : [];
    if (pages.length === 1) return pages;
  }
  // `Ms Osei` is the only Osei that the wiki knows.
  if (term.type === 'person' && !term.name.includes(' ')) {
    const people = wiki.peopleCalled(term.name);
    if (people.length === 1) return people;
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
