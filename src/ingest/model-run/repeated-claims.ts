import { contentWords, wordsOf } from '../../markdown';
import { definesAsked } from '../../search';
import { type Claim } from '../../wiki';

/** A statement, and the one that says the same. */
export interface RepeatedClaim {
  readonly claim: Claim;
  readonly other: Claim;
  /** The slug of the page that has the other; `null` for the page itself. */
  readonly slug: string | null;
}

/** The share of the words of two statements that both have. */
const SAME_WORDS = { onPage: 0.5, elsewhere: 0.8 } as const;
/** A shorter sentence may well stand twice. */
const MIN_WORDS = 5;

/**
 * New statements that say what another one on the page, or on another page, says from the same passage in nearly the same words, or from
 * any passage word for word. The first paragraph may tell in short what a section tells, as long as it does not use the same sentence.
 *
 * @param claims of the page in reading order, without callouts
 * @param isNew whether a statement is new on the page
 * @param elsewhere statements of other pages, by slug
 * @param title of the page, and below it its aliases
 */
export function repeatedClaims(
  claims: readonly Claim[],
  isNew: (claim: Claim) => boolean,
  elsewhere: ReadonlyMap<string, readonly Claim[]>,
  title: string,
): readonly RepeatedClaim[] {
  const words = new Map<Claim, ReadonlySet<string>>();
  const wordsIn = (claim: Claim): ReadonlySet<string> => {
    const known = words.get(claim) ?? new Set(contentWords(claim.text));
    words.set(claim, known);
    return known;
  };
  const isSame = (a: Claim, b: Claim, least: number): boolean =>
    a.key === b.key ||
    (a.kind === b.kind &&
      a.support.some((each) => b.support.includes(each)) &&
      sharedWords(wordsIn(a), wordsIn(b)) >= least);
  const found: RepeatedClaim[] = [];
  for (const [at, claim] of claims.entries()) {
    if (claim.kind !== 'sentence' || wordsIn(claim).size < MIN_WORDS) continue;
    const earlier = claims.slice(0, at).find((each) => {
      if (!isNew(claim) && !isNew(each)) return false;
      return isSame(claim, each, claim.heading === each.heading ? SAME_WORDS.onPage : SAME_WORDS.elsewhere);
    });
    if (earlier !== undefined) found.push({ claim, other: earlier, slug: null });
    if (!isNew(claim)) continue;
    for (const [slug, others] of elsewhere) {
      const other = others.find((each) => isSame(claim, each, SAME_WORDS.elsewhere));
      if (other !== undefined && !isDefinition(claim, [slug.replaceAll('-', ' '), ...title.split('\n')]))
        found.push({ claim, other, slug });
    }
  }
  return found;
}

/** A longer sentence says more than what its subject is. */
const MAX_DEFINITION_WORDS = 20;

/** Whether a sentence only says what one of the two pages is about: both may say that in the same words. */
function isDefinition({ text }: Claim, names: readonly string[]): boolean {
  if (wordsOf(text).length > MAX_DEFINITION_WORDS) return false;
  return names.some((name) => definesAsked(`What is ${name}?`)(text));
}

function sharedWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const word of a) if (b.has(word)) both += 1;
  return both / (a.size + b.size - both);
}
