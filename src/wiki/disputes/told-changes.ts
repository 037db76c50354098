import { type Claim } from '../ledger';
import { hasPastPrefix, isPast, withoutPastPrefix } from './callouts';
import { closestStatement } from './overtaken';
import { passageOf, type CitedPassage } from './passages';
import { isSamePoint, saysOtherwise } from './same-matter';
import { withLead } from './with-lead';

/** What a page says that changed, by its own words. */
export interface ToldChanges {
  /** What the page keeps as said before, with what it says now. */
  readonly pairs: readonly { readonly before: CitedPassage; readonly after: CitedPassage }[];
  /** Sentences and rows that tell of a change themselves. */
  readonly sentences: readonly CitedPassage[];
}

/** Of a page, so that one page does not fill the list. */
const MAX_SENTENCES = 3;

/** A sentence that says itself how it was and how it is. Each is read narrowly: a row that tells of no change is worse than none. */
const TELLS: readonly RegExp[] = [
  /\b(?:moved|changed|switched|shifted|renamed|raised|lowered|increased|reduced|cut|grew|grown|rose|risen|fell|fallen|extended|postponed|delayed|brought forward)\b[^.;:]{0,40}? from \S[^.;:]{0,60}? to \S/i,
  /\b(?:is|are|was|were) no longer\b/i,
  /\b(?:has|have) since (?!\d)\p{L}/iu,
  /[,;] (?:and |but )?since then\b/i,
  /\buntil (?!then\b|now\b)[^.;]{2,80}[;,] (?:and )?(?:since|from then on|after that|now)\b/i,
  /, before that (?=\p{L})/iu,
  /\b(?:stepped down|was succeeded by|were succeeded by|took over from|took the place of|(?:was|were|has been|have been) replaced by)\b/i,
  // What was planned, and what came of it.
  /(?:^|\| )Planned: [^;|]+; (?:in|by|on|as of|since|from) [^;|]*\d{4}\b/,
];
const MAY_TELL =
  /\bfrom\b|\bno longer\b|\bsince\b|\buntil\b|\bbefore that\b|stepped down|succeeded|\btook\b|replaced|Planned: /i;

export function mayTellChange(text: string): boolean {
  return MAY_TELL.test(text) || hasPastPrefix(text);
}

/** @param claims the statements of the page, without those of callouts */
export function toldChanges(text: string, claims: readonly Claim[]): ToldChanges {
  const pairs = claims.filter(isPast).flatMap((past) => pairOf(past, text, claims) ?? []);
  const paired = new Set(pairs.map(({ now }) => now));
  const sentences = claims
    .map((claim, at) => ({ claim, before: claims[at - 1] }))
    .filter(({ claim }) => tellsChange(claim) && !paired.has(claim))
    .map(({ claim, before }) => withLead(claim, before))
    .filter((own) => own !== null)
    .slice(0, MAX_SENTENCES);
  return {
    pairs: pairs.map(({ before, after }) => ({ before, after })),
    sentences: sentences.map((own) => passageOf(text, own)),
  };
}

/** Whether a text says itself how it was and how it is. */
export const tellsOfChange = (text: string): boolean => TELLS.some((pattern) => pattern.test(text));

function tellsChange({ text, kind, notes }: Claim): boolean {
  return (kind === 'sentence' || kind === 'row') && notes.length > 0 && tellsOfChange(text);
}

interface Pair {
  readonly now: Claim;
  readonly before: CitedPassage;
  readonly after: CitedPassage;
}

/** What the page says now instead of a statement under "History"; `null` unless it clearly speaks of the same. */
function pairOf(past: Claim, text: string, claims: readonly Claim[]): Pair | null {
  const said = withoutPastPrefix(past.text);
  if (said === past.text || past.notes.length === 0) return null;
  const before = { ...past, text: said };
  const candidates = claims.filter(
    (claim) =>
      claim.notes.some(({ sourceId }) => past.notes.every((note) => note.sourceId !== sourceId)) &&
      isSamePoint(said, claim.text) &&
      saysOtherwise(said, claim.text),
  );
  const now = closestStatement(before, candidates);
  return now === null ? null : { now, before: passageOf(text, [before]), after: passageOf(text, [now]) };
}
