import { isMapping } from '../../base';
import { conversationName } from '../conversation-name';
import { type Conversation, type ConversationTurn, type Role } from '../types';
import { fieldOf, listOf, textOf, timeOf, type Mapping } from './json-fields';

/** Of a message, what people read. Reasoning, code that a tool ran, its output and the custom instructions are noise. */
const READ_TYPES = new Set(['text', 'multimodal_text']);

/**
 * One element of `conversations.json` in a data export of ChatGPT: a tree of messages, of which the branch that was shown last counts.
 * @returns `null` if it has another shape
 */
export function readChatGpt(value: unknown): Conversation | null {
  const mapping = fieldOf(value, 'mapping');
  if (!isMapping(mapping)) return null;
  const turns: ConversationTurn[] = [];
  const attachments: string[] = [];
  for (const node of shownBranch(mapping, textOf(value, 'current_node'))) {
    const message = fieldOf(node, 'message');
    const turn = readMessage(message);
    if (turn !== null) turns.push(turn);
    for (const file of listOf(fieldOf(message, 'metadata'), 'attachments')) {
      const name = textOf(file, 'name');
      if (name !== null) attachments.push(conversationName(name, 'file'));
    }
  }
  return {
    name: conversationName(textOf(value, 'title') ?? '', textOf(value, 'conversation_id') ?? 'ChatGPT conversation'),
    format: 'chatgpt-export',
    at: timeOf(fieldOf(value, 'create_time')),
    turns,
    attachments,
  };
}

/** From the first message to the one that was shown last. A tree that points in a circle ends where it would repeat. */
function shownBranch(mapping: Mapping, current: string | null): readonly unknown[] {
  const branch: unknown[] = [];
  const seen = new Set<string>();
  let id = current !== null && Object.hasOwn(mapping, current) ? current : (Object.keys(mapping).at(-1) ?? null);
  while (id !== null && Object.hasOwn(mapping, id) && !seen.has(id)) {
    seen.add(id);
    branch.push(mapping[id]);
    id = textOf(mapping[id], 'parent');
  }
  return branch.reverse();
}

function readMessage(message: unknown): ConversationTurn | null {
  const role = roleOf(textOf(fieldOf(message, 'author'), 'role'));
  const content = fieldOf(message, 'content');
  const type = textOf(content, 'content_type');
  if (role === null || type === null || !READ_TYPES.has(type) || isNoise(message)) return null;
  const text = listOf(content, 'parts')
    .map((part) => (typeof part === 'string' ? part : (textOf(part, 'text') ?? '')))
    .filter((part) => part.trim() !== '')
    .join('\n\n');
  return text === '' ? null : { role, text, at: timeOf(fieldOf(message, 'create_time')) };
}

/** What the assistant says to a tool, and what the program hides from the person. */
function isNoise(message: unknown): boolean {
  const recipient = textOf(message, 'recipient') ?? 'all';
  return recipient !== 'all' || fieldOf(fieldOf(message, 'metadata'), 'is_visually_hidden_from_conversation') === true;
}

const roleOf = (role: string | null): Role | null => (role === 'user' || role === 'assistant' ? role : null);
