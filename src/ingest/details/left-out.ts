import { contentWords, isQuotedLine } from '../../markdown';
import { isSaidBy, type Claim, type Page } from '../../wiki';
import { type PageView } from '../model-run/page-view';
import { type Summaries } from './summaries';

/** A statement of a page that its new text does not tell, and the page that tells or keeps it. */
export interface LeftOut {
  readonly claim: Claim;
  readonly by: Page;
  /** Whether that page tells it already; else it is the summary that is to keep it. */
  readonly isTold: boolean;
}

/** A page that stays as it is, with what it says. */
export interface Telling {
  readonly page: Page;
  readonly claims: readonly Claim[];
}

/** A statement is told by others that rest on the same passages, have its figures and names, and so much of its other words. */
const MIN_SHARED_WORDS = 0.5;

/**
 * Which statements of a page a new text of it does not tell: those that are gone, and those that it tells with less. Words of a person are
 * not among them, since a new text has them to the letter.
 *
 * @param after the statements of the new text
 * @param others pages that may tell it, besides the summary of its source
 */
export function leftOut(
  { ledger, ownClaims, text }: Pick<PageView, 'ledger' | 'ownClaims' | 'text'>,
  after: readonly Claim[],
  { texts, summaryOf }: Summaries,
  others: readonly Telling[] = [],
): readonly LeftOut[] {
  const keys = new Set(after.map(({ key }) => key));
  return ledger.claims.flatMap((claim): readonly LeftOut[] => {
    const isOwn = claim.support.length === 0 || ownClaims.has(claim);
    // A line of a callout quotes what the text tells.
    if (isQuotedLine(text, claim.start)) return [];
    if (isOwn || claim.kind === 'quote' || keys.has(claim.key) || tells(after, claim)) return [];
    const summary = summaryOf(claim);
    const kept = summary === null ? undefined : texts.get(summary.path);
    const told = [...(kept === undefined ? [] : [kept]), ...others].find(({ claims }) => tells(claims, claim));
    if (told !== undefined) return [{ claim, by: told.page, isTold: true }];
    return summary === null ? [] : [{ claim, by: summary, isTold: false }];
  });
}

/** Whether others say what a statement says: on the same passages, with its figures and names, and most of its words. */
export function tells(others: readonly Claim[], claim: Claim): boolean {
  if (!isSaidBy(claim, others)) return false;
  const related = others.filter(({ support }) => support.some((key) => claim.support.includes(key)));
  const said = new Set(related.flatMap(({ text, heading }) => contentWords(`${text} ${heading ?? ''}`)));
  const words = [...new Set(contentWords(claim.text))];
  return words.filter((word) => said.has(word)).length >= words.length * MIN_SHARED_WORDS;
}
