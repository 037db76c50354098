/**
 * change: proposed edits of a wiki as data. Building a change set out of hunks with reasons and evidence, deciding
 * on it hunk by hunk, putting it onto files that were edited meanwhile, taking an applied one back, exchanging it as a patch,
 * looking its quotes up in the sources, and the guard that says what no change may do.
 *
 * Promises: nothing here reads or writes a file; texts come in and go out. Bytes outside a hunk do not change, line
 * endings, a missing final newline and a byte-order mark included. No edit of a person is overwritten: changes that touch
 * are conflicts, told before anything is written. Time is bounded for any input, and the same input gives the same result.
 */
export { createFile, deleteFile, renameFile, updateFile } from './build';
export type { EditNotes, PartSpec, SpliceSpec } from './build';
export { changeSetFromOverlay, diffToHunks } from './diff';
export type { ChangeMeta } from './diff';
export { conflictOf } from './conflict';
export { hunksToAccept } from './default-acceptance';
export { guard, guardSlowly } from './guard';
export type { GuardInput } from './guard';
export { allHunks, checkChangeSet, closeOver, hunkId, isBareRename, renderEdit, renderedPath } from './hunk';
export { mergeText } from './merge';
export type { Merge } from './merge';
export { exportPatch } from './patch-export';
export type { PatchFile } from './patch-export';
export { importPatch } from './patch-import';
export { checkQuotes, findQuote, quoteFinder } from './quotes';
export type { QuoteFinder, QuotePlace } from './quotes';
export { rebase } from './rebase';
export type { Rebase } from './rebase';
export { toFileChanges } from './resolve';
export type { Resolved } from './resolve';
export type {
  Anchor,
  ChangeConflict,
  ChangeSet,
  ConflictReason,
  Evidence,
  FileEdit,
  GuardFinding,
  Hunk,
  LineRange,
  LogNote,
  Loss,
  MergeConflict,
  SourceRead,
} from './types';
export { planUndo } from './undo';
export type { AppliedFile, UndoPlan } from './undo';
export { unifiedView } from './view';
export type { UnifiedView, ViewBlock, ViewLine } from './view';
