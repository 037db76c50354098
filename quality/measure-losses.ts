import { compareLedgers, readLedger, wordKey, type Claim } from '../src/wiki';
import { type WikiReading } from './reading';
import { type Place } from './types';

export interface Losses {
  /** Statements that are nowhere in the wiki any more, and that nothing named as dropped. */
  readonly unnamed: readonly Place[];
  readonly named: readonly Place[];
}

/** The first words of a statement are enough to name it. */
const NAMING_WORDS = 8;

/**
 * What the pages said before a change and do not say after it. A statement that another page makes, or that rests on a passage
 * which another page cites now, has only moved.
 *
 * @param said what the program reported about the change
 */
export function findLosses(before: WikiReading, after: WikiReading, said: string): Losses {
  const claims = after.pages.flatMap(({ ledger }) => ledger.claims);
  const keys = new Set(claims.map(({ key }) => key));
  const supports = new Set(claims.flatMap(({ support }) => support));
  const isElsewhere = ({ key, support }: Claim): boolean => keys.has(key) || support.some((one) => supports.has(one));
  const lost = before.pages.flatMap(({ page, ledger }) => {
    const successor = after.snapshot.pageBySlug(page.slug);
    const text = after.pages.find(({ page: other }) => other.path === successor?.path)?.text ?? '';
    const { dropped, ownDropped } = compareLedgers(ledger, readLedger(text));
    return [...dropped, ...ownDropped]
      .filter((claim) => claim.key !== '' && !isElsewhere(claim))
      .map((claim) => ({ page: page.path, text: claim.text, key: claim.key }));
  });
  const spoken = ` ${wordKey(said)} `;
  const isNamed = ({ key }: { readonly key: string }): boolean =>
    spoken.includes(` ${key.split(' ').slice(0, NAMING_WORDS).join(' ')} `);
  const place = ({ page, text }: Place): Place => ({ page, text });
  return {
    unnamed: lost.filter((one) => !isNamed(one)).map(place),
    named: lost.filter(isNamed).map(place),
  };
}
