import { contentWords, isQuotedLine } from '../../markdown';
import { isSaidBy, type Claim, type Page } from '../../wiki';
import { type PageView } from '../model-run/page-view';

/** A statement of a page that its new text does not tell, and the summary of its source, which keeps it. */
export interface LeftOut {
  readonly claim: Claim;
  readonly summary: Page;
  /** Whether that summary tells it already. */
  readonly isTold: boolean;
}

/** A statement is told by others that rest on the same passages, have its figures and names, and so much of its other words. */
const MIN_SHARED_WORDS = 0.5;

/**
 * Which statements of a page a new text of it does not tell: those that are gone, and those that it tells with less. Words of a person are
 * not among them, since a new text has them to the letter.
 *
 * @param after the statements of the new text
 * @param told the statements of each summary, by path
 */
export function leftOut(
  { ledger, ownClaims, text }: Pick<PageView, 'ledger' | 'ownClaims' | 'text'>,
  after: readonly Claim[],
  summaryOf: (claim: Claim) => Page | null,
  told: ReadonlyMap<string, readonly Claim[]>,
): readonly LeftOut[] {
  const keys = new Set(after.map(({ key }) => key));
  return ledger.claims.flatMap((claim) => {
    const isOwn = claim.support.length === 0 || ownClaims.has(claim);
    // A line of a callout quotes what the text tells.
    if (isQuotedLine(text, claim.start)) return [];
    if (isOwn || claim.kind === 'quote' || keys.has(claim.key) || tells(after, claim)) return [];
    const summary = summaryOf(claim);
    return summary === null ? [] : [{ claim, summary, isTold: tells(told.get(summary.path) ?? [], claim) }];
  });
}

function tells(others: readonly Claim[], claim: Claim): boolean {
  if (!isSaidBy(claim, others)) return false;
  const related = others.filter(({ support }) => support.some((key) => claim.support.includes(key)));
  const said = new Set(related.flatMap(({ text, heading }) => contentWords(`${text} ${heading ?? ''}`)));
  const words = [...new Set(contentWords(claim.text))];
  return words.filter((word) => said.has(word)).length >= words.length * MIN_SHARED_WORDS;
}
