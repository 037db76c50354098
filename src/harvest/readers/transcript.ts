import { readFrontmatter } from '../../markdown';
import { conversationName } from '../conversation-name';
import { type Conversation, type ConversationFormat, type ConversationTurn, type Role } from '../types';
import { listOf, textOf, timeOf } from './json-fields';

/** A line that begins a turn: `**user**: …`, `## 🤖 Assistant`, `You: …`, `**Human:** …`, with or without a time. */
const SPEAKER =
  /^(?:#{1,6}[ \t]+|>[ \t]*)?(?:\*\*|__)?(?:(?:\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}]|\u200d|\ufe0f){1,12}[ \t]*)?(user|human|you|me|prompt|assistant|ai|bot|model|chatgpt|claude|copilot|gemini|answer|response)(?:[ \t]*\([^)\n]{1,40}\))?(?::(?:\*\*|__)|(?:\*\*|__):|:(?!\/\/)|(?:\*\*|__)?[ \t]*$)[ \t]?(.*)$/iu;
const HEADING = /^#{1,6}[ \t]/;
const USERS = new Set(['user', 'human', 'you', 'me', 'prompt']);
const COPILOT_TIME = /^\[Timestamp: (\d{4})[/-](\d{2})[/-](\d{2}) (\d{2}:\d{2}:\d{2})\]$/;
const FENCE = /^ {0,3}(```+|~~~+)/;
/** In the name of a file. */
const DAY = /(?:^|\D)(\d{4}-\d{2}-\d{2})(?!\d)/;
/** How our own chats name the pages that an answer was made of. */
const READ_LINE = /^\*Read: .*\*$/;

/**
 * A conversation in Markdown or plain text: chat notes of Copilot for Obsidian, our own saved chats, and transcripts whose turns begin
 * with the name of the speaker.
 *
 * @param name of the file, without its extension
 * @returns `null` if nobody speaks in it
 */
export function readTranscript(text: string, name: string): Conversation | null {
  const { data: fields, bodyStart } = readFrontmatter(text);
  const { turns, isOwn } = readTurns(text.slice(bodyStart));
  if (!turns.some(({ role }) => role === 'user') || turns.length < 2) return null;
  const isCopilot = listOf(fields, 'tags').includes('copilot-conversation') || textOf(fields, 'modelKey') !== null;
  const { epoch } = fields;
  const at = typeof epoch === 'number' ? timeOf(epoch / 1000) : null;
  return {
    name: conversationName(textOf(fields, 'topic') ?? textOf(fields, 'title') ?? '', name),
    format: formatOf(isCopilot, isOwn),
    at: at ?? turns.find((turn) => turn.at !== null)?.at ?? timeOf(DAY.exec(name)?.[1] ?? ''),
    turns,
    attachments: [],
  };
}

function formatOf(isCopilot: boolean, isOwn: boolean): ConversationFormat {
  if (isCopilot) return 'copilot-note';
  return isOwn ? 'saved-chat' : 'transcript';
}

interface OpenTurn {
  readonly role: Role;
  readonly lines: string[];
  at: string | null;
}

/** Reads turns; what stands before the first is no part of the conversation. Names inside code blocks begin nothing. */
function readTurns(body: string): { readonly turns: readonly ConversationTurn[]; readonly isOwn: boolean } {
  const open: OpenTurn[] = [];
  let fence: string | null = null;
  let isOwn = false;
  for (const line of body.split(/\r\n|\r|\n/)) {
    const mark = FENCE.exec(line)?.[1] ?? null;
    const current = open.at(-1);
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
      current?.lines.push(line);
      continue;
    }
    const spoken = mark === null ? SPEAKER.exec(line) : null;
    if (spoken !== null && isSpeaker(line, spoken)) {
      open.push({
        role: USERS.has((spoken[1] ?? '').toLowerCase()) ? 'user' : 'assistant',
        lines: [spoken[2] ?? ''],
        at: null,
      });
      continue;
    }
    fence = mark;
    const time = COPILOT_TIME.exec(line.trim());
    if (time !== null && current) current.at = timeOf(`${time[1]}-${time[2]}-${time[3]}T${time[4]}Z`);
    else if (READ_LINE.test(line)) isOwn = true;
    else current?.lines.push(line);
  }
  return { turns: isOwn ? splitOwn(open) : open.flatMap(closed), isOwn };
}

/** A word alone on a line that is no heading is no speaker: `Answer`. */
function isSpeaker(line: string, [, , rest = '']: RegExpExecArray): boolean {
  return rest !== '' || HEADING.test(line) || /[:*_]\s*$/.test(line);
}

function closed({ role, lines, at }: OpenTurn): readonly ConversationTurn[] {
  const text = lines.join('\n').trim();
  return text === '' ? [] : [{ role, text, at }];
}

/** Our own notes mark only the questions: `**You:** …`, then the answer up to a rule. */
function splitOwn(open: readonly OpenTurn[]): readonly ConversationTurn[] {
  return open.flatMap(({ role, lines, at }) => {
    const [question = '', ...rest] = lines;
    const answer = rest
      .join('\n')
      .replace(/\n---\s*$/, '')
      .trim();
    return [...closed({ role, lines: [question], at }), ...closed({ role: 'assistant', lines: [answer], at })];
  });
}
