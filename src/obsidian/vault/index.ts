/**
 * vault: the app's files behind the core's port.
 *
 * Promises: text that a person typed and the app has not saved is never lost; what we write ourselves does not come back
 * to us as news; bytes are kept, a byte-order mark included.
 */
export { withVaultErrors } from './errors';
export { ObsidianVault } from './obsidian-vault';
