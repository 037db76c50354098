import { readLedger, type Claim, type Ledger } from './ledger';

/** A statement before a change and the one that took its place. */
export interface ClaimPair {
  readonly before: Claim;
  readonly after: Claim;
}

/** What became of each statement of a page. Every statement of the old text is in exactly one of `kept`, `moved`, `reworded`, `dropped` and `ownDropped`. */
export interface LedgerComparison {
  /** Said in the same words under the same heading. */
  readonly kept: readonly ClaimPair[];
  /** Said in the same words under another heading. */
  readonly moved: readonly ClaimPair[];
  /** Said in other words that rest on the same passage. */
  readonly reworded: readonly ClaimPair[];
  /** Statements with a source that the new text no longer makes. */
  readonly dropped: readonly Claim[];
  /** Statements of a person that the new text does not have to the letter. */
  readonly ownDropped: readonly Claim[];
  readonly added: readonly Claim[];
  /** Statements of `kept` and `moved` whose sources differ now. */
  readonly resupported: readonly ClaimPair[];
  /** Statements of `reworded` that lost a number, a name or most of their words. */
  readonly weakened: readonly ClaimPair[];
}

/** Statements that rest on the same passage and are compared with one that is gone. */
const MAX_CANDIDATES = 200;

/** Two wordings of one statement share at least this part of the words of the shorter one. */
const MIN_SHARED_WORDS = 0.5;

/**
 * Compares what a page says before and after a change.
 *
 * @param isOwn whether a statement of the old text is a person's although it has sources: one that was edited by hand
 */
export function compareLedgers(
  before: Ledger,
  after: Ledger,
  isOwn: (claim: Claim) => boolean = () => false,
): LedgerComparison {
  const unmatched = new Map<string, Claim[]>();
  for (const claim of after.claims) push(unmatched, claim.key, claim);
  const same: ClaimPair[] = [];
  const gone: Claim[] = [];
  for (const claim of before.claims) {
    const twin = takeTwin(claim, unmatched.get(claim.key));
    if (twin === undefined) gone.push(claim);
    else same.push({ before: claim, after: twin });
  }
  const added = new Set([...unmatched.values()].flat());
  const bySupport = new Map<string, Claim[]>();
  for (const claim of after.claims) for (const key of claim.support) push(bySupport, key, claim);
  const isPersonal = (claim: Claim): boolean => claim.support.length === 0 || isOwn(claim);
  const pairs = gone.map((claim) => ({
    before: claim,
    after: isPersonal(claim) ? null : successor(claim, bySupport, added),
  }));
  const reworded = pairs.flatMap((pair) => (pair.after === null ? [] : [{ before: pair.before, after: pair.after }]));
  const lost = pairs.flatMap((pair) => (pair.after === null ? [pair.before] : []));
  const successors = new Set(reworded.map((pair) => pair.after));
  return {
    kept: same.filter((pair) => pair.before.heading === pair.after.heading),
    moved: same.filter((pair) => pair.before.heading !== pair.after.heading),
    reworded,
    dropped: lost.filter((claim) => !isPersonal(claim)),
    ownDropped: lost.filter(isPersonal),
    added: after.claims.filter((claim) => added.has(claim) && !successors.has(claim)),
    resupported: same.filter((pair) => !haveSameSupport(pair)),
    weakened: reworded.filter(isWeakened),
  };
}

function push(map: Map<string, Claim[]>, key: string, claim: Claim): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [claim]);
  else known.push(claim);
}

/** Takes the statement with the same words, preferably under the same heading. */
function takeTwin(claim: Claim, candidates: Claim[] | undefined): Claim | undefined {
  if (candidates === undefined || candidates.length === 0) return undefined;
  const at = Math.max(
    0,
    candidates.findIndex(({ heading }) => heading === claim.heading),
  );
  return candidates.splice(at, 1)[0];
}

/**
 * The statement of the new text that says the same in other words: it rests on one of the same passages, and either is new or
 * shares most of its words.
 */
function successor(
  claim: Claim,
  bySupport: ReadonlyMap<string, readonly Claim[]>,
  added: ReadonlySet<Claim>,
): Claim | null {
  const words = new Set(claim.key.split(' '));
  let best: { readonly claim: Claim; readonly share: number } | null = null;
  const candidates = new Set(claim.support.flatMap((key) => (bySupport.get(key) ?? []).slice(0, MAX_CANDIDATES)));
  for (const candidate of candidates) {
    const share = sharedWords(words, candidate);
    if (share < MIN_SHARED_WORDS && !added.has(candidate)) continue;
    if (best === null || share > best.share) best = { claim: candidate, share };
  }
  return best?.claim ?? null;
}

function sharedWords(words: ReadonlySet<string>, { key }: Claim): number {
  const others = new Set(key.split(' '));
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared / Math.max(1, Math.min(words.size, others.size));
}

function haveSameSupport({ before, after }: ClaimPair): boolean {
  return before.support.length === after.support.length && before.support.every((key) => after.support.includes(key));
}

function isWeakened({ before, after }: ClaimPair): boolean {
  const words = new Set(after.key.split(' '));
  const details = detailsOf(before.text);
  if (details.some((detail) => !words.has(detail))) return true;
  const old = [...new Set(before.key.split(' '))];
  return old.filter((word) => words.has(word)).length < old.length / 2;
}

/** Whether other statements say what one said: they rest on each of its passages, and among them have its numbers and names. */
export function isSaidBy({ support, text }: Claim, others: readonly Claim[]): boolean {
  const saying = others.filter((other) => other.support.some((key) => support.includes(key)));
  const cited = new Set(saying.flatMap((other) => other.support));
  const words = new Set(saying.flatMap(({ key }) => key.split(' ')));
  const isCited = support.length > 0 && support.every((key) => cited.has(key));
  return isCited && detailsOf(text).every((detail) => words.has(detail));
}

/** The statements that a page has before and after a change: no other decision of a person about the change removes them. */
export function stayingClaims(before: string, after: string): readonly Claim[] {
  const kept = new Set(readLedger(after).claims.map(({ key }) => key));
  return readLedger(before).claims.filter(({ key }) => kept.has(key));
}

/** Numbers, and words with a capital that do not begin the sentence. */
function detailsOf(text: string): readonly string[] {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu)].map(
    ([word]) => word,
  );
  return words
    .filter((word, at) => /\p{N}/u.test(word) || (at > 0 && /^\p{Lu}/u.test(word)))
    .map((word) => word.toLowerCase());
}
