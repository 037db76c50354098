import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';

/** One request as it arrived. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The text as JSON; empty when it is none. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the server does with a request to `chat/completions` or `audio/transcriptions`. */
export type Behaviour = (heard: Heard, response: ServerResponse) => void | Promise<void>;

/** A server on loopback that speaks the OpenAI protocol as well or badly as its script says. */
export class ModelServer {
  readonly heard: Heard[] = [];
  /** What `GET /v1/models` says; `null` for a server without a list. */
  models: unknown = { object: 'list', data: [{ id: 'tiny', object: 'model' }] };
  /** What it does with a request to `embeddings`; `null` for a server that makes none. */
  embeddings: Behaviour | null = null;
  /** Whether it lets web pages talk to it (CORS), as local servers often do. */
  welcomesPages = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #script: Behaviour[] = [];
  #always: Behaviour = (_, response) => void response.writeHead(500).end('the script is at its end');

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(): Promise<ModelServer> {
    const server = createServer();
    const self = new ModelServer(server);
    server.on('request', (request, response) => void self.#serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return self;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `${this.origin}/v1`;
  }

  /** Forgets what it heard, and follows this script; its last line stands for all further requests. */
  script(...lines: readonly Behaviour[]): void {
    this.heard.length = 0;
    this.#script = [...lines];
    this.#always = lines[lines.length - 1] ?? this.#always;
  }

  get asked(): readonly Heard[] {
    return this.heard.filter(({ path }) => path !== '/v1/models');
  }

  /** The texts of each request for embeddings. */
  get embedded(): readonly (readonly string[])[] {
    return this.heard.filter(({ path }) => path === '/v1/embeddings').map(({ body }) => body.input as string[]);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.welcomesPages) {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', '*, authorization');
      if (request.method === 'OPTIONS') {
        response.writeHead(204).end();
        return;
      }
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString('latin1');
    const utf8 = Buffer.concat(pieces).toString('utf8');
    let body: Heard['body'] = {};
    try {
      body = JSON.parse(utf8) as Heard['body'];
    } catch {
      // A form, or nothing.
    }
    const heard: Heard = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      text: Object.keys(body).length > 0 ? utf8 : text,
      body,
    };
    this.heard.push(heard);
    if (heard.path === '/v1/models') {
      if (this.models === null) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.models));
      return;
    }
    if (heard.path === '/v1/embeddings' && this.embeddings !== null) {
      await this.embeddings(heard, response);
      return;
    }
    if (heard.path !== '/v1/chat/completions' && heard.path !== '/v1/audio/transcriptions') {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
      return;
    }
    await (this.#script.shift() ?? this.#always)(heard, response);
  }
}
