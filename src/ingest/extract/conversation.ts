import { type JsonNode, type JsonObjectNode } from './json-parser';

/** One turn of a conversation, from any exporter. */
interface ExportedTurn {
  readonly speaker: string;
  readonly text: string;
  readonly offset: number;
}

export interface ExportedConversation {
  readonly title: string | null;
  /** ISO date or time, or epoch seconds as a number. Not validated. */
  readonly date: string | number | null;
  readonly turns: readonly ExportedTurn[];
}

const SPEAKER_KEYS = ['role', 'sender', 'author', 'from', 'speaker', 'user'];
const SPEAKER_NAME_KEYS = ['role', 'name', 'displayName', 'username'];
const TEXT_KEYS = ['content', 'text', 'body', 'message', 'value', 'parts'];
const MESSAGE_LIST_KEYS = ['chat_messages', 'messages', 'conversations', 'conversation', 'turns'];
const TITLE_KEYS = ['title', 'name', 'subject', 'topic'];
const DATE_KEYS = ['create_time', 'created_at', 'createdAt', 'created', 'date', 'timestamp'];

/**
 * The conversation, if the value is one: an object with a list of messages, such a list itself, or a tree of messages
 * (`mapping`), of which the last shown branch is read.
 */
export function parseConversation(node: JsonNode): ExportedConversation | null {
  if (node.type === 'scalar') return null;
  if (node.type === 'array') {
    const turns = parseTurns(node);
    return turns === null || !looksLikeConversation(turns) ? null : { title: null, date: null, turns };
  }
  const mapping = field(node, ['mapping']);
  const list = field(node, MESSAGE_LIST_KEYS);
  const turns = mapping?.type === 'object' ? readBranch(node, mapping) : list && parseTurns(list);
  if (turns === null) return null;
  const date = field(node, DATE_KEYS);
  return {
    title: textField(node, TITLE_KEYS),
    date: date?.type === 'scalar' && typeof date.value !== 'boolean' ? date.value : null,
    turns,
  };
}

/** In a bare list, a conversation has few speakers with many turns. Records of a table have a new name on each line. */
function looksLikeConversation(turns: readonly ExportedTurn[]): boolean {
  const speakers = new Set(turns.map(({ speaker }) => speaker)).size;
  return turns.length >= 2 && (speakers <= 2 || speakers * 2 <= turns.length);
}

function parseTurns(list: JsonNode): ExportedTurn[] | null {
  if (list.type !== 'array' || list.items.length === 0) return null;
  const turns: ExportedTurn[] = [];
  for (const item of list.items) {
    const turn = item.type === 'object' ? parseTurn(item) : null;
    if (turn === null) return null;
    turns.push(turn);
  }
  return turns.filter((turn) => turn.text.trim() !== '');
}

function parseTurn(message: JsonObjectNode): ExportedTurn | null {
  const speaker = speakerOf(message);
  const content = field(message, TEXT_KEYS);
  if (speaker === null || content === null) return null;
  return { speaker, text: messageTexts(content).join('\n\n'), offset: content.offset };
}

function speakerOf(message: JsonObjectNode): string | null {
  const speaker = field(message, SPEAKER_KEYS);
  if (speaker?.type === 'scalar') return typeof speaker.value === 'string' ? speaker.value : null;
  return speaker?.type === 'object' ? textField(speaker, SPEAKER_NAME_KEYS) : null;
}

/** The texts of a message: a string, a list of strings, or typed parts, of which only text parts count. */
function messageTexts(content: JsonNode): string[] {
  if (content.type === 'scalar') return typeof content.value === 'string' ? [content.value] : [];
  const items = content.type === 'array' ? content.items : [content];
  return items.flatMap((item) => {
    if (item.type === 'scalar') return typeof item.value === 'string' ? [item.value] : [];
    if (item.type === 'array') return [];
    const parts = field(item, ['parts']);
    if (parts?.type === 'array') {
      return parts.items.flatMap((part) =>
        part.type === 'scalar' && typeof part.value === 'string' ? [part.value] : [],
      );
    }
    const text = textField(item, ['text', 'content', 'value']);
    return text === null ? [] : [text];
  });
}

/** Follows the parents from the last shown message to the first. A cycle ends the walk. */
function readBranch(node: JsonObjectNode, mapping: JsonObjectNode): ExportedTurn[] | null {
  const nodes = new Map<string, JsonObjectNode>();
  for (const [id, value] of mapping.entries) if (value.type === 'object') nodes.set(id, value);
  let id = textField(node, ['current_node']) ?? [...nodes.keys()].at(-1) ?? null;
  const turns: ExportedTurn[] = [];
  let messages = 0;
  for (let current = id === null ? undefined : nodes.get(id); current !== undefined && id !== null;) {
    nodes.delete(id);
    const message = field(current, ['message']);
    if (message !== null) messages += 1;
    const turn = message?.type === 'object' ? parseTurn(message) : null;
    if (turn !== null && turn.text.trim() !== '' && turn.speaker !== 'system') turns.push(turn);
    id = textField(current, ['parent']);
    current = id === null ? undefined : nodes.get(id);
  }
  return messages === 0 ? null : turns.reverse();
}

/** The value of the first of these fields that the object has. */
function field(node: JsonObjectNode, names: readonly string[]): JsonNode | null {
  for (const name of names) {
    const entry = node.entries.find(([key]) => key === name);
    if (entry !== undefined) return entry[1];
  }
  return null;
}

export function textField(node: JsonObjectNode, names: readonly string[]): string | null {
  const value = field(node, names);
  return value?.type === 'scalar' && typeof value.value === 'string' ? value.value : null;
}
