/**
 * change: proposed edits of a wiki as data. Builds change sets from hunks with reasons and evidence, renders the accepted
 * hunks, rebases them onto files that were edited since, plans an undo, exports patches, checks quotes against their
 * sources, and guards against what no change may do.
 *
 * Promises: no I/O, only texts in and texts out. Bytes outside a hunk do not change, including line endings, a missing
 * final newline and a byte-order mark. A person's edit is never overwritten: colliding changes are conflicts, reported
 * before anything is written. Time is bounded for any input, and the same input gives the same result.
 */
export {
  buildCreation,
  buildDeletion,
  buildRename,
  buildUpdate,
  type EditNotes,
  type PartSpec,
  type SpliceSpec,
} from './build-edit';
export { changeSetFromOverlay, diffToHunks, diffToHunksAsync, type ChangeSetDetails } from './diff';
export { settleFootnotes } from './footnotes';
export { createConflict } from './conflict';
export { hunksToAccept } from './default-acceptance';
export { refusalOf, refuseWrite } from './guard-paths';
export { guard, guardAsync } from './guard';
export { shiftEdit } from './shift-edit';
export { nameDrops, nameLosses, withoutMoves } from './name-drops';
export { type HandEdits } from './statement-losses';
export {
  allHunks,
  checkChangeSet,
  withDependencies,
  hunkId,
  isBareRename,
  lossesOf,
  renderEdit,
  renderedPath,
} from './hunk';
export { mergeText, mergeTextInSteps } from './merge';
export { exportPatch, type PatchFile } from './patch-export';
export { checkQuotes, findQuote, createQuoteFinder, type QuoteFinder, type QuotePlace } from './quotes';
export { joinNotes } from './place-hunks';
export { rebaseEdit, rebaseInSteps, type RebaseResult } from './rebase';
export { toFileChanges } from './file-changes';
export { type Anchor } from '../wiki';
export {
  type ChangeConflict,
  type ChangeSet,
  type DroppedStatement,
  type Evidence,
  type FileEdit,
  type FootnoteText,
  type GuardFinding,
  type Hunk,
  type LogNote,
  type LossKind,
  type MergeConflict,
  type SourceRead,
  LOSS_KINDS,
} from './types';
export { planUndo, type AppliedFile } from './undo';
export { unifiedDiff, unifiedDiffAsync, type UnifiedDiff, type DiffLine } from './unified-diff';
