import type { Clock, Random } from '../base';
import { normaliseBaseUrl } from './presets';
import type { CapabilityMemory, Fetch, Timer } from './types';
import type { Ledger } from './ledger';

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
  readonly silence: number;
  /** Milliseconds for a whole answer. */
  readonly answer: number;
  /** How often a call that came to nothing is made again. */
  readonly repeats: number;
  /** Milliseconds; a server that asks to wait longer is not waited for. */
  readonly longestWait: number;
}

export const usualLimits: EndpointLimits = {
  silence: 300_000,
  answer: 1_800_000,
  repeats: 3,
  longestWait: 120_000,
};

/** What the host gives. */
export interface ModelDeps {
  readonly fetch: Fetch;
  readonly timer: Timer;
  readonly clock: Clock;
  readonly random: Random;
  readonly memory: CapabilityMemory;
  /** Asked before each call and told after it; nothing is counted without one. */
  readonly ledger?: Ledger;
}

export function limitsOf(endpoint: Endpoint): EndpointLimits {
  return { ...usualLimits, ...endpoint.limits };
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
