/**
 * deliberation: several models answer one question without seeing each other, criticise the answers, and one sorts what was said. Code
 * counts who agrees, signs every answer, and makes a Knowledge Unit of it that anybody can check offline.
 *
 * Promises: the prompt of round 1 has no word of another model. The level of consensus is counted from positions whose quotes code found;
 * no model chooses it, and silence never counts as agreement. A claim that nobody made is thrown out and counted. A receipt is of use in
 * its own unit and slot only. No private key leaves the signer. It knows no wiki and no host.
 * Source: draft-farley-acta-knowledge-units-00; where it leaves something open, docs/deliberation.md says how it is read.
 */
export { assembleUnit, newUnitId, roleName, type UnitDetails } from './assemble';
export { parseBundle, printJson, readBundle } from './bundle';
export { canonicalText, textHash } from './canonical';
export { canonicalQuestion, trimmedQuestion } from './canonical-question';
export { consensusLevel, EVIDENCE_NOT_PROOF, LEVEL_MEANINGS, listOf, type ModelStance } from './consensus';
export { type SortedClaims } from './extraction';
export { keyIdOf, parseJwks, printJwks, isSameKey, type PublicUnitKey } from './keys';
export { currentSigner, isOwnUnitKey, publicKeys, withNewKey, withRevokedKey, type OwnUnitKey } from './own-keys';
export { complete, full, headline, summary } from './levels';
export { currentUnit, oneSidedRelations, operationOf, stateOfUnit, type Operation, type Staleness } from './lifecycle';
export { lineageWarning, makerOf } from './lineage';
export { unitFromMarkdown, unitMetadata, unitOfPage, unitToMarkdown } from './markdown-form';
export { type GivenSource } from './prompts';
export { isReceiptSignedBy, isUnsigned, receiptHash, signerOf, type UnitSigner } from './receipts';
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
export { claimText, parseUnit, readUnit, rosterHash, UNIT_ID } from './schema';
export { pageBody } from './page';
export { timelineOf, type UnitEvent } from './timeline';
export { quotesStillIn, type KeptQuote } from './verify-traces';
export { DOMAINS, RELATIONS, VOLATILITIES } from './types';
export type * from './types';
export { verifyUnit, type UnitVerification } from './verify';
