import { blake3 } from '@noble/hashes/blake3.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** The digests beside SHA-256, which few wikis ask for: loaded with the first one. */
export const digests = {
  sha512: (bytes: Uint8Array): string => bytesToHex(sha512(bytes)),
  blake3: (bytes: Uint8Array): string => bytesToHex(blake3(bytes)),
} as const;
