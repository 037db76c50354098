import { clip } from '../base';
import { applySplices, scanText, type TextRange } from '../markdown';
import { matchesIn, tokenise } from '../search';
import { describePlace, readLedger, type Claim, type Page, type Snapshot } from '../wiki';
import { headingTarget } from './headings';

/** UTF-16 units of a statement that is shown. Longer ones are code. */
export const MAX_STATEMENT = 600;

/** What the value that a question asks for counts, as a share of its rarest word. */
const VALUE_WORTH = 0.3;

/**
 * The statements of a page that answer a query best: those that hold its rarest words; the earlier of two equals.
 *
 * @param isAsked whether a statement gives the kind of value that is asked for
 */
export function bestStatements(
  text: string,
  terms: readonly string[],
  most: number,
  isAsked: (statement: string) => boolean = () => false,
): readonly Claim[] {
  const worth = new Map(terms.map((term, rank) => [term, 2 ** -rank]));
  const known = new Map<string, string | null>();
  const score = (claim: Claim): number =>
    [...new Set(matchesIn(claim.text, terms, known).map(({ term }) => term))].reduce(
      (sum, term) => sum + (worth.get(term) ?? 0),
      0,
    );
  return readLedger(text)
    .claims.map((claim) => ({ claim, score: score(claim) }))
    .filter((each) => each.score > 0)
    .map((each) => ({ ...each, score: each.score + (isAsked(each.claim.text) ? VALUE_WORTH : 0) }))
    .sort((a, b) => b.score - a.score || a.claim.start - b.claim.start)
    .slice(0, most)
    .map(({ claim }) => claim);
}

/** Of several texts, the one that has most words of another; `null` where none has any. */
export function mostAlike(texts: readonly string[], other: string): string | null {
  const wanted = new Set(tokenise(other));
  let best: string | null = null;
  let most = 0;
  for (const text of texts) {
    const shared = [...new Set(tokenise(text))].filter((term) => wanted.has(term)).length;
    if (shared > most) [best, most] = [text, shared];
  }
  return best;
}

/**
 * The statement of a page that some words rest on: of its section, the one that has most of them.
 * @param section a heading; `null` for the page as a whole
 */
export function citedStatement(page: string, section: string | null, words: string): string | null {
  const { claims } = readLedger(page);
  const own = section === null ? claims : claims.filter(({ heading }) => heading === section);
  const found = mostAlike(
    own.map(({ text }) => text),
    words,
  );
  return found === null ? null : clip(found, MAX_STATEMENT);
}

/** The link that cites a section of a page. */
export function citationLink({ slug }: Page, heading: string | null): string {
  const target = headingTarget(heading ?? '');
  return `[[${headingTarget(slug)}${target === '' ? '' : `#${target}`}]]`;
}

/**
 * What a statement rests on, for a reader: `lamp, line 3: “The tower is 29 metres tall.”`.
 *
 * @param context quotes with the sentences beside them @returns `''` without footnotes
 */
export function describeSupport(
  { notes }: Claim,
  snapshot: Snapshot,
  context: ReadonlyMap<string, string> = new Map(),
): string {
  return notes
    .map(({ sourceId, anchor, quote }) => {
      const format = /\.epub$/i.test(snapshot.source(sourceId)?.path ?? '') ? 'epub' : 'markdown';
      const place = describePlace(anchor, format);
      return `${sourceId}${place === '' ? '' : `, ${place}`}${quote === null ? '' : `: “${context.get(quote) ?? quote}”`}`;
    })
    .join('; ');
}

/**
 * A part of a page as a model reads it: footnotes that name a source become the id of the source, and their definitions are
 * left out.
 */
export function withoutNotes(text: string, part: TextRange): string {
  const { notes } = readLedger(text);
  if (notes.size === 0) return text.slice(part.start, part.end);
  const { footnotes, footnoteReferences } = scanText(text, 0);
  const removed = footnotes.filter(({ label }) => notes.has(label));
  const isInside = (start: number): boolean => removed.some((note) => start >= note.start && start < note.end);
  const splices = [
    ...footnoteReferences.flatMap(({ label, start, end }) => {
      const note = notes.get(label);
      return note === undefined || isInside(start) ? [] : [{ start, end, text: ` [${note.sourceId}]` }];
    }),
    ...removed.map(({ start, end }) => ({ start, end: text.charAt(end) === '\n' ? end + 1 : end, text: '' })),
  ]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => start < part.end && end > part.start)
    .map(({ start, end, text: by }) => ({
      start: Math.max(start, part.start) - part.start,
      end: Math.min(end, part.end) - part.start,
      text: by,
    }));
  return applySplices(text.slice(part.start, part.end), splices);
}
