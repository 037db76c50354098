import * as ed from '@noble/ed25519';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha512 } from '@noble/hashes/sha2.js';

/** The hash that Ed25519 needs is set where it is used, because no module here has an effect beyond itself. */
function ed25519(): typeof ed {
  ed.hashes.sha512 ??= (message) => sha512(message);
  return ed;
}

/** @param seed 32 random bytes */
export const publicKeyOf = (seed: Uint8Array): Uint8Array => ed25519().getPublicKey(seed);

export const signBytes = (message: Uint8Array, seed: Uint8Array): Uint8Array => ed25519().sign(message, seed);

/** By RFC 8032, as libsodium does: an encoding that is not canonical is refused. */
export function isSignedBy(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519().verify(signature, message, key, { zip215: false });
  } catch {
    return false;
  }
}

export const blake2b512 = (bytes: Uint8Array): Uint8Array => blake2b(bytes, { dkLen: 64 });
export const blake2b256 = (bytes: Uint8Array): Uint8Array => blake2b(bytes, { dkLen: 32 });
