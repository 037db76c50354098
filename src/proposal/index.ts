/**
 * proposal: what every producer hands over to. A change set is checked, stored until a person decides, applied as far as
 * it was accepted, and can be taken back.
 *
 * Promises: nothing is written that does not go through `applyChange` or `undoTransaction`, and both write in one
 * transaction; index, log and provenance manifest follow from what was accepted; a guard error, an introduced lint
 * error or a conflict stops everything before anything is written; a stored proposal that cannot be read is set aside.
 */
export { applyChange, everyHunk, isBlocked, planChange } from './apply';
export type { ApplyRequest, Plan, PlanRequest } from './apply';
export { INDEX_FILE, LOG_FILE, MANIFEST_FILE, provenanceOf } from './generated';
export { noDraft } from './drafts';
export type { Draft, DraftStore } from './drafts';
export { readDecision } from './format';
export { ProposalStore } from './store';
export type { BrokenProposal } from './store';
export type {
  ApplyOutcome,
  Checks,
  Decision,
  Decisions,
  HunkDecision,
  Proposal,
  ProposalState,
  TransactionFacts,
} from './types';
export { isGenerated, isUndoneByHand, readHistory, undoLog, undoTarget, undoTransaction } from './undo';
export type { HistoryEntry, Undoing, UndoOutcome, UndoRequest } from './undo';
