import { publicKeyOf } from '../signing';
import { fromHex, toHex } from './canonical';
import { keyIdOf, type PublicUnitKey } from './keys';
import { signerOf, type UnitSigner } from './receipts';

/** A key of this device. Its host keeps it where only the owner reads it. */
export interface OwnUnitKey {
  /** 64 hexadecimal digits. */
  readonly seed: string;
  /** From when it signs; unknown for one that an older version made. */
  readonly from?: string;
  /** From when another has taken its place. What it signed before stays valid. */
  readonly retired?: string;
  /** From when nothing that bears it may be trusted. */
  readonly revoked?: string;
}

/** The newest key that is neither retired nor revoked. */
export function currentSigner(keys: readonly OwnUnitKey[]): UnitSigner | null {
  const key = keys.findLast(({ retired, revoked }) => retired === undefined && revoked === undefined);
  return key === undefined ? null : signerOf(seedBytes(key));
}

/** What of the keys may be shown and published. */
export function publicKeys(keys: readonly OwnUnitKey[]): readonly PublicUnitKey[] {
  return keys.map((own) => {
    const key = publicKeyOf(seedBytes(own));
    const { from, retired, revoked } = own;
    return {
      kid: keyIdOf(key),
      key,
      ...(from !== undefined && { from }),
      ...(retired !== undefined && { retired }),
      ...(revoked !== undefined && { revoked }),
    };
  });
}

/** With a new key, which signs from now on; the one that signed until now is retired. @param seed 32 random bytes */
export function withNewKey(keys: readonly OwnUnitKey[], seed: Uint8Array, now: string): readonly OwnUnitKey[] {
  const before = keys.map((key) => (key.retired === undefined ? { ...key, retired: now } : key));
  return [...before, { seed: toHex(seed), from: now }];
}

/** `null` if none of the keys has this name. */
export function withRevokedKey(keys: readonly OwnUnitKey[], kid: string, at: string): readonly OwnUnitKey[] | null {
  const named = (key: OwnUnitKey): boolean => keyIdOf(publicKeyOf(seedBytes(key))) === kid;
  return keys.some(named) ? keys.map((key) => (named(key) ? { ...key, revoked: at } : key)) : null;
}

export function isOwnUnitKey(value: unknown): value is OwnUnitKey {
  const { seed, ...dates } = (value ?? {}) as Partial<Record<keyof OwnUnitKey, unknown>>;
  const isDate = (each: unknown): boolean => each === undefined || typeof each === 'string';
  return (
    typeof seed === 'string' && fromHex(seed, 32) !== null && [dates.from, dates.retired, dates.revoked].every(isDate)
  );
}

function seedBytes({ seed }: OwnUnitKey): Uint8Array {
  const bytes = fromHex(seed, 32);
  if (bytes === null) throw new RangeError('A seed has 32 bytes.');
  return bytes;
}
