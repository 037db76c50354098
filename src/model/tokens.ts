import { estimatePictureTokens } from './picture-tokens';
import { type ContentPart, type Message, type ModelRequest, type Usage } from './types';

/** Tokens that the protocol adds to a message. */
const TOKENS_PER_MESSAGE = 4;
/** Assumed for an answer without a length limit. */
const ASSUMED_OUTPUT = 2048;

/**
 * Estimates the tokens of a text, by script: an English token has four to five letters, one in Chinese, Hindi or Thai one or
 * two characters. The estimate is rather too high, and never falls when text is added.
 */
export function estimateTokens(text: string): number {
  let weight = 0;
  for (const char of text) weight += tokenWeight(char.codePointAt(0) ?? 0);
  return Math.ceil(weight / 100);
}

/** Hundredths of a token for a character. Integers, so that the sum does not depend on the order. */
function tokenWeight(code: number): number {
  if (code < 0x80) {
    if (code >= 0x61 && code <= 0x7a) return 23;
    if (code === 0x20) return 15;
    if (code >= 0x41 && code <= 0x5a) return 34;
    if (code >= 0x30 && code <= 0x39) return 45;
    return code === 0x0a ? 50 : 60;
  }
  if (code < 0x250) return 50;
  if (code < 0x530) return 42;
  if (code < 0x800) return 52;
  if (code < 0x1100) return 80;
  if (code >= 0x2000 && code < 0x2070) return 60;
  if (code >= 0x3040 && code < 0x3100) return 90;
  if (code >= 0x3400 && code < 0xa000) return 110;
  if (code >= 0xac00 && code < 0xd7b0) return 100;
  return code >= 0x10000 ? 250 : 120;
}

/** The tokens that a request will send and may receive. */
export interface TokenCount {
  readonly input: number;
  readonly output: number;
  /** Length of a recording. */
  readonly seconds?: number;
}

/** Tokens for a second of a recording. Source: OpenAI, "Managing costs": a token is 100 ms of a user's audio. */
const TOKENS_PER_SECOND = 10;

/** The tokens that count against a limit: input and output, and at least ten per second of a recording. */
export function countedTokens({ input, output, seconds = 0 }: TokenCount): number {
  return Math.max(input + output, Math.ceil(seconds * TOKENS_PER_SECOND));
}

/** Estimates a request before it is sent, with the longest allowed answer (or {@link ASSUMED_OUTPUT} without a limit). */
export function estimateRequest(request: ModelRequest<unknown>): TokenCount {
  let input = 3;
  for (const message of request.messages) input += TOKENS_PER_MESSAGE + estimateMessage(message);
  for (const tool of request.tools ?? []) input += TOKENS_PER_MESSAGE + estimateTokens(JSON.stringify(tool));
  const { schema, asText = false } = request;
  const shape = asText ? schema?.layout?.instructions : undefined;
  if (schema !== undefined) input += estimateTokens(shape ?? JSON.stringify(schema.json));
  return { input, output: request.maxOutputTokens ?? ASSUMED_OUTPUT };
}

function estimateMessage(message: Message): number {
  switch (message.role) {
    case 'system':
    case 'tool':
      return estimateTokens(message.text);
    case 'assistant':
      return (message.toolCalls ?? []).reduce(
        (sum, call) => sum + estimateTokens(call.name) + estimateTokens(call.arguments),
        estimateTokens(message.text),
      );
    case 'user':
      return typeof message.content === 'string'
        ? estimateTokens(message.content)
        : message.content.reduce((sum, part) => sum + estimatePart(part), 0);
  }
}

const estimatePart = (part: ContentPart): number =>
  part.type === 'image' ? estimatePictureTokens(part.bytes) : estimateTokens(part.text);

export const NO_USAGE: Usage = { input: 0, output: 0, cached: 0, estimated: false };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cached: a.cached + b.cached,
    estimated: a.estimated || b.estimated,
    ...(a.seconds === undefined && b.seconds === undefined ? {} : { seconds: (a.seconds ?? 0) + (b.seconds ?? 0) }),
  };
}
