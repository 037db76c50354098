import * as z from 'zod/mini';
import { type Random, type Run } from '../../src/base';
import {
  answerSchema,
  createModel,
  type CapabilityStore,
  type Endpoint,
  type EndpointModel,
  type ModelDeps,
  type ModelError,
  type Timer,
} from '../../src/model';
import { type ModelServer } from './server/server';

/** Limits that no pause can be mistaken for. */
export const limits = { idleTimeout: 111_111, answerTimeout: 222_222 };

/** Pauses pass at once and are written down; the limits of silence pass only when `expire` is called. */
export class TestTimer implements Timer {
  readonly pauses: number[] = [];
  #expire: (() => void)[] = [];

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (ms !== limits.idleTimeout && ms !== limits.answerTimeout) {
      this.pauses.push(ms);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (ms === limits.idleTimeout) this.#expire.push(resolve);
    });
  }

  expireIdle(): void {
    const waiting = this.#expire;
    this.#expire = [];
    for (const resolve of waiting) resolve();
  }
}

/** Counts on, so that a test can be repeated. */
export function countingRandom(): Random {
  let count = 0;
  return { id: (length) => (++count * 7_919_317).toString(36).padStart(length, 'q').slice(-length) };
}

export function createCapabilityStore(
  entries = new Map<string, unknown>(),
): CapabilityStore & { entries: Map<string, unknown> } {
  return {
    entries,
    get: (key) => Promise.resolve(entries.get(key) as never),
    set: (key, value) => {
      entries.set(key, value);
      return Promise.resolve();
    },
  };
}

export interface ModelFixture {
  readonly model: EndpointModel;
  readonly deps: ModelDeps;
  readonly timer: TestTimer;
  readonly memory: ReturnType<typeof createCapabilityStore>;
  readonly endpoint: Endpoint;
}

export const key = 'sk-test-0123456789abcdef';

export function createFixture(
  server: ModelServer,
  more: Partial<ModelDeps> = {},
  endpoint: Partial<Endpoint> = {},
): ModelFixture {
  const timer = new TestTimer();
  const capabilities = createCapabilityStore();
  const deps: ModelDeps = {
    fetch: (input, init) => fetch(input, init),
    timer,
    capabilities,
    clock: { now: () => Date.UTC(2026, 3, 27, 15) },
    random: countingRandom(),
    ...more,
  };
  const whole: Endpoint = { baseUrl: server.url, apiKey: key, model: 'tiny', limits, ...endpoint };
  return { model: createModel(whole, deps), deps, timer, memory: capabilities, endpoint: whole };
}

export const ask = (text: string): { messages: [{ role: 'user'; content: string }] } => ({
  messages: [{ role: 'user', content: text }],
});

export const citySchema = answerSchema('city', z.strictObject({ name: z.string(), people: z.number() }));

/** Fails the test when nothing is thrown. */
export async function errorOf(work: Promise<unknown>): Promise<ModelError> {
  try {
    await work;
  } catch (error) {
    return error as ModelError;
  }
  throw new Error('Expected an error');
}

/** A run that writes down what it was told. */
export function recordingRun(): Run & { readonly said: string[]; cancel(): void } {
  const aborter = new AbortController();
  const said: string[] = [];
  return {
    signal: aborter.signal,
    said,
    progress: ({ stage, detail }) => void said.push(`${stage}: ${detail ?? ''}`),
    yieldToHost: () => Promise.resolve(),
    cancel: () => aborter.abort(),
  };
}
