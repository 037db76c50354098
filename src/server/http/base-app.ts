import { STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { type Duplex } from 'node:stream';
import rateLimit from '@fastify/rate-limit';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { isWikiError, WikiError } from '../../base';
import { isLoopback, type ServerConfig } from '../config';
import { failureFields, type ServerLog } from '../log';
import { type Metrics } from '../metrics';
import { LOCAL_ACCESS, maySee, type Access, type TokenFile } from '../tokens';
import { failureOf, NOT_FOUND, NotFound, UNAUTHORIZED, WRONG_HOST, type HttpFailure } from './errors';
import { isKnownHost, isSameOrigin } from './origin';
import { isOfPage } from './page';
import { RateWindows } from './rate-windows';

export interface BaseDeps {
  readonly config: Pick<ServerConfig, 'listen' | 'hosts' | 'limits'>;
  readonly tokens: TokenFile;
  readonly metrics: Metrics;
  readonly log: ServerLog;
  readonly now: () => number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; `null` before that is known, and for what everybody may see. */
    access: Access | null;
    /** For figures and the log. Never what was sent. */
    operation: string;
    startedAt: number;
  }
}

/** What anybody may ask for. It names no wiki. */
const OPEN_PATHS: ReadonlySet<string> = new Set(['/health', '/ready', '/api/openapi.json']);

/** A server without routes: it knows who asks, refuses what is too much, and answers all failures alike. */
export async function createBaseApp(deps: BaseDeps): Promise<FastifyInstance> {
  const { config } = deps;
  const { body, requestTimeout, connections } = config.limits;
  const app = fastify({
    logger: false,
    bodyLimit: body,
    requestTimeout,
    connectionTimeout: 0,
    keepAliveTimeout: 30_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1_000 },
    exposeHeadRoutes: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    clientErrorHandler: answerUnreadable,
    // A client that sends its headers slowly is cut off.
    http: {
      headersTimeout: Math.min(20_000, requestTimeout),
      requestTimeout,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16_384,
    },
  });
  app.server.maxConnections = connections;
  await app.register(rateLimit, { global: false, store: RateWindows });
  app.decorateRequest('access', null);
  app.decorateRequest('operation', 'none');
  app.decorateRequest('startedAt', 0);
  cutOffSlowReaders(app, requestTimeout);
  addChecks(app, deps);
  addAnswers(app, deps);
  return app;
}

/** An answer that is ready and that nobody reads would be kept, with its connection, for as long as the client likes. */
function cutOffSlowReaders(app: FastifyInstance, timeout: number): void {
  app.addHook('onRequest', (_request, { raw }, done) => {
    // Once it is read, Node sets the time for the next request.
    raw.once('prefinish', () => {
      if (raw.socket instanceof Socket) raw.socket.setTimeout(timeout);
    });
    done();
  });
}

/** What is no HTTP gets an answer of the same form as everything else, and no second request of its connection is read. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { status, body } = failureOf({ statusCode: UNREADABLE[error.code ?? ''] ?? 400 });
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const text = JSON.stringify(body);
  const head = `content-type: application/json; charset=utf-8\r\ncontent-length: ${text.length}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n\r\n${text}`);
}

const UNREADABLE: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Before anything of a request is read: is it for this server, from whom, and not too many. */
function addChecks(app: FastifyInstance, { config, tokens, metrics, now }: BaseDeps): void {
  const isPrivate = isLoopback(config.listen.host) && config.hosts.length === 0;
  const accessOf = (request: FastifyRequest): Access | null => {
    if (!isPrivate || tokens.count > 0) return tokens.accessOf(bearerOf(request));
    // What a proxy passes on comes from elsewhere.
    return FORWARDED.some((name) => request.headers[name] !== undefined) ? null : LOCAL_ACCESS;
  };
  const limiter = app.createRateLimit({
    max: config.limits.requestsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => request.access?.token ?? request.ip,
  });
  app.addHook('onRequest', async (request, reply) => {
    request.startedAt = now();
    if (!isKnownHost(request.headers.host, config) || !isSameOrigin(request.headers.origin, request.headers.host)) {
      metrics.refused('host');
      return send(reply, WRONG_HOST);
    }
    request.access = accessOf(request);
    const limit = await limiter(request);
    if (!limit.isAllowed && limit.isExceeded) {
      metrics.refused('rate');
      return send(reply.header('retry-after', String(limit.ttlInSeconds)), failureOf({ statusCode: 429 }));
    }
    const path = request.url.split('?', 1)[0] ?? '';
    if (request.access !== null || OPEN_PATHS.has(path) || isOfPage(path)) return undefined;
    metrics.refused('token');
    return send(reply.header('www-authenticate', 'Bearer'), UNAUTHORIZED);
  });
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** What is in the way may be gone by then. Seconds. */
const RETRY_AFTER = '5';

/** How every answer looks, also those to requests that nobody could read. */
function addAnswers(app: FastifyInstance, { metrics, log, now }: BaseDeps): void {
  app.addHook('onSend', async (_request, reply) => {
    // The page says itself what it may.
    if (!reply.hasHeader('content-security-policy')) {
      void reply.headers({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
    }
    void reply.headers({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    return Promise.resolve();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { operation, access } = request;
    const seconds = (now() - request.startedAt) / 1000;
    metrics.request(operation, reply.statusCode, seconds);
    log.info({ operation, status: reply.statusCode, seconds, token: access?.token ?? null }, 'request');
    done();
  });
  app.setNotFoundHandler((_request, reply) => send(reply, NOT_FOUND));
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = failureOf(error);
    // A caller that no longer waits, such as a browser that went on to another page, is no failure.
    const isUnawaited = reply.raw.destroyed && isWikiError(error) && error.code === 'living-wiki:cancelled';
    if (status >= 500 && !isUnawaited) log.warn({ operation: request.operation, ...failureFields(error) }, 'failed');
    if (status === 413) void reply.header('connection', 'close');
    if (status === 503) void reply.header('retry-after', RETRY_AFTER);
    return reply.code(status).send(body);
  });
}

/** @param refresh brings the figures up to date, of what the caller sees */
export function addMetrics(app: FastifyInstance, metrics: Metrics, refresh: (access: Access) => Promise<void>): void {
  app.get('/metrics', withOperation('metrics'), async ({ access }, reply) => {
    // A server without tokens trusts whoever reaches it.
    if (access === null || (access.role !== 'metrics' && access !== LOCAL_ACCESS)) throw new NotFound();
    await refresh(access);
    return reply.type(metrics.contentType).send(await metrics.print((wiki) => maySee(access, wiki)));
  });
}

/** @returns the address @throws WikiError `living-wiki:server_address_taken` */
export async function listenOn(app: FastifyInstance, { listen }: Pick<ServerConfig, 'listen'>): Promise<string> {
  try {
    return await app.listen({ host: listen.host, port: listen.port });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new WikiError(
      'living-wiki:server_address_taken',
      `The server cannot listen on ${listen.host}:${listen.port}: ${why}`,
      { remedy: 'Choose another port, or stop the program that uses it.' },
    );
  }
}

/** What a route is called in figures and the log. */
export const withOperation = (operation: string) => ({
  onRequest: async (request: FastifyRequest) => {
    request.operation = operation;
    return Promise.resolve();
  },
});

function bearerOf({ headers }: FastifyRequest): string {
  const [, token = ''] = /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(headers.authorization ?? '') ?? [];
  return token;
}

function send(reply: FastifyReply, { status, body }: HttpFailure): FastifyReply {
  return reply.code(status).send(body);
}
