/**
 * change: proposed edits of a wiki as data. Building a change set out of hunks with reasons and evidence, deciding
 * on it hunk by hunk, putting it onto files that were edited meanwhile, taking an applied one back, exchanging it as a patch,
 * looking its quotes up in the sources, and the guard that says what no change may do.
 *
 * Promises: nothing here reads or writes a file; texts come in and go out. Bytes outside a hunk do not change, line
 * endings, a missing final newline and a byte-order mark included. No edit of a person is overwritten: changes that touch
 * are conflicts, told before anything is written. Time is bounded for any input, and the same input gives the same result.
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
export { changeSetFromOverlay, diffToHunks, type ChangeSetDetails } from './diff';
export { createConflict } from './conflict';
export { hunksToAccept } from './default-acceptance';
export { guard, guardAsync, type GuardInput } from './guard';
export { allHunks, checkChangeSet, withDependencies, hunkId, isBareRename, renderEdit, renderedPath } from './hunk';
export { mergeText, type MergeResult } from './merge';
export { exportPatch, type PatchFile } from './patch-export';
export { importPatch } from './patch-import';
export { checkQuotes, findQuote, createQuoteFinder, type QuoteFinder, type QuotePlace } from './quotes';
export { rebaseEdit, type RebaseResult } from './rebase';
export { toFileChanges, type ResolvedChanges } from './file-changes';
export {
  type Anchor,
  type ChangeConflict,
  type ChangeSet,
  type ConflictReason,
  type Evidence,
  type FileEdit,
  type GuardFinding,
  type Hunk,
  type LineRange,
  type LogNote,
  type LossKind,
  type MergeConflict,
  type SourceRead,
} from './types';
export { planUndo, type AppliedFile, type UndoPlan } from './undo';
export { unifiedDiff, type UnifiedDiff, type DiffBlock, type DiffLine } from './unified-diff';
