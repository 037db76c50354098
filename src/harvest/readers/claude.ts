import { conversationName } from '../conversation-name';
import { type Conversation, type ConversationTurn, type Role } from '../types';
import { fieldOf, listOf, textOf, timeOf } from './json-fields';

const ROLES: Readonly<Record<string, Role>> = { human: 'user', assistant: 'assistant' };

/** One element of `conversations.json` in a data export of Claude. @returns `null` if it has another shape */
export function readClaude(value: unknown): Conversation | null {
  if (!Array.isArray(fieldOf(value, 'chat_messages'))) return null;
  const turns: ConversationTurn[] = [];
  const attachments: string[] = [];
  for (const message of listOf(value, 'chat_messages')) {
    const sender = textOf(message, 'sender') ?? '';
    const role = Object.hasOwn(ROLES, sender) ? ROLES[sender] : undefined;
    if (role === undefined) continue;
    const text = messageText(message);
    if (text !== '') turns.push({ role, text, at: timeOf(fieldOf(message, 'created_at')) });
    for (const file of [...listOf(message, 'attachments'), ...listOf(message, 'files')]) {
      const name = textOf(file, 'file_name');
      if (name !== null && name !== '') attachments.push(conversationName(name, 'file'));
    }
  }
  return {
    name: conversationName(textOf(value, 'name') ?? '', textOf(value, 'uuid') ?? 'Claude conversation'),
    format: 'claude-export',
    at: timeOf(fieldOf(value, 'created_at')),
    turns,
    attachments,
  };
}

/** Newer exports keep typed parts, of which only text is read; older ones only `text`. */
function messageText(message: unknown): string {
  const parts = listOf(message, 'content');
  const texts = parts.filter((part) => textOf(part, 'type') === 'text').map((part) => textOf(part, 'text') ?? '');
  const text = parts.length > 0 ? texts.join('\n\n') : (textOf(message, 'text') ?? '');
  return text.trim() === '' ? '' : text;
}
