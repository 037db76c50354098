import { concatBytes, toBase64, WikiError } from '../base';
import { commentedLines, fromBase64, isSameBytes, malformed, UNTRUSTED, utf8 } from './bytes';
import { blake2b256, publicKeyOf } from './ed25519';
import { keyIdText, type KeyId, type PublicKey } from './public-key';

export interface SecretKey {
  readonly id: KeyId;
  /** 32 bytes. */
  readonly seed: Uint8Array;
}

export interface KeyPair {
  readonly publicKey: PublicKey;
  readonly secretKey: SecretKey;
  /** The file of the secret key. */
  readonly secretFile: string;
}

/** A password to a stream of bytes. A host brings it, because it takes much memory. */
export type Scrypt = (
  password: string,
  salt: Uint8Array,
  cost: { readonly N: number; readonly r: number; readonly p: number },
  length: number,
) => Promise<Uint8Array>;

const SIGNS = utf8('Ed');
const SCRYPT = utf8('Sc');
const NONE = new Uint8Array(2);
const CHECKSUM = utf8('B2');

/** How hard a password is to guess, in the measures of libsodium ("interactive"): operations, and bytes of memory. */
const COST = { operations: 524_288n, memory: 16_777_216n };

/** More memory than this is refused: a forged key could ask for any. */
const MAX_MEMORY = 1_073_741_824n;

/** Where the key itself is in its file: identifier, seed, public key, checksum. */
const KEY_LENGTH = 104;

/**
 * Makes a key pair.
 * @param random 32 bytes for the seed, 8 for the identifier and 32 for the salt @param password `''` keeps the key unencrypted
 */
export async function createKeyPair(
  random: (length: number) => Uint8Array,
  password: string,
  scrypt: Scrypt,
): Promise<KeyPair> {
  const [seed, id] = [random(32), random(8)];
  const key = publicKeyOf(seed);
  const secret = concatBytes(seed, key);
  const checksum = blake2b256(concatBytes(SIGNS, id, secret));
  const isPlain = password === '';
  const salt = isPlain ? new Uint8Array(32) : random(32);
  const cost = isPlain ? { operations: 0n, memory: 0n } : COST;
  const plain = concatBytes(id, secret, checksum);
  const kept = isPlain ? plain : mix(plain, await scrypt(password, salt, parametersOf(cost), KEY_LENGTH));
  const bytes = concatBytes(
    SIGNS,
    isPlain ? NONE : SCRYPT,
    CHECKSUM,
    salt,
    u64(cost.operations),
    u64(cost.memory),
    kept,
  );
  const about = isPlain ? 'minisign secret key' : 'minisign encrypted secret key';
  return {
    publicKey: { id, key },
    secretKey: { id, seed },
    secretFile: `${UNTRUSTED}${about} ${keyIdText(id)}\n${toBase64(bytes)}\n`,
  };
}

/** Whether the file of a secret key asks for a password. @throws WikiError `living-wiki:signature_invalid` */
export function needsPassword(file: string): boolean {
  const bytes = bytesOf(file);
  return !isSameBytes(bytes.slice(2, 4), NONE);
}

/** Reads the file of a secret key. @throws WikiError `living-wiki:signature_invalid`, `living-wiki:signing_password` */
export async function openSecretKey(file: string, password: string, scrypt: Scrypt): Promise<SecretKey> {
  const bytes = bytesOf(file);
  const [derivation, salt] = [bytes.slice(2, 4), bytes.slice(6, 38)];
  const isPlain = isSameBytes(derivation, NONE);
  if (!isPlain && !isSameBytes(derivation, SCRYPT)) throw malformed('The secret key is encrypted in an unknown way.');
  if (!isPlain && password === '') throw wrongPassword('This key needs its password.');
  const cost = { operations: readU64(bytes, 38), memory: readU64(bytes, 46) };
  if (cost.memory > MAX_MEMORY) throw malformed('The secret key asks for more memory than is given.');
  const kept = bytes.slice(54);
  const plain = isPlain ? kept : mix(kept, await scrypt(password, salt, parametersOf(cost), KEY_LENGTH));
  const [id, secret, checksum] = [plain.slice(0, 8), plain.slice(8, 72), plain.slice(72)];
  const seed = secret.slice(0, 32);
  // minisign writes no checksum for a key without a password.
  const isUnchecked = isPlain && isSameBytes(checksum, new Uint8Array(32));
  if (!isUnchecked && !isSameBytes(checksum, blake2b256(concatBytes(SIGNS, id, secret)))) {
    throw isPlain ? malformed('The secret key is damaged.') : wrongPassword('The password is wrong.');
  }
  if (!isSameBytes(publicKeyOf(seed), secret.slice(32))) throw malformed('The secret key is damaged.');
  return { id, seed };
}

function bytesOf(file: string): Uint8Array {
  const [, line = ''] = commentedLines(file, 2, 'The secret key');
  const bytes = fromBase64(line, 54 + KEY_LENGTH, 'The secret key');
  if (!isSameBytes(bytes.slice(0, 2), SIGNS) || !isSameBytes(bytes.slice(4, 6), CHECKSUM)) {
    throw malformed('The secret key is of another kind.');
  }
  return bytes;
}

/** As libsodium turns its limits into the parameters of scrypt (`pickparams`). */
function parametersOf({ operations, memory }: typeof COST): { N: number; r: number; p: number } {
  const r = 8n;
  const bounded = operations < 32_768n ? 32_768n : operations;
  const isByOperations = bounded < memory / 32n;
  const most = isByOperations ? bounded / (r * 4n) : memory / (r * 128n);
  let exponent = 1n;
  while (exponent < 63n && 1n << exponent <= most / 2n) exponent += 1n;
  const N = 1n << exponent;
  const room = bounded / 4n / N;
  const p = isByOperations ? 1n : (room > 0x3fffffffn ? 0x3fffffffn : room) / r;
  return { N: Number(N), r: Number(r), p: Number(p) };
}

function mix(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(a, (byte, at) => byte ^ (b[at] ?? 0));
}

function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}

function readU64(bytes: Uint8Array, at: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(at, true);
}

function wrongPassword(message: string): WikiError {
  return new WikiError('living-wiki:signing_password', message, {
    remedy: 'Give it on standard input: --password-stdin.',
  });
}
