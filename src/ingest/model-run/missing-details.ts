import { type Claim, type PageNote } from '../../wiki';
import { leadsOn } from './draft-lines';
import { isComputed } from './computed-figures';
import { withFigures } from './number-words';
import { findUnsupportedDetails } from './unsupported-details';

/** Where the details of a page may come from. */
export interface KnownDetails {
  /** What the passage behind a footnote says, its context and its date; `null` if only a part of it is known. */
  readonly ofNote: (note: PageNote) => readonly string[] | null;
  /** ISO day of a source; `null` if unknown. */
  readonly dateOf: (sourceId: string) => string | null;
  /** What a statement links to. */
  readonly linked: (claim: Claim) => readonly string[];
  /** Title and aliases of the page. */
  readonly title: string;
  /** What a name may be known from besides: titles of pages, the units for the page, what the wiki is about. */
  readonly names: readonly string[];
}

/** "Lock 3", "Shafts 1 and 2", "CRC32": the number is a part of the name. */
const NAMED_NUMBER = /(\p{Lu}[\p{L}\p{M}]+)(?: \d{1,3}(?:,| and)?)* $|\p{L}$/u;
/** What stands before the name of a person. */
export const PERSON_TITLE =
  /^(?:President|King|Queen|Prince|Princess|Lord|Lady|Sir|Saint|Dr|Mr|Mrs|Ms|Miss|Professor|Captain|General|Colonel) /;
/** A single word with a capital is often only another form of a word: "American", "the King". */
const FULL_NAME = /^\p{Lu}[\p{L}\p{M}’'-]+(?: \p{Lu}[\p{L}\p{M}’'-]*)+$/u;
const MONTH = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/;
const YEAR = /^(?:1\d{3}|20\d{2})$/;

/** "The year after", "next spring". */
const NEXT_YEAR =
  /\b(?:(?:next|following|previous|last) (?:year|spring|summer|autumn|winter)|(?:year|spring|summer|autumn|winter) (?:after|before))\b/i;

/** The unit before says which. */
const SAME_YEAR = /\b(?:(?:that|the same) (?:year|spring|summer|autumn|winter))\b/i;

/**
 * Statements with figures, years and dates that none of their passages has, or with names that are nowhere in what the page rests on.
 * A name may stand for a pronoun of the passage, so it may come from any passage of the page; a figure has to be in one that the statement
 * cites.
 *
 * @param claims new statements of the page
 * @param all every statement of it
 * @param before statements that the page made before: what one of them said of the same passage is not asked for again
 */
export function missingDetails(
  claims: readonly Claim[],
  all: readonly Claim[],
  before: readonly Claim[],
  known: KnownDetails,
): readonly { readonly claim: Claim; readonly details: readonly string[] }[] {
  const ofPage = [...new Set(all.flatMap(({ notes }) => notes))].flatMap((note) => known.ofNote(note) ?? []);
  const names = [known.title, ...known.names, ...ofPage, ...before.map(({ text }) => text)].join('\n');
  return claims.flatMap((claim) => {
    const passages = claim.notes.map(known.ofNote);
    if (claim.kind === 'code' || passages.length === 0 || passages.includes(null)) return [];
    const earlier = before.filter(({ support }) => support.some((each) => claim.support.includes(each)));
    // A line that leads to a table or a list has the mark of its first row, and speaks of all of them.
    const ofAll = leadsOn(claim.text) ? ofPage : [];
    const cited = passages.flatMap((each) => each ?? []);
    const own = [
      ...ofAll,
      known.title,
      claim.heading ?? '',
      ...cited,
      ...known.linked(claim),
      // Its day is told with each footnote of a source.
      ...claim.notes.flatMap(({ sourceId }) => known.dateOf(sourceId) ?? []),
      ...earlier.map(({ text }) => text),
    ].join('\n');
    const strange = findUnsupportedDetails(claim.text, [own, withFigures(own)]);
    const unnamed = new Set(findUnsupportedDetails(claim.text, [own, withFigures(own), names]));
    const years = new Set([
      ...claim.notes.flatMap(({ sourceId }) => yearsAround(known.dateOf(sourceId))),
      ...(NEXT_YEAR.test(own) ? (own.match(/\b(?:1\d{3}|20\d{2})\b/g) ?? []).flatMap(yearsAround) : []),
    ]);
    const details = strange.filter((detail) => {
      if (isPartOfName(detail, claim.text)) return unnamed.has(detail);
      if (!/^\p{N}/u.test(detail)) return unnamed.has(detail) && (isFullName(detail) || MONTH.test(detail));
      if (YEAR.test(detail) && (years.has(detail) || SAME_YEAR.test(own))) return false;
      return !isComputed(detail, claim.text, [...cited, ...earlier.map(({ text }) => text)]);
    });
    return details.length === 0 ? [] : [{ claim, details }];
  });
}

const isFullName = (name: string): boolean => FULL_NAME.test(name.replace(PERSON_TITLE, ''));

function isPartOfName(figure: string, text: string): boolean {
  const above = [...text.matchAll(/\p{N}+(?:[.,:/’'\u00a0-]\p{N}+)*/gu)].find(([found]) => found === figure);
  if (above === undefined || figure.length > 3) return false;
  const match = NAMED_NUMBER.exec(text.slice(0, above.index));
  return match !== null && !MONTH.test(match[1] ?? '');
}

/** "Last May" in a letter of January 2024 is May 2023. */
function yearsAround(day: string | null): readonly string[] {
  const year = Number(day?.slice(0, 4) ?? 0);
  return year === 0 ? [] : [year - 1, year, year + 1].map(String);
}
