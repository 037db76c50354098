/**
 * harvest: what conversations taught, kept. Reads conversations of several programs, finds what is worth keeping with a model or
 * without one, and knows the files of the memory folder: categories, digest, ledger.
 * Source: knowledge curation guide.
 *
 * Promises: no I/O but through what it is handed. Files of categories only grow at their ends: what a person wrote, edited, moved or
 * took out stays so. Every quote was found in its conversation by code. The digest has at most 4,096 bytes, and the same files
 * give the same bytes. Nothing that was said in a conversation is live in a note.
 */
export { bulletProvenance, bulletText, readBullets, type Bullet } from './bullets';
export {
  CATEGORY_PATHS,
  keyOf,
  keysOf,
  moveTask,
  notedPath,
  placeItem,
  withBullets,
  withNotedPath,
  insertionPoint,
  type NotedFile,
  type PlacedBullet,
} from './category-files';
export { CLASSES, classification, classify, type Classification, type ClassReason } from './classify';
export { byteLength, conversationHash, conversationText } from './conversation-text';
export { buildDigest, DIGEST_FILE, isOpen, type Digest } from './digest';
export { harvestMarked } from './extractive';
export { countItems, parseHarvest } from './items';
export {
  entriesWithCopies,
  LEDGER_FILE,
  parseLedger,
  printLedger,
  type ConversationLedger,
  type LedgerEntry,
  type LedgerStatus,
} from './ledger';
export { DIGEST_MAX_BYTES } from './limits';
export { digestChange, planMemoryChange, type MemoryChange } from './memory-changes';
export { DEFAULT_PROMPT, PROMPT_FILE, RETRY_LINE } from './prompt';
export { isNoConversation, readConversations, type ConversationFile } from './readers';
export {
  CATEGORIES,
  type Category,
  type Conversation,
  type ConversationFormat,
  type HarvestItem,
  type ItemCounts,
} from './types';
export { estimateHarvest, harvestWithModel, type Harvest } from './with-model';
