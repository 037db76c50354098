import { type Claim } from '../ledger';
import { isHistory } from './callouts';
import { passageOf, type CitedPassage } from './passages';
import { withLead } from './with-lead';

/** What a page leaves open. */
export interface OpenQuestions {
  /** Those that say most, each with the sentence before it where it says too little alone. */
  readonly shown: readonly CitedPassage[];
  /** How many more sentences of the page leave something open. */
  readonly more: number;
}

/** Of a page: its reader wants to know of what, and reads the rest there. */
const MAX_QUESTIONS = 3;
/** "Open", "What is open", "Open questions". */
const OPEN_HEADING = /^(?:(?:what is |still )?open|open (?:questions|points|issues))$/i;
const ASKS = /[?？]["'”’)]*$/;
/** "It is not yet known whether …": said as it stands, and not of a time that is past. */
const LEFT_OPEN =
  /\b(?:(?:is|are|remains?) (?:still |as yet )?(?:unknown|undecided|unresolved|unsettled)|(?:is|are|has|have) not (?:yet )?(?:been )?(?:known|decided|settled|agreed|resolved))\b/i;
/** What stands under such a heading leaves something open if it says so in any tense; the rest explains it. */
const SAYS_OPEN =
  /\bopen\b|\b(?:un(?:known|decided|resolved|settled|answered|clear)|pending|preliminary)\b|\b(?:under|in|being) (?:discussion|debate|review|consideration|discussed|debated|considered|weighed)\b|\bnot (?:yet )?(?:been )?(?:known|decided|settled|agreed|resolved|answered|clear)\b|\b(?:without an?|no) (?:answer|conclusion|decision|agreement|consensus)\b|\bto be (?:answered|decided|settled|agreed|determined|seen)\b|\bquestions?\b|\bwhether\b|\b(?:over|about|of|on) (?:who|what|how|which|when|where)\b/i;
/** Most pages leave nothing open, and are only searched for the words. */
const MAY_BE_OPEN = /\?|？|open|unknown|undecided|unresolved|unsettled|known|decided|settled|agreed|resolved/i;

export const isOpenHeading = (heading: string): boolean => OPEN_HEADING.test(heading.trim());

export function mayLeaveOpen(text: string): boolean {
  return MAY_BE_OPEN.test(text);
}

/** @param claims the statements of the page, without those of callouts */
export function openQuestions(text: string, claims: readonly Claim[]): OpenQuestions {
  const found = claims.flatMap((claim, at) => {
    const strength = openness(claim);
    return strength === 0 ? [] : [{ claim, claims: withLead(claim, claims[at - 1]), strength, at }];
  });
  const told = new Set<Claim>();
  const shown: { readonly at: number; readonly passage: CitedPassage }[] = [];
  for (const { claims: own, at } of [...found].sort((a, b) => b.strength - a.strength || a.at - b.at)) {
    if (own === null || shown.length === MAX_QUESTIONS || own.every((claim) => told.has(claim))) continue;
    for (const claim of own) told.add(claim);
    shown.push({ at, passage: passageOf(text, own) });
  }
  // A sentence that leads into one that is shown may leave something open itself, and is told there.
  const kept = shown.filter(
    ({ passage }, nth) =>
      !shown.some((other, index) => index !== nth && other.passage.markdown.startsWith(`${passage.markdown} `)),
  );
  return {
    shown: kept.sort((a, b) => a.at - b.at).map(({ passage }) => passage),
    more: found.filter(({ claim }) => !told.has(claim)).length,
  };
}

/** 0 for what leaves nothing open, 2 for what says in its own words that it does. */
function openness({ text, heading, notes, kind }: Claim): 0 | 1 | 2 {
  if (notes.length === 0 || kind === 'code' || isHistory({ heading })) return 0;
  const asks = ({ quote }: Claim['notes'][number]): boolean => quote !== null && ASKS.test(quote.trim());
  if (LEFT_OPEN.test(text) || ASKS.test(text) || notes.every(asks)) return 2;
  if (!isOpenHeading(heading ?? '')) return 0;
  if (SAYS_OPEN.test(text)) return 2;
  return notes.some(({ quote }) => /[?？](?:\s|$)/.test(quote ?? '')) ? 1 : 0;
}
