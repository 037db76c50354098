import { type IncomingMessage } from 'node:http';
import rateLimit from '@fastify/rate-limit';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { WIKI_ROUTES } from '../routes';
import { includesRole, LOCAL_ACCESS, maySee, type Access, type TokenFile } from '../tokens';
import { isLoopback, type ServerConfig } from '../config';
import { type ServerLog } from '../log';
import { type Metrics } from '../metrics';
import { runUntil, type WikiHost } from '../wiki-host';
import {
  codeOf,
  failureOf,
  NOT_FOUND,
  NotFound,
  requestInvalid,
  UNAUTHORIZED,
  WRONG_HOST,
  type HttpFailure,
} from './errors';
import { openApi } from './openapi';
import { isKnownHost, isSameOrigin } from './origin';
import { STREAMED, type Params, type WikiRoute } from './route';

export const API = '/api/v1';
export const WIKI_PREFIX = `${API}/wikis/:wiki`;

export interface AppDeps {
  readonly config: ServerConfig;
  readonly wikis: ReadonlyMap<string, WikiHost>;
  readonly tokens: TokenFile;
  readonly metrics: Metrics;
  readonly log: ServerLog;
  readonly now: () => number;
  /** @throws WikiError why the server cannot work at present */
  readonly check: () => Promise<void>;
  readonly stopping: AbortSignal;
  readonly stopped: AbortSignal;
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

/** The server without its address: every check, route and limit. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
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
    // A client that sends its headers slowly is cut off.
    http: {
      headersTimeout: Math.min(20_000, requestTimeout),
      requestTimeout,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16_384,
    },
  });
  app.server.maxConnections = connections;
  await app.register(rateLimit, { global: false });
  app.decorateRequest('access', null);
  app.decorateRequest('operation', 'none');
  app.decorateRequest('startedAt', 0);
  addChecks(app, deps);
  addAnswers(app, deps);
  addOwnRoutes(app, deps);
  for (const declared of WIKI_ROUTES) addWikiRoute(app, deps, declared);
  return app;
}

/** Before anything of a request is read: is it for this server, from whom, and not too many. */
function addChecks(app: FastifyInstance, { config, tokens, metrics, now }: AppDeps): void {
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
    if (request.access !== null || OPEN_PATHS.has(path)) return undefined;
    metrics.refused('token');
    return send(reply.header('www-authenticate', 'Bearer'), UNAUTHORIZED);
  });
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** How every answer looks, also those to requests that nobody could read. */
function addAnswers(app: FastifyInstance, { metrics, log, now }: AppDeps): void {
  app.addHook('onSend', async (_request, reply) => {
    void reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
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
    if (status >= 500) log.warn({ operation: request.operation, code: codeOf(error) }, 'failed');
    if (status === 413) void reply.header('connection', 'close');
    return reply.code(status).send(body);
  });
}

/** What belongs to no wiki. */
function addOwnRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { wikis, metrics, check, stopping, now, config } = deps;
  const named = (operation: string) => ({
    onRequest: async (request: FastifyRequest) => {
      request.operation = operation;
      return Promise.resolve();
    },
  });
  const visible = (access: Access | null): readonly WikiHost[] =>
    access === null ? [] : [...wikis.values()].filter(({ name }) => maySee(access, name));
  app.get('/health', named('health'), () => ({ status: 'ok' }));
  app.get('/ready', named('ready'), async (_request, reply) => {
    const isReady =
      !stopping.aborted &&
      (await check().then(
        () => true,
        () => false,
      ));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
  app.get('/metrics', named('metrics'), async ({ access }, reply) => {
    // A server without tokens trusts whoever reaches it.
    if (access === null || (access.role !== 'metrics' && access !== LOCAL_ACCESS)) throw new NotFound();
    return reply.type(metrics.contentType).send(await metrics.print(visible(access), now()));
  });
  app.get('/api/openapi.json', named('openapi'), () => openApi(WIKI_ROUTES, config));
  app.get(`${API}/wikis`, named('listWikis'), ({ access }) => {
    if (access?.role === 'metrics') throw new NotFound();
    return {
      wikis: visible(access).map(({ name, workbench }) => ({
        name,
        title: workbench.snapshot.lens.effective.title,
      })),
    };
  });
}

function addWikiRoute(app: FastifyInstance, deps: AppDeps, declared: WikiRoute): void {
  const { method, path, id, query, body, status } = declared;
  void app.register((scope, _options, done) => {
    // What is uploaded goes to the disk as it comes, whatever it says it is.
    if (body === 'bytes') {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    }
    scope.route<{ Params: Params }>({
      method,
      url: `${WIKI_PREFIX}${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ...(body === 'bytes' && { bodyLimit: Number.MAX_SAFE_INTEGER }),
      onRequest: async (request) => {
        request.operation = id;
        letIn(deps, declared, request);
        return Promise.resolve();
      },
      handler: async (request, reply) => {
        const wiki = deps.wikis.get(request.params.wiki ?? '');
        if (wiki === undefined || request.access === null) throw new NotFound();
        refuseTooLarge(request.raw, body === 'bytes' ? wiki.limits.upload : wiki.limits.body);
        const parts = {
          query: query === null ? null : parsed(query, request.query, 'query'),
          body: body === null || body === 'bytes' ? null : parsed(body, request.body ?? {}, 'body'),
        };
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const answer = await declared.handle({
          ...{ wiki, access: request.access, params: request.params, ...parts },
          run: runUntil(AbortSignal.any([gone.signal, deps.stopped])),
          lasting: runUntil(deps.stopped),
          raw: { request: request.raw, response: reply.raw },
        });
        if (answer === STREAMED) return reply.hijack();
        return reply.code(status).send(answer);
      },
    });
    done();
  });
}

/** Before the body is read: what a caller may not see does not exist. @throws NotFound */
function letIn({ wikis }: AppDeps, { role }: WikiRoute, { access, params }: FastifyRequest): void {
  const { wiki = '' } = params as Params;
  const mayEnter = access !== null && wikis.has(wiki) && maySee(access, wiki) && includesRole(access.role, role);
  if (!mayEnter) throw new NotFound();
}

/** A caller that says how much it will send is refused before it does. */
function refuseTooLarge({ headers }: IncomingMessage, limit: number): void {
  if (Number(headers['content-length'] ?? 0) > limit) throw Object.assign(new Error('too large'), { statusCode: 413 });
}

/** @throws WikiError `living-wiki:request_invalid`, which names the field and never its value */
function parsed(schema: z.ZodMiniType, value: unknown, where: string): unknown {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue === undefined || issue.path.length === 0 ? where : issue.path.map(String).join('.').slice(0, 100);
  throw requestInvalid(field, EXPECTED[issue?.code ?? ''] ?? 'it does not have the expected form');
}

const EXPECTED: Readonly<Record<string, string>> = {
  invalid_type: 'it is missing, or of the wrong type',
  too_big: 'it is too long or too large',
  too_small: 'it is too short or too small',
  unrecognized_keys: 'it holds a field that does not exist',
  invalid_value: 'it is none of the possible values',
};

function bearerOf({ headers }: FastifyRequest): string {
  const [, token = ''] = /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(headers.authorization ?? '') ?? [];
  return token;
}

function send(reply: FastifyReply, { status, body }: HttpFailure): FastifyReply {
  return reply.code(status).send(body);
}
