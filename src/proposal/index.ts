/**
 * proposal: what every producer hands over to. A change set is checked, stored until a person decides, applied as far as
 * it was accepted, and can be taken back.
 *
 * Promises: nothing is written that does not go through `applyChange` or `undoTransaction`, and both write in one
 * transaction; index, log and provenance manifest follow from what was accepted; a guard error, an introduced lint
 * error or a conflict stops everything before anything is written; a stored proposal that cannot be read is set aside.
 */
export {
  applyChange,
  allHunkIds,
  isBlocked,
  planChange,
  type ApplyRequest,
  type ChangePlan,
  type PlanRequest,
} from './apply';
export { INDEX_FILE, LOG_FILE, PROVENANCE_FILE, buildProvenance } from './generated';
export { EMPTY_REVIEW_DRAFT, type ReviewDraft, type ReviewDraftStore } from './review-drafts';
export { readDecision } from './format';
export { ProposalStore, type BrokenProposal } from './store';
export {
  type ApplyOutcome,
  type CheckResults,
  type ProposalDecision,
  type HunkDecisions,
  type HunkDecision,
  type Proposal,
  type ProposalState,
  type TransactionFacts,
} from './types';
export {
  isGenerated,
  isReviewedOnUndo,
  readHistory,
  undoLogNote,
  undoTarget,
  undoTransaction,
  type HistoryEntry,
  type UndoneTransaction,
  type UndoOutcome,
  type UndoRequest,
} from './undo';
