import { type Clock, type Random } from '../base';
import { normaliseBaseUrl } from './presets';
import { type CapabilityStore, type Fetch, type Timer } from './types';
import { type Budget } from './budget';

/** A model and the server that runs it. */
export interface Endpoint {
  readonly baseUrl: string;
  /** Empty or absent if the server needs none. */
  readonly apiKey?: string;
  readonly model: string;
  /** For recordings. Default: `whisper-1`. */
  readonly transcriptionModel?: string;
  /** Sent with every call, for servers that need more than a key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Partial<EndpointLimits>;
}

export interface EndpointLimits {
  /** Milliseconds without data before a call fails. Local models take minutes to load. */
  readonly idleTimeout: number;
  /** Milliseconds for a whole answer. */
  readonly answerTimeout: number;
  /** How often a failed call is repeated. */
  readonly maxRetries: number;
  /** Milliseconds. If a server asks for a longer wait, the call fails. */
  readonly maxRetryDelay: number;
}

const DEFAULT_LIMITS: EndpointLimits = {
  idleTimeout: 300_000,
  answerTimeout: 1_800_000,
  maxRetries: 3,
  maxRetryDelay: 120_000,
};

/** What the host provides. */
export interface ModelDeps {
  readonly fetch: Fetch;
  readonly timer: Timer;
  readonly clock: Clock;
  readonly random: Random;
  readonly capabilities: CapabilityStore;
  /** Counts and limits usage; without it nothing is counted. */
  readonly budget?: Budget;
}

export function limitsOf(endpoint: Endpoint): EndpointLimits {
  return { ...DEFAULT_LIMITS, ...endpoint.limits };
}

/** Endpoint and model on one line, without key and headers. */
export function identityOf(endpoint: Endpoint): string {
  const { origin, pathname } = new URL(normaliseBaseUrl(endpoint.baseUrl));
  return `${origin}${pathname} ${endpoint.model}`;
}

/** The values that must never be shown or stored. */
export function secretsOf(endpoint: Endpoint): readonly string[] {
  const headers = Object.values(endpoint.headers ?? {});
  return [endpoint.apiKey?.trim() ?? '', ...headers].filter((secret) => secret.length >= 4);
}
