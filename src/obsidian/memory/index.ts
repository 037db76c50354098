/**
 * memory: the view of what conversations taught: five lists, the digest as a budget, the ledger, and the dry run before a harvest.
 *
 * Promises: draws what the controller read, and changes the memory only through it. What was said in a conversation is drawn as text.
 */
export { HarvestModal } from './harvest-modal';
export { MemoryContent } from './memory-content';
