import * as z from 'zod/mini';
import { isWikiError, WikiError } from '../../base';
import {
  EMPTY_PRICE_TABLE,
  isUnencrypted,
  ModelError,
  normaliseBaseUrl,
  PRESETS,
  readPriceTable,
  type SpendingLimit,
  type Endpoint,
  type Preset,
  type PriceTable,
} from '../../model';
import { endpointsShape, type NamedEndpoint } from './named-endpoints';

/** What a person chose about language models. It is stored outside the wiki, because it holds a key. */
export interface ModelSettings {
  readonly provider?: Preset['id'];
  /** Overrides the provider's own address. */
  readonly baseUrl?: string;
  /** Origin of a server on another computer that may be used without encryption, as a person decided. */
  readonly plainHttp?: string;
  readonly model?: string;
  /** Tried once, on the same server, when the model refuses or its answer is useless. */
  readonly fallbackModel?: string;
  /** For recordings; the default one of the server when absent. */
  readonly transcriptionModel?: string;
  /** Ranks search results by meaning; off when absent. */
  readonly embeddingModel?: string;
  /** Reviews what a skill wrote; the fallback model, else the model itself, when absent. */
  readonly reviewModel?: string;
  readonly apiKey?: string;
  /** Limits of one ingest, or of one question. */
  readonly job: SpendingLimit;
  /** Limits of one day in UTC, for all wikis that share the host's usage log. */
  readonly day: SpendingLimit;
  readonly prices: PriceTable;
  /** Maximum number of pages that one source makes or changes; unlimited when absent. */
  readonly maxPages?: number;
  /** Whether new text is checked by a further call; where the price is known and low when absent. */
  readonly verify?: 'on' | 'off';
  /** Whether the model is asked in small steps; a model whose answers are unusable is when absent. */
  readonly smallSteps?: 'on' | 'off';
  /** Whether a run that read several sources ends with an overview where the wiki has none; it does when absent. */
  readonly overview?: 'on' | 'off';
  /** Whether a run ends with writing pages anew to which several sources were added; it does when absent. */
  readonly rewrite?: 'on' | 'off';
  /** How many programs may run jobs of one wiki at the same time; 1 when absent. */
  readonly parallel?: number;
  /** Language of new pages, such as `English`; that of the source when absent. */
  readonly language?: string;
  /** A folder of knowledge packs that an organization shares. */
  readonly packsFolder?: string;
  /** Other servers, for deliberations; none when absent. */
  readonly endpoints?: readonly NamedEndpoint[];
  /** Set by a host whose settings come with the vault, until the user of this device agrees to them; never stored. */
  readonly isUnapproved?: true;
}

/** No model is used. */
export const NO_MODEL_SETTINGS: ModelSettings = { job: {}, day: {}, prices: EMPTY_PRICE_TABLE };

/** Settings with another version are refused. */
const SETTINGS_VERSION = 1;

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
    plainHttp: z.exactOptional(word()),
    model: z.exactOptional(word()),
    fallbackModel: z.exactOptional(word()),
    transcriptionModel: z.exactOptional(word()),
    embeddingModel: z.exactOptional(word()),
    reviewModel: z.exactOptional(word()),
    apiKey: z.exactOptional(word()),
    job: cap(),
    day: cap(),
    prices: z.unknown(),
    maxPages: z.exactOptional(z.int().check(z.positive(), z.lte(200))),
    parallel: z.exactOptional(z.int().check(z.positive(), z.lte(8))),
    verify: z.exactOptional(z.enum(['on', 'off'])),
    smallSteps: z.exactOptional(z.enum(['on', 'off'])),
    overview: z.exactOptional(z.enum(['on', 'off'])),
    rewrite: z.exactOptional(z.enum(['on', 'off'])),
    endpoints: z.exactOptional(endpointsShape()),
    packsFolder: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(1_000))),
    language: z.exactOptional(z.string().check(z.regex(/^[\p{L}\p{M} ()'-]{1,40}$/u))),
  }),
);

/**
 * Checks settings. An error message never repeats a value, because it could be a key.
 * @throws WikiError `living-wiki:config_invalid` naming the field
 */
export function readModelSettings(value: unknown): ModelSettings {
  const read = stored.safeParse(value);
  if (!read.success) throw invalid(read.error.issues[0]?.path.map(String).join('.') ?? '');
  const { prices, baseUrl } = read.data;
  if (baseUrl !== undefined) normaliseBaseUrl(baseUrl);
  for (const endpoint of read.data.endpoints ?? [])
    if (endpoint.baseUrl !== undefined) normaliseBaseUrl(endpoint.baseUrl);
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
  return new WikiError('living-wiki:config_invalid', `The settings are not valid${where}.`, {
    remedy: 'See docs/models.md for the values of each setting.',
  });
}

/** Settings with their version, as they are stored. */
export function toStoredSettings({ isUnapproved: _, ...settings }: ModelSettings): object {
  return { version: SETTINGS_VERSION, ...settings };
}

/** The address of the server, else the provider's own; `null` without either. */
export function serverAddress({ baseUrl, provider }: ModelSettings): string | null {
  const address = baseUrl ?? PRESETS.find(({ id }) => id === provider)?.baseUrl ?? '';
  return address === '' ? null : address;
}

/** The address of another server; `null` without one. */
export const addressOfEndpoint = ({ baseUrl, provider }: NamedEndpoint): string | null =>
  serverAddress({
    ...{ job: {}, day: {}, prices: EMPTY_PRICE_TABLE },
    ...(baseUrl !== undefined && { baseUrl }),
    ...(provider !== undefined && { provider }),
  });

/** What must be chosen before a model can be used, in a few words; `null` when nothing is missing. */
export function missingSetting(settings: ModelSettings): string | null {
  if (serverAddress(settings) === null) return 'no provider or address is chosen';
  return settings.model === undefined ? 'no model is chosen' : null;
}

/** Whether a model reads sources: it is chosen and completely set up. */
export function readsByModel({ curator, model }: { curator: 'model' | 'built-in'; model: ModelSettings }): boolean {
  return curator === 'model' && missingSetting(model) === null;
}

/** `false` for a server on another computer without encryption, unless a person allowed that one. */
export function isServerAllowed(settings: ModelSettings): boolean {
  const address = serverAddress(settings);
  return address === null || !isUnencrypted(address) || new URL(address).origin === settings.plainHttp;
}

/** The settings with the server allowed, or no longer allowed, to be used without encryption. */
export function withPlainHttp({ plainHttp: _, ...settings }: ModelSettings, isAllowed: boolean): ModelSettings {
  const address = serverAddress(settings);
  if (!isAllowed || address === null || !isUnencrypted(address)) return settings;
  return { ...settings, plainHttp: new URL(address).origin };
}

/**
 * @throws WikiError `living-wiki:model_not_configured`; ModelError `living-wiki:model_not_approved`,
 *   `living-wiki:model_not_encrypted`
 */
export function endpointFor(settings: ModelSettings, model = settings.model): Endpoint {
  const baseUrl = serverAddress(settings);
  if (baseUrl === null || model === undefined) throw modelNotConfigured(settings);
  if (settings.isUnapproved) {
    const message = `You have not agreed on this device to the server ${new URL(baseUrl).origin}, so nothing was sent.`;
    throw new ModelError('living-wiki:model_not_approved', message);
  }
  if (!isServerAllowed(settings)) {
    const message = `The connection to ${new URL(baseUrl).origin} is not encrypted, so nothing was sent. Others on the network could read your texts and the key.`;
    throw new ModelError('living-wiki:model_not_encrypted', message);
  }
  const { apiKey, transcriptionModel } = settings;
  return {
    baseUrl,
    model,
    ...(apiKey !== undefined && { apiKey }),
    ...(transcriptionModel !== undefined && { transcriptionModel }),
  };
}

export function modelNotConfigured(settings: ModelSettings): WikiError {
  const missing = missingSetting(settings);
  const message = `No language model is set up${missing === null ? '' : `: ${missing}`}.`;
  return new WikiError('living-wiki:model_not_configured', message, {
    remedy: 'For example: living-wiki config set provider ollama, then living-wiki config set model NAME.',
  });
}

/** Whether two addresses belong to the same server, so that a key for one may be sent to the other. */
export function isSameServer(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false;
  return new URL(normaliseBaseUrl(a)).origin === new URL(normaliseBaseUrl(b)).origin;
}

/** The settings as they are for a named server: everything of the default one that concerns servers is replaced. */
export function settingsOfEndpoint(settings: ModelSettings, endpoint: NamedEndpoint): ModelSettings {
  const { job, day, prices, isUnapproved } = settings;
  const { name: _, limit: __, price: ___, ...server } = endpoint;
  return { job, day, prices, ...server, ...(isUnapproved && { isUnapproved }) };
}
