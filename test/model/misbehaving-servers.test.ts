import { createServer, type AddressInfo } from 'node:net';
import { isWikiError, silentRun } from '../../src/base';
import {
  breaksOff,
  drips,
  fails,
  failsInTheMiddle,
  forgetsTheEnd,
  redirects,
  says,
  sends,
  stalls,
} from './server/behaviours';
import { ModelServer, type Behaviour } from './server/server';
import { ask, createFixture, citySchema, errorOf, key, recordingRun } from './support';

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

const city = { ...ask('Which city?'), schema: citySchema };
const good = '{"name":"Lyon","people":520000}';

describe('tool calls that nobody offered', () => {
  const calls = (...all: readonly string[]): Behaviour =>
    says('', { tools: all.map((args) => ({ name: 'answer', arguments: args })) });

  it.each([true, false])('hold the answer in the shape that was asked for (whole: %s)', async (whole) => {
    server.script(says('', { whole, tools: [{ name: 'city', arguments: good }] }));
    const { data, toolCalls } = await createFixture(server).model.ask(city, silentRun);
    expect(data).toEqual({ name: 'Lyon', people: 520_000 });
    expect(toolCalls).toEqual([]);
  });

  it('are corrected where their arguments have another shape', async () => {
    server.script(calls('{"query":"Lyon"}', '{}'), says(good));
    const { data, calls: made } = await createFixture(server).model.ask(city, silentRun);
    expect(data).toEqual({ name: 'Lyon', people: 520_000 });
    expect(made.map(({ outcome }) => outcome)).toEqual(['living-wiki:model_invalid_answer', 'answered']);
  });

  it('are a typed error where the model never answers', async () => {
    server.script(...Array.from({ length: 3 }, () => calls('{}')));
    const error = await errorOf(createFixture(server).model.ask(city, silentRun));
    expect(error.code).toBe('living-wiki:model_invalid_answer');
    expect(error.message).toContain('wrong shape');
    server.script(calls('{}'));
    const plain = await errorOf(createFixture(server).model.ask(ask('Which city?'), silentRun));
    expect(plain.code).toBe('living-wiki:model_invalid_answer');
    expect(plain.message).toBe('tiny calls tools instead of answering.');
    expect(plain.remedy).toBeDefined();
  });

  it('do not take the place of a text', async () => {
    server.script(says('Lyon.', { tools: [{ name: 'search', arguments: '{}' }] }));
    const { text, toolCalls } = await createFixture(server).model.ask(ask('Which city?'), silentRun);
    expect({ text, toolCalls }).toEqual({ text: 'Lyon.', toolCalls: [] });
  });
});

describe('every error has a code, a plain message and a remedy', () => {
  const cases: readonly (readonly [string, Behaviour, string, number])[] = [
    ['a wrong key', fails(401, `Incorrect API key provided: ${key}.`), 'model_authentication', 1],
    ['a forbidden key', fails(403, 'Country not supported'), 'model_authentication', 1],
    ['no such model', fails(404, 'The model `tiny` does not exist', { code: 'model_not_found' }), 'model_missing', 1],
    [
      'a model that Ollama does not have',
      fails(404, 'model "tiny" not found, try pulling it first'),
      'model_missing',
      1,
    ],
    ['another kind of server', sends('<h1>Not found</h1>', 'text/html', 404), 'model_incompatible_server', 1],
    ['a web page', sends('<!doctype html><p>Log in', 'text/html'), 'model_incompatible_server', 1],
    ['JSON of another protocol', sends('{"response":"hello"}'), 'model_incompatible_server', 1],
    ['a list', sends('[]'), 'model_incompatible_server', 1],
    ['malformed JSON', sends('no json'), 'model_incompatible_server', 1],
    ['truncated JSON', sends('{"choices":[{"message":{"content":"Ly'), 'model_cut_off', 4],
    [
      'a text that is too long',
      fails(400, "This model's maximum context length is 8192 tokens", { code: 'context_length_exceeded' }),
      'model_context_too_long',
      1,
    ],
    ['a body that is too large', fails(413, 'Payload too large'), 'model_context_too_long', 1],
    [
      'no credit',
      fails(429, 'You exceeded your current quota', { code: 'insufficient_quota' }),
      'model_credit_exhausted',
      1,
    ],
    ['payment required', fails(402, 'Insufficient credits'), 'model_credit_exhausted', 1],
    ['too many requests', fails(429, 'Slow down'), 'model_rate_limited', 4],
    ['a server error', fails(500, 'Oops'), 'model_server', 4],
    ['an overloaded server', fails(529, 'Overloaded'), 'model_server', 4],
    ['a gateway timeout', fails(504, 'Gateway time-out'), 'model_timeout', 4],
    ['a filtered request', fails(400, 'Flagged', { code: 'content_filter' }), 'model_refused', 1],
    ['an answer cut off at the length limit', says('Lyon is', { finish: 'length' }), 'model_cut_off', 1],
    ['a withheld answer', says('Lyon', { finish: 'content_filter' }), 'model_refused', 1],
    ['an empty answer', says(''), 'model_empty_answer', 1],
    ['white space', says(' \n '), 'model_empty_answer', 1],
    ['nothing but thinking', says('<think>Which city could it be'), 'model_empty_answer', 1],
    ['a refusal in its own field', says('', { refusal: 'I will not.' }), 'model_refused', 1],
    ['a stream that breaks', breaksOff('Lyon is a'), 'model_cut_off', 4],
    ['a stream without an end', forgetsTheEnd('Lyon is a'), 'model_cut_off', 4],
    ['an error within a stream', failsInTheMiddle('Lyon', 'Provider returned error'), 'model_server', 4],
    ['an error with a good status', sends('{"error":{"message":"no slot","code":503}}'), 'model_server', 4],
    ['a stream of nonsense', sends('data: {"choi\n\n', 'text/event-stream'), 'model_server', 1],
    ['a request that is always rejected', fails(400, 'Bad request'), 'model_rejected_request', 3],
  ];

  it.each(cases)('%s is an error of its own', async (_, behaviour, code, requests) => {
    server.script(behaviour);
    const { model } = createFixture(server);
    const error = await errorOf(model.ask(ask('Which city?'), silentRun));
    expect(error.code).toBe(`living-wiki:${code}`);
    expect(error.message).toMatch(/^[A-Z].*[.")]$/s);
    expect(error.remedy).toMatch(/\.$/);
    expect(JSON.stringify([error.message, error.calls, error])).not.toContain(key);
    expect(server.asked).toHaveLength(requests);
    expect(error.calls).toHaveLength(requests);
    expect(error.calls.every((call) => call.outcome === `living-wiki:${code}`)).toBe(true);
  });

  it('an address without a server is a network error', async () => {
    const gone = await ModelServer.start();
    const { model } = createFixture(gone);
    await gone.close();
    const error = await errorOf(model.ask(ask('Which city?'), silentRun));
    expect([error.code, error.message]).toEqual([
      'living-wiki:model_network',
      'No model server is running at this address.',
    ]);
  });

  it('an unknown host name is a network error', async () => {
    const { model } = createFixture(server, {}, { baseUrl: 'http://nowhere.invalid/v1' });
    expect((await errorOf(model.ask(ask('Which city?'), silentRun))).code).toBe('living-wiki:model_network');
  });

  it('TLS to a server without it is a certificate error', async () => {
    const { model } = createFixture(server, {}, { baseUrl: server.url.replace('http:', 'https:') });
    expect((await errorOf(model.ask(ask('Which city?'), silentRun))).code).toBe('living-wiki:model_certificate');
  });

  it('a server that does not speak HTTP is incompatible', async () => {
    const other = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.6\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { model } = createFixture(
      server,
      {},
      { baseUrl: `http://127.0.0.1:${(other.address() as AddressInfo).port}` },
    );
    const error = await errorOf(model.ask(ask('Which city?'), silentRun));
    other.close();
    expect(error.code).toBe('living-wiki:model_incompatible_server');
  });

  it('a server that sends nothing more times out, also within an answer', async () => {
    const { model, timer } = createFixture(server);
    let heard = '';
    server.script(stalls('Lyon is', () => undefined));
    // The first check sees that words arrived since, the second that none did.
    const listener = {
      restart: () => undefined,
      text: (delta: string) => {
        heard += delta;
        timer.expireIdle();
        setImmediate(() => timer.expireIdle());
      },
    };
    const error = await errorOf(model.ask({ ...ask('Which city?'), listener }, silentRun));
    expect([error.code, heard]).toEqual(['living-wiki:model_timeout', 'Lyon is']);
    expect(server.asked).toHaveLength(1);
  });

  it('a server that drips a byte now and then times out', async () => {
    const { model, timer } = createFixture(server);
    server.script(drips('Lyon is'));
    const listener = {
      restart: () => undefined,
      text: () => {
        timer.expireIdle();
        setTimeout(() => timer.expireIdle(), 50);
      },
    };
    const error = await errorOf(model.ask({ ...ask('Which city?'), listener }, silentRun));
    expect([error.code, error.message]).toEqual([
      'living-wiki:model_timeout',
      'The model server sent almost nothing for 111 seconds.',
    ]);
  });

  it.each([301, 302, 303, 307, 308])(
    'a redirect with status %i is not followed, and nothing is sent elsewhere',
    async (status) => {
      const elsewhere = await ModelServer.start();
      elsewhere.script(says('Lyon.'));
      try {
        const { model } = createFixture(server);
        server.script(redirects(status, `${elsewhere.url}/chat/completions`));
        const error = await errorOf(model.ask(ask('Which city?'), silentRun));
        expect([error.code, elsewhere.heard.length, server.asked.length]).toEqual([
          'living-wiki:model_incompatible_server',
          0,
          1,
        ]);
      } finally {
        await elsewhere.close();
      }
    },
  );

  it('a cancelled run ends at once and is not an error of the model', async () => {
    const { model } = createFixture(server);
    const run = recordingRun();
    server.script(stalls('Lyon is', () => run.cancel()));
    const error = await errorOf(model.ask(ask('Which city?'), run));
    expect(isWikiError(error) && error.code).toBe('living-wiki:cancelled');
  });
});

describe('retries', () => {
  it('a call that fails twice is answered at the third try', async () => {
    server.script(fails(500, 'Oops'), fails(503, 'Oops'), says('Lyon.'));
    const { model, timer } = createFixture(server);
    const answer = await model.ask(ask('Which city?'), silentRun);
    expect(answer.text).toBe('Lyon.');
    expect(answer.calls.map(({ outcome }) => outcome)).toEqual([
      'living-wiki:model_server',
      'living-wiki:model_server',
      'answered',
    ]);
    expect(answer.usage).toEqual({ input: 100, output: 20, cached: 0, estimated: false });
    expect(timer.pauses).toHaveLength(2);
    expect(timer.pauses[0]).toBeGreaterThanOrEqual(500);
    expect(timer.pauses[0]).toBeLessThanOrEqual(1000);
    expect(timer.pauses[1]).toBeGreaterThanOrEqual(1000);
    expect(timer.pauses[1]).toBeLessThanOrEqual(2000);
  });

  it.each([
    ['seconds', { 'retry-after': '20' }, 20_000],
    ['a date', { 'retry-after': 'Mon, 27 Apr 2026 15:00:30 GMT' }, 30_000],
    ['milliseconds', { 'retry-after-ms': '1500' }, 1500],
  ])('waits as long as the server says, in %s, and says so', async (_, headers, wait) => {
    server.script(fails(429, 'Slow down', { headers }), says('Lyon.'));
    const { model, timer } = createFixture(server);
    const run = recordingRun();
    expect((await model.ask(ask('Which city?'), run)).text).toBe('Lyon.');
    expect(timer.pauses).toHaveLength(1);
    expect(timer.pauses[0]! - wait).toBeGreaterThanOrEqual(0);
    expect(timer.pauses[0]! - wait).toBeLessThanOrEqual(250);
    expect(run.said).toEqual([expect.stringMatching(/^Waiting for the model server: .*asked to wait.*\d+ seconds\.$/)]);
  });

  it('a server that asks for an hour is not waited for', async () => {
    server.script(fails(429, 'Slow down', { headers: { 'retry-after': '3600' } }));
    const { model, timer } = createFixture(server);
    const error = await errorOf(model.ask(ask('Which city?'), silentRun));
    expect([error.code, error.retryAfter, timer.pauses]).toEqual(['living-wiki:model_rate_limited', 3_600_000, []]);
  });

  it('a broken stream is requested again, and its usage is counted', async () => {
    server.script(breaksOff('Lyon is a city'), says('Lyon.'));
    const { model } = createFixture(server);
    const seen: string[] = [];
    const listener = { text: (delta: string) => void seen.push(delta), restart: () => void seen.push('|') };
    const answer = await model.ask({ ...ask('Which city?'), listener }, silentRun);
    expect(answer.text).toBe('Lyon.');
    expect(seen.join('')).toBe('Lyon is a city|Lyon.');
    expect(answer.calls[0]!.usage).toMatchObject({ estimated: true });
    expect(answer.calls[0]!.usage.input).toBeGreaterThan(0);
    expect(answer.usage.input).toBe(100 + answer.calls[0]!.usage.input);
  });
});

describe('answers that are not quite JSON', () => {
  it.each([
    ['as it should be', good],
    ['in a code fence', `Here it is:\n\`\`\`json\n${good}\n\`\`\`\nAnything else?`],
    ['within prose', `Sure! The answer [1] is ${good} as far as I know {really}.`],
    ['with trailing commas and comments', '{"name":"Lyon", // a city\n "people":520000,\n}'],
    ['behind thinking', `<think>{"name":"Paris","people":1}</think>${good}`],
    ['with a raw line break', '{"name":"Lyon","people":520000,}\n'],
  ])('%s', async (_, text) => {
    server.script(says(text));
    const answer = await createFixture(server).model.ask(city, silentRun);
    expect(answer.data).toEqual({ name: 'Lyon', people: 520000 });
    expect(server.asked).toHaveLength(1);
  });

  it('a model is shown the wrong types and corrects them', async () => {
    server.script(says('{"name":"Lyon","people":"many"}'), says(good));
    const answer = await createFixture(server).model.ask(city, silentRun);
    expect(answer.data.people).toBe(520000);
    expect(answer.calls.map(({ outcome }) => outcome)).toEqual(['living-wiki:model_invalid_answer', 'answered']);
    const messages = server.asked[1]!.body.messages as { role: string; content: string }[];
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[2]!.content).toContain('"people"');
    expect(messages[2]!.content).toContain('JSON Schema');
  });

  it('an answer is an error after two corrections, and all three calls are counted', async () => {
    server.script(says('{"name":"Lyon"'));
    const error = await errorOf(createFixture(server).model.ask(city, silentRun));
    expect(error.code).toBe('living-wiki:model_invalid_answer');
    expect(error.calls.map(({ usage }) => usage.input)).toEqual([100, 100, 100]);
    expect(server.asked).toHaveLength(3);
  });

  it('a refusal instead of JSON is not corrected', async () => {
    server.script(says("I'm sorry, but I can't help with that."));
    expect((await errorOf(createFixture(server).model.ask(city, silentRun))).code).toBe('living-wiki:model_refused');
    expect(server.asked).toHaveLength(1);
  });
});
