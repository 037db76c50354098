import { describePlace, type Anchor } from '../wiki';
import { type ReadRecord } from './read-record';
import { type LibraryContext } from './request';
import { mostAlike } from './statements';
import { type RemovedCitation, type SourceCitation } from './types';

/** `[lock-register, line 22]`: the id of a source and a place in it. What comes before it tells it from a link. */
const SOURCE_CITATION = /(^|[^[!\\])\[([a-z0-9][a-z0-9-]{1,95}), ([^[\]\n]{1,160})\](?![[\](:])/gm;

/** What a place is called in formats without lines. */
const FORMATS = new Map([
  ['epub', 'epub'],
  ['docx', 'docx'],
  ['html', 'html'],
  ['htm', 'html'],
]);

/** What decides how a place is named. Pages and times are named in any format, and lines where files have them. */
export const formatOf = (path: string): string => FORMATS.get(path.split('.').at(-1)?.toLowerCase() ?? '') ?? 'text';

/** A place in a source as a citation names it; the heading above where its format has no lines or pages. */
export function citedPlace(anchor: Anchor, path: string): string {
  const place = describePlace(anchor, formatOf(path));
  if (place !== '') return place;
  const heading = (anchor.heading ?? '').replace(/[[\]\n]/g, ' ').slice(0, 100);
  return heading === '' ? 'text' : `under “${heading}”`;
}

/** The citation of a place in a source. */
export function citeSource(id: string, place: string): string {
  return `[${id}, ${place}]`;
}

/**
 * Removes citations of places in sources that were not shown in this conversation.
 * @param hole what stands for a removed one
 */
export function checkSourceCitations(
  text: string,
  { library, record, hole }: { readonly library: LibraryContext; readonly record: ReadRecord; readonly hole: string },
): { readonly text: string; readonly removed: readonly RemovedCitation[]; readonly kept: readonly SourceCitation[] } {
  const removed: RemovedCitation[] = [];
  const kept = new Map<string, SourceCitation>();
  const checked = text.replace(SOURCE_CITATION, (found, before: string, id: string, place: string, at: number) => {
    const source = library.snapshot.source(id);
    // "[see, for example, the lock]" is no citation.
    if (source === undefined && !/^(?:line|page|chapter|at|under) /.test(place)) return found;
    const shown = record.shownAt(id, place);
    if (source !== undefined && shown !== undefined) {
      const { path, title } = source;
      const said = text.slice(text.lastIndexOf('\n', at) + 1, at);
      const quote = mostAlike(shown.texts, said) ?? shown.texts[0] ?? '';
      const citation = { source: id, path, title, place, anchor: shown.anchor, quote };
      if (!kept.has(citeSource(id, place))) kept.set(citeSource(id, place), citation);
      return found;
    }
    removed.push({ text: found.slice(before.length).slice(0, 200), reason: source ? 'not-read' : 'no-page' });
    return before + hole;
  });
  return { text: checked, removed, kept: [...kept.values()] };
}

const ESCAPED = /\\(\[([a-z0-9][a-z0-9-]{1,95}), ([^[\]\n]{1,160})\])(?![[\](:])/g;

/** Inert text escapes every bracket. A citation that was checked links nowhere, and needs no escape. */
export function showSourceCitations(text: string, record: ReadRecord): string {
  return text.replace(ESCAPED, (found, citation: string, id: string, place: string) =>
    record.shownAt(id, place) === undefined ? found : citation,
  );
}
