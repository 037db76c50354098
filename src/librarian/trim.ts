import { type Run } from '../base';
import { estimateRequest, isModelError, type LanguageModel, type Message, type ModelRequest } from '../model';

const MIN_TOKENS = 2_000;

/**
 * The model with prompts that fit: results of tools are left out, oldest first, then earlier questions with their answers. The
 * rules and the question stay, and where a result stood it says what was read. A model that can take even less is asked
 * with half as much.
 * @param tokens of one prompt, about
 */
export function withTrimming(model: LanguageModel, tokens: number): LanguageModel {
  let most = tokens;
  return {
    name: model.name,
    identity: model.identity,
    async ask<T>(request: ModelRequest<T>, run: Run) {
      for (;;) {
        try {
          return await model.ask({ ...request, messages: trimMessages(request.messages, most) }, run);
        } catch (error) {
          const isTooLong = isModelError(error) && error.code === 'living-wiki:model_context_too_long';
          if (!isTooLong || most <= MIN_TOKENS) throw error;
          most = Math.max(MIN_TOKENS, Math.min(most, estimateRequest(request).input) / 2);
        }
      }
    },
  };
}

/** @param messages the first holds the rules; those of the question are all from the last one that begins with {@link QUESTION_PREFIX} on */
export function trimMessages(messages: readonly Message[], tokens: number): readonly Message[] {
  const sizes = messages.map((message) => estimateRequest({ messages: [message] }).input);
  let over = sizes.reduce((sum, size) => sum + size, 0) - tokens;
  if (over <= 0) return messages;
  const last = messages.findLastIndex(isQuestion);
  const kept: (Message | null)[] = messages.map((message, at) => {
    if (message.role !== 'tool' || over <= 0) return message;
    const short = { ...message, text: `(The result of this ${message.name} was left out to save room.)` };
    const saved = (sizes[at] ?? 0) - estimateRequest({ messages: [short] }).input;
    if (saved <= 0) return message;
    over -= saved;
    return short;
  });
  for (let at = 1; at < last && over > 0;) {
    const next = messages.findIndex((message, index) => index > at && isQuestion(message));
    for (; at < next; at += 1) {
      const message = kept[at];
      if (message) over -= estimateRequest({ messages: [message] }).input;
      kept[at] = null;
    }
  }
  return kept.flatMap((message) => message ?? []);
}

/** How every question begins. */
export const QUESTION_PREFIX = 'Question:';

const isQuestion = (message: Message): boolean =>
  message.role === 'user' && typeof message.content === 'string' && message.content.includes(QUESTION_PREFIX);
