import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { piecesOf, Recording } from '../recording';

export interface ReplayServer {
  /** For `LIVING_WIKI_BASE_URL`. */
  readonly url: string;
  /** How many exchanges of the recording were not asked for. */
  readonly remaining: () => number;
  /** Requests that the recording does not have. Each was answered with status 404. */
  readonly unknown: readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * Serves a recording on loopback, byte for byte and in the same pieces, so that a program in a process of its own can be asked
 * to repeat a conversation.
 *
 * @param text what `LIVING_WIKI_RECORD` wrote; may be that of several runs of the program
 */
export async function startReplayServer(text: string): Promise<ReplayServer> {
  const recording = new Recording(text);
  const unknown: string[] = [];
  const server = createServer((request, response) => void answer(recording, request, response, unknown));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    remaining: () => recording.remaining,
    unknown,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  recording: Recording,
  request: IncomingMessage,
  response: ServerResponse,
  unknown: string[],
): Promise<void> {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += String(piece);
  const { method = 'GET', url: path = '/' } = request;
  const found = recording.take({ method, url: `http://localhost${path}`, body: body === '' ? null : body });
  if (found === undefined) {
    unknown.push(`${method} ${path} ${body}`);
    const error = { message: 'The recording does not have this request.' };
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    return;
  }
  if (found.response === null) {
    request.socket.destroy();
    return;
  }
  response.writeHead(found.response.status, found.response.headers);
  for (const piece of piecesOf(found.response)) response.write(piece);
  if (found.response.broken) request.socket.destroy();
  else response.end();
}
