import { createFetch } from '../../src/obsidian/host';
import { createDebouncer } from '../../src/obsidian/controller/debounce';
import { StableFileDetector } from '../../src/obsidian/controller/stable-file-detector';
import { MemoryVault } from '../../src/vault';
import { isLocalAddress } from '../../src/workbench';
import { Host, installDom } from '../host';

let takeAway: () => void;
let host: Host;
beforeAll(() => {
  takeAway = installDom();
});
afterAll(() => takeAway());
beforeEach(async () => {
  host = await Host.start();
});
afterEach(() => host.quit());

const chat = 'https://example.org/v1/chat/completions';
const question = {
  method: 'POST',
  body: '{"q":1}',
  headers: { 'content-type': 'application/json', authorization: 'k' },
};

/** The browser's own network, which reaches only servers that allow it. */
function browser(answer: (url: string, init?: RequestInit) => Promise<Response>): string[] {
  const asked: string[] = [];
  window.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : input.toString();
    asked.push(`${init?.method ?? 'GET'} ${url}`);
    return answer(url, init);
  };
  return asked;
}

describe('the network for models', () => {
  it('streams if the server allows CORS, which a probe finds out', async () => {
    const asked = browser(() => Promise.resolve(new Response('yes')));
    const fetch = createFetch();
    expect(await (await fetch(chat, question)).text()).toBe('yes');
    expect(await (await fetch(chat, question)).text()).toBe('yes');
    expect(asked).toEqual(['GET https://example.org/v1/models', `POST ${chat}`, `POST ${chat}`]);
    expect(host.machine.requests.made).toEqual([]);
  });

  it('the first look follows no redirect, and does not send a key elsewhere', async () => {
    const redirects: unknown[] = [];
    browser((_, init) => {
      redirects.push(init?.redirect);
      return Promise.resolve(new Response('yes'));
    });
    await createFetch()(chat, { ...question, redirect: 'manual' });
    expect(redirects).toEqual(['manual', 'manual']);
  });

  it('asks once, through the app, if the server does not', async () => {
    const asked = browser(() => Promise.reject(new TypeError('Failed to fetch')));
    host.machine.requests.answer(() => ({ status: 429, headers: { 'retry-after': '3' }, body: 'slow down' }));
    const answer = await createFetch()(chat, question);
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([429, '3', 'slow down']);
    expect(asked).toEqual(['GET https://example.org/v1/models']);
    expect(host.machine.requests.made).toMatchObject([
      { url: chat, method: 'POST', body: '{"q":1}', headers: { authorization: 'k' }, contentType: 'application/json' },
    ]);
  });

  it('a form goes through the app as bytes, with the boundary that they have', async () => {
    browser(() => Promise.reject(new TypeError('Failed to fetch')));
    host.machine.requests.answer(() => ({ status: 200, body: '{}' }));
    const form = new FormData();
    form.append('file', new Blob(['sound']), 'a.mp3');
    await createFetch()('https://example.org/v1/audio/transcriptions', { method: 'POST', body: form });
    const { body, contentType } = host.machine.requests.made[0]!;
    const boundary = /boundary=(.+)$/.exec(contentType ?? '')![1]!;
    const sent = new TextDecoder().decode(body as ArrayBuffer);
    expect(sent).toContain(`--${boundary}`);
    expect(sent).toContain('sound');
  });

  it('ends at once when cancelled, even while the app waits', async () => {
    browser(() => Promise.reject(new TypeError('Failed to fetch')));
    host.machine.requests.answer(() => new Promise(() => undefined));
    const aborter = new AbortController();
    const asked = createFetch()(chat, { ...question, signal: aborter.signal });
    await new Promise((resolve) => setTimeout(resolve, 10));
    aborter.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('cancels its probe with the request, and probes again for the next one', async () => {
    const given: (AbortSignal | null | undefined)[] = [];
    const asked = browser((_, init) => {
      given.push(init?.signal);
      return new Promise((__, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('given up'))));
    });
    const aborter = new AbortController();
    const fetch = createFetch();
    const first = fetch(chat, { ...question, signal: aborter.signal });
    aborter.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect(given.map((signal) => signal?.aborted)).toEqual([true]);
    browser(() => Promise.resolve(new Response('yes')));
    expect(await (await fetch(chat, question)).text()).toBe('yes');
    expect([asked.length, host.machine.requests.made.length]).toEqual([1, 0]);
  });

  it('probes a server again that did not answer', async () => {
    const asked = browser(() => Promise.reject(new TypeError('Failed to fetch')));
    const fetch = createFetch();
    await expect(fetch(chat, question)).rejects.toThrow(/DISCONNECTED/);
    browser(() => Promise.resolve(new Response('up')));
    expect(await (await fetch(chat, question)).text()).toBe('up');
    expect(asked).toHaveLength(1);
  });
});

describe('a source that is still being copied', () => {
  it('is waited for until its size and time are stable', async () => {
    let now = 100_000;
    const vault = new MemoryVault({}, { now: () => now });
    const settling = new StableFileDetector();
    const look = (): Promise<readonly string[]> => settling.stablePaths(vault, ['big.pdf', 'gone.pdf'], now);
    await vault.write('big.pdf', 'a');
    expect(await look()).toEqual([]);
    now += 1_600;
    await vault.write('big.pdf', 'ab');
    expect(await look()).toEqual([]);
    now += 1_000;
    expect(await look()).toEqual([]);
    now += 600;
    expect(await look()).toEqual(['big.pdf']);
  });

  it('counts as complete when it was not changed for long', async () => {
    const vault = new MemoryVault({ 'old.pdf': 'x' });
    expect(await new StableFileDetector().stablePaths(vault, ['old.pdf'], 1_000_000)).toEqual(['old.pdf']);
  });
});

it('work that is asked for often is done once, and once more if it was asked for while it ran', async () => {
  let done = 0;
  let finish: () => void = () => undefined;
  const debouncer = createDebouncer(5, () => {
    done += 1;
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  debouncer.schedule();
  debouncer.schedule();
  debouncer.run();
  expect(done).toBe(1);
  debouncer.run();
  debouncer.run();
  finish();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(done).toBe(2);
  debouncer.schedule();
  const stopped = debouncer.stop();
  finish();
  await stopped;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(done).toBe(2);
});

it.each([
  ['http://localhost:11434/v1', true],
  ['http://127.0.0.1:1234/v1', true],
  ['http://[::1]/v1', true],
  ['https://localhost.example.org/v1', false],
  ['http://127.example.org/v1', false],
  ['http://192.168.0.2:11434/v1', false],
  ['', false],
])('%s is this computer: %s', (address, is) => expect(isLocalAddress(address)).toBe(is));
