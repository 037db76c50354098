import { silentRun } from '../../src/base';
import { createRecorder, withAnswerCache, withFallback } from '../../src/model';
import { breaksOff, fails, says } from './server/behaviours';
import { ModelServer } from './server/server';
import { createReplayer } from './replayer';
import { ask, createFixture, citySchema, errorOf, key } from './support';

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

const city = { ...ask('Which city?'), schema: citySchema };
const good = '{"name":"Lyon","people":520000}';

describe('cached answers', () => {
  const cacheOf = (entries = new Map<string, string>()) => ({
    entries,
    get: (name: string) => Promise.resolve(entries.get(name) ?? null),
    put: (name: string, text: string) => {
      entries.set(name, text);
      return Promise.resolve();
    },
  });

  it('an interrupted run does not pay twice', async () => {
    const cache = cacheOf();
    server.script(says(good));
    const first = await withAnswerCache(createFixture(server).model, cache).ask(city, silentRun);
    const second = await withAnswerCache(createFixture(server).model, cache).ask(city, silentRun);
    expect(second.data).toEqual(first.data);
    expect([second.cached, second.usage.input, second.calls]).toEqual([true, 0, []]);
    expect(server.asked).toHaveLength(1);
    expect([...cache.entries.values()].join('')).not.toContain(key);
  });

  it('a failure is not cached, and an unreadable entry is requested again', async () => {
    const cache = cacheOf();
    server.script(says(''), says(good), says(good));
    const model = withAnswerCache(createFixture(server).model, cache);
    await errorOf(model.ask(city, silentRun));
    expect(cache.entries.size).toBe(0);
    await model.ask(city, silentRun);
    for (const broken of ['{', '{"version":1}', '{"version":1,"model":"m","text":"{}","toolCalls":[]}']) {
      for (const name of cache.entries.keys()) cache.entries.set(name, broken);
      expect((await model.ask(city, silentRun)).cached).toBe(false);
    }
  });
});

describe('recordings', () => {
  it('a recording replays every exchange byte for byte, including errors and retries, without secrets', async () => {
    server.script(
      fails(429, `Too fast for ${key}`, { headers: { 'retry-after': '3' } }),
      breaksOff('Ly'),
      says('Ly\u00f6n, 里昂 👩\u200d🔬'),
    );
    let recording = '';
    const recorder = createRecorder(
      (input, init) => fetch(input, init),
      (line) => (recording += line),
      { secrets: [key] },
    );
    const live = createFixture(server, { fetch: recorder });
    const answer = await live.model.ask(ask(`Which city? My key is ${key}`), silentRun);
    expect(recording).not.toContain(key);
    expect(recording).not.toMatch(/authorization/i);
    expect(recording.split('\n').filter((line) => line !== '')).toHaveLength(4);
    const replayer = createReplayer(recording, [key]);
    const replayed = createFixture(server, { fetch: replayer.fetch });
    server.script(fails(500, 'nobody asks me'));
    expect(await replayed.model.ask(ask(`Which city? My key is ${key}`), silentRun)).toEqual(answer);
    expect(replayed.timer.pauses).toEqual(live.timer.pauses);
    expect([replayer.remaining(), server.asked.length]).toEqual([0, 0]);
  });
});

it('a fallback model is asked once, and not after a wrong key', async () => {
  const other = await ModelServer.start();
  other.script(says(good));
  server.script(fails(401, 'Bad key'));
  const primary = createFixture(server).model;
  const fallback = createFixture(other, {}, { model: 'other' }).model;
  const both = withFallback(primary, fallback);
  expect((await errorOf(both.ask(city, silentRun))).code).toBe('living-wiki:model_authentication');
  expect(other.asked).toHaveLength(0);
  server.script(says('not json at all'));
  const answer = await both.ask(city, silentRun);
  expect([answer.model, answer.calls.map(({ model }) => model)]).toEqual(['other', ['tiny', 'tiny', 'tiny', 'other']]);
  await other.close();
});
