import { escapeMarkdown, inertLine, leansOnBefore } from '../markdown';
import { type Run } from '../base';
import { describeSourceUse, inContext } from '../search';
import { type FoundPassage } from './found-passages';
import { type LookupResult } from './lookup';
import { type ReadRecord } from './read-record';
import { type FoundInSource, type LibraryContext } from './request';
import { citedPlace, citeSource } from './source-citations';

const MAX_FOUND = 5;

/** Passages of sources for a model, each with the citation that it may use. */
export async function searchSources(
  library: LibraryContext,
  record: ReadRecord,
  { query, limit = MAX_FOUND }: { readonly query: string; readonly limit?: number },
  run: Run,
): Promise<LookupResult> {
  const found = (await library.findInSources?.(query, Math.min(20, Math.max(1, limit)), [], run)) ?? [];
  if (found.length === 0) return { text: 'No source has these words.', found: [] };
  const lines = found.map(
    (each) => `${citationOf(each, record)} (${describeSourceUse(each.pages)}) ${inContext(each)}`,
  );
  return { text: lines.join('\n'), found: [...new Set(found.map(({ path }) => path))] };
}

/**
 * The passages of sources that match a question best, each with its citation.
 * @param shown what the answer says already
 */
export async function bestSourcePassages(
  question: string,
  shown: readonly string[],
  library: LibraryContext,
  record: ReadRecord,
  run: Run,
): Promise<readonly FoundPassage[]> {
  const found = (await library.findInSources?.(question, MAX_FOUND, shown, run)) ?? [];
  return found.map((each, rank) => ({
    rank,
    line: `- ${inertLine(escapeMarkdown(inContext(each)))} ${citationOf(each, record)} (${inertLine(escapeMarkdown(describeSourceUse(each.pages)))})`,
    text: wordsOf(each),
    about: [each.title, each.anchor.heading ?? ''].join('\n'),
    beside: [each.before, each.after].flatMap((text) => text ?? []),
  }));
}

/** What a passage says itself: with the sentence before it where it leans on that. */
const wordsOf = ({ lead, before, text }: FoundInSource): string =>
  inContext({ lead, before: leansOnBefore(text) ? before : null, text, after: null });

function citationOf({ source, anchor, path, text }: FoundInSource, record: ReadRecord): string {
  const place = citedPlace(anchor, path);
  record.addSource(source, place, anchor, text);
  return citeSource(source, place);
}
