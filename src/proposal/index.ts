/**
 * proposal: change sets from a producer to the vault. A change set is checked, stored until a person decides, applied as
 * far as it is accepted, and can be undone.
 *
 * Promises: every write goes through `applyChange` or `undoTransaction`, each in one transaction. The index, the log and
 * the provenance manifest are updated from what was accepted. A guard error, a new lint error or a conflict stops the
 * change before anything is written. A stored proposal that cannot be read is set aside.
 */
export { applyChange, allHunkIds, isBlocked, planChange, type ChangePlan } from './apply';
export { buildProvenance } from './generated';
export { EMPTY_REVIEW_DRAFT, type DraftProblem, type ReviewDraft } from './review-drafts';
export { readDecision } from './format';
export { findHandEdits } from './hand-edits';
export { ProposalStore } from './store';
export {
  type ApplyOutcome,
  type CheckResults,
  type ProposalDecision,
  type HunkDecisions,
  type HunkDecision,
  type Proposal,
} from './types';
export {
  isDerived,
  isGenerated,
  isReviewedOnUndo,
  readHistory,
  undoLogNote,
  undoTarget,
  undoTransaction,
  type HistoryEntry,
  type UndoneTransaction,
} from './undo';
export { planUndoOrder, type UndoOrder } from './undo-order';
