import { WikiError, type Run } from '../base';
import { type LookupResult } from './lookup';
import { type ReadRecord } from './read-record';
import { type LibraryContext } from './request';
import { citedPlace, citeSource } from './source-citations';

/** UTF-16 units. */
const EXCERPT_LENGTH = 1_500;

/** A place in a source: one of the optional fields. */
interface SourcePlace {
  readonly source: string;
  readonly line?: number;
  readonly page?: number;
  readonly heading?: string;
  readonly time?: string;
  readonly quote?: string;
}

type Passages = Awaited<ReturnType<LibraryContext['sourceText']>>;

/** Some lines of a source around a place, never all of a long one. */
export async function readSource(
  library: LibraryContext,
  record: ReadRecord,
  place: SourcePlace,
  run: Run,
): Promise<LookupResult> {
  const source = library.snapshot.source(place.source.replace(/^\[+|\]+$/g, ''));
  if (source === undefined) {
    throw new WikiError('source_not_found', `There is no source "${place.source.slice(0, 120)}".`);
  }
  const passages = await library.sourceText(source, run);
  const index = findPlace(passages, place);
  if (index < 0) {
    const message = 'Name the place: the `line`, `page`, `heading` or `time` of a citation, or a `quote`.';
    throw new WikiError('living-wiki:place_missing', `The source has no such place. ${message}`);
  }
  const lines: string[] = [];
  let left = EXCERPT_LENGTH;
  for (const { text, anchor } of passages.slice(Math.max(0, index - 1))) {
    if (left <= 0) break;
    const where = citedPlace(anchor, source.path);
    const shown = text.slice(0, left);
    record.addSource(source.id, where, anchor, shown);
    lines.push(`${citeSource(source.id, where)} ${shown}`);
    left -= text.length;
  }
  const about = `Source ${source.id}: ${source.title} (${source.date ?? 'no date'}, ${source.authority})`;
  return { text: `${about}\n\n${lines.join('\n')}`, found: [source.path] };
}

/** The index of the passage at a place, or -1. */
function findPlace(passages: Passages, { line, page, heading, time, quote }: SourcePlace): number {
  const flat = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
  if (quote !== undefined) return passages.findIndex(({ text }) => flat(text).includes(flat(quote).slice(0, 80)));
  if (heading !== undefined) {
    return passages.findIndex(({ text, anchor }) => [text, anchor.heading ?? ''].map(flat).includes(flat(heading)));
  }
  if (page !== undefined) return passages.findIndex(({ anchor }) => anchor.page === page);
  return passages.findLastIndex(
    ({ anchor }) =>
      (line !== undefined && (anchor.line ?? Infinity) <= line) ||
      (time !== undefined && (anchor.time ?? '~') <= time.padStart(8, '00:00:00')),
  );
}
