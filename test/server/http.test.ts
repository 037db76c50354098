import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WikiError } from '../../src/base';
import { TOOLS, type ToolName } from '../../src/mcp';
import { asVaultError } from '../../src/node';
import { FileBackend } from '../../src/server/backend';
import { FolderCheckout } from '../../src/server/checkout';
import { readServerConfig, type ServerConfig } from '../../src/server/config';
import { createApp } from '../../src/server/http/app';
import { createBaseApp } from '../../src/server/http/base-app';
import { Metrics } from '../../src/server/metrics';
import { databaseFailed, databaseUnreachable } from '../../src/server/postgres/connection';
import { WIKI_ROUTES } from '../../src/server/routes';
import { includesRole, ROLES, TokenFile } from '../../src/server/tokens';
import { ReadPriority } from '../../src/server/read-priority';
import { ConcurrencyLimit } from '../../src/server/concurrency-limit';
import { runUntil, WikiHost } from '../../src/server/wiki-host';

const root = path.join(__dirname, '..', '..');
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'living-wiki-server-')));
const clock = { at: Date.parse('2026-11-01T08:00:00Z'), now: () => clock.at };
const never = new AbortController().signal;
const logged: string[] = [];
const tokens: Record<string, string> = {};

/** Of the wiki that most tokens do not name. */
const SECRET_PAGE =
  '---\nschema: knowledge/v1\nslug: gyroscope\nkind: concept\ntitle: Gyroscope\n---\n\n# Gyroscope\n\nA gyroscope is a quokkaword.\n';

const PAGE_URI = 'living-wiki://page/concepts/gyroscope.md';

let app: Awaited<ReturnType<typeof createApp>>;
let address = '';
let host: WikiHost;
let others: WikiHost;
let deps: Parameters<typeof createApp>[0];

beforeAll(async () => {
  cpSync(path.join(root, 'examples', 'vault'), path.join(folder, 'vault'), { recursive: true });
  const wiki = path.join(folder, 'vault', 'lighthouse');
  const other = path.join(folder, 'other');
  cpSync(wiki, other, { recursive: true });
  writeFileSync(path.join(other, 'concepts', 'gyroscope.md'), SECRET_PAGE);
  const config: ServerConfig = {
    file: path.join(folder, 'server.yaml'),
    listen: { host: '127.0.0.1', port: 0 },
    hosts: [],
    data: path.join(folder, 'data'),
    tokens: path.join(folder, 'tokens.json'),
    database: null,
    signingKey: null,
    doesJobs: false,
    wikis: [
      {
        ...{ name: 'lighthouse', source: { kind: 'folder', folder: wiki, vault: null } },
        ...{ lens: null, review: 'inline', schedules: [] },
      },
      {
        ...{ name: 'other', source: { kind: 'folder', folder: other, vault: null } },
        ...{ lens: null, review: 'inline', schedules: [] },
      },
    ],
    models: null,
    limits: {
      body: 20_000,
      upload: 5_000,
      requestsPerMinute: 100_000,
      connections: 50,
      answers: 2,
      requestTimeout: 20_000,
    },
    stopWithin: 1_000,
  };
  const file = new TokenFile(config.tokens, clock);
  for (const role of ROLES) tokens[role] = file.make({ name: role, role, wikis: ['lighthouse'], expires: null });
  tokens.stranger = file.make({ name: 'stranger', role: 'review', wikis: ['other'], expires: null });
  tokens.old = file.make({ name: 'old', role: 'review', wikis: ['*'], expires: '2026-10-01T00:00:00Z' });
  const log = {
    info: (fields: object) => void logged.push(JSON.stringify(fields)),
    warn: (fields: object) => void logged.push(JSON.stringify(fields)),
  };
  const metrics = new Metrics();
  const readPriority = new ReadPriority();
  const [wikiConfig, otherConfig] = config.wikis;
  if (wikiConfig === undefined || otherConfig === undefined) throw new Error('no wiki');
  const open = async (served: typeof wikiConfig, at: string): Promise<WikiHost> =>
    WikiHost.open(served, {
      environment: { clock },
      backend: new FileBackend(path.join(folder, 'usage')),
      checkout: await FolderCheckout.open(at, null),
      model: undefined,
      ...{ log, limits: config.limits, answers: new ConcurrencyLimit(2), readPriority },
      figures: metrics.figuresOf(served.name),
      stopping: never,
      stopped: never,
    });
  host = await open(wikiConfig, wiki);
  others = await open(otherConfig, other);
  deps = {
    ...{ config, metrics, log, readPriority, tokens: file, page: null },
    wikis: new Map([
      ['lighthouse', host],
      ['other', others],
    ]),
    now: () => clock.at,
    check: () => Promise.resolve(),
    stopping: never,
    stopped: never,
  };
  app = await createApp(deps);
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await app.close();
  await host.close();
  await others.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function ask(method: string, at: string, token: string | undefined, body?: RequestInit['body']): Promise<Answer> {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(method === 'POST' && { 'content-type': 'application/json' }),
  };
  const init = { method, headers, ...(body !== undefined && { body, duplex: 'half' }) };
  const response = await fetch(`${address}${at}`, init);
  return { status: response.status, text: await response.text() };
}

/** A request of the Model Context Protocol to the wiki. */
async function protocol(role: string, method: string, params: object): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${tokens[role] ?? ''}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(`${address}${at('lighthouse', '/mcp')}`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

const NOTHING = 'living-wiki:not_found';
const at = (wiki: string, route: string): string => `/api/v1/wikis/${wiki}${route.replace(/\{\w+\}/g, 'none')}`;

it('what a role may not do, and what is of another wiki, is answered like what does not exist, on every route', async () => {
  const { text: nothing } = await ask('GET', '/api/v1/nothing', tokens.review);
  expect(JSON.parse(nothing)).toMatchObject({ error: { code: NOTHING } });
  for (const { method, path: route, role: wanted } of WIKI_ROUTES) {
    const body = method === 'GET' ? undefined : '{}';
    for (const role of ROLES) {
      const answer = await ask(method, at('lighthouse', route), tokens[role], body);
      if (includesRole(role, wanted)) expect(answer.text).not.toContain(NOTHING);
      else expect(answer).toEqual({ status: 404, text: nothing });
    }
    expect(await ask(method, at('lighthouse', route), tokens.stranger, body)).toEqual({ status: 404, text: nothing });
    expect(await ask(method, at('unknown', route), tokens.review, body)).toEqual({ status: 404, text: nothing });
  }
});

it('over the Model Context Protocol, a tool that a role may not use is unknown', async () => {
  const call = async (...asked: Parameters<typeof protocol>): Promise<string> => (await protocol(...asked)).text;
  for (const role of ['read', 'propose', 'review'] as const) {
    const { result } = JSON.parse(await call(role, 'tools/list', {})) as { result: { tools: { name: ToolName }[] } };
    const mayPropose = role !== 'read';
    const expected = Object.entries(TOOLS).filter(([, does]) => does !== 'propose' || mayPropose);
    expect(result.tools.map(({ name }) => name).sort()).toEqual(expected.map(([name]) => name).sort());
  }
  const refused = await call('read', 'tools/call', { name: 'propose_ingest', arguments: {} });
  const unknown = await call('read', 'tools/call', { name: 'no_such_tool', arguments: {} });
  expect(refused.replace('propose_ingest', 'TOOL')).toBe(unknown.replace('no_such_tool', 'TOOL'));
});

it('every role but metrics sees the same proposals over HTTP and over the Model Context Protocol', async () => {
  await host.change(
    async (wiki) => ({ result: await wiki.ingest({ sources: ['sources/2026-04-18-laser-survey.html'] }), event: null }),
    runUntil(never),
  );
  interface Listed {
    readonly proposals: readonly { readonly id: string; readonly title: string }[];
  }
  const named = (text: string): string[] =>
    (JSON.parse(text) as Listed).proposals.map(({ id, title }) => `${id} ${title}`);
  for (const role of ['read', 'propose', 'review'] as const) {
    const { text } = await protocol(role, 'tools/call', { name: 'status', arguments: {} });
    const { result } = JSON.parse(text) as {
      readonly result: { readonly content: readonly [{ readonly text: string }] };
    };
    const overMcp = named(result.content[0].text);
    expect(overMcp).toEqual([expect.stringContaining('laser-survey')]);
    expect(named((await ask('GET', at('lighthouse', ''), tokens[role])).text)).toEqual(overMcp);
    expect(named((await ask('GET', at('lighthouse', '/proposals'), tokens[role])).text)).toEqual(overMcp);
    expect((await ask('GET', at('lighthouse', '/history'), tokens[role])).status).toBe(200);
  }
  for (const answer of [
    await ask('GET', at('lighthouse', ''), tokens.metrics),
    await ask('GET', at('lighthouse', '/proposals'), tokens.metrics),
    await ask('GET', at('lighthouse', '/history'), tokens.metrics),
    await protocol('metrics', 'tools/call', { name: 'status', arguments: {} }),
  ])
    expect(answer).toMatchObject({ status: 404, text: expect.stringContaining(NOTHING) as string });
});

it('with a token for one of two wikis, nothing of the other is found, listed, read or named', async () => {
  const { text: own } = await ask('GET', at('other', '/search?q=quokkaword'), tokens.stranger);
  expect(own).toContain('gyroscope');
  for (const role of ['read', 'propose', 'review'] as const) {
    const answers = [
      await ask('GET', '/api/v1/wikis', tokens[role]),
      await ask('GET', at('lighthouse', '/search?q=quokkaword'), tokens[role]),
      await ask('GET', at('lighthouse', '/search/sources?q=quokkaword'), tokens[role]),
      await ask('GET', at('lighthouse', '/pages'), tokens[role]),
      await ask('GET', at('lighthouse', '/pages/gyroscope'), tokens[role]),
      await ask('GET', at('lighthouse', '/pages/..%2F..%2Fother%2Fconcepts%2Fgyroscope.md'), tokens[role]),
      await ask('GET', at('lighthouse', '/sources/..%2F..%2Fother%2Fconcepts%2Fgyroscope.md'), tokens[role]),
      await protocol(role, 'resources/list', {}),
      await protocol(role, 'resources/read', { uri: PAGE_URI }),
      await protocol(role, 'tools/call', { name: 'search', arguments: { query: 'quokkaword' } }),
    ];
    const said = answers.map(({ text }) => text.replaceAll(PAGE_URI, '')).join('\n');
    expect(said).not.toMatch(/is a quokkaword|Gyroscope|"other"/);
  }
});

it('what a reviewer decides over HTTP is what is applied, and what is undecided stays out', async () => {
  await host.change(
    async (wiki) => ({ result: await wiki.ingest({ sources: ['sources/2026-04-18-laser-survey.html'] }), event: null }),
    runUntil(never),
  );
  const { proposals } = JSON.parse((await ask('GET', at('lighthouse', '/proposals'), tokens.read)).text) as {
    readonly proposals: readonly { readonly id: string }[];
  };
  const place = at('lighthouse', `/proposals/${proposals[0]?.id ?? ''}`);
  const { files } = JSON.parse((await ask('GET', place, tokens.review)).text) as {
    readonly files: readonly { readonly path: string; readonly hunks: readonly { readonly id: string }[] }[];
  };
  const decisions = Object.fromEntries(
    files.flatMap(({ path: of, hunks }) =>
      of.startsWith('summaries/2026') || of.startsWith('concepts/terrestrial')
        ? hunks.map(({ id }) => [id, { verdict: 'accepted' }])
        : [],
    ),
  );
  const post = (what: string, body: object): Promise<Answer> =>
    ask('POST', `${place}/${what}`, tokens.review, JSON.stringify(body));
  expect((await post('decisions', { decisions: { unknown: { verdict: 'accepted' } } })).status).toBe(404);
  expect((await post('decisions', { decisions })).status).toBe(200);
  const done = JSON.parse((await post('apply', {})).text) as { readonly kind: string; readonly files: string[] };
  expect(done.kind).toBe('applied');
  expect(done.files).toContain('concepts/terrestrial-laser-scanner.md');
  expect(done.files).not.toContain('concepts/fresnel-lens.md');
  expect((await post('apply', {})).status).toBe(409);
});

it('what is in the way of the server itself is answered with 503, its code and a time to come again, and nothing that it holds', async () => {
  const system = (code: string): Error => Object.assign(new Error(`${code}: /srv/private`), { code, syscall: 'open' });
  const database = Object.assign(new Error('a private value'), { severity: 'ERROR', code: '57014' });
  const failures: readonly (readonly [unknown, code: string])[] = [
    ...['EMFILE', 'ENOENT', 'EEXIST', 'EBUSY', 'EIO'].map((code) => [system(code), 'file_system'] as const),
    ...['EBUSY', 'EMFILE'].map((code) => [asVaultError(system(code), 'private.md'), 'file_system'] as const),
    [asVaultError(system('EROFS'), 'private.md'), 'read_only'],
    [databaseUnreachable(system('ECONNREFUSED')), 'database_unreachable'],
    [databaseFailed(database), 'database_failed'],
    [new WikiError('living-wiki:lock_lost', 'Lost.'), 'lock_lost'],
    [new WikiError('living-wiki:git_missing', 'spawn /srv/private EAGAIN'), 'git_missing'],
  ];
  const headers = {
    ...{ authorization: `Bearer ${tokens.review ?? ''}`, host: new URL(address).host },
    accept: 'application/json, text/event-stream',
  };
  let error: unknown;
  // The agent's server opens, and its tool fails.
  let opened = 0;
  const fail = (): never => {
    throw error;
  };
  const broken: Partial<WikiHost> = {
    ...{ limits: host.limits, change: fail, lensFor: () => ({}) },
    current: (run) => (opened++ % 2 === 0 ? host.current(run) : fail()),
  };
  const server = await createApp({ ...deps, wikis: new Map([['lighthouse', broken as WikiHost]]) });
  const post = (what: string, payload: object) =>
    server.inject({ method: 'POST', url: at('lighthouse', what), headers, payload });
  for (const [thrown, code] of failures) {
    error = thrown;
    const applied = await post('/proposals/0001/apply', {});
    expect([applied.statusCode, applied.headers['retry-after']]).toEqual([503, '5']);
    expect(applied.json()).toMatchObject({ error: { code: `living-wiki:${code}` } });
    const params = { name: 'search', arguments: { query: 'lamp' } };
    const called = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(called.body).toContain(`(living-wiki:${code})`);
    expect(applied.body + called.body).not.toContain('private');
  }
  await server.close();
});

/** What the server answers to bytes that no client library would send, until it closes the connection. */
function raw(server: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server).port), '127.0.0.1');
    let text = '';
    socket.write(bytes);
    socket.on('data', (piece) => void (text += piece.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

it.each([
  ['headers', `GET /api/v1/wikis HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: `],
  [
    'a body',
    `POST /api/v1/wikis/lighthouse/lint/fixes HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n`,
  ],
])(
  '%s that arrive a byte at a time are cut off when their time is over',
  async (what, start) => {
    const { config } = deps;
    const slow = await createApp({
      ...deps,
      config: { ...config, limits: { ...config.limits, requestTimeout: 1_000 } },
    });
    const place = await slow.listen({ host: '127.0.0.1', port: 0 });
    const token = what === 'a body' ? `Authorization: Bearer ${tokens.review ?? ''}\r\n\r\n` : '';
    const began = performance.now();
    expect(await trickle(place, `${start}${token}`)).toMatch(/^HTTP\/1\.1 408 /);
    // The time itself, and the two seconds between two looks of the server.
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(performance.now() - began).toBeLessThan(8_000);
    // Others are answered meanwhile and after.
    expect((await fetch(`${place}/health`)).status).toBe(200);
    await slow.close();
  },
  20_000,
);

it('answers that nobody reads are given up, and their connection is closed', async () => {
  const { config } = deps;
  const limits = { ...config.limits, requestTimeout: 1_000 };
  const slow = await createApp({ ...deps, config: { ...config, limits } });
  const place = await slow.listen({ host: '127.0.0.1', port: 0 });
  const connections = (): Promise<number> =>
    new Promise((resolve, reject) => {
      slow.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
    });
  const socket = connect(Number(new URL(place).port), '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(200));
  while ((await connections()) === 0) await sleep(10);
  const began = performance.now();
  while ((await connections()) > 0 && performance.now() - began < 15_000) await sleep(50);
  const left = await connections();
  socket.destroy();
  await slow.close();
  expect(left).toBe(0);
}, 30_000);

/** Sends a start, then a byte every fifth of a second, until the server ends the connection. */
function trickle(server: string, start: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server).port), '127.0.0.1');
    let text = '';
    socket.write(start);
    const bytes = setInterval(() => void socket.write('x'), 200);
    socket.on('data', (piece) => void (text += piece.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(bytes);
      resolve(text);
    });
  });
}

it('of a flood that arrives at once, what is within the limit is answered', async () => {
  const { config } = deps;
  const limits = { ...config.limits, requestsPerMinute: 20 };
  const limited = await createApp({ ...deps, config: { ...config, limits } });
  const headers = { authorization: `Bearer ${tokens.propose ?? ''}`, host: '127.0.0.1' };
  const all = Array.from({ length: 60 }, () => limited.inject({ url: '/api/v1/wikis', headers }));
  const statuses = (await Promise.all(all)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  await limited.close();
});

it('a flood of requests is refused beyond the limit, for the one who sends it and nobody else', async () => {
  const { config } = deps;
  const limited = await createApp({
    ...deps,
    config: { ...config, limits: { ...config.limits, requestsPerMinute: 20 } },
  });
  const send = async (token: string | undefined): Promise<number> => {
    const headers = { authorization: `Bearer ${token ?? ''}`, host: '127.0.0.1' };
    const { statusCode, headers: answered } = await limited.inject({ url: '/api/v1/wikis', headers });
    if (statusCode === 429) expect(Number(answered['retry-after'])).toBeGreaterThan(0);
    return statusCode;
  };
  const flood: number[] = [];
  for (let at = 0; at < 200; at += 1) flood.push(await send(tokens.propose));
  expect(flood.filter((status) => status === 200)).toHaveLength(20);
  expect(flood.filter((status) => status === 429)).toHaveLength(180);
  expect(await send(tokens.review)).toBe(200);
  const guesses: number[] = [];
  for (let at = 0; at < 60; at += 1) guesses.push(await send(`guess-${at}`));
  expect(guesses.filter((status) => status === 401)).toHaveLength(20);
  expect(guesses.filter((status) => status === 429)).toHaveLength(40);
  await limited.close();
});

it('a forged, expired or missing token gets 401 everywhere, whether there is something or not', async () => {
  const forged = `${tokens.review?.slice(0, -1) ?? ''}${tokens.review?.endsWith('A') === true ? 'B' : 'A'}`;
  for (const token of [undefined, 'x', forged, tokens.old]) {
    for (const place of ['/api/v1/wikis', at('lighthouse', ''), at('unknown', ''), '/metrics', '/nothing']) {
      expect((await ask('GET', place, token)).status).toBe(401);
    }
  }
});

it('the OpenAPI document has every route, and no other', async () => {
  const document = JSON.parse((await ask('GET', '/api/openapi.json', undefined)).text) as {
    readonly paths: Record<string, Record<string, unknown>>;
  };
  const documented = Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.keys(methods).map((method) => ({ url: url.replace(/\{(\w+)\}/g, ':$1'), method: method.toUpperCase() })),
  );
  expect(documented.filter(({ url, method }) => !app.hasRoute({ url, method: method }))).toEqual([]);
  const served = [...app.printRoutes({ commonPrefix: false }).matchAll(/\(([A-Z, ]+)\)/g)].flatMap(([, methods = '']) =>
    methods.split(', '),
  );
  expect(served).toHaveLength(documented.length);
});

interface Operation {
  readonly route: string;
  /** `null` for what belongs to no wiki. */
  readonly role: string | null;
}

/** Every operation that the server tells of, with the role that it says it needs. */
async function operations(): Promise<readonly Operation[]> {
  const { paths } = JSON.parse((await ask('GET', '/api/openapi.json', undefined)).text) as {
    readonly paths: Record<string, Record<string, { readonly description?: string }>>;
  };
  return Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, { description = '' }]) => ({
      route: `${method.toUpperCase()} ${url.replace('/api/v1/wikis/{wiki}', '')}`.trim(),
      role: /^Needs the role "(\w+)"\.$/.exec(description)?.[1] ?? null,
    })),
  );
}

it('every route needs the role that the table in docs/server.md gives it', async () => {
  const docs = readFileSync(path.join(root, 'docs', 'server.md'), 'utf8');
  const documented = [...docs.matchAll(/^\| (`(?:GET|POST|PUT)\b[^|]*) \| (read|propose|review) \|/gm)].flatMap(
    ([, cell = '', role = '']) => {
      let last = '';
      return [...cell.matchAll(/`([^`?]+)(?:\?[^`]*)?`/g)].map(([, named = '']) => {
        // `…` is what comes before, up to its last name in braces.
        last = named.replace('…', last.slice(0, last.lastIndexOf('}') + 1));
        return { route: last, role };
      });
    },
  );
  const sorted = (all: readonly Operation[]): readonly string[] =>
    all.map(({ route, role }) => `${route} ${role ?? ''}`).sort();
  const served = (await operations()).filter(({ role }) => role !== null);
  expect(sorted(documented)).toEqual(sorted(served));
});

it('a token that may read gets every address that is to be read, and in none a job, a token or a place of this machine', async () => {
  await ask('PUT', at('lighthouse', '/sources/whistle.md'), tokens.review, '# Whistle\n\nA whistle is a pipe.\n');
  const body = JSON.stringify({ sources: ['sources/whistle.md'] });
  const { queued } = JSON.parse((await ask('POST', at('lighthouse', '/ingest'), tokens.review, body)).text) as {
    readonly queued: readonly string[];
  };
  await host.workFor(AbortSignal.timeout(20_000));
  const [proposal] = await host.workbench.proposals();
  const [transaction] = await host.workbench.history();
  const names: Record<string, string> = {
    ...{ proposal: proposal?.id ?? '', transaction: transaction?.id ?? '', page: 'fresnel-lens' },
    ...{ name: encodeURIComponent('sources/whistle.md'), job: queued[0] ?? '' },
  };
  const secrets = [folder, queued[0] ?? '?', ...Object.values(tokens), 'quokkaword', 'tokens.json', '"other"'];
  const { text: nothing } = await ask('GET', '/api/v1/nothing', tokens.read);
  let read = 0;
  for (const { route, role } of await operations()) {
    const [method = '', place = ''] = route.split(' ');
    if (role === null) continue;
    const filled = place.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '?');
    const query = place.startsWith('/search') ? '?q=whistle' : '';
    const answer = await ask(
      method,
      `${at('lighthouse', filled)}${query}`,
      tokens.read,
      method === 'GET' ? undefined : '{}',
    );
    if (role !== 'read') expect(answer).toEqual({ status: 404, text: nothing });
    else if (method === 'GET') {
      read += 1;
      expect([route, answer.status]).toEqual([route, 200]);
      expect([route, secrets.filter((secret) => answer.text.includes(secret))]).toEqual([route, []]);
    }
  }
  expect(read).toBeGreaterThan(14);
});

it('a name that leads elsewhere, is hidden or steers a model is no source', async () => {
  for (const name of [
    '..%2f..%2fescape.md',
    '%2e%2e%2fKNOWLEDGE.md',
    '.hidden.md',
    'KNOWLEDGE.md',
    'a%2fAGENTS.md',
    'a%5cb.md',
    'a%00b.md',
  ]) {
    const { status } = await ask('PUT', at('lighthouse', `/sources/${name}`), tokens.propose, 'text');
    expect([name, status]).toEqual([name, 400]);
  }
  expect(existsSync(path.join(folder, 'escape.md'))).toBe(false);
});

it('a source is added once, never replaced, and refused over the limit without a trace', async () => {
  const put = (name: string, body: RequestInit['body']): Promise<Answer> =>
    ask('PUT', at('lighthouse', `/sources/${name}`), tokens.propose, body);
  expect(JSON.parse((await put('new.md', 'A lamp.')).text)).toEqual({ path: 'sources/new.md', bytes: 7, isNew: true });
  expect(JSON.parse((await put('new.md', 'A lamp.')).text)).toMatchObject({ isNew: false });
  expect((await put('new.md', 'Another.')).status).toBe(409);
  // Without a length, so that only what arrives tells.
  const endless = new ReadableStream({ pull: (out) => out.enqueue(new Uint8Array(1_000)) });
  const refused = await put('endless.md', endless).catch(() => ({ status: 413 }));
  expect(refused.status).toBe(413);
  const wiki = path.join(folder, 'vault', 'lighthouse');
  expect(existsSync(path.join(wiki, 'sources', 'endless.md'))).toBe(false);
  expect(readdirSync(path.join(wiki, '.wiki', 'uploads'))).toEqual([]);
});

it.each([
  ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n'],
  ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
  ['an unknown encoding', 'Transfer-Encoding: xchunked\r\n'],
  ['a space before a colon', 'Content-Length : 5\r\n'],
  ['chunks in a list of encodings', 'Transfer-Encoding: chunked, identity\r\n'],
  ['chunks of chunks', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n'],
  ['a length that is no number', 'Content-Length: +5\r\n'],
  ['a line that ends in a line feed alone', 'X: a\nContent-Length: 5\r\n'],
  ['a NUL in a header', 'X: a\0b\r\n'],
  ['a header on two lines', 'X: a\r\n b\r\n'],
  ['long headers', `X: ${'a'.repeat(20_000)}\r\n`],
  ['ten gigabytes', 'Content-Type: application/octet-stream\r\nContent-Length: 10000000000\r\n'],
])('a request with %s is refused in the usual form, and its connection closed', async (_what, headers) => {
  const head = `Host: 127.0.0.1\r\nAuthorization: Bearer ${tokens.propose ?? ''}\r\n${headers}\r\n`;
  const answer = await raw(address, `PUT ${at('lighthouse', '/sources/x.md')} HTTP/1.1\r\n${head}`);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  const error: unknown = JSON.parse(answer.split('\r\n\r\n')[1] ?? '');
  expect(error).toMatchObject({ error: { code: expect.stringMatching(/^living-wiki:request_/) as string } });
});

it('a page of another origin, or under a name of its own, gets nothing', async () => {
  const evil = await fetch(`${address}/health`, { headers: { origin: 'http://evil.example' } });
  expect([evil.status, evil.headers.get('access-control-allow-origin')]).toEqual([421, null]);
});

it('the log has no address, no text and no token', async () => {
  await ask('GET', at('lighthouse', '/search?q=verysecretword'), tokens.read);
  expect(logged.length).toBeGreaterThan(10);
  const secrets = ['verysecretword', 'lighthouse/', ...Object.values(tokens)];
  expect(secrets.filter((secret) => logged.some((line) => line.includes(secret)))).toEqual([]);
});

it('the log does not call it a failure when a caller no longer waits, but does when the server stops', async () => {
  const bare = await createBaseApp(deps);
  const cancelled = new WikiError('living-wiki:cancelled', 'Cancelled.');
  const gone = new AbortController();
  const ended = new Promise<void>((resolve) => {
    bare.get('/left', async (_request, reply) => {
      gone.abort();
      await once(reply.raw, 'close');
      setImmediate(resolve);
      throw cancelled;
    });
  });
  bare.get('/stopped', () => Promise.reject(cancelled));
  const bound = await bare.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Bearer ${tokens.read}` };
  try {
    const before = logged.length;
    await expect(fetch(`${bound}/left`, { headers, signal: gone.signal })).rejects.toThrow('abort');
    await ended;
    const failures = (): readonly string[] =>
      logged.slice(before).filter((line) => line.includes('living-wiki:cancelled'));
    expect(failures()).toEqual([]);
    expect((await fetch(`${bound}/stopped`, { headers })).status).toBe(503);
    expect(failures()).toHaveLength(1);
  } finally {
    await bare.close();
  }
});

it('the example in docs/server.md is a configuration', async () => {
  const [, example = ''] = /```yaml\n([^]*?)```/.exec(readFileSync(path.join(root, 'docs', 'server.md'), 'utf8')) ?? [];
  const file = path.join(folder, 'example.yaml');
  writeFileSync(file, example);
  const env = { LLM_KEY: 'k', DATABASE_URL: 'postgres://localhost/x', GUIDES_TOKEN: 't', SIGNING_KEY: 'a'.repeat(64) };
  const config = readServerConfig(file, env);
  for (const key of ['short', 'A'.repeat(64)])
    expect(() => readServerConfig(file, { ...env, SIGNING_KEY: key })).toThrow('signing-key');
  writeFileSync(file, example.replace('env:SIGNING_KEY', 'a'.repeat(64)));
  expect(() => readServerConfig(file, env)).toThrow('is written in the file');
  expect(config.signingKey).toBe(env.SIGNING_KEY);
  expect(config.wikis.map(({ name }) => name)).toEqual(['handbook', 'research', 'guides']);
  expect(config.models?.apiKey).toBe('k');
});

it('a reviewer changes the plan of a proposal, and a job reads the source again', async () => {
  const text = '# Fog bell\n\nA fog bell is a bell that warns ships in fog. The fog bell was cast in 1871.\n';
  await ask('PUT', at('lighthouse', '/sources/signal.md'), tokens.review, text);
  await ask('POST', at('lighthouse', '/ingest'), tokens.review, JSON.stringify({ sources: ['sources/signal.md'] }));
  const work = (): Promise<number> => host.workFor(AbortSignal.timeout(20_000));
  const waiting = async (): Promise<{ readonly id: string; readonly paths: readonly string[] }> => {
    await work();
    const [own, second] = (await host.workbench.proposals()).filter(({ changeSet }) =>
      changeSet.sources.some((source) => source.path === 'sources/signal.md'),
    );
    expect(second).toBeUndefined();
    return { id: own?.id ?? '', paths: own?.changeSet.files.map((file) => file.path) ?? [] };
  };
  const { id, paths } = await waiting();
  expect(paths).toContain('concepts/fog-bell.md');
  const change = (of: string, wanted: object): Promise<Answer> =>
    ask('POST', at('lighthouse', `/proposals/${of}/plan`), tokens.review, JSON.stringify({ change: wanted }));
  expect((await change(id, { kind: 'merge', page: 'nowhere', into: 'Lens' })).text).toContain('plan_change_invalid');
  expect((await change(id, { kind: 'never', page: 'fog-bell', always: true })).status).toBe(400);
  expect(await change(id, { kind: 'never', page: 'fog-bell' })).toEqual({
    status: 202,
    text: expect.stringMatching(/^\{"jobs":1,"queued":\["\w+"\]\}$/) as string,
  });
  const without = await waiting();
  expect(without.id).not.toBe(id);
  expect(without.paths).not.toContain('concepts/fog-bell.md');
  await change(without.id, { kind: 'reset' });
  expect((await waiting()).paths).toEqual(paths);
  const coverage = at('lighthouse', `/sources/${encodeURIComponent('sources/signal.md')}/coverage`);
  expect(await ask('GET', coverage, tokens.read)).toEqual({ status: 200, text: '{"coverage":null}' });
});
