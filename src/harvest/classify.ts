import { type Hash } from '../vault';
import { byteLength, conversationText } from './conversation-text';
import { type Ledger } from './ledger';
import { MAX_HARVEST_BYTES } from './limits';
import { type Conversation } from './types';

/** What a harvest would do with a conversation. Source: knowledge curation guide, section 5.4. */
export const CLASSES = ['live', 'user-kept', 'prune', 'harvest', 'keep'] as const;
export type ConversationClass = (typeof CLASSES)[number];

export interface Classified {
  readonly class: ConversationClass;
  /** Why, in a few words. */
  readonly reason: string;
}

/** A conversation that changed less than this ago may go on. Milliseconds. */
const LIVE_MS = 10 * 60 * 1000;

export interface ClassifyRequest {
  readonly conversation: Conversation;
  readonly hash: Hash;
  /** When its file changed last, milliseconds since the epoch. */
  readonly changedAt: number;
  readonly now: number;
  /** Whether its owner keeps it: it is in a folder named `kept`, or its note says `keep: true`. */
  readonly isKept: boolean;
  readonly ledger: Ledger;
}

/**
 * - `live`: it was changed a few minutes ago
 * - `user-kept`: its owner keeps it; it is left alone
 * - `prune`: it was harvested before, under whatever name; nothing would be paid for
 * - `harvest`: it waits to be harvested; a failed one is tried again
 * - `keep`: it is too long for a harvest
 */
export function classify({ conversation, hash, changedAt, now, isKept, ledger }: ClassifyRequest): Classified {
  if (isKept) return { class: 'user-kept', reason: 'you keep it' };
  if (now - changedAt < LIVE_MS) return { class: 'live', reason: 'changed a few minutes ago' };
  const entry = ledger.get(hash);
  if (entry?.status === 'harvested') return { class: 'prune', reason: 'harvested before' };
  if (entry?.status === 'deleted-unharvested') return { class: 'keep', reason: 'you chose not to harvest it' };
  if (byteLength(conversationText(conversation)) > MAX_HARVEST_BYTES) return { class: 'keep', reason: 'too large' };
  return { class: 'harvest', reason: entry === undefined ? 'not harvested yet' : 'the last harvest failed' };
}
