import { estimateRequest, estimateTokens, withinContext, type LanguageModel, type Message } from '../model';

const MIN_TOKENS = 2_000;

/**
 * The model with prompts that fit its context: leaves out tool results, oldest first, then earlier questions with their
 * answers.
 * @param tokens of one prompt, roughly
 * @param pinned texts that are never left out: where none of the messages has one any more, the question begins with it
 */
export function withTrimming(
  model: LanguageModel,
  tokens: number,
  pinned: () => readonly string[] = () => [],
): LanguageModel {
  return withinContext(model, { tokens, least: MIN_TOKENS }, (messages, limit) =>
    trimAround(messages, limit, pinned()),
  );
}

function trimAround(messages: readonly Message[], limit: number, pinned: readonly string[]): readonly Message[] {
  const isMissing = (kept: readonly Message[]) => (text: string) =>
    !kept.some((message) => textOf(message).includes(text));
  const trimmed = trimMessages(messages, limit);
  if (!pinned.some(isMissing(trimmed))) return trimmed;
  const room = estimateTokens(pinned.join('\n\n'));
  const shorter = trimMessages(messages, Math.max(MIN_TOKENS / 2, limit - room));
  const missing = pinned.filter(isMissing(shorter));
  const last = shorter.findLastIndex(isQuestion);
  return shorter.map((message, at) =>
    at === last && message.role === 'user' && typeof message.content === 'string'
      ? { ...message, content: [...missing, message.content].join('\n\n') }
      : message,
  );
}

function textOf(message: Message): string {
  if ('text' in message) return message.text;
  return typeof message.content === 'string' ? message.content : '';
}

/** @param messages the first is the system prompt; the last one with {@link QUESTION_PREFIX} starts the current question */
function trimMessages(messages: readonly Message[], tokens: number): readonly Message[] {
  const sizes = messages.map((message) => estimateRequest({ messages: [message] }).input);
  let excess = sizes.reduce((sum, size) => sum + size, 0) - tokens;
  if (excess <= 0) return messages;
  const last = messages.findLastIndex(isQuestion);
  const kept: (Message | null)[] = messages.map((message, at) => {
    if (message.role !== 'tool' || excess <= 0) return message;
    const short = { ...message, text: `(The result of this ${message.name} was left out to save room.)` };
    const saved = (sizes[at] ?? 0) - estimateRequest({ messages: [short] }).input;
    if (saved <= 0) return message;
    excess -= saved;
    return short;
  });
  for (let at = 1; at < last && excess > 0;) {
    const next = messages.findIndex((message, index) => index > at && isQuestion(message));
    for (; at < next; at += 1) {
      const message = kept[at];
      if (message) excess -= estimateRequest({ messages: [message] }).input;
      kept[at] = null;
    }
  }
  return kept.flatMap((message) => message ?? []);
}

/** Starts every question. */
export const QUESTION_PREFIX = 'Question:';

const isQuestion = (message: Message): boolean =>
  message.role === 'user' && typeof message.content === 'string' && message.content.includes(QUESTION_PREFIX);
