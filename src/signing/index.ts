/**
 * signing: detached Ed25519 signatures in the format of minisign, so that other tools verify what is signed here, and the other way round.
 *
 * Promises: it works on bytes and reads no files. A signature that is not well-formed, of another key, or of other bytes is an error
 * with a reason; nothing is guessed. Source: minisign, "Signature format", https://jedisct1.github.io/minisign/
 */
export { isSignedBy, publicKeyOf, signBytes } from './ed25519';
export { createKeyPair, needsPassword, openSecretKey, type KeyPair, type Scrypt, type SecretKey } from './keys';
export { parsePublicKey, printPublicKey, publicKeyLine } from './public-key';
export { parseSignature, sign, SIGNATURE_ENDING, verify } from './signature';
