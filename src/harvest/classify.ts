import { type Hash } from '../vault';
import { byteLength, conversationText } from './conversation-text';
import { type ConversationLedger } from './ledger';
import { MAX_HARVEST_BYTES } from './limits';
import { type Conversation } from './types';

/** What a harvest would do with a conversation. Source: knowledge curation guide, section 5.4. */
export const CLASSES = ['live', 'user-kept', 'prune', 'harvest', 'keep'] as const;
type ConversationClass = (typeof CLASSES)[number];

/** Why a conversation is in its class. */
export type ClassReason =
  'kept' | 'live' | 'harvested' | 'discarded' | 'too-large' | 'twice' | 'waiting' | 'new' | 'failed';

export interface Classification {
  readonly class: ConversationClass;
  readonly why: ClassReason;
  /** The same in a few words. */
  readonly reason: string;
}

/** A conversation that changed less than this ago may go on. Milliseconds. */
const LIVE_MS = 10 * 60 * 1000;

interface ClassifyRequest {
  readonly conversation: Conversation;
  readonly hash: Hash;
  /** When its file changed last, milliseconds since the epoch. */
  readonly changedAt: number;
  readonly now: number;
  /** Whether its owner keeps it: it is in a folder named `kept`, or its note says `keep: true`. */
  readonly isKept: boolean;
  readonly ledger: ConversationLedger;
}

const REASONS: Readonly<Record<ClassReason, string>> = {
  kept: 'you keep it',
  live: 'changed a few minutes ago',
  harvested: 'harvested before',
  discarded: 'you chose not to harvest it',
  'too-large': 'too large',
  twice: 'the same as another',
  waiting: 'its proposal waits for a review',
  new: 'not harvested yet',
  failed: 'the last harvest failed',
};

export function classification(conversationClass: ConversationClass, why: ClassReason): Classification {
  return { class: conversationClass, why, reason: REASONS[why] };
}

/**
 * - `live`: it was changed a few minutes ago, and may go on; an export never does
 * - `user-kept`: its owner keeps it; it is left alone
 * - `prune`: it was harvested before, under whatever name; nothing would be paid for
 * - `harvest`: it waits to be harvested; a failed one is tried again
 * - `keep`: it is too long for a harvest
 */
export function classify({ conversation, hash, changedAt, now, isKept, ledger }: ClassifyRequest): Classification {
  if (isKept) return classification('user-kept', 'kept');
  const isExport = conversation.format === 'chatgpt-export' || conversation.format === 'claude-export';
  if (!isExport && now - changedAt < LIVE_MS) return classification('live', 'live');
  const entry = ledger.get(hash);
  if (entry?.status === 'harvested') return classification('prune', 'harvested');
  if (entry?.status === 'deleted-unharvested') return classification('keep', 'discarded');
  if (byteLength(conversationText(conversation)) > MAX_HARVEST_BYTES) return classification('keep', 'too-large');
  return entry === undefined ? classification('harvest', 'new') : classification('harvest', 'failed');
}
