import { silentRun } from '../../src/base';
import { createBudget, createMemoryDailyUsage, embed, type Vector } from '../../src/model';
import { fails, sends } from './server/behaviours';
import { embeds, meaningOf } from './server/embeddings';
import { ModelServer, type Behaviour } from './server/server';
import { createFixture, errorOf, key, recordingRun } from './support';

let server: ModelServer;
beforeAll(async () => (server = await ModelServer.start()));
afterAll(() => server.close());

/** @param behaviour of the server */
function asked(behaviour: Behaviour, more: Parameters<typeof createFixture>[1] = {}): ReturnType<typeof createFixture> {
  server.heard.length = 0;
  server.embeddings = behaviour;
  return createFixture(server, more, { model: 'meanings' });
}

const texts = (count: number): string[] => Array.from({ length: count }, (_, at) => `text ${at}`);

it('each text gets its vector, in any order of the answer', async () => {
  const { endpoint, deps } = asked(embeds((good) => ({ ...good, data: good.data.reverse() })));
  const heard: [number, number][] = [];
  const vectors = await embed(endpoint, deps, texts(35), silentRun, (some, from) => heard.push([from, some.length]));
  expect(vectors).toEqual(texts(35).map(meaningOf));
  expect(server.embedded.map(({ length }) => length)).toEqual([16, 16, 3]);
  expect(heard).toEqual([
    [0, 16],
    [16, 16],
    [32, 3],
  ]);
  expect(server.heard[0]?.headers.authorization).toBe(`Bearer ${key}`);
  expect(server.heard[0]?.body).toEqual({ model: 'meanings', input: texts(16) });
});

it('no text makes no call', async () => {
  const { endpoint, deps } = asked(embeds());
  expect(await embed(endpoint, deps, [], silentRun)).toEqual([]);
  expect(server.heard).toEqual([]);
});

const answer = (...data: unknown[]): Behaviour => sends(JSON.stringify({ data }));
const one = (embedding: unknown, index = 0): object => ({ index, embedding });

it.each<[string, Behaviour, string]>([
  ['no such address', fails(404, 'Not Found'), 'model_no_embeddings'],
  ['a web page that is not there', sends('<h1>Not found</h1>', 'text/html', 404), 'model_no_embeddings'],
  ['no such model', fails(404, 'The model `meanings` does not exist', { code: 'model_not_found' }), 'model_missing'],
  ['a model that makes none', fails(500, 'this model does not support embeddings'), 'model_rejected_request'],
  ['too many requests', fails(429, 'Slow down'), 'model_rate_limited'],
  ['a wrong key', fails(401, `Wrong key ${key}`), 'model_authentication'],
  ['a text that is too long', fails(400, 'input exceeds the context size'), 'model_context_too_long'],
  ['fewer vectors than texts', answer(one([1, 2])), 'model_invalid_answer'],
  ['more vectors than texts', answer(one([1]), one([1], 1), one([1], 2)), 'model_invalid_answer'],
  ['one vector twice', answer(one([1]), one([2])), 'model_invalid_answer'],
  ['another numbering', answer(one([1], 1), one([2], 2)), 'model_invalid_answer'],
  ['vectors of two lengths', answer(one([1, 2]), one([1], 1)), 'model_invalid_answer'],
  ['empty vectors', answer(one([]), one([], 1)), 'model_invalid_answer'],
  ['vectors that are far too long', answer(one(Array(20_001).fill(1)), one([1], 1)), 'model_invalid_answer'],
  ['texts for numbers', answer(one(['1']), one(['2'], 1)), 'model_invalid_answer'],
  ['no numbers', answer(one([null]), one([null], 1)), 'model_invalid_answer'],
  ['numbers out of all bounds', sends('{"data":[{"embedding":[1e999]},{"embedding":[1]}]}'), 'model_invalid_answer'],
  ['NaN, which is no JSON', sends('{"data":[{"embedding":[NaN]},{"embedding":[1]}]}'), 'model_invalid_answer'],
  ['base64', answer(one('AACAPw=='), one('AACAPw==', 1)), 'model_invalid_answer'],
  ['nothing', sends('null'), 'model_invalid_answer'],
  ['a list', sends('[[1],[2]]'), 'model_invalid_answer'],
  ['a web page', sends('<!doctype html>', 'text/html'), 'model_invalid_answer'],
  ['an answer without end', (_, response) => void response.writeHead(200).end('x'.repeat(16_000_001)), 'model_cut_off'],
])('%s is an error with a name, and nothing is asked twice', async (_, behaviour, code) => {
  const { endpoint, deps } = asked(behaviour);
  const error = await errorOf(embed(endpoint, deps, texts(2), silentRun));
  expect(error.code).toBe(`living-wiki:${code}`);
  expect(error.message).toMatch(/^[A-Z].*[.")]$/s);
  expect(error.remedy).toMatch(/\.$/);
  expect(error.message).not.toContain(key);
  expect(server.heard).toHaveLength(1);
});

it('batches before a failure are kept, and all vectors must have one length', async () => {
  let requests = 0;
  const { endpoint, deps } = asked((heard, response) => {
    requests += 1;
    const short = (good: { data: unknown[] }): unknown => ({ data: good.data.map((_, index) => one([1, 2], index)) });
    return embeds(requests === 1 ? undefined : short)(heard, response);
  });
  const kept: Vector[] = [];
  const error = await errorOf(embed(endpoint, deps, texts(20), silentRun, (some) => kept.push(...some)));
  expect(error.code).toBe('living-wiki:model_invalid_answer');
  expect(kept).toEqual(texts(16).map(meaningOf));
});

it('a silent server times out and gets no further request', async () => {
  const { endpoint, deps, timer } = asked(() => timer.expireIdle());
  const error = await errorOf(embed(endpoint, deps, texts(20), silentRun));
  expect(error.code).toBe('living-wiki:model_timeout');
  expect(server.heard).toHaveLength(1);
});

it('a cancelled run ends', async () => {
  const run = recordingRun();
  const { endpoint, deps } = asked(() => run.cancel());
  await expect(embed(endpoint, deps, texts(20), run)).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
  expect(server.heard).toHaveLength(1);
});

describe('the cost of embeddings', () => {
  const clock = { now: () => Date.UTC(2026, 3, 27, 15) };
  const ledgerWith = (job = {}): ReturnType<typeof createBudget> => {
    const prices = { currency: 'USD', prices: [{ model: 'meanings', input: 1_000_000, output: 0 }] };
    return createBudget({ prices, job, days: createMemoryDailyUsage(), clock });
  };

  it('is what the server counted', async () => {
    const budget = ledgerWith();
    const { endpoint, deps } = asked(embeds(), { budget, clock });
    await embed(endpoint, deps, ['two words'], silentRun);
    expect(budget.charged).toMatchObject([
      { model: 'meanings', cost: { usage: { input: 2, output: 0, estimated: false }, money: { amount: 2 } } },
    ]);
  });

  it.each([
    ['nothing', undefined],
    ['0', { prompt_tokens: 0, total_tokens: 0 }],
    ['nonsense', { prompt_tokens: -5 }],
    ['less than nothing', 'free'],
  ])('is estimated where it says %s', async (_, usage) => {
    const budget = ledgerWith();
    const { endpoint, deps } = asked(
      embeds(({ data }) => ({ data, usage })),
      { budget, clock },
    );
    await embed(endpoint, deps, ['two words'], silentRun);
    expect(budget.total().usage).toMatchObject({ estimated: true, output: 0 });
    expect(budget.total().usage.input).toBeGreaterThan(0);
  });

  it('stays below a limit', async () => {
    const budget = ledgerWith({ tokens: 60 });
    const { endpoint, deps } = asked(embeds(), { budget, clock });
    const error = await errorOf(embed(endpoint, deps, texts(40), silentRun));
    expect(error.code).toBe('living-wiki:model_budget_exhausted');
    expect(server.heard).toHaveLength(1);
    expect(budget.total().calls).toBe(1);
  });

  it('is nothing if the server was not reached or answered with an error', async () => {
    const budget = ledgerWith();
    const { endpoint, deps } = asked(fails(500, 'Oops'), { budget, clock });
    await errorOf(embed(endpoint, deps, texts(2), silentRun));
    expect(budget.total().calls).toBe(0);
  });

  it('includes an aborted call', async () => {
    const budget = ledgerWith();
    const run = recordingRun();
    const { endpoint, deps } = asked(() => run.cancel(), { budget, clock });
    await embed(endpoint, deps, texts(2), run).catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    expect(budget.total()).toMatchObject({ calls: 1, usage: { estimated: true } });
  });
});
