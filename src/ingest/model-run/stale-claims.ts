import { contentWords } from '../../markdown';
import { type Claim, isHistory } from '../../wiki';

/** A statement that tells as present, or as to come, what is past by the newest source of its page. */
export interface StaleClaim {
  readonly claim: Claim;
  /** `lead`: a date qualifies what the first paragraph says. `future`: its day has come. */
  readonly kind: 'lead' | 'future';
  /** The newest day of a source of the page. */
  readonly newest: string;
}

/** "As of 14 March 2024", "(2009)": the sentence itself says that it may not hold any more. */
const DATED = /\bas of\b|\((?:in )?(?:[\p{L}]{3,9} )?(?:1\d{3}|20\d{2})\)/iu;
/** What is left open may have been settled. */
const LEAVES_OPEN =
  /\b(?:(?:is|are|was|were|remains?|remained) (?:still )?(?:unknown|undecided|unresolved|unsettled)|(?:not|never|nobody)(?: yet)?(?: been)? (?:known|decided|settled|agreed|confirmed|announced))\b/i;
/** A newer statement with so many of the words of one is about the same. */
const SAME_SUBJECT = 0.4;
/** "Before its lease ends in 2016", "is planned for 2012". Group 1: the year. */
const TO_COME =
  /\b(?:ends|expires|runs out|will|shall|(?:is|are) (?:to|due|planned|expected|meant)|plans? to|hopes? (?:to|for))\b[^.;:()]{0,40}?\b(?:in|on|by|until|from|for|before)\b[^.;:()]{0,24}?\b(1\d{3}|20\d{2})\b/i;

/**
 * Finds statements that a page with newer sources should not make any more.
 *
 * @param claims of the page in reading order, without callouts
 * @param isLead whether a statement is in the first paragraph
 * @param title of the page and its aliases: most of its statements have these words
 */
export function staleClaims(
  claims: readonly Claim[],
  isLead: (claim: Claim) => boolean,
  dateOf: (sourceId: string) => string | null,
  title: string,
): readonly StaleClaim[] {
  const common = new Set(contentWords(title));
  const wordsIn = ({ text }: Claim): readonly string[] =>
    [...new Set(contentWords(text))].filter((word) => !common.has(word) && !/\p{N}/u.test(word));
  const dayOf = ({ notes }: Claim): string =>
    notes
      .map(({ sourceId }) => dateOf(sourceId) ?? '')
      .sort()
      .at(-1) ?? '';
  const newest = claims.map(dayOf).sort().at(-1) ?? '';
  return claims.flatMap((claim): readonly StaleClaim[] => {
    const day = dayOf(claim);
    if (claim.kind === 'code' || isHistory(claim) || day === '' || day >= newest) return [];
    const isSpokenOf = (): boolean => {
      const words = wordsIn(claim);
      return claims.some((other) => {
        if (isHistory(other) || dayOf(other) <= day) return false;
        const own = new Set(wordsIn(other));
        return words.filter((word) => own.has(word)).length >= Math.max(1, words.length * SAME_SUBJECT);
      });
    };
    // What no newer source speaks of still holds, as far as is known.
    if (isLead(claim) && (DATED.test(claim.text) || LEAVES_OPEN.test(claim.text)) && isSpokenOf())
      return [{ claim, kind: 'lead', newest }];
    return isPastBy(claim.text, day, newest) ? [{ claim, kind: 'future', newest }] : [];
  });
}

/** What stands there is told as what was said, with its date. */

/** Whether a statement tells as to come what is past by a later day. @param day on which it was said */
export function isPastBy(text: string, day: string, later: string): boolean {
  const year = TO_COME.exec(text)?.[1];
  return year !== undefined && year >= day.slice(0, 4) && year < later.slice(0, 4);
}
