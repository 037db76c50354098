import { conversationName } from '../conversation-name';
import { type Conversation, type ConversationTurn } from '../types';
import { fieldOf, listOf, textOf, timeOf } from './json-fields';

/** What the program itself writes into a turn of the user: not the user's words. */
const NOISE = /<(system-reminder|command-[a-z]+|local-command-[a-z]+)>[\s\S]*?<\/\1>/g;

/** Marks of lines that nobody said here: of agents, of the program, and its summary of what came before. */
const NOT_SAID = ['isSidechain', 'isMeta', 'isCompactSummary'];

/**
 * Reads a session file of Claude Code line by line. Side conversations of its agents, tool calls, their results and thinking are
 * noise.
 */
export class ClaudeCodeReader {
  readonly #turns: ConversationTurn[] = [];
  #title: string | null = null;
  #session: string | null = null;
  #at: string | null = null;
  #known = 0;

  /** Whether any line had the shape of a session. */
  get isKnown(): boolean {
    return this.#known > 0;
  }

  /** @param line one line of the file, parsed; anything else than an object of a session is skipped */
  add(line: unknown): void {
    const type = textOf(line, 'type');
    if (type === null) return;
    if (type === 'summary') {
      this.#title = textOf(line, 'summary') ?? this.#title;
      this.#known++;
      return;
    }
    if (textOf(line, 'sessionId') === null) return;
    this.#known++;
    if (type !== 'user' && type !== 'assistant') return;
    if (NOT_SAID.some((mark) => fieldOf(line, mark) === true)) return;
    this.#session ??= textOf(line, 'sessionId');
    const at = timeOf(fieldOf(line, 'timestamp'));
    this.#at ??= at;
    const text = textIn(fieldOf(line, 'message'));
    if (text !== '') this.#turns.push({ role: type, text, at });
  }

  /** @param fallback the name of the file */
  conversation(fallback: string): Conversation {
    const first = this.#turns.find(({ role }) => role === 'user')?.text.split('\n', 1)[0] ?? '';
    return {
      name: conversationName(this.#title ?? first, this.#session ?? fallback),
      format: 'claude-code',
      at: this.#at,
      turns: this.#turns,
      attachments: [],
    };
  }
}

function textIn(message: unknown): string {
  const content = fieldOf(message, 'content');
  const text =
    typeof content === 'string'
      ? content
      : listOf(message, 'content')
          .filter((part) => textOf(part, 'type') === 'text')
          .map((part) => textOf(part, 'text') ?? '')
          .join('\n\n');
  return text.replace(NOISE, '').trim();
}
