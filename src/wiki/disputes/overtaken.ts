import { type JsonObject } from '../../base';
import { contentWords } from '../../markdown';
import { type Claim } from '../ledger';
import { isHistory } from './callouts';

/** A statement of a page that a newer source ends or changes, as the producer of a change tells it. */
export interface OvertakenStatement {
  /** The path of the page. */
  readonly path: string;
  /** What the page said. */
  readonly before: string;
  /** The passages that end it. */
  readonly by: readonly { readonly sourceId: string; readonly quote: string }[];
}

/** The fact of a change set that lists what its source ends or changes. */
export const OVERTAKEN_FACT = 'overtaken';

/** The fact, where there is anything to list. */
export function overtakenFact(statements: readonly OvertakenStatement[]): JsonObject {
  if (statements.length === 0) return {};
  return {
    [OVERTAKEN_FACT]: statements.map(({ path, before, by }) => ({ path, before, by: by.map((each) => ({ ...each })) })),
  };
}

/**
 * Of statements that rest on what ended another one, the one that tells how it went on: the closest in its words. `null` where none does.
 *
 * @param least words that it must have in common with the other one
 */
export function closestStatement(before: Claim, candidates: readonly Claim[], least = 0): Claim | null {
  const words = new Set(contentWords(before.text));
  const score = (claim: Claim): number => contentWords(claim.text).filter((word) => words.has(word)).length;
  // What rests on the old passage too is rather how the old statement is told now.
  const isMixed = (claim: Claim): boolean => claim.support.some((key) => before.support.includes(key));
  const [best] = candidates
    .filter((claim) => claim.key !== before.key && !isHistory(claim) && isComparable(before, claim))
    .map((claim) => ({ claim, score: score(claim) }))
    .filter((each) => each.score >= least)
    .sort((a, b) => Number(isMixed(a.claim)) - Number(isMixed(b.claim)) || b.score - a.score);
  return best?.claim ?? null;
}

/** Another row of a table is about something else, and so is a row where a sentence was. */
function isComparable(before: Claim, now: Claim): boolean {
  const subject = ({ text }: Claim): string => text.split(' | ')[0] ?? '';
  return before.kind === 'row' ? now.kind === 'row' && subject(now) === subject(before) : now.kind !== 'row';
}
