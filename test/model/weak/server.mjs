// A real, weak language model behind the OpenAI protocol, on loopback, in a process of its own:
//   node server.mjs FOLDER    FOLDER holds what scripts/weak-model.mjs puts there; prints its address, then serves until it is ended.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const CONTEXT = 4096;
const ANSWER = 500;
const NAME = 'smollm2-135m';

const folder = path.resolve(process.argv[2] ?? '.');
const entry = createRequire(path.join(folder, 'anchor.cjs')).resolve('node-llama-cpp');
const { getLlama, LlamaChatSession } = await import(pathToFileURL(entry).href);
const llama = await getLlama({ gpu: false, build: 'never', maxThreads: 1, logLevel: 'error', progressLogs: false });
const model = await llama.loadModel({ modelPath: path.join(folder, 'model.gguf') });
const context = await model.createContext({ contextSize: CONTEXT, threads: 1 });

class Refused extends Error {}

const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('\n');

const history = (messages) =>
  messages.map(({ role, content }) =>
    role === 'assistant' ? { type: 'model', response: [textOf(content)] } : { type: role, text: textOf(content) },
  );

/** The same schema with short lists and texts: it would never end by itself, and what fits in here fits the schema. */
function bounded(schema) {
  if (Array.isArray(schema)) return schema.map(bounded);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, bounded(value)]));
  if (inner.type === 'array') return { ...inner, maxItems: Math.min(inner.maxItems ?? 2, 2) };
  if (inner.type === 'string' && !inner.enum) return { ...inner, maxLength: Math.min(inner.maxLength ?? 120, 120) };
  return inner;
}

async function grammarFor(format) {
  if (format === undefined || format.type === 'text') return undefined;
  if (format.type === 'json_object') return llama.getGrammarFor('json');
  try {
    return await llama.createGrammarForJsonSchema(bounded(format.json_schema.schema));
  } catch (error) {
    throw new Refused(`This response_format of type json_schema is not supported: ${error.message}`);
  }
}

async function answer({ messages, response_format: format, max_tokens: wanted }, onText, signal) {
  const last = messages.at(-1);
  const size = model.tokenize(messages.map(({ content }) => textOf(content)).join('\n')).length + 16 * messages.length;
  if (size + ANSWER > CONTEXT) throw new Refused(`The maximum context length is ${CONTEXT} tokens.`);
  const grammar = await grammarFor(format);
  const sequence = context.getSequence();
  try {
    const session = new LlamaChatSession({ contextSequence: sequence, systemPrompt: '' });
    session.setChatHistory(history(messages.slice(0, -1)));
    const { responseText, stopReason } = await session.promptWithMeta(textOf(last.content), {
      ...(grammar === undefined ? {} : { grammar }),
      maxTokens: Math.min(wanted ?? ANSWER, ANSWER),
      temperature: 0,
      // Without it, it says the same words until the end.
      repeatPenalty: { penalty: 1.15, lastTokens: 64 },
      signal,
      onTextChunk: onText,
    });
    session.dispose();
    const written = model.tokenize(responseText).length;
    return {
      text: responseText,
      finish: stopReason === 'maxTokens' ? 'length' : 'stop',
      usage: { prompt_tokens: size, completion_tokens: written, total_tokens: size + written },
    };
  } finally {
    sequence.dispose();
  }
}

const json = (response, status, value) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

async function serve(request, response, signal) {
  if (request.url === '/v1/models')
    return json(response, 200, { object: 'list', data: [{ id: NAME, object: 'model' }] });
  if (request.url !== '/v1/chat/completions') return json(response, 404, { error: { message: 'Not found' } });
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const body = JSON.parse(Buffer.concat(pieces).toString('utf8'));
  const about = { id: 'answer', created: 0, model: NAME };
  const chunk = (delta, more = {}) => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
    const choices = [{ index: 0, delta, finish_reason: null, ...more }];
    response.write(`data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', choices })}\n\n`);
  };
  const say = body.stream === true ? (content) => chunk({ content }) : undefined;
  const { text, finish, usage } = await answer(body, say, signal);
  if (body.stream === true) {
    chunk({}, { finish_reason: finish });
    response.write(`data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', choices: [], usage })}\n\n`);
    return response.end('data: [DONE]\n\n');
  }
  const message = { role: 'assistant', content: text };
  const choices = [{ index: 0, message, finish_reason: finish }];
  return json(response, 200, { ...about, object: 'chat.completion', choices, usage });
}

// One question at a time: the context has one sequence.
let turn = Promise.resolve();
const server = createServer((request, response) => {
  const stop = new AbortController();
  response.on('close', () => stop.abort());
  turn = turn
    .then(() => serve(request, response, stop.signal))
    .catch((error) => {
      if (response.headersSent || response.destroyed) response.destroy();
      else json(response, error instanceof Refused ? 400 : 500, { error: { message: error.message } });
    });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
// Ends with whoever started it.
process.stdin.on('end', () => process.exit(0)).resume();
