// A server on this machine that speaks as much of the OpenAI protocol as a picture of a conversation needs: it gives the
// answers of a script, one after the other.
import { createServer } from 'node:http';

/**
 * @param {readonly ({ tool: string, arguments: object } | { text: string })[]} script
 * @returns {Promise<{ url: string, origin: string, close: () => Promise<void> }>}
 */
export async function startScriptedModel(script) {
  const left = [...script];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, authorization');
    request.resume();
    request.on('end', () => {
      if (request.method === 'OPTIONS') {
        response.writeHead(204).end();
        return;
      }
      const step = request.url.endsWith('/chat/completions') ? left.shift() : undefined;
      if (step === undefined) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const send = (data) =>
        response.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', ...data })}\n\n`);
      const call = { index: 0, id: `call_${left.length}`, type: 'function' };
      const delta =
        'tool' in step
          ? { tool_calls: [{ ...call, function: { name: step.tool, arguments: JSON.stringify(step.arguments) } }] }
          : { content: step.text };
      send({ choices: [{ index: 0, delta, finish_reason: null }] });
      send({ choices: [{ index: 0, delta: {}, finish_reason: 'tool' in step ? 'tool_calls' : 'stop' }] });
      send({ choices: [], usage: { prompt_tokens: 1_800, completion_tokens: 60, total_tokens: 1_860 } });
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${String(server.address().port)}`;
  return {
    url: `${origin}/v1`,
    origin,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
