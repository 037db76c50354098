import { readLedger, type Claim } from '../ledger';
import { isHistory, readCallouts, statementKey, type ConflictCallout } from './callouts';
import { passageOf, type CitedPassage } from './passages';

/** Statements of one page that contradict each other. */
export interface PageDispute {
  /** What they disagree about, in the words of the page. */
  readonly attribute: string;
  /** How it was settled, in the words of the page; `null` while it waits for a person. */
  readonly settled: string | null;
  readonly sides: readonly CitedPassage[];
  /** Equal for the same two statements on two pages. */
  readonly key: string;
}

/** What a page tells that is disputed or open. */
export interface OpenMatters {
  readonly disputes: readonly PageDispute[];
  readonly questions: readonly CitedPassage[];
}

const NOTHING_OPEN: OpenMatters = { disputes: [], questions: [] };
const CALLOUT = /^> \[!(?:warning|info)\] (?:Contradiction|Sources disagree): /m;
/** "Open", "What is open", "Open questions". */
const OPEN_HEADING = /^(?:(?:what is |still )?open|open (?:questions|points|issues))$/i;
/** "It is not yet known whether …": said as it stands, and not of a time that is past. */
const LEFT_OPEN =
  /\b(?:(?:is|are|remains?) (?:still |as yet )?(?:unknown|undecided|unresolved|unsettled)|(?:is|are|has|have) not (?:yet )?(?:been )?(?:known|decided|settled|agreed))\b/i;
const MAY_BE_OPEN = /\?|open|unknown|undecided|unresolved|unsettled|known|decided|settled|agreed/i;

/** Reads what a page says is disputed, and what it leaves open. Most pages have neither, and are only searched for the words. */
export function readOpenMatters(text: string): OpenMatters {
  const isDisputed = CALLOUT.test(text);
  if (!isDisputed && !MAY_BE_OPEN.test(text)) return NOTHING_OPEN;
  const callouts = isDisputed ? readCallouts(text) : [];
  const { claims } = readLedger(text);
  const questions = claims.filter(
    (claim) => isLeftOpen(claim) && !callouts.some(({ start, end }) => claim.start >= start && claim.end <= end),
  );
  return {
    disputes: callouts.flatMap((callout) => disputeOf(text, callout, claims) ?? []),
    questions: questions.map((claim) => passageOf(text, [claim])),
  };
}

/** `null` where the page does not tell the two sides. */
function disputeOf(text: string, callout: ConflictCallout, claims: readonly Claim[]): PageDispute | null {
  const { start, end, titleEnd, attribute, state, pair } = callout;
  if (pair === null) return null;
  const inside = claims.filter((claim) => claim.start >= start && claim.end <= end);
  const above = claims.findLast((claim) => claim.end <= start);
  const lines = [...new Set(inside.map(({ line }) => line))].map((line) => inside.filter((each) => each.line === line));
  // A callout with one statement is about the one above it.
  const sides = inside.length === 1 && above !== undefined ? [[above], ...lines] : lines;
  const title = text.slice(start, titleEnd).replace(/^> \[![a-z]+\] [^:]+: /, '');
  const rest = title.slice(attribute.length).replace(/^[.\s]+/, '');
  return {
    attribute,
    settled: state === 'open' ? null : rest,
    sides: sides.map((side) => passageOf(text, side)),
    key: pair.sides.map(statementKey).sort().join('\n'),
  };
}

/** A statement that rests only on questions of its sources, stands under "Open", or says that something is not known. */
function isLeftOpen(claim: Claim): boolean {
  const { text, heading, notes, kind } = claim;
  if (notes.length === 0 || kind === 'code' || isHistory(claim)) return false;
  if (OPEN_HEADING.test(heading?.trim() ?? '')) return true;
  return notes.every(({ quote }) => quote !== null && /[?？]["'”’)]*$/.test(quote.trim())) || LEFT_OPEN.test(text);
}
