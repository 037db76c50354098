import * as z from 'zod/mini';
import { isWikiError, WikiError } from '../../base';
import {
  EMPTY_PRICE_TABLE,
  normaliseBaseUrl,
  PRESETS,
  readPriceTable,
  type SpendingLimit,
  type Endpoint,
  type Preset,
  type PriceTable,
} from '../../model';

/** What a person chose about language models. Kept outside the wiki, since it holds a key. */
export interface ModelSettings {
  readonly provider?: Preset['id'];
  /** Instead of the provider's own address. */
  readonly baseUrl?: string;
  readonly model?: string;
  /** Tried once, on the same server, when the model refuses or gives nothing usable. */
  readonly fallbackModel?: string;
  /** For recordings; the server's usual one when absent. */
  readonly transcriptionModel?: string;
  /** Ranks what a search finds by what it means; off when absent. */
  readonly embeddingModel?: string;
  readonly apiKey?: string;
  /** For one call of ingest, or one question. */
  readonly job: SpendingLimit;
  /** For one day in UTC: of all wikis that share the host's book, else of one. */
  readonly day: SpendingLimit;
  readonly prices: PriceTable;
  /** So many pages are edited for one source; the curator's own limit when absent. */
  readonly maxPages?: number;
  /** What new pages are written in, such as `English`; that of the source when absent. */
  readonly language?: string;
}

/** Nothing is chosen, and no model is used. */
export const NO_MODEL_SETTINGS: ModelSettings = { job: {}, day: {}, prices: EMPTY_PRICE_TABLE };

/** Version of stored settings; others are not guessed at. */
export const SETTINGS_VERSION = 1;

const word = () => z.string().check(z.minLength(1), z.maxLength(2_000));
const cap = () =>
  z.strictObject({
    tokens: z.exactOptional(z.int().check(z.positive())),
    money: z.exactOptional(z.number().check(z.nonnegative(), z.lte(1_000_000))),
  });
const stored = z.lazy(() =>
  z.strictObject({
    version: z.literal(SETTINGS_VERSION),
    provider: z.exactOptional(z.enum(['openai', 'openrouter', 'ollama', 'lm-studio', 'custom'])),
    baseUrl: z.exactOptional(word()),
    model: z.exactOptional(word()),
    fallbackModel: z.exactOptional(word()),
    transcriptionModel: z.exactOptional(word()),
    embeddingModel: z.exactOptional(word()),
    apiKey: z.exactOptional(word()),
    job: cap(),
    day: cap(),
    prices: z.unknown(),
    maxPages: z.exactOptional(z.int().check(z.positive(), z.lte(200))),
    language: z.exactOptional(z.string().check(z.regex(/^[\p{L}\p{M} ()'-]{1,40}$/u))),
  }),
);

/**
 * Settings as they were stored or put together. A message never repeats a value: it could be a key.
 * @throws WikiError `living-wiki:config_invalid` naming the field
 */
export function readModelSettings(value: unknown): ModelSettings {
  const read = stored.safeParse(value);
  if (!read.success) throw invalid(read.error.issues[0]?.path.map(String).join('.') ?? '');
  const { prices, baseUrl } = read.data;
  if (baseUrl !== undefined) normaliseBaseUrl(baseUrl);
  try {
    return { ...withoutVersion(read.data), prices: readPriceTable(prices) };
  } catch (error) {
    if (isWikiError(error)) throw invalid('prices');
    throw error;
  }
}

function withoutVersion({ version: _, prices: __, ...rest }: z.infer<typeof stored>): Omit<ModelSettings, 'prices'> {
  return rest;
}

function invalid(field: string): WikiError {
  const where = field === '' ? '' : ` at "${field}"`;
  return new WikiError('living-wiki:config_invalid', `The settings cannot be used${where}.`, {
    remedy: 'See docs/models.md for what each setting takes.',
  });
}

/** Settings as they are stored: with their version. */
export function toStoredSettings(settings: ModelSettings): object {
  return { version: SETTINGS_VERSION, ...settings };
}

/** The address that is in force: the one named, else the provider's; `null` without either. */
export function serverAddress({ baseUrl, provider }: ModelSettings): string | null {
  const address = baseUrl ?? PRESETS.find(({ id }) => id === provider)?.baseUrl ?? '';
  return address === '' ? null : address;
}

/** What has to be chosen before a model can be used, in a few words; `null` when all is there. */
export function missingSetting(settings: ModelSettings): string | null {
  if (serverAddress(settings) === null) return 'no provider and no address is chosen';
  return settings.model === undefined ? 'no model is chosen' : null;
}

/** @throws WikiError `living-wiki:model_not_configured` */
export function endpointFor(settings: ModelSettings, model = settings.model): Endpoint {
  const baseUrl = serverAddress(settings);
  if (baseUrl === null || model === undefined) throw modelNotConfigured(settings);
  const { apiKey, transcriptionModel } = settings;
  return {
    baseUrl,
    model,
    ...(apiKey !== undefined && { apiKey }),
    ...(transcriptionModel !== undefined && { transcriptionModel }),
  };
}

export function modelNotConfigured(settings: ModelSettings): WikiError {
  const why = missingSetting(settings) ?? 'it was not asked for';
  return new WikiError('living-wiki:model_not_configured', `No language model is set up: ${why}.`, {
    remedy: 'Choose one: living-wiki config set provider ollama, then living-wiki config set model NAME.',
  });
}

/** Whether two addresses are one server, so that a key for the one may be sent to the other. */
export function isSameServer(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false;
  return new URL(normaliseBaseUrl(a)).origin === new URL(normaliseBaseUrl(b)).origin;
}
