import { readDay } from '../../base';
import { readLedger, SETTLED_TITLES, supportKey, wordKey, type Claim } from '../ledger';
import { type Anchor } from '../types';

/** One of two statements that cannot both be true. */
export interface OpposedStatement {
  /** In the words of the source, else of the page. */
  readonly text: string;
  /** `null` for a sentence of the page without a source. */
  readonly sourceId: string | null;
  readonly anchor: Anchor;
}

/** Two statements of a wiki that cannot both be true, the earlier one first. */
export interface OpposedPair {
  /** What they disagree about: `height`. */
  readonly attribute: string;
  readonly sides: readonly [OpposedStatement, OpposedStatement];
}

/** A callout of a page about two statements that disagree. */
export interface ConflictCallout {
  /** Offsets of its lines in the page, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Offset behind its first line. */
  readonly titleEnd: number;
  readonly attribute: string;
  /** Whether it waits for a person, or who decided it and how. */
  readonly state: 'open' | 'current' | 'proposed' | 'both' | 'policy';
  /** What it is about; `null` if the page does not tell. */
  readonly pair: OpposedPair | null;
}

export const HISTORY_HEADING = 'History';
const TITLE = /^> \[!(?:warning|info)\] (Contradiction|Sources disagree): ([^\r\n]+)/gm;
const STATES = ['current', 'proposed', 'both'] as const;

/** How a statement begins that was moved to "History" because another holds: with its date as pages write dates. */
export function pastPrefix(date: string | null): string {
  if (date === null) return 'As stated earlier: ';
  return `As stated ${date.length < DAY_LENGTH ? 'in' : 'on'} ${readDay(date)}: `;
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;
/** Before, the date was that of ISO 8601. */
const PAST_PREFIX = /^As stated (?:earlier|on \d{4}(?:-\d\d){0,2}|(?:on|in) (?:(?:\d{1,2} )?\p{Lu}\p{L}+ )?\d{4}): /u;

/** Whether a text has a statement that was moved to "History". */
export function hasPastPrefix(text: string): boolean {
  return /^(?:- )?As stated (?:earlier|on |in )/m.test(text);
}

/** A statement under "History" as it was made. */
export function withoutPastPrefix(text: string): string {
  return text.replace(PAST_PREFIX, '');
}

/** Whether a statement tells of what was, under the heading for that. */
export function isHistory({ heading }: Pick<Claim, 'heading'>): boolean {
  return heading?.trim().toLowerCase() === HISTORY_HEADING.toLowerCase();
}

/** Whether a statement was moved to "History" because another holds. A person's sentence is moved as it is. */
export function isPast(claim: Claim): boolean {
  if (PAST_PREFIX.test(claim.text)) return true;
  return claim.support.length === 0 && isHistory(claim);
}

/** The callouts of a page about statements that disagree, open and settled, in reading order. */
export function readCallouts(text: string): readonly ConflictCallout[] {
  const { claims } = readLedger(text);
  return [...text.matchAll(TITLE)].map((match) => {
    const { index: start } = match;
    const titleEnd = start + match[0].length;
    const end = titleEnd + (/^(?:\r?\n>[^\r\n]*)*/.exec(text.slice(titleEnd))?.[0].length ?? 0);
    const [, kind, title = ''] = match;
    const decided = STATES.find((state) => title.endsWith(`. ${SETTLED_TITLES[state]}`));
    const state = decided ?? (kind === 'Contradiction' ? 'open' : 'policy');
    const attribute =
      decided === undefined ? title.split('. ')[0] : title.slice(0, -SETTLED_TITLES[decided].length - 2);
    const inside = claims.filter((claim) => claim.start >= start && claim.end <= end);
    const above = claims.findLast((claim) => claim.end <= start);
    const [first, last] = inside.length > 1 ? [inside[0], inside.at(-1)] : [above, inside[0]];
    const pair =
      first === undefined || last === undefined
        ? null
        : { attribute: attribute ?? title, sides: [toOpposed(first), toOpposed(last)] as const };
    return { start, end, titleEnd, attribute: attribute ?? title, state, pair };
  });
}

/** The statement that a sentence of a page makes, by its first source, or the first of those given. */
export function toOpposed(claim: Claim, only?: ReadonlySet<string>): OpposedStatement {
  const note = claim.notes.find(({ sourceId }) => only?.has(sourceId) ?? true);
  if (note !== undefined) return { text: note.quote ?? claim.text, sourceId: note.sourceId, anchor: note.anchor };
  const cited = claim.citations.find((id) => only?.has(id) ?? true);
  return { text: claim.text.replace(/^[“"](.*)[”"]$/u, '$1'), sourceId: cited ?? null, anchor: {} };
}

export function statementKey({ sourceId, text }: OpposedStatement): string {
  return sourceId === null ? wordKey(text) : supportKey(sourceId, text);
}
