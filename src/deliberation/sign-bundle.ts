import { isoTime } from '../base';
import { textHash, toHex } from './canonical';
import {
  NO_SIGNATURE,
  receiptHash,
  receiptPayload,
  signReceipt,
  synthesisContent,
  UNSIGNED_KID,
  type UnitSigner,
} from './receipts';
import { type Bundle, type Deliberated, type ResponseRecord, type UnitRecord } from './types';

interface BundleParts {
  readonly record: UnitRecord;
  readonly deliberated: Deliberated;
  /** What was said before the last round. */
  readonly said: readonly Omit<ResponseRecord, 'ku_id' | 'content_hash' | 'receipt' | 'receipt_sig' | 'receipt_kid'>[];
  /** Who made the record in the last round. */
  readonly sortedBy: string;
  /** Without one, the unit is unsigned and says so. */
  readonly signer: UnitSigner | null;
  readonly now: number;
}

/** Signs each answer, the record, and the chain of both. */
export function signBundle({ record, deliberated, said, sortedBy, signer, now }: BundleParts): Bundle {
  const { id: ku_id, canonical_question: question } = record;
  const issuedAt = isoTime(now);
  const sign = (one: BundleParts['said'][number]): ResponseRecord => {
    const hashed = { ku_id, ...one, content_hash: textHash(one.content) };
    if (signer === null) return { ...hashed, receipt_sig: NO_SIGNATURE, receipt_kid: UNSIGNED_KID, receipt: null };
    const receipt = signReceipt(receiptPayload(hashed, question, issuedAt, signer.kid), signer);
    return { ...hashed, receipt_sig: receipt.signature.sig, receipt_kid: signer.kid, receipt };
  };
  const content = synthesisContent(record, deliberated);
  const responses = [...said.map(sign), sign({ round: 3, slot: 1, model: sortedBy, role: 'synthesis', content })];
  const hash = receiptHash(responses);
  const receipt_sig = signer === null ? NO_SIGNATURE : toHex(signer.sign(hash));
  const unit = { ...record, receipt_sig, receipt_kid: signer?.kid ?? UNSIGNED_KID, receipt_hash: toHex(hash) };
  return { version: 1, unit, deliberated, responses };
}
