import { isIP } from 'node:net';
import path from 'node:path';
import { isMap, LineCounter, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { CODE, invalid, isReference, readText, secretOf, settingText } from './config-values';
import { wikiShape, wikisOf, type WikiConfig } from './config-wikis';
import { isWikiError, readModelSettings, type ModelSettings } from '../workbench';
import { type Env } from '../node';

/** Bytes. A longer file is a mistake. */
const MAX_CONFIG = 1_000_000;

export interface ServerLimits {
  /** Bytes of a request that is not an upload. */
  readonly body: number;
  /** Bytes of an uploaded source. */
  readonly upload: number;
  /** Requests in a minute, of one token or, without one, of one address. */
  readonly requestsPerMinute: number;
  /** Connections at the same time. */
  readonly connections: number;
  /** Answers of models that are written at the same time. */
  readonly answers: number;
  /** Milliseconds for a request to arrive. */
  readonly requestTimeout: number;
}

export interface ServerConfig {
  /** The file that it was read from. */
  readonly file: string;
  readonly listen: { readonly host: string; readonly port: number };
  /** Origins under which people reach the server, such as behind a proxy. */
  readonly hosts: readonly string[];
  /** Absolute path of the server's own folder: clones, uploads on their way, what was spent. */
  readonly data: string;
  /** Absolute path of the file of hashed tokens. */
  readonly tokens: string;
  /** A `postgres://` address; `null` for files. */
  readonly database: string | null;
  readonly wikis: readonly WikiConfig[];
  /** With which the programs of the server sign what they write; `null` where each machine has a key of its own. */
  readonly signingKey: string | null;
  /** Whether this process does jobs itself, and does not leave them to `living-wiki work`. */
  readonly doesJobs: boolean;
  /** `null`: no model is asked. */
  readonly models: ModelSettings | null;
  readonly limits: ServerLimits;
  /** Milliseconds that a running job is given to finish when the server is told to stop. */
  readonly stopWithin: number;
}

const size = () => z.union([z.int(), z.string().check(z.regex(/^\d+ ?(kb|mb|gb)$/i))]);
const duration = () => z.string().check(z.regex(/^\d+ ?(s|m|min|h)$/));

const capShape = z.strictObject({
  tokens: z.exactOptional(z.int().check(z.positive())),
  money: z.exactOptional(z.number().check(z.nonnegative())),
});

const modelsShape = z.strictObject({
  provider: z.exactOptional(z.enum(['openai', 'openrouter', 'ollama', 'lm-studio', 'custom'])),
  'base-url': z.exactOptional(settingText()),
  'plain-http': z.exactOptional(z.boolean()),
  model: z.exactOptional(settingText()),
  'fallback-model': z.exactOptional(settingText()),
  'embedding-model': z.exactOptional(settingText()),
  'review-model': z.exactOptional(settingText()),
  key: z.exactOptional(settingText()),
  language: z.exactOptional(settingText()),
  limits: z.exactOptional(z.strictObject({ job: z.exactOptional(capShape), day: z.exactOptional(capShape) })),
  prices: z.exactOptional(
    z.strictObject({
      currency: settingText(),
      prices: z.array(
        z.strictObject({
          model: settingText(),
          input: z.number().check(z.nonnegative()),
          output: z.number().check(z.nonnegative()),
          'cached-input': z.exactOptional(z.number().check(z.nonnegative())),
        }),
      ),
    }),
  ),
});

const limitsShape = z.strictObject({
  body: z.exactOptional(size()),
  upload: z.exactOptional(size()),
  'requests-per-minute': z.exactOptional(z.int().check(z.positive())),
  connections: z.exactOptional(z.int().check(z.positive())),
  answers: z.exactOptional(z.int().check(z.positive())),
  'request-timeout': z.exactOptional(duration()),
});

const configShape = z.strictObject({
  version: z.literal(1),
  listen: z.exactOptional(settingText()),
  hosts: z.exactOptional(z.array(settingText()).check(z.maxLength(50))),
  data: z.exactOptional(settingText()),
  tokens: z.exactOptional(settingText()),
  database: z.exactOptional(settingText()),
  'signing-key': z.exactOptional(settingText()),
  wikis: z.array(wikiShape).check(z.minLength(1), z.maxLength(1_000)),
  'does-jobs': z.exactOptional(z.boolean()),
  models: z.exactOptional(modelsShape),
  limits: z.exactOptional(limitsShape),
  'stop-within': z.exactOptional(duration()),
});

type StoredConfig = z.infer<typeof configShape>;

/**
 * Reads the configuration of a server. A message never repeats a value, because it could be a secret.
 * @param env where `env:NAME` is looked up @throws WikiError `living-wiki:server_config_invalid`, with file and line
 */
export function readServerConfig(file: string, env: Env): ServerConfig {
  const at = path.resolve(file);
  return toConfig(parseConfig(readText(at, MAX_CONFIG), at), at, env);
}

function parseConfig(text: string, file: string): StoredConfig {
  const lines = new LineCounter();
  // No aliases: the file needs none, and they can be made to grow without end.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line } = lines.linePos(problem.pos[0]);
    throw invalid(file, `The configuration is not valid YAML: ${problem.code}.`, line);
  }
  if (!isMap(document.contents)) throw invalid(file, 'The configuration is empty, or not a list of settings.');
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    throw invalid(file, 'The configuration uses YAML aliases, which are not supported.');
  }
  const read = configShape.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const where = issue?.path.map(String) ?? [];
  const node = document.getIn(issue?.path.map((part) => (typeof part === 'symbol' ? '' : part)) ?? [], true);
  const { line } = lines.linePos(isPositioned(node) ? node.range[0] : 0);
  const what =
    issue?.code === 'unrecognized_keys'
      ? `has no setting "${issue.keys.join('", "').slice(0, 200)}"`
      : `is not valid: ${issue?.message ?? ''}`;
  throw invalid(file, `${where.length === 0 ? 'The configuration' : `"${where.join('.')}"`} ${what}.`, line);
}

function isPositioned(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}

function toConfig(stored: StoredConfig, file: string, env: Env): ServerConfig {
  const folder = path.dirname(file);
  const data = path.resolve(folder, stored.data ?? 'data');
  const { limits = {} } = stored;
  const database = stored.database === undefined ? null : secretOf(stored.database, 'database', file, env);
  if (database !== null && !/^postgres(ql)?:\/\//.test(database)) {
    throw invalid(file, '"database" is not an address that begins with postgres://.');
  }
  return {
    file,
    listen: addressOf(stored.listen ?? '127.0.0.1:4810', file),
    hosts: stored.hosts ?? [],
    data,
    tokens: path.resolve(folder, stored.tokens ?? 'tokens.json'),
    database,
    signingKey: signingKeyOf(stored['signing-key'], file, env),
    wikis: wikisOf(stored.wikis, file, env),
    doesJobs: stored['does-jobs'] ?? true,
    models: stored.models === undefined ? null : modelsOf(stored.models, file, env),
    limits: {
      body: bytesOf(limits.body ?? '1 mb'),
      upload: bytesOf(limits.upload ?? '100 mb'),
      requestsPerMinute: limits['requests-per-minute'] ?? 600,
      connections: limits.connections ?? 1_000,
      answers: limits.answers ?? 8,
      requestTimeout: millisecondsOf(limits['request-timeout'] ?? '2 m'),
    },
    stopWithin: millisecondsOf(stored['stop-within'] ?? '30 s'),
  };
}

function signingKeyOf(stored: string | undefined, file: string, env: Env): string | null {
  if (stored === undefined) return null;
  if (!isReference(stored)) {
    throw invalid(file, '"signing-key" is written in the file. Name it as env:NAME or file:/path instead.');
  }
  const key = secretOf(stored, 'signing-key', file, env);
  if (!/^[0-9a-f]{64}$/.test(key)) throw invalid(file, '"signing-key" has to be 64 hexadecimal digits.');
  return key;
}

function modelsOf(stored: NonNullable<StoredConfig['models']>, file: string, env: Env): ModelSettings {
  const { key, limits = {}, prices, provider, model, language } = stored;
  if (key !== undefined && !isReference(key)) {
    throw invalid(file, '"models.key" is written in the file. Name it as env:NAME or file:/path instead.');
  }
  const { 'base-url': baseUrl, 'fallback-model': fallbackModel } = stored;
  const { 'embedding-model': embeddingModel, 'review-model': reviewModel } = stored;
  try {
    return readModelSettings({
      version: 1,
      job: limits.job ?? {},
      day: limits.day ?? {},
      prices: {
        currency: prices?.currency ?? 'USD',
        prices: (prices?.prices ?? []).map(({ 'cached-input': cachedInput, ...price }) => ({
          ...price,
          ...(cachedInput !== undefined && { cachedInput }),
        })),
      },
      ...(provider !== undefined && { provider }),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(baseUrl !== undefined && stored['plain-http'] === true && { plainHttp: new URL(baseUrl).origin }),
      ...(model !== undefined && { model }),
      ...(fallbackModel !== undefined && { fallbackModel }),
      ...(embeddingModel !== undefined && { embeddingModel }),
      ...(reviewModel !== undefined && { reviewModel }),
      ...(language !== undefined && { language }),
      ...(key !== undefined && { apiKey: secretOf(key, 'models.key', file, env) }),
    });
  } catch (error) {
    if (!isWikiError(error) || error.code === CODE) throw error;
    throw invalid(file, `"models" is not valid. ${error.message}`);
  }
}

function addressOf(text: string, file: string): ServerConfig['listen'] {
  const address = readAddress(text);
  if (address === null) throw invalid(file, '"listen" is not an address such as 127.0.0.1:4810.');
  return address;
}

/** `HOST:PORT`, or `[HOST]:PORT` for IPv6; `null` for anything else. */
export function readAddress(text: string): ServerConfig['listen'] | null {
  const [, v6, name, port = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = v6 ?? name ?? '';
  return host === '' || Number(port) > 65_535 ? null : { host, port: Number(port) };
}

/** Whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

const UNITS: Readonly<Record<string, number>> = { kb: 1_000, mb: 1_000_000, gb: 1_000_000_000 };

function bytesOf(value: number | string): number {
  if (typeof value === 'number') return value;
  const [, number = '0', unit = ''] = /^(\d+) ?([a-z]+)$/i.exec(value) ?? [];
  return Number(number) * (UNITS[unit.toLowerCase()] ?? 1);
}

const SPANS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 };

function millisecondsOf(value: string): number {
  const [, number = '0', unit = ''] = /^(\d+) ?([a-z]+)$/.exec(value) ?? [];
  return Number(number) * (SPANS[unit] ?? 1_000);
}
