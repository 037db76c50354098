import { silentRun } from '../../src/base';
import {
  createBudget,
  createMemoryDailyUsage,
  formatCost,
  EMPTY_PRICE_TABLE,
  readPriceTable,
  type BudgetOptions,
} from '../../src/model';
import { breaksOff, fails, says } from '../model/server/behaviours';
import { ModelServer } from '../model/server/server';
import { ask, createFixture, citySchema, errorOf, recordingRun } from '../model/support';

/**
 * Promise 11: cost is known before, during and after: an estimate, a cap that stops the job before the call that would
 * exceed it, and the provider's own figures. An unknown price is unknown, never nothing.
 */

const prices = { currency: 'EUR', prices: [{ model: 'tiny', input: 2, output: 10, cachedInput: 0.5 }] };
const clock = { now: () => Date.UTC(2026, 3, 27, 15) };
const short = { ...ask('Which city?'), maxOutputTokens: 100 };

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

function job(options: Partial<BudgetOptions> = {}) {
  const days = options.days ?? createMemoryDailyUsage();
  const ledger = createBudget({ prices, days, clock, ...options });
  return { ledger, days, ...createFixture(server, { budget: ledger, clock }) };
}

it('before: an estimate, marked as one', () => {
  const cost = job().ledger.estimate('tiny', { input: 1_000_000, output: 100_000 });
  expect(cost.money).toEqual({ amount: 3, currency: 'EUR' });
  expect(formatCost(cost)).toBe('about 1,000,000 tokens in, 100,000 out, 3.00 EUR');
});

it("after: the provider's own figures, what was cached at its own price", async () => {
  const usage = { prompt_tokens: 1000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 600 } };
  server.script(says('Lyon.', { usage }));
  const { model, ledger, days } = job();
  await model.ask(short, silentRun);
  const money = (400 * 2 + 600 * 0.5 + 100 * 10) / 1_000_000;
  expect(ledger.total()).toEqual({
    calls: 1,
    usage: { input: 1000, output: 100, cached: 600, estimated: false },
    tokens: 1100,
    money,
    unpriced: 0,
  });
  expect(await days.read('2026-04-27')).toEqual(ledger.total());
  expect(ledger.charged[0]).toMatchObject({ model: 'tiny', at: '2026-04-27T15:00:00Z' });
});

it('every call counts: corrections and broken streams, but not what a server rejected', async () => {
  server.script(fails(500, 'Oops'), breaksOff('{"name":'), says('{"name":5}'), says('{"name":"Lyon","people":1}'));
  const { model, ledger } = job();
  const answer = await model.ask({ ...short, schema: citySchema }, silentRun);
  expect(server.asked).toHaveLength(4);
  expect(ledger.total()).toMatchObject({ calls: 3, usage: answer.usage });
  expect(ledger.total().usage.estimated).toBe(true);
});

it('a cancelled call is charged, and counted', async () => {
  const run = recordingRun();
  server.script(() => run.cancel());
  const { model, ledger } = job();
  expect((await errorOf(model.ask(short, run))).code).toBe('living-wiki:cancelled');
  expect(ledger.total()).toMatchObject({ calls: 1, usage: { estimated: true } });
  expect(ledger.total().usage.input).toBeGreaterThan(0);
});

it('a refusal is charged, and counted', async () => {
  server.script(says("I'm sorry, but I can't help with that."));
  const { model, ledger } = job();
  await errorOf(model.ask(short, silentRun));
  expect(ledger.total()).toMatchObject({ calls: 1, usage: { input: 100, output: 20 } });
});

it.each([
  ['tokens of a job', { job: { tokens: 300 } }],
  ['money of a job', { job: { money: 0.0015 } }],
  ['tokens of a day', { day: { tokens: 300 } }],
  ['money of a day', { day: { money: 0.0015 } }],
])('a cap on the %s stops before the call that would exceed it', async (_, caps) => {
  server.script(says('Lyon.'));
  const { model, ledger } = job(caps);
  await model.ask(short, silentRun);
  const before = ledger.total();
  const error = await errorOf(model.ask({ ...short, maxOutputTokens: 200 }, silentRun));
  expect(error.code).toBe('living-wiki:model_budget_exhausted');
  expect(error.message).toMatch(/^The call could exceed the limit of .*\. (?:Used|Spent) so far: .+\.$/);
  expect(server.asked).toHaveLength(1);
  expect(ledger.total()).toEqual(before);
});

it('the limit of a day includes earlier jobs, and a new day starts at zero', async () => {
  server.script(says('Lyon.'));
  const days = createMemoryDailyUsage();
  await job({ days }).model.ask(short, silentRun);
  expect((await errorOf(job({ days, day: { tokens: 200 } }).model.ask(short, silentRun))).code).toBe(
    'living-wiki:model_budget_exhausted',
  );
  const tomorrow = { now: () => Date.UTC(2026, 3, 28, 0, 1) };
  const next = createBudget({ prices, days, clock: tomorrow, day: { tokens: 200 } });
  expect((await createFixture(server, { budget: next }).model.ask(short, silentRun)).text).toBe('Lyon.');
});

it('two concurrent calls cannot both use the rest of the budget', async () => {
  server.script(says('Lyon.'));
  const { model } = job({ job: { tokens: 150 } });
  const ends = await Promise.allSettled([model.ask(short, silentRun), model.ask(short, silentRun)]);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(server.asked).toHaveLength(1);
});

describe('an unknown price', () => {
  it('is reported as unknown, and its tokens are counted separately', async () => {
    server.script(says('Lyon.'));
    const { model, ledger } = job({ prices: EMPTY_PRICE_TABLE });
    await model.ask(short, silentRun);
    expect(ledger.total()).toMatchObject({ money: 0, unpriced: 120 });
    expect(ledger.charged[0]!.cost.money).toBeNull();
    expect(formatCost(ledger.charged[0]!.cost)).toBe('100 tokens in, 20 out, price unknown');
  });

  it('cannot be used with a cost limit, which is an error before anything is spent', async () => {
    server.script(says('Lyon.'));
    const { model } = job({ prices: EMPTY_PRICE_TABLE, job: { money: 1 } });
    expect((await errorOf(model.ask(short, silentRun))).code).toBe('living-wiki:model_price_unknown');
    expect(server.asked).toHaveLength(0);
  });

  it('a price of zero costs nothing', () => {
    const free = { currency: 'EUR', prices: [{ model: '*', input: 0, output: 0 }] };
    const { ledger } = job({ prices: free });
    expect(formatCost(ledger.estimate('local', { input: 10, output: 5 }))).toBe('about 10 tokens in, 5 out, 0 EUR');
  });
});

it.each([
  ['no table', 5],
  ['a negative price', { currency: 'EUR', prices: [{ model: 'x', input: -1, output: 1 }] }],
  ['a price that is a text', { currency: 'EUR', prices: [{ model: 'x', input: '1', output: 1 }] }],
])('prices are data that people edit; %s is refused with its place', (_, table) => {
  expect(() => readPriceTable(table)).toThrow(
    expect.objectContaining({ code: 'living-wiki:model_prices_invalid' }) as Error,
  );
});
