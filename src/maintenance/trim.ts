import { estimateRequest, withinContext, type LanguageModel, type Message } from '../model';

/** Tokens of one prompt, roughly. */
const CONTEXT = 48_000;
const MIN_CONTEXT = 4_000;
/** The latest messages, which are always sent whole. */
const KEPT = 6;

/** The model with conversations that fit its context: the oldest results of tools are left out first. */
export function withShortResults(model: LanguageModel): LanguageModel {
  return withinContext(model, { tokens: CONTEXT, least: MIN_CONTEXT }, shortened);
}

function shortened(messages: readonly Message[], limit: number): readonly Message[] {
  const sizeOf = (message: Message): number => estimateRequest({ messages: [message] }).input;
  let excess = messages.reduce((sum, message) => sum + sizeOf(message), 0) - limit;
  return messages.map((message, at) => {
    if (excess <= 0 || at >= messages.length - KEPT) return message;
    const short = shortForm(message);
    excess -= Math.max(0, sizeOf(message) - sizeOf(short));
    return short;
  });
}

/** A result, and what was written, can be read again. */
function shortForm(message: Message): Message {
  if (message.role === 'tool')
    return { ...message, text: '(Left out to save room. Call the tool again if you need it.)' };
  if (message.role !== 'assistant' || message.toolCalls === undefined) return message;
  return {
    ...message,
    toolCalls: message.toolCalls.map((call) =>
      call.arguments.length > 2000 ? { ...call, arguments: '{"path":"(left out to save room)"}' } : call,
    ),
  };
}
