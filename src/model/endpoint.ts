import { type Clock, type Random } from '../base';
import { normaliseBaseUrl } from './presets';
import { type CapabilityStore, type Fetch, type Timer } from './types';
import { type Budget } from './budget';

/** Which model, where. */
export interface Endpoint {
  readonly baseUrl: string;
  /** Empty or absent where the server wants none. */
  readonly apiKey?: string;
  readonly model: string;
  /** For recordings; the server's usual one (`whisper-1`) when absent. */
  readonly transcriptionModel?: string;
  /** Sent with every call, where a server wants more than a key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Partial<EndpointLimits>;
}

export interface EndpointLimits {
  /** Milliseconds without a sign of life before a call is given up. Local models load for minutes. */
  readonly idleTimeout: number;
  /** Milliseconds for a whole answer. */
  readonly answerTimeout: number;
  /** How often a call that came to nothing is made again. */
  readonly maxRetries: number;
  /** Milliseconds; a server that asks to wait longer is not waited for. */
  readonly maxRetryDelay: number;
}

export const DEFAULT_LIMITS: EndpointLimits = {
  idleTimeout: 300_000,
  answerTimeout: 1_800_000,
  maxRetries: 3,
  maxRetryDelay: 120_000,
};

/** What the host gives. */
export interface ModelDeps {
  readonly fetch: Fetch;
  readonly timer: Timer;
  readonly clock: Clock;
  readonly random: Random;
  readonly capabilities: CapabilityStore;
  /** Asked before each call and told after it; nothing is counted without one. */
  readonly budget?: Budget;
}

export function limitsOf(endpoint: Endpoint): EndpointLimits {
  return { ...DEFAULT_LIMITS, ...endpoint.limits };
}

/** Endpoint and model in one line, without key and headers. */
export function identityOf(endpoint: Endpoint): string {
  const { origin, pathname } = new URL(normaliseBaseUrl(endpoint.baseUrl));
  return `${origin}${pathname} ${endpoint.model}`;
}

/** What must not be shown or stored. */
export function secretsOf(endpoint: Endpoint): readonly string[] {
  const headers = Object.values(endpoint.headers ?? {});
  return [endpoint.apiKey?.trim() ?? '', ...headers].filter((secret) => secret.length >= 4);
}
