import { estimateTokens } from '../../model';
import { disputesPath, isDisputesPage, readLedger, type Snapshot } from '../../wiki';
import { type Telling } from '../details';
import { type MarkTable } from '../model-run/marks';
import { gatheredClaim, underHeadings, type GatheredClaim } from './claim-lines';

/** Tokens of what differs or is open. */
const MAX_DISPUTED_TOKENS = 2000;

/** The page of disputes. */
interface DisputesTold extends Telling {
  readonly text: string;
}

/** What the page of disputes says; `null` if there is none. */
export async function disputesTold(snapshot: Snapshot): Promise<DisputesTold | null> {
  const page = snapshot.pages.get(disputesPath(snapshot));
  if (page === undefined || !isDisputesPage(page)) return null;
  const text = (await snapshot.text(page.path)) ?? '';
  return { page, text, claims: readLedger(text).claims };
}

/** The statements of the page of disputes under their headings, as many as fit. */
export function disputedLines({ claims, text, page }: DisputesTold, marks: MarkTable): readonly string[] {
  const taken: GatheredClaim[] = [];
  let lines: readonly string[] = [];
  for (const claim of claims.filter(({ notes }) => notes.length > 0)) {
    taken.push(gatheredClaim({ text, page }, claim, marks));
    const longer = underHeadings(taken);
    if (estimateTokens(longer.join('\n')) > MAX_DISPUTED_TOKENS) break;
    lines = longer;
  }
  return lines;
}
