/**
 * deliberation: several models answer one question without seeing each other, criticise the answers, and one sorts what was said. Code
 * counts who agrees, signs every answer, and makes a Knowledge Unit of it that anybody can check offline.
 *
 * Promises: the prompt of round 1 has no word of another model. The level of consensus is counted from positions whose quotes code found;
 * no model chooses it, and silence never counts as agreement. A claim that nobody made is thrown out and counted. A receipt is of use in
 * its own unit and slot only. No private key leaves the signer. It knows no wiki and no host.
 * Source: draft-farley-acta-knowledge-units-00; where it leaves something open, docs/deliberation.md says how it is read.
 */
export { assembleUnit, newUnitId, PROCESS, roleName, type UnitDetails } from './assemble';
export { parseBundle, printJson, readBundle, type ReadBundle } from './bundle';
export { canonicalText, fromBase64Url, fromHex, textHash, toHex } from './canonical';
export { canonicalQuestion, questionHash, trimmedQuestion } from './canonical-question';
export {
  consensusLevel,
  EVIDENCE_NOT_PROOF,
  LEVEL_MEANINGS,
  listOf,
  type ClaimCounts,
  type ModelStance,
} from './consensus';
export { checkSorting, positionOf, type Extraction, type Said, type Sorting } from './extraction';
export { keyIdOf, parseJwks, printJwks, sameKey, type PublicUnitKey } from './keys';
export { currentSigner, isOwnUnitKey, publicKeys, withNewKey, withRevokedKey, type OwnUnitKey } from './own-keys';
export { drawOrder, drawRoles, labelOf } from './labels';
export { complete, full, headline, LEVEL_TOKENS, summary, type Level } from './levels';
export {
  brokenLinks,
  currentUnit,
  FRESH_DAYS,
  freshUntil,
  oneSidedRelations,
  operationOf,
  stateOfUnit,
  type Operation,
  type Staleness,
} from './lifecycle';
export { lineageWarning, makerOf } from './lineage';
export { PAGE_KEY, unitFromMarkdown, unitMetadata, unitOfPage, unitToMarkdown } from './markdown-form';
export { type GivenSource } from './prompts';
export {
  isReceiptSignedBy,
  isUnsigned,
  NO_SIGNATURE,
  receiptHash,
  receiptPayload,
  roundHash,
  signerOf,
  signReceipt,
  synthesisContent,
  UNSIGNED_KID,
  type UnitSigner,
} from './receipts';
export { deliberationOf, reciprocalOf, RESTATED, restateUnit, type RestateDetails } from './restate';
export {
  estimateRounds,
  MAX_MODELS,
  MIN_MODELS,
  runRounds,
  type DeliberationEvent,
  type DeliberationRequest,
  type Participant,
  type RoundsResult,
} from './rounds';
export {
  claimText,
  parseUnit,
  readUnit,
  rosterHash,
  UNIT_ID,
  unitProblems,
  type ReadUnit,
  type UnitProblem,
} from './schema';
export { type SignerVerdict } from './signer-verdict';
export { pageBody } from './page';
export { timelineOf, type UnitEvent } from './timeline';
export { quotesStillIn, type KeptQuote } from './verify-traces';
export { DOMAINS, RELATIONS, VOLATILITIES } from './types';
export type * from './types';
export {
  verifyUnit,
  type SignatureCheck,
  type SourceCheck,
  type UnitFailure,
  type UnitVerification,
  type VerifyRequest,
} from './verify';
