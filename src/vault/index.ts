/**
 * vault: a tree of files behind a port, so that the rest of the product runs on a phone, on a desktop, on a server and
 * in a test alike; the rules for paths; and the transaction, through which alone the files of a wiki are written.
 *
 * Promises: a path never leads outside its vault. Bytes are never replaced in silence.
 */
export { MemoryVault } from './memory';
export { OverlayVault } from './overlay';
export { scopeVault } from './scope';
export {
  baseName,
  checkAddress,
  checkFolder,
  checkPath,
  foldName,
  joinPath,
  parentPath,
  resolveRelative,
} from './paths';
export { findCollision } from './collision';
export { fileErrors } from './errors';
export { openJournal } from './journal/journal';
export { createVaultLock } from './journal/lock';
export { scratchFolder, stateFolder } from './journal/store';
export { decodeText, encodeText, hashBytes, hashText } from './text';
export type {
  Journal,
  JournalDeps,
  RecoveryNote,
  Transaction,
  TransactionFile,
  TransactionRequest,
  TransactionSummary,
  WriteLock,
} from './journal/types';
export type { LockOwner, VaultLockOptions } from './journal/lock';
export type { FileChange, FileStat, Hash, Vault, VaultEntry, VaultEvent, WriteOptions } from './types';
