/**
 * vault: the app's files behind the core's port.
 *
 * Promises: unsaved text in an editor is never lost; our own writes are not reported as changes; bytes are kept,
 * including a byte-order mark.
 */
export { withVaultErrors } from './errors';
export { ObsidianVault } from './obsidian-vault';
