import { homedir } from 'node:os';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  serverAddress,
  createRecorder,
  isSameServer,
  NO_MODEL_SETTINGS,
  readModelSettings,
  toStoredSettings,
  missingSetting,
  withPlainHttp,
  WikiError,
  type ModelHost,
  type ModelSettings,
  type ModelTimer,
  type Random,
} from '../workbench';
import { configPath, readConfig, type Env, type StoredConfig } from './config-file';
import { createUsageLog } from './usage-log';

/** Settings that the environment overrides, by the name of the setting. */
export const ENVIRONMENT_OVERRIDES = {
  'base-url': 'LIVING_WIKI_BASE_URL',
  model: 'LIVING_WIKI_MODEL',
  'fallback-model': 'LIVING_WIKI_FALLBACK_MODEL',
  'embedding-model': 'LIVING_WIKI_EMBEDDING_MODEL',
  key: 'LIVING_WIKI_API_KEY',
} as const;

/** The effective settings, and where they come from. */
export interface ModelConfig {
  readonly settings: ModelSettings;
  readonly stored: StoredConfig;
  /** Why the stored key is not used; `null` when it is, or there is none. */
  readonly keyWarning: string | null;
}

/** The process environment of a command. Without one, nothing is configured. */
export interface CommandEnvironment {
  /** A model server on another computer may be used without encryption. */
  readonly allowsPlainHttp?: boolean;
  readonly env?: Env;
  readonly timer?: ModelTimer;
}

/**
 * The stored settings with overrides from the environment. A stored key is never sent to another server than the one
 * that it was stored for.
 * @throws WikiError `living-wiki:model_address_invalid`, `living-wiki:config_invalid`
 */
export function loadModelConfig({ env, allowsPlainHttp = false }: CommandEnvironment, random: Random): ModelConfig {
  if (env === undefined) {
    const stored = { path: '', settings: NO_MODEL_SETTINGS, setAside: null };
    return { settings: NO_MODEL_SETTINGS, stored, keyWarning: null };
  }
  const stored = readConfig(configPath(env, env.HOME ?? homedir()), random);
  const said = (name: string): string | undefined => {
    const value = env[name]?.trim();
    return value === '' ? undefined : value;
  };
  const [baseUrl, model, fallbackModel, embeddingModel, apiKey] = [
    said(ENVIRONMENT_OVERRIDES['base-url']),
    said(ENVIRONMENT_OVERRIDES.model),
    said(ENVIRONMENT_OVERRIDES['fallback-model']),
    said(ENVIRONMENT_OVERRIDES['embedding-model']),
    said(ENVIRONMENT_OVERRIDES.key),
  ];
  const merged = {
    ...stored.settings,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(model !== undefined && { model }),
    ...(fallbackModel !== undefined && { fallbackModel }),
    ...(embeddingModel !== undefined && { embeddingModel }),
    ...(apiKey !== undefined && { apiKey }),
  };
  const checked = readModelSettings(toStoredSettings(merged));
  const settings = allowsPlainHttp ? withPlainHttp(checked, true) : checked;
  const isOther = baseUrl !== undefined && !isSameServer(baseUrl, serverAddress(stored.settings));
  if (apiKey !== undefined || settings.apiKey === undefined || !isOther) return { settings, stored, keyWarning: null };
  const { apiKey: _, ...keyless } = settings;
  const keyLeftOut = 'The stored key belongs to another server and is not sent to LIVING_WIKI_BASE_URL.';
  return { settings: keyless, stored, keyWarning: keyLeftOut };
}

export const nodeTimer: ModelTimer = {
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).then(undefined, () => undefined),
};

/** Reaches the model through Node; with `LIVING_WIKI_RECORD` every exchange is recorded without secrets. */
export function createNodeModelHost(
  { env = {}, timer = nodeTimer }: CommandEnvironment,
  settings: ModelSettings,
): ModelHost {
  const record = env.LIVING_WIKI_RECORD ?? '';
  const secrets = settings.apiKey === undefined ? [] : [settings.apiKey];
  const plain: ModelHost['fetch'] = (input, init) => fetch(input, init);
  const book = createUsageLog(path.join(path.dirname(configPath(env, env.HOME ?? homedir())), 'usage'));
  if (record === '') return { settings, fetch: plain, timer, usageLog: book };
  const write = (line: string): void => appendFileSync(record, line, { mode: 0o600 });
  try {
    // Fail before a request costs money.
    write('');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new WikiError('living-wiki:config_unusable', `LIVING_WIKI_RECORD cannot be written: ${why}`, {
      remedy: 'Name a file in a folder that exists, or leave the variable out.',
    });
  }
  return { settings, fetch: createRecorder(plain, write, { secrets }), timer, usageLog: book };
}

/** Whether every setting that a model needs is set. */
export function isConfigured(settings: ModelSettings): boolean {
  return missingSetting(settings) === null;
}
