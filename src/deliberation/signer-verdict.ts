import { type PublicUnitKey, isSameKey } from './keys';

/**
 * What is known of whoever signed: `known` was approved here, `unknown` was not; `valid-when-signed` was revoked later; `revoked-before`
 * and `retired-before` had ended; `no-key` means that there is no public key to check with.
 */
export type SignerVerdict =
  'known' | 'unknown' | 'valid-when-signed' | 'revoked-before' | 'retired-before' | 'no-key' | 'unsigned';

/**
 * The key of a signature, and what its owner and we say of it. A key that is approved here counts before one that came with the unit.
 * @param issuedAt as the signer says; nobody else knows
 */
export function signerVerdict(
  kid: string,
  issuedAt: string,
  { keys, trusted }: { readonly keys: readonly PublicUnitKey[]; readonly trusted: readonly PublicUnitKey[] },
): { readonly key: Uint8Array | null; readonly verdict: SignerVerdict } {
  const named = [...trusted, ...keys].find((each) => each.kid === kid);
  if (named === undefined) return { key: null, verdict: 'no-key' };
  const same = [...trusted, ...keys].filter((each) => isSameKey(each, named));
  const at = Date.parse(issuedAt);
  const ends = (field: 'retired' | 'revoked'): number | null => {
    const dates = same.flatMap((each) => (each[field] === undefined ? [] : Date.parse(each[field])));
    return dates.length === 0 ? null : Math.min(...dates);
  };
  const [revoked, retired] = [ends('revoked'), ends('retired')];
  const key = named.key;
  // A time that cannot be read comes after everything.
  if (revoked !== null) return { key, verdict: at < revoked ? 'valid-when-signed' : 'revoked-before' };
  if (retired !== null && !(at <= retired)) return { key, verdict: 'retired-before' };
  return { key, verdict: trusted.some((each) => isSameKey(each, named)) ? 'known' : 'unknown' };
}
