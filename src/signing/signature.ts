import { concatBytes, toBase64, WikiError } from '../base';
import { commentedLines, fromBase64, isSameBytes, malformed, TRUSTED, UNTRUSTED, utf8 } from './bytes';
import { blake2b512, isSignedBy, signBytes } from './ed25519';
import { type SecretKey } from './keys';
import { keyIdText, type KeyId, type PublicKey } from './public-key';

/** Ends the name of a file's signature: `report.pdf.sig`. */
export const SIGNATURE_ENDING = '.sig';

/** A detached signature. */
interface Signature {
  readonly keyId: KeyId;
  /** Whether the digest of the file is signed, as minisign does by default, or the file itself. */
  readonly isPrehashed: boolean;
  readonly signature: Uint8Array;
  /** What the signer says with it; signed too. */
  readonly trustedComment: string;
  readonly commentSignature: Uint8Array;
}

const PREHASHED = 'ED';
const LEGACY = 'Ed';

/** Reads the text of a signature. Whether it is valid, {@link verify} says. @throws WikiError `living-wiki:signature_invalid` */
export function parseSignature(text: string): Signature {
  const [, line = '', trusted = '', comment = ''] = commentedLines(text, 4, 'The signature');
  const bytes = fromBase64(line, 74, 'The signature');
  const algorithm = String.fromCharCode(bytes[0] ?? 0, bytes[1] ?? 0);
  if (algorithm !== PREHASHED && algorithm !== LEGACY) throw malformed('The signature is not of Ed25519.');
  if (!trusted.startsWith(TRUSTED)) throw malformed('The signature has no trusted comment.');
  return {
    keyId: bytes.slice(2, 10),
    isPrehashed: algorithm === PREHASHED,
    signature: bytes.slice(10),
    trustedComment: trusted.slice(TRUSTED.length),
    commentSignature: fromBase64(comment, 64, 'The signature'),
  };
}

/**
 * Checks a signature against the bytes of a file.
 * @param keys those that may have signed it
 * @returns the key that did @throws WikiError `living-wiki:signature_invalid`
 */
export function verify(file: Uint8Array, signed: Signature, keys: readonly PublicKey[]): PublicKey {
  const { keyId, isPrehashed, signature, trustedComment, commentSignature } = signed;
  const named = keys.filter(({ id }) => isSameBytes(id, keyId));
  if (named.length === 0) {
    throw invalid(`It is signed with the key ${keyIdText(keyId)}, which the policy does not name.`);
  }
  const message = isPrehashed ? blake2b512(file) : file;
  const key = named.find((each) => isSignedBy(signature, message, each.key));
  if (key === undefined) throw invalid('Its signature is of another content.');
  const commented = concatBytes(signature, utf8(trustedComment));
  if (!isSignedBy(commentSignature, commented, key.key)) throw invalid('The comment of its signature was changed.');
  return key;
}

/**
 * The text of a signature, always over the digest of the file.
 * @param trustedComment on one line
 */
export function sign(file: Uint8Array, { id, seed }: SecretKey, trustedComment: string): string {
  const comment = trustedComment.replace(/[\r\n]+/g, ' ');
  const signature = signBytes(blake2b512(file), seed);
  const commentSignature = signBytes(concatBytes(signature, utf8(comment)), seed);
  return [
    `${UNTRUSTED}signature from living-wiki, key ${keyIdText(id)}`,
    toBase64(concatBytes(utf8(PREHASHED), id, signature)),
    `${TRUSTED}${comment}`,
    toBase64(commentSignature),
    '',
  ].join('\n');
}

function invalid(message: string): WikiError {
  return new WikiError('living-wiki:signature_invalid', message, {
    remedy: 'Ask whoever signs the sources of this wiki, or sign it yourself: living-wiki sign.',
  });
}
