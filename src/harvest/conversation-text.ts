import { encodeText, hashText, type Hash } from '../vault';
import { type Conversation } from './types';

const SPEAKERS = { user: 'User', assistant: 'Assistant' };

/** The whole conversation as text: what a model reads, what quotes are looked up in, and what the ledger knows it by. */
export function conversationText({ turns, attachments }: Conversation): string {
  const parts = turns.map(({ role, text }) => `${SPEAKERS[role]}:\n${text.trim()}`);
  if (attachments.length > 0) parts.push(`Attached, not read: ${attachments.join(', ')}`);
  return parts.join('\n\n');
}

/**
 * SHA-256 of what was said, without names and times, so that a conversation is known again in another file or format.
 * Source: knowledge curation guide, section 4.
 */
export function conversationHash(conversation: Conversation): Hash {
  return hashText(conversationText(conversation));
}

/** Bytes of UTF-8. */
export function byteLength(text: string): number {
  return encodeText(text).length;
}
