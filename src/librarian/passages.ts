import { type Run } from '../base';
import { passagesOf, queryTerms } from '../search';
import { parsePage } from '../wiki';
import { type ReadRecord } from './read-record';
import { type LibraryContext } from './types';

const MAX_PAGES = 6;

/**
 * The passages of the wiki that fit a question best, each with its citation; the answer where no model gives one.
 * @param only these pages, where the answer is to come from what was read
 * @returns Markdown; `''` when nothing fits
 */
export async function bestPassages(
  {
    question,
    library,
    only,
  }: { readonly question: string; readonly library: LibraryContext; readonly only?: ReadonlySet<string> },
  record: ReadRecord,
  run: Run,
): Promise<string> {
  const { snapshot, lens, now } = library;
  const index = await library.index(run);
  // What only links bring is no answer in its own words, and is passed over.
  const limit = only === undefined ? 2 * MAX_PAGES : 200;
  const isTelling = keywordFilter(queryTerms(question));
  const lines: string[] = [];
  let pages = 0;
  for (const { path, terms } of index.search(question, { lens, limit, now })) {
    if (only?.has(path) === false || pages >= MAX_PAGES) continue;
    const wanted = terms.filter(isTelling);
    if (wanted.length === 0) continue;
    const known = snapshot.pages.get(path);
    const text = await snapshot.text(path);
    if (known === undefined || text === null) continue;
    const page = parsePage(path, text);
    await run.yieldToHost();
    const passages = passagesOf(text, page, wanted, pages === 0 ? 3 : 2);
    // Only names of the page matched: its first sentence tells what it is.
    const shown = passages.length > 0 ? passages : [{ heading: null, text: page.summary }];
    pages += 1;
    for (const { heading, text: passage } of shown) {
      if (passage.trim() === '') continue;
      const at = heading === null ? -1 : page.headings.findIndex((each) => each.text === heading);
      const section = page.headings[at];
      const end = page.headings[at + 1]?.start ?? text.length;
      record.add(page, text, { start: section?.start ?? page.bodyStart, end });
      const target = heading === null ? page.slug : `${page.slug}#${heading}`;
      lines.push(`- ${escapeMarkdown(passage)} [[${target.replace(/[[\]|]/g, ' ')}]]`);
    }
  }
  return lines.join('\n');
}

/** Words of English questions that say nothing of what is asked. */
const QUESTION_WORDS = new Set(
  'about and are can could did does for from had has have how into its many much not should that the their there they this was were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
);

/** Tells the words of a question that say what is asked; all of them, where none does. */
function keywordFilter(terms: readonly string[]): (term: string) => boolean {
  const tells = (term: string): boolean => !QUESTION_WORDS.has(term) && (term.length > 2 || /[^a-z]/.test(term));
  return terms.some(tells) ? tells : () => true;
}

/**
 * The words of a question that no page in the lens's scope has in any form, where they are half of what it asks with or
 * more: what fits the rest of it is hardly an answer.
 */
export async function findUnknownWords(
  question: string,
  library: LibraryContext,
  run: Run,
): Promise<readonly string[]> {
  const { lens, now } = library;
  const index = await library.index(run);
  const terms = queryTerms(question);
  const asked = terms.filter(keywordFilter(terms));
  const lacking = asked.filter((term) => index.search(term, { lens, limit: 1, now, loose: false }).length === 0);
  return lacking.length * 2 >= asked.length ? lacking : [];
}

/** Words of a page that bring no markup along. */
const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_[\]<>|~$]/g, '\\$&').replace(/^([-+#>]|\d+[.)])/, '\\$1');
