import { leansOnBefore } from '../../markdown';
import { type Claim } from '../ledger';

/** "In March 2025 he was no longer a director": the month is no name for which a pronoun may stand. */
const DATE_FIRST = /^(?:(?:in|by|on|as of|since|from|until) )?(?:\d{1,2} )?(?:\p{Lu}\p{L}+ )?\d{4},? /iu;

/**
 * A sentence with the one before it on which it leans: "Among them was a request" says nothing alone.
 *
 * @param before the statement before it
 * @returns `null` if it leans on one that leans itself, or has no source
 */
export function withLead(claim: Claim, before: Claim | undefined): readonly Claim[] | null {
  if (!leans(claim)) return [claim];
  const isLead =
    before?.kind === 'sentence' && before.heading === claim.heading && before.notes.length > 0 && !leans(before);
  return isLead ? [before, claim] : null;
}

function leans({ kind, text }: Claim): boolean {
  return kind === 'sentence' && leansOnBefore(text.replace(DATE_FIRST, ''));
}
