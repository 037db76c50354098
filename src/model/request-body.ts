import { toBase64, type JsonObject, type JsonValue } from '../base';
import { type Features } from './capabilities';
import { describeTools, replaceToolMessages } from './tool-text';
import { type AnswerLayout, type AnswerSchema, type ContentPart, type Message, type ModelRequest } from './types';

/** Creates the body of a call to `chat/completions`. Source: OpenAI API reference, "Create chat completion". */
export function createRequestBody(model: string, request: ModelRequest<unknown>, features: Features): JsonObject {
  const tools = request.tools ?? [];
  const asText = tools.length > 0 && !features.tools;
  const instructions: string[] = [];
  if (asText) instructions.push(describeTools(tools, request.schema !== undefined));
  const layout = layoutFor(request, features);
  if (request.schema !== undefined && layout === undefined && features.structured !== 'json_schema') {
    instructions.push(describeSchema(request.schema.json));
  }
  const plain = features.tools ? request.messages : replaceToolMessages(request.messages);
  const messages = layout === undefined ? plain : withLayout(plain, layout.instructions);
  return {
    model,
    messages: withInstructions(messages, instructions).map(toWireMessage),
    ...(tools.length > 0 && features.tools
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function',
            function: { name, description, parameters },
          })),
        }
      : {}),
    // A forced answer format would rule out tool calls as text.
    ...(request.schema === undefined || layout !== undefined || asText ? {} : responseFormat(request.schema, features)),
    ...(request.temperature === undefined || !features.temperature ? {} : { temperature: request.temperature }),
    ...(request.maxOutputTokens === undefined || features.tokenLimit === 'none'
      ? {}
      : { [features.tokenLimit]: request.maxOutputTokens }),
    ...(features.streaming ? { stream: true } : {}),
    ...(features.streaming && features.streamUsage ? { stream_options: { include_usage: true } } : {}),
  };
}

/** The layout of text that this request asks for; `undefined` if it asks for JSON. */
export function layoutFor(
  { schema, asText = false }: ModelRequest<unknown>,
  { structured }: Pick<Features, 'structured'>,
): AnswerLayout | undefined {
  return asText || structured === 'text' ? schema?.layout : undefined;
}

/** At the end, so that everything before it is the same in other calls of the job. */
function withLayout(messages: readonly Message[], instructions: string): readonly Message[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: instructions }];
  const content =
    typeof last.content === 'string'
      ? `${last.content}\n\n${instructions}`
      : [...last.content, { type: 'text' as const, text: instructions }];
  return [...messages.slice(0, -1), { role: 'user', content }];
}

function responseFormat({ name, json }: AnswerSchema<unknown>, { structured }: Features): JsonObject {
  switch (structured) {
    case 'json_schema':
      return {
        response_format: { type: 'json_schema', json_schema: { name, strict: isStrictSchema(json), schema: json } },
      };
    case 'json_object':
      return { response_format: { type: 'json_object' } };
    case 'text':
      return {};
  }
}

/**
 * Whether every object of the schema requires all its properties and allows no others, as strict mode demands.
 * Source: OpenAI, "Structured outputs", supported schemas.
 */
function isStrictSchema(schema: JsonValue): boolean {
  let level: JsonValue[] = [schema];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > 40) return false;
    const next: JsonValue[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue;
      if (Array.isArray(each)) {
        next.push(...(each as readonly JsonValue[]));
        continue;
      }
      const { properties, required, additionalProperties } = each as JsonObject;
      if (typeof properties === 'object' && properties !== null) {
        const names = Object.keys(properties);
        const needed = Array.isArray(required) ? (required as readonly JsonValue[]) : [];
        if (additionalProperties !== false || !names.every((name) => needed.includes(name))) return false;
      }
      next.push(...Object.values(each as JsonObject));
    }
    level = next;
  }
  return true;
}

function describeSchema(json: JsonObject): string {
  return [
    'Answer with one JSON object and nothing else: no explanation, no code fence.',
    `It must match this JSON Schema: ${JSON.stringify(json)}`,
  ].join('\n');
}

/** Adds instructions after the rules, so that the start of the prompt stays cacheable. */
function withInstructions(messages: readonly Message[], instructions: readonly string[]): readonly Message[] {
  if (instructions.length === 0) return messages;
  const text = instructions.join('\n\n');
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ role: 'system', text: `${first.text}\n\n${text}` }, ...rest]
    : [{ role: 'system', text }, ...messages];
}

function toWireMessage(message: Message): JsonObject {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return {
        role: 'user',
        content: typeof message.content === 'string' ? message.content : message.content.map(toWirePart),
      };
    case 'assistant': {
      const calls = message.toolCalls ?? [];
      if (calls.length === 0) return { role: 'assistant', content: message.text };
      return {
        role: 'assistant',
        content: message.text === '' ? null : message.text,
        tool_calls: calls.map((call) => ({
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: call.arguments },
        })),
      };
    }
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.text };
  }
}

function toWirePart(part: ContentPart): JsonObject {
  return part.type === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'image_url', image_url: { url: `data:${part.mediaType};base64,${toBase64(part.bytes)}` } };
}

export function hasPictures(request: ModelRequest<unknown>): boolean {
  return request.messages.some(
    ({ role, ...rest }) =>
      role === 'user' &&
      'content' in rest &&
      typeof rest.content !== 'string' &&
      rest.content.some(({ type }) => type === 'image'),
  );
}
