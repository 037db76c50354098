/**
 * vault: a tree of files behind a port, so that the rest of the product runs on a phone, on a desktop, on a server and
 * in a test alike; the rules for paths; and the transaction, through which alone the files of a wiki are written.
 *
 * Promises:
 * - A path never leads outside its vault: one resolver (`checkAddress`, `checkPath`) judges it, and refuses rather than
 *   rewrites. Bytes are never replaced in silence: what is not UTF-8 is an error.
 * - A transaction is applied as a whole or not at all, whatever crashes when; it is checked against what the files hold
 *   before it writes; what a person changed meanwhile is never overwritten; and all that it replaced is kept for undo.
 * - No host: no clock, no timer and no random number but those that are handed in.
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
  resolveRelative,
} from './paths';
export { findCollision } from './collision';
export { fileErrors } from './errors';
export { openJournal } from './journal/journal';
export { createVaultLock, type LockOwner, type VaultLockOptions } from './journal/lock';
export { SCRATCH_FOLDER, STATE_FOLDER } from './journal/store';
export { decodeText, encodeText, hashBytes, hashText } from './text';
export {
  type JournalWriter,
  type Journal,
  type JournalDeps,
  type RecoveryNote,
  type Transaction,
  type TransactionFile,
  type TransactionRequest,
  type TransactionSummary,
  type WriteLock,
} from './journal/types';
export {
  type FileChange,
  type FileStat,
  type Hash,
  type SkippedEntry,
  type Vault,
  type VaultEntry,
  type VaultEvent,
  type WriteOptions,
} from './types';
