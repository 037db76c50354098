import { clip, plural } from '../base';
import { isSignedBy } from '../signing';
import { canonicalText, fromHex, textHash, toHex } from './canonical';
import { type PublicUnitKey } from './keys';
import { isReceiptSignedBy, isUnsigned, receiptHash, receiptPayload, RECEIPT_SPEC, synthesisContent } from './receipts';
import { RESTATED, restatedDifference } from './restate';
import { unitProblems } from './schema';
import { signerVerdict, type SignerVerdict } from './signer-verdict';
import { type Bundle, type KnowledgeUnit, type ResponseRecord } from './types';
import { checkTraces } from './verify-traces';

/** A check that failed, and where. */
interface UnitFailure {
  /** `round 2, slot 3 (model)`, `whole unit`, `claim 4`, `source sources/a.md`. */
  readonly place: string;
  readonly message: string;
}

/** One receipt, or the signature of the whole unit. */
interface SignatureCheck {
  readonly place: string;
  readonly round: 1 | 2 | 3 | null;
  readonly slot: number | null;
  readonly model: string | null;
  readonly role: string | null;
  readonly kid: string;
  /** Whether the signature belongs to exactly this content; `null` if no key is there to check it with, or it is unsigned. */
  readonly isValid: boolean | null;
  readonly signer: SignerVerdict;
  /** The key that it was checked with, in hexadecimal digits; `null` where there is none. */
  readonly publicKey: string | null;
}

interface SourceCheck {
  readonly uri: string;
  readonly state: 'unchanged' | 'changed' | 'missing' | 'not-here';
}

export interface UnitVerification {
  readonly id: string;
  /** Empty if everything that could be checked is as it was signed. */
  readonly failures: readonly UnitFailure[];
  readonly signatures: readonly SignatureCheck[];
  readonly sources: readonly SourceCheck[];
  readonly quotes: { readonly found: number; readonly total: number };
  readonly isUnsigned: boolean;
  /** The whole in one sentence. */
  readonly summary: string;
}

interface VerifyRequest {
  readonly bundle: Bundle;
  /** The unit as it is stored beside the bundle; it has to be the same. */
  readonly unit?: KnowledgeUnit;
  /** Whose signatures can be checked: those of the JWKS that came with the unit. */
  readonly keys: readonly PublicUnitKey[];
  /** Whom a person here approved; kept outside the vault. */
  readonly trusted: readonly PublicUnitKey[];
  /** `null` for a source that is gone, absent for one that is not on this device. */
  readonly sources: ReadonlyMap<string, { readonly hash: string; readonly text: string } | null>;
}

/** Checks everything that a unit claims about itself, without a network. */
export function verifyUnit(request: VerifyRequest): UnitVerification {
  const { bundle, unit: stored, keys, trusted, sources } = request;
  const { unit, responses } = bundle;
  const failures: UnitFailure[] = unitProblems(unit).map(({ field, message }) => ({
    place: `field ${field}`,
    message,
  }));
  const fail = (place: string, message: string): void => void failures.push({ place, message });
  if (stored !== undefined && canonicalText(stored) !== canonicalText(unit)) {
    fail('whole unit', 'The unit is not the one of its deliberation: a field was changed.');
  }
  const original = checkRestated(request, fail);
  if (original === null) checkSlots(responses, unit, fail);
  const signatures = responses.map((response) => checkResponse(response, bundle, { keys, trusted }, fail));
  signatures.push(checkWhole(bundle, { keys, trusted }, fail));
  const recorded = new Map((unit.sources ?? []).map(({ uri, content_hash }) => [uri, content_hash]));
  // A quote of a source that has changed since is not expected to be there.
  const same = new Map([...sources].filter(([uri, source]) => source !== null && source.hash === recorded.get(uri)));
  const quotes = original?.quotes ?? checkTraces(bundle, same, fail);
  failures.push(...(original?.failures ?? []));
  signatures.push(...(original?.signatures ?? []));
  const checked = (unit.sources ?? []).map(({ uri, content_hash }): SourceCheck => {
    const current = sources.get(uri);
    if (current === undefined) return { uri, state: 'not-here' };
    if (current === null) return { uri, state: 'missing' };
    return { uri, state: current.hash === content_hash ? 'unchanged' : 'changed' };
  });
  const result = { id: unit.id, failures, signatures, sources: checked, quotes, isUnsigned: isUnsigned(unit) };
  return { ...result, summary: summarise(result) };
}

/** The check of the deliberation that a restated unit says again; `null` for a unit that was deliberated itself. */
function checkRestated({ unit: _, ...request }: VerifyRequest, fail: Fail): UnitVerification | null {
  const { unit, responses, restates } = request.bundle;
  if (restates === undefined) {
    if (unit.process_template === RESTATED) fail('whole unit', 'The deliberation that it restates is missing.');
    return null;
  }
  if (unit.process_template !== RESTATED)
    fail('whole unit', 'It holds another deliberation, and does not say that it restates it.');
  if (responses.length !== 1 || responses[0]?.round !== 3)
    fail('round 3', 'A restated unit has exactly one receipt of its own, that of the record.');
  const field = restatedDifference(request.bundle);
  if (field !== null) fail('whole unit', `The unit is not what was deliberated: ${field} differs.`);
  const checked = verifyUnit({ ...request, bundle: restates });
  const placed = <T extends { readonly place: string }>(each: T): T => ({
    ...each,
    place: `${each.place} of ${restates.unit.id}`,
  });
  return { ...checked, failures: checked.failures.map(placed), signatures: checked.signatures.map(placed) };
}

interface Keys {
  readonly keys: readonly PublicUnitKey[];
  readonly trusted: readonly PublicUnitKey[];
}
type Fail = (place: string, message: string) => void;

const placeOf = ({ round, slot, model }: ResponseRecord): string => `round ${round}, slot ${slot} (${clip(model, 80)})`;

function checkSlots(responses: readonly ResponseRecord[], unit: KnowledgeUnit, fail: Fail): void {
  const seen = new Set<string>();
  const models = new Map<number, string>();
  for (const response of responses) {
    const { round, slot, model } = response;
    const key = `${round}/${slot}`;
    if (seen.has(key)) fail(placeOf(response), 'Two answers have this slot.');
    seen.add(key);
    if (round === 1) models.set(slot, model);
    else if (round === 2 && models.get(slot) !== model) fail(placeOf(response), 'Another model answered in this slot.');
  }
  const answered = [...models.values()].sort();
  if (canonicalText(answered) !== canonicalText([...unit.models_used].sort())) {
    fail('round 1', 'The models that answered are not those that the unit names.');
  }
  if (!responses.some(({ round }) => round === 2)) fail('round 2', 'There is no critique.');
  if (responses.filter(({ round }) => round === 3).length !== 1) fail('round 3', 'There is not exactly one synthesis.');
}

function checkResponse(
  response: ResponseRecord,
  { unit, deliberated }: Bundle,
  keys: Keys,
  fail: Fail,
): SignatureCheck {
  const place = placeOf(response);
  const { round, slot, model, role, receipt, content, content_hash, receipt_kid: kid } = response;
  const at = { place, round, slot, model, role, kid };
  if (response.ku_id !== unit.id) fail(place, `The answer belongs to another unit (${clip(response.ku_id, 20)}).`);
  if (textHash(content) !== content_hash) fail(place, 'The text is not the one that was signed.');
  if (round === 3 && content !== synthesisContent(unit, deliberated)) {
    fail(place, 'The unit is not the one that the synthesis made: a field or a claim was changed.');
  }
  if (receipt === null) {
    if (!isUnsigned(unit)) fail(place, 'The receipt is missing.');
    return { ...at, isValid: null, signer: 'unsigned', publicKey: null };
  }
  const { payload, signature } = receipt;
  const issuedAt = typeof payload.issued_at === 'string' ? payload.issued_at : '';
  const expected = receiptPayload({ ...response, ku_id: unit.id }, unit.canonical_question, issuedAt, signature.kid);
  if (payload.ku_id !== unit.id)
    fail(place, 'The receipt belongs to another unit. A signed round is of use in its own unit only.');
  else if (payload.spec !== RECEIPT_SPEC || canonicalText(payload) !== canonicalText(expected)) {
    fail(place, 'The receipt says something else than the answer.');
  }
  if (signature.sig !== response.receipt_sig || signature.kid !== kid)
    fail(place, 'The signature is not that of the receipt.');
  const { key, verdict } = signerVerdict(kid, issuedAt, keys);
  if (key === null) return { ...at, isValid: null, signer: 'no-key', publicKey: null };
  const isValid = isReceiptSignedBy(receipt, key);
  if (!isValid) fail(place, 'The signature is not valid.');
  else failVerdict(verdict, place, fail);
  return { ...at, isValid, signer: verdict, publicKey: toHex(key) };
}

function checkWhole({ unit, responses }: Bundle, keys: Keys, fail: Fail): SignatureCheck {
  const place = 'whole unit';
  const { receipt_kid: kid, receipt_sig } = unit;
  const at = { place, round: null, slot: null, model: null, role: null, kid };
  const hash = receiptHash(responses);
  if (toHex(hash) !== unit.receipt_hash) fail(place, 'The chain of receipts is not the one that was signed.');
  if (isUnsigned(unit)) return { ...at, isValid: null, signer: 'unsigned', publicKey: null };
  if (responses.some(({ round, receipt_kid }) => round === 3 && receipt_kid !== kid)) {
    fail(place, 'The unit names another key than its synthesis.');
  }
  const issuedAt = unit.published_at ?? '';
  const { key, verdict } = signerVerdict(kid, issuedAt, keys);
  const signature = fromHex(receipt_sig, 64);
  if (key === null) return { ...at, isValid: null, signer: 'no-key', publicKey: null };
  const isValid = signature !== null && isSignedBy(signature, hash, key);
  if (!isValid) fail(place, 'The signature of the unit is not valid.');
  else failVerdict(verdict, place, fail);
  return { ...at, isValid, signer: verdict, publicKey: toHex(key) };
}

function failVerdict(verdict: SignerVerdict, place: string, fail: Fail): void {
  if (verdict === 'revoked-before') fail(place, 'The key was revoked before this was signed.');
  if (verdict === 'retired-before') fail(place, 'The key had been replaced before this was signed.');
}

function summarise(result: Omit<UnitVerification, 'summary'>): string {
  const { failures, signatures, isUnsigned: unsigned } = result;
  const [first] = failures;
  if (first !== undefined)
    return `Not valid: ${first.place}: ${first.message}${failures.length > 1 ? ` (and ${failures.length - 1} more)` : ''}`;
  if (unsigned) return 'Unsigned: nobody vouches for this unit. Its texts and hashes agree with each other.';
  const unchecked = signatures.filter(({ isValid }) => isValid === null).length;
  if (unchecked > 0) return `${plural(unchecked, 'signature')} cannot be checked: the public key is missing.`;
  const when = signatures.some(({ signer }) => signer === 'valid-when-signed');
  if (when) return `${plural(signatures.length, 'signature')} were valid when signed. The key has been revoked since.`;
  const unknown = signatures.filter(({ signer }) => signer === 'unknown').length;
  if (unknown > 0)
    return `${plural(signatures.length, 'signature')} valid, signer unknown: you have not approved this key.`;
  return `${plural(signatures.length, 'signature')} valid, signer known.`;
}
