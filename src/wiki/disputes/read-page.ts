import { readLedger, type Claim } from '../ledger';
import { readCallouts, statementKey, type ConflictCallout } from './callouts';
import { mayLeaveOpen, openQuestions, type OpenQuestions } from './open-questions';
import { passageOf, type CitedPassage } from './passages';
import { mayTellChange, toldChanges, type ToldChanges } from './told-changes';

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

/** What a page tells that is disputed, open, or not as it was. */
export interface OpenMatters {
  readonly disputes: readonly PageDispute[];
  readonly questions: OpenQuestions;
  readonly told: ToldChanges;
}

const NOTHING_OPEN: OpenMatters = {
  disputes: [],
  questions: { shown: [], more: 0 },
  told: { pairs: [], sentences: [] },
};
const CALLOUT = /^> \[!(?:warning|info)\] (?:Contradiction|Sources disagree): /m;

/** Reads what a page says is disputed, what it says that changed, and what it leaves open. Most pages are only searched for the words. */
export function readOpenMatters(text: string): OpenMatters {
  const isDisputed = CALLOUT.test(text);
  const [mayBeOpen, mayTell] = [mayLeaveOpen(text), mayTellChange(text)];
  if (!isDisputed && !mayBeOpen && !mayTell) return NOTHING_OPEN;
  const callouts = isDisputed ? readCallouts(text) : [];
  const { claims } = readLedger(text);
  const outside = claims.filter(
    (claim) => !callouts.some(({ start, end }) => claim.start >= start && claim.end <= end),
  );
  return {
    disputes: callouts.flatMap((callout) => disputeOf(text, callout, claims) ?? []),
    questions: mayBeOpen ? openQuestions(text, outside) : NOTHING_OPEN.questions,
    told: mayTell ? toldChanges(text, outside) : NOTHING_OPEN.told,
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
