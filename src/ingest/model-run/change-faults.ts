import { contentWords } from '../../markdown';
import { type Claim, isHistory, readLedger } from '../../wiki';
import { clipped } from './account';
import { type PlannedPage } from './planned-page';
import { type ProblemPlace } from './page-problem';
import { type TextFault } from './text-faults';

/** A new sentence that shares as much of its own content words, and of those of one that stands, says that again with a change. */
const MAX_SHARED = { own: 0.6, old: 0.5 } as const;
const MIN_WORDS = 5;

/**
 * What a change of a page leaves as it was: statements that the plan says are ended, and sentences beside which their successor was
 * added instead of in their place.
 *
 * @param after the whole page with its footnotes
 * @param isFlagged whether the page tells of a contradiction with a statement
 */
export function changeFaults(
  { ended }: PlannedPage,
  before: readonly Claim[],
  after: string,
  isFlagged: (claim: Claim) => boolean,
): readonly TextFault[] {
  const { claims } = readLedger(after);
  const known = new Set(before.map(({ key }) => key));
  const standing = claims.filter(({ key }) => known.has(key));
  const stale = ended.flatMap(({ key, units }) => {
    const claim = standing.find((each) => each.key === key && !isHistory(each) && !isFlagged(each));
    if (claim !== undefined && isContinued(claim, units, claims, after, known)) return [];
    const marks = units.map((number) => `{1.${number}}`).join('');
    return claim === undefined
      ? []
      : [
          fault(
            'stale',
            `${marks} ends or changes this, and the page still says it: "${clipped(claim)}". Mend the sentence.`,
            key,
            { keys: [key], statements: [claim.text], units },
          ),
        ];
  });
  const beside = claims.flatMap((claim) => {
    const words = new Set(contentWords(claim.text));
    if (known.has(claim.key) || claim.kind !== 'sentence' || claim.support.length === 0 || words.size < MIN_WORDS)
      return [];
    const old = standing.find((each) => isSuccessor(claim, words, each));
    if (old === undefined) return [];
    const text = `This was added beside what it changes: "${clipped(claim)}". Replace the old sentence: "${clipped(old)}".`;
    return [fault('repeated', text, old.key, { keys: [old.key], statements: [claim.text] })];
  });
  return [...stale, ...beside];
}

const fault = (code: TextFault['code'], text: string, onPage: string, place: ProblemPlace): TextFault => ({
  code,
  text,
  place,
  isMinor: false,
  onPage,
});

/** "In that year the aim was put off to 2020. It is 2031 now.": what is told as past stays true where the next sentence says how it went on. */
function isContinued(
  claim: Claim,
  units: readonly number[],
  claims: readonly Claim[],
  text: string,
  known: ReadonlySet<string>,
): boolean {
  if (claim.kind !== 'sentence' || PRESENT.test(claim.text) || !PAST.test(claim.text)) return false;
  const next = claims[claims.indexOf(claim) + 1];
  if (next === undefined || known.has(next.key) || /\n[ \t]*\n/.test(text.slice(claim.end, next.start))) return false;
  const labels = units.map((number) => `-${number}`);
  const own = new Set(claim.notes.map(({ sourceId }) => sourceId));
  return next.notes.some(({ label, sourceId }) => !own.has(sourceId) && labels.some((each) => label.endsWith(each)));
}

const PAST = /\b(?:was|were|had|did|\p{L}{2,}ed)\b/iu;
const PRESENT = /\b(?:is|are|has|have|can|cannot|must|may|will|shall|now|still)\b/i;

/** What rests on the same passage is a repeat, which is told otherwise. */
function isSuccessor({ support, heading }: Claim, words: ReadonlySet<string>, old: Claim): boolean {
  if (old.kind !== 'sentence' || isHistory(old) || old.heading !== heading) return false;
  if (old.support.length === 0 || old.support.some((each) => support.includes(each))) return false;
  const oldWords = new Set(contentWords(old.text));
  const shared = [...oldWords].filter((word) => words.has(word)).length;
  return shared / words.size >= MAX_SHARED.own && shared / oldWords.size >= MAX_SHARED.old;
}
