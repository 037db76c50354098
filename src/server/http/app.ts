import { type IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { WIKI_ROUTES } from '../routes';
import { includesRole, maySee, type Access } from '../tokens';
import { type ServerConfig } from '../config';
import { type ReadPriority } from '../read-priority';
import { runUntil, type WikiHost } from '../wiki-host';
import { addMetrics, createBaseApp, withOperation, type BaseDeps } from './base-app';
import { NotFound, requestInvalid } from './errors';
import { openApi } from './openapi';
import { addPage, type PageFiles } from './page';
import { STREAMED, type Params, type WikiRoute } from './route';

const API = '/api/v1';
const WIKI_PREFIX = `${API}/wikis/:wiki`;

interface AppDeps extends BaseDeps {
  readonly config: ServerConfig;
  readonly wikis: ReadonlyMap<string, WikiHost>;
  /** The page for a browser; `null` where the program comes without one. */
  readonly page: PageFiles | null;
  /** @throws WikiError why the server cannot work at present */
  readonly check: () => Promise<void>;
  readonly readPriority: ReadPriority;
  readonly stopping: AbortSignal;
  readonly stopped: AbortSignal;
}

/** The server without its address: every check, route and limit. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = await createBaseApp(deps);
  addOwnRoutes(app, deps);
  if (deps.page !== null) addPage(app, deps.page);
  for (const declared of WIKI_ROUTES) addWikiRoute(app, deps, declared);
  return app;
}

/** What belongs to no wiki. */
function addOwnRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { wikis, metrics, check, stopping, now, config } = deps;
  const visible = (access: Access | null): readonly WikiHost[] =>
    access === null ? [] : [...wikis.values()].filter(({ name }) => maySee(access, name));
  app.get('/health', withOperation('health'), () => ({ status: 'ok' }));
  app.get('/ready', withOperation('ready'), async (_request, reply) => {
    const isReady =
      !stopping.aborted &&
      (await check().then(
        () => true,
        () => false,
      ));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
  addMetrics(app, metrics, (access) => metrics.lookAt(visible(access), now()));
  app.get('/api/openapi.json', withOperation('openapi'), () => openApi(WIKI_ROUTES, config));
  app.get(`${API}/wikis`, withOperation('listWikis'), ({ access }) => {
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
        const { access, params } = request;
        const work = (): Promise<unknown> =>
          declared.handle({
            ...{ wiki, access, params, ...parts },
            run: runUntil(AbortSignal.any([gone.signal, deps.stopped])),
            lasting: runUntil(deps.stopped),
            raw: { request: request.raw, response: reply.raw },
          });
        // What changes the wiki may have to wait for a job, so no job waits for it.
        const answer = await (declared.role === 'read' ? deps.readPriority.read(work) : work());
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
