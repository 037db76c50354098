import { checkpoint, clip, type Run } from '../base';
import { escapeMarkdown, inertLine } from '../markdown';
import { keywordFilter, queryTerms } from '../search';
import { type Claim, parsePage } from '../wiki';
import { givesAskedValue } from './asked-value';
import { type FoundPassage } from './found-passages';
import { type ReadRecord } from './read-record';
import { type LibraryContext } from './request';
import { bestStatements, citationLink, describeSupport, MAX_STATEMENT } from './statements';

const MAX_PAGES = 6;
/** Lines of a summary's lists of names that can be in the way of its statements. */
const MAX_LIST_LINES = 4;

/**
 * The statements that match a question best, each with its citation and the quotes that it rests on: the answer when no model gives one.
 * @param only search these pages, because the model has read them
 */
export async function bestPassages(
  {
    question,
    library,
    only,
  }: { readonly question: string; readonly library: LibraryContext; readonly only?: ReadonlySet<string> },
  record: ReadRecord,
  run: Run,
): Promise<readonly FoundPassage[]> {
  const { snapshot, lens, now } = library;
  const index = await library.index(run);
  // Twice as many: results that are only linked from a match are skipped below.
  const limit = only === undefined ? 2 * MAX_PAGES : 200;
  const isKeyword = keywordFilter(queryTerms(question));
  const isAsked = givesAskedValue(question);
  const found: FoundPassage[] = [];
  let pages = 0;
  for (const { path, terms } of index.search(question, { lens, limit, now })) {
    if (only?.has(path) === false || pages >= MAX_PAGES) continue;
    const wanted = terms.filter(isKeyword);
    if (wanted.length === 0) continue;
    const known = snapshot.pages.get(path);
    const text = await snapshot.text(path);
    if (known === undefined || text === null) continue;
    const page = parsePage(path, text);
    await checkpoint(run);
    const isList = (heading: string | null): boolean =>
      page.kind === 'summary' && /^(?:Pages|Also named|About this source)$/.test(heading ?? '');
    const best = bestStatements(text, wanted, (pages === 0 ? 3 : 2) + MAX_LIST_LINES, isAsked);
    const said = best.filter(({ heading }) => !isList(heading)).slice(0, pages === 0 ? 3 : 2);
    const statements = said.map((claim) => ({ heading: claim.heading, text: clip(claim.text, MAX_STATEMENT), claim }));
    // Only a name of the page matched: show its first sentence.
    const shown = statements.length > 0 ? statements : [{ heading: null, text: page.summary, claim: null }];
    pages += 1;
    for (const { heading, text: passage, claim } of shown) {
      if (passage.trim() === '') continue;
      const at = heading === null ? -1 : page.headings.findIndex((each) => each.text === heading);
      const section = page.headings[at];
      const end = page.headings[at + 1]?.start ?? text.length;
      record.add(page, text, { start: section?.start ?? page.bodyStart, end });
      const lineOf = (context?: ReadonlyMap<string, string>): string => {
        const support = claim === null ? '' : describeSupport(claim, snapshot, context);
        const note = support === '' ? '' : ` (${inertLine(escapeMarkdown(support))})`;
        return `- ${inertLine(escapeMarkdown(passage))} ${citationLink(page, heading)}${note}`;
      };
      const notes = claim?.notes ?? [];
      found.push({
        line: lineOf(),
        text: passage,
        quotes: notes.flatMap(({ quote }) => quote ?? []),
        about: [page.title, ...page.aliases, heading ?? ''].join('\n'),
        inContext: async (isNew) => lineOf(await quotesInContext(notes, library, isNew, run)),
      });
    }
  }
  return found;
}

/** Quotes with the sentences before and after them in their sources, as far as these are not shown yet. */
async function quotesInContext(
  notes: Claim['notes'],
  library: LibraryContext,
  isNew: (sentence: string) => boolean,
  run: Run,
): Promise<ReadonlyMap<string, string>> {
  const context = new Map<string, string>();
  for (const { sourceId, quote } of notes) {
    const path = library.snapshot.source(sourceId)?.path;
    if (quote === null || path === undefined) continue;
    const { before = null, after = null } = (await library.neighbours?.(path, quote, run)) ?? {};
    const fresh = [before, quote, after].filter((text) => text === quote || (text !== null && isNew(text)));
    context.set(quote, fresh.join(' '));
  }
  return context;
}

/**
 * The keywords of a question that no page in the lens's scope contains, if they are at least half of all: pages that
 * match the others hardly answer the question.
 */
export async function findUnknownWords(
  question: string,
  library: LibraryContext,
  run: Run,
): Promise<readonly string[]> {
  const { lens, now } = library;
  const index = await library.index(run);
  const terms = queryTerms(question);
  const keywords = terms.filter(keywordFilter(terms));
  const unknown = keywords.filter((term) => index.search(term, { lens, limit: 1, now, loose: false }).length === 0);
  return unknown.length * 2 >= keywords.length ? unknown : [];
}
