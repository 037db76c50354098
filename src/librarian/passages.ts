import type { Run } from '../base';
import { passagesOf, queryTerms } from '../search';
import { parsePage } from '../wiki';
import type { Reading } from './reading';
import type { Shelf } from './types';

const MOST_PAGES = 6;

/**
 * The passages of the wiki that fit a question best, each with its citation; the answer where no model gives one.
 * @param only these pages, where the answer is to come from what was read
 * @returns Markdown; `''` when nothing fits
 */
export async function bestPassages(
  { question, shelf, only }: { readonly question: string; readonly shelf: Shelf; readonly only?: ReadonlySet<string> },
  reading: Reading,
  run: Run,
): Promise<string> {
  const { snapshot, lens, now } = shelf;
  const index = await shelf.index(run);
  // What only links bring is no answer in its own words, and is passed over.
  const limit = only === undefined ? 2 * MOST_PAGES : 200;
  const isTelling = tellingOf(queryTerms(question));
  const lines: string[] = [];
  let pages = 0;
  for (const { path, terms } of index.search(question, { lens, limit, now })) {
    if (only?.has(path) === false || pages >= MOST_PAGES) continue;
    const wanted = terms.filter(isTelling);
    if (wanted.length === 0) continue;
    const known = snapshot.pages.get(path);
    const text = await snapshot.text(path);
    if (known === undefined || text === null) continue;
    const page = parsePage(path, text);
    await run.breathe();
    const passages = passagesOf(text, page, wanted, pages === 0 ? 3 : 2);
    // Only names of the page matched: its first sentence tells what it is.
    const shown = passages.length > 0 ? passages : [{ heading: null, text: page.summary }];
    pages += 1;
    for (const { heading, text: passage } of shown) {
      if (passage.trim() === '') continue;
      const at = heading === null ? -1 : page.headings.findIndex((each) => each.text === heading);
      const section = page.headings[at];
      const end = page.headings[at + 1]?.start ?? text.length;
      reading.note(page, text, { start: section?.start ?? page.bodyStart, end });
      const target = heading === null ? page.slug : `${page.slug}#${heading}`;
      lines.push(`- ${escaped(passage)} [[${target.replace(/[[\]|]/g, ' ')}]]`);
    }
  }
  return lines.join('\n');
}

/** Words of English questions that say nothing of what is asked. */
const ASKING = new Set(
  'about and are can could did does for from had has have how into its many much not should that the their there they this was were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
);

/** Tells the words of a question that say what is asked; all of them, where none does. */
function tellingOf(terms: readonly string[]): (term: string) => boolean {
  const tells = (term: string): boolean => !ASKING.has(term) && (term.length > 2 || /[^a-z]/.test(term));
  return terms.some(tells) ? tells : () => true;
}

/**
 * The words of a question that no page in the lens's scope has in any form, where they are half of what it asks with or
 * more: what fits the rest of it is hardly an answer.
 */
export async function wordsLacking(question: string, shelf: Shelf, run: Run): Promise<readonly string[]> {
  const { lens, now } = shelf;
  const index = await shelf.index(run);
  const terms = queryTerms(question);
  const asked = terms.filter(tellingOf(terms));
  const lacking = asked.filter((term) => index.search(term, { lens, limit: 1, now, loose: false }).length === 0);
  return lacking.length * 2 >= asked.length ? lacking : [];
}

/** Words of a page that bring no markup along. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|~$]/g, '\\$&').replace(/^([-+#>]|\d+[.)])/, '\\$1');
