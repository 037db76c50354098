import { estimateTokens } from '../../model';
import { disputesPath, isDisputesPage, readLedger, type Snapshot } from '../../wiki';
import { type Telling } from '../details';
import { type MarkTable } from '../model-run/marks';
import { claimLine, rowLine, sectionOf } from './claim-lines';

/** Tokens of what differs or is open. */
const MAX_DISPUTED_TOKENS = 2000;
const MAX_SECTION_LENGTH = 120;

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
  const lines: string[] = [];
  let section = '';
  let left = MAX_DISPUTED_TOKENS;
  for (const claim of claims.filter(({ notes }) => notes.length > 0)) {
    const line = claim.kind === 'row' ? rowLine(text, claim, marks) : claimLine(claim, marks);
    const heading = sectionOf(text, page, claim);
    const added = heading === section || heading === '' ? [line] : [`(${heading.slice(0, MAX_SECTION_LENGTH)})`, line];
    left -= estimateTokens(added.join('\n'));
    if (left < 0) break;
    section = heading;
    lines.push(...added);
  }
  return lines;
}
