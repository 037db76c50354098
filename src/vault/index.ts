/**
 * vault: the port to a tree of files, so that everything else runs on a phone, on a desktop, on a server and in a test;
 * the rules for paths; and the journal, whose transactions are the only writer of a wiki's files.
 *
 * Promises:
 * - No path leads outside its vault: `checkSafePath` and `checkPortablePath` refuse it, and never rewrite it.
 * - No bytes are replaced silently: what is not UTF-8 is an error.
 * - A transaction is applied as a whole or not at all, whenever a crash comes. It checks every file before it writes the
 *   first, never overwrites a later edit, and keeps everything that it replaced for undo.
 * - No host: clock, timer and random numbers are parameters.
 */
export { MemoryVault } from './memory';
export { OverlayVault } from './overlay';
export { scopeVault } from './scope';
export {
  baseName,
  checkSafePath,
  checkFolderPath,
  checkPortablePath,
  foldName,
  joinPath,
  parentPath,
  parentPaths,
  relativePath,
  resolveRelative,
} from './paths';
export { fileErrors } from './errors';
export { checkWritablePath } from './journal/writable-path';
export { openJournal } from './journal/journal';
export { createVaultLock, type LockOwner, type VaultLockOptions } from './journal/lock';
export {
  createSealer,
  isSameText,
  isSealed,
  sealText,
  unsealed,
  unsealedLong,
  withSeal,
  withSealLong,
  type Sealer,
} from './journal/seal';
export { JOURNAL_FOLDER, SCRATCH_FOLDER, STATE_FOLDER } from './journal/store';
export {
  readPacked,
  readPackedAgain,
  readPackedLineBytes,
  readPackedLines,
  writePacked,
  writePackedLines,
} from './packed-files';
export { TextBlobs } from './text-blobs';
export {
  decodeText,
  digestBytes,
  encodeText,
  hashBytes,
  hashInSteps,
  hashText,
  isHashAlgorithm,
  type HashAlgorithm,
} from './text';
export {
  type JournalWriter,
  type Journal,
  type Transaction,
  type TransactionFile,
  type TransactionRequest,
  type TransactionSummary,
  type WriteLock,
} from './journal/types';
export { listKinds } from './list-kinds';
export {
  type FileChange,
  type EntryKind,
  type FileStat,
  type Hash,
  type SkippedEntry,
  type Vault,
  type VaultEntry,
  type VaultEvent,
  type WriteOptions,
} from './types';
