import * as z from 'zod/mini';
import { WikiError } from '../base';
import { base58, base64Url, fromBase64Url } from './canonical';

/** A public key of somebody who signs units. Source: RFC 8037, with dates of ours. */
export interface PublicUnitKey {
  readonly kid: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** From when the key signs, as its owner says. */
  readonly from?: string;
  /** From when it signs no more, because another has taken its place. What it signed before stays valid. */
  readonly retired?: string;
  /** From when nothing that bears it may be trusted. */
  readonly revoked?: string;
}

/**
 * How a key is named: after the key itself, so that no other can take its name by accident. The third part is what other programs
 * compare; see `@scopeblind/passport`.
 */
export const keyIdOf = (publicKey: Uint8Array): string => `lw:issuer:${base58(publicKey).slice(0, 12)}`;

const time = () => z.exactOptional(z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))));
const shape = z.lazy(() =>
  z.looseObject({
    keys: z.array(
      z.looseObject({
        kty: z.string(),
        crv: z.exactOptional(z.string()),
        kid: z.exactOptional(z.string()),
        x: z.exactOptional(z.string()),
        nbf_at: time(),
        retired_at: time(),
        revoked_at: time(),
      }),
    ),
  }),
);

/**
 * The Ed25519 keys of a JWKS; others are left out, as RFC 7517 asks.
 * @throws WikiError `living-wiki:unit_keys_invalid`
 */
export function parseJwks(value: unknown, path?: string): readonly PublicUnitKey[] {
  const read = shape.safeParse(value);
  if (!read.success) {
    throw new WikiError('living-wiki:unit_keys_invalid', 'The file is not a list of public keys (JWKS).', {
      ...(path !== undefined && { path }),
      remedy: 'Ask whoever signed the unit for their keys.',
    });
  }
  return read.data.keys.flatMap(({ kty, crv, kid, x, nbf_at, retired_at, revoked_at }) => {
    const key = kty === 'OKP' && crv === 'Ed25519' && x !== undefined ? fromBase64Url(x, 32) : null;
    if (key === null) return [];
    const dates = {
      ...(nbf_at !== undefined && { from: nbf_at }),
      ...(retired_at !== undefined && { retired: retired_at }),
      ...(revoked_at !== undefined && { revoked: revoked_at }),
    };
    return [{ kid: kid ?? keyIdOf(key), key, ...dates }];
  });
}

/** The text of a JWKS: public keys only, in the order given. */
export function printJwks(keys: readonly PublicUnitKey[]): string {
  const entries = keys.map(({ kid, key, from, retired, revoked }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    alg: 'EdDSA',
    use: 'sig',
    kid,
    x: base64Url(key),
    ...(from !== undefined && { nbf_at: from }),
    ...(retired !== undefined && { retired_at: retired }),
    ...(revoked !== undefined && { revoked_at: revoked }),
  }));
  return `${JSON.stringify({ keys: entries }, null, 2)}\n`;
}

export const isSameKey = (a: PublicUnitKey, b: PublicUnitKey): boolean => base64Url(a.key) === base64Url(b.key);
