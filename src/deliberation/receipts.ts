import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, type JsonObject } from '../base';
import { isSignedBy, publicKeyOf, signBytes } from '../signing';
import { canonicalBytes, canonicalText, fromHex, textHash, toHex } from './canonical';
import { keyIdOf } from './keys';
import { type Deliberated, type KnowledgeUnit, type Receipt, type ResponseRecord, type UnitRecord } from './types';

/** Source: draft-farley-acta-signed-receipts-01. */
export const RECEIPT_SPEC = 'draft-farley-acta-signed-receipts-01';

/** What signs: a key that the host keeps. */
export interface UnitSigner {
  readonly kid: string;
  readonly sign: (bytes: Uint8Array) => Uint8Array;
}

/** @param seed 32 random bytes */
export function signerOf(seed: Uint8Array): UnitSigner {
  return { kid: keyIdOf(publicKeyOf(seed)), sign: (bytes) => signBytes(bytes, seed) };
}

/** Signs the RFC 8785 form of a payload. */
export function signReceipt(payload: JsonObject, { kid, sign }: UnitSigner): Receipt {
  return { payload, signature: { alg: 'EdDSA', kid, sig: toHex(sign(canonicalBytes(payload))) } };
}

/** Whether a receipt is signed with a key, by RFC 8032. @param publicKey 32 bytes */
export function isReceiptSignedBy({ payload, signature }: Receipt, publicKey: Uint8Array): boolean {
  const sig = fromHex(signature.sig, 64);
  if (sig === null || (signature.alg as string) !== 'EdDSA') return false;
  try {
    return isSignedBy(sig, canonicalBytes(payload), publicKey);
  } catch {
    // What RFC 8785 cannot express was never signed.
    return false;
  }
}

/** What the receipt of a response says. */
export function receiptPayload(
  response: Pick<ResponseRecord, 'ku_id' | 'round' | 'slot' | 'model' | 'role' | 'content_hash'>,
  question: string,
  issuedAt: string,
  kid: string,
): JsonObject {
  const { ku_id, round, slot, model, role, content_hash } = response;
  return {
    spec: RECEIPT_SPEC,
    type: round === 3 ? 'deliberation:synthesis' : 'deliberation:response',
    issued_at: issuedAt,
    issuer_id: kid,
    ku_id,
    question_hash: `sha256:${textHash(question)}`,
    round,
    slot,
    model,
    role,
    content_hash: `sha256:${content_hash}`,
  };
}

/**
 * What the last round says and its receipt covers: the whole unit, except what is computed from the receipts, and where each claim comes
 * from. So nobody can change a unit, or put its rounds under another one, without breaking a signature.
 */
export function synthesisContent(unit: UnitRecord | KnowledgeUnit, deliberated: Deliberated): string {
  const { receipt_sig: _, receipt_kid: __, receipt_hash: ___, ...record } = unit as KnowledgeUnit;
  return canonicalText({ record, ...deliberated });
}

/** The responses of a round in the order of their slots. */
const bySlot = (responses: readonly ResponseRecord[], round: number): readonly ResponseRecord[] =>
  responses.filter((each) => each.round === round).sort((a, b) => a.slot - b.slot);

/** The SHA-256 of one round: over the raw 64-byte signatures in the order of slots; a slot without an answer adds nothing. */
function roundHash(responses: readonly ResponseRecord[], round: 1 | 2 | 3): Uint8Array {
  const signatures = bySlot(responses, round).map(({ receipt_sig }) => fromHex(receipt_sig, 64) ?? new Uint8Array());
  return sha256(concatBytes(...signatures));
}

/**
 * The 32 bytes that the unit's signature covers. Source: Knowledge Units draft, section 8; `||` joins raw bytes, hashes as well as
 * signatures.
 */
export function receiptHash(responses: readonly ResponseRecord[]): Uint8Array {
  return sha256(concatBytes(roundHash(responses, 1), roundHash(responses, 2), roundHash(responses, 3)));
}

/** What stands in the fields of a unit, and of its responses, that was made without a key. */
export const UNSIGNED_KID = 'unsigned';
export const NO_SIGNATURE = '0'.repeat(128);

/** Whether a unit was made without a key: nobody vouches for it. */
export const isUnsigned = ({ receipt_kid }: Pick<KnowledgeUnit, 'receipt_kid'>): boolean =>
  receipt_kid === UNSIGNED_KID;
