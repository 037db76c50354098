import {
  serverAddress,
  isSameServer,
  withPlainHttp,
  PRESETS,
  readModelSettings,
  toStoredSettings,
  WikiError,
  type ModelSettings,
} from '../workbench';
import { type ConfigSetting } from './config-setting';
import { endpointSetting, endpointSettings } from './endpoint-settings';

type TextField =
  | 'provider'
  | 'baseUrl'
  | 'model'
  | 'fallbackModel'
  | 'transcriptionModel'
  | 'embeddingModel'
  | 'reviewModel'
  | 'language'
  | 'packsFolder';

function without(
  settings: ModelSettings,
  field: TextField | 'apiKey' | 'maxPages' | 'parallel' | 'plainHttp',
): ModelSettings {
  const { [field]: _, ...rest } = settings;
  return rest;
}

function textSetting(name: string, field: TextField, takes: string): ConfigSetting {
  return {
    name,
    expects: takes,
    format: (settings) => settings[field] ?? null,
    set: (settings, value) => (value === null ? without(settings, field) : { ...settings, [field]: value }),
  };
}

function limitSetting(name: string, span: 'job' | 'day', unit: 'tokens' | 'money', takes: string): ConfigSetting {
  return {
    name,
    expects: takes,
    format: (settings) => settings[span][unit]?.toString() ?? null,
    set: (settings, value) => {
      const { [unit]: _, ...rest } = settings[span];
      return { ...settings, [span]: value === null ? rest : { ...rest, [unit]: numberOf(name, value, takes) } };
    },
  };
}

/** @throws WikiError `living-wiki:config_invalid` */
function onOrOff(name: string, value: string): 'on' | 'off' {
  if (value === 'on' || value === 'off') return value;
  throw new WikiError('living-wiki:config_invalid', `"${name}" does not accept this value.`, {
    remedy: 'Enter on or off.',
  });
}

/** @throws WikiError `living-wiki:config_invalid` */
function numberOf(name: string, value: string, takes: string): number {
  const number = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isFinite(number)) return number;
  throw new WikiError('living-wiki:config_invalid', `"${name}" does not accept this value.`, {
    remedy: `Enter ${takes}.`,
  });
}

function countSetting(name: string, field: 'maxPages' | 'parallel', takes: string): ConfigSetting {
  return {
    name,
    expects: takes,
    format: (settings) => settings[field]?.toString() ?? null,
    set: (settings, value) =>
      value === null ? without(settings, field) : { ...settings, [field]: numberOf(name, value, takes) },
  };
}

/** @throws WikiError `living-wiki:config_invalid` */
function allowPlainHttp(settings: ModelSettings, value: string): ModelSettings {
  const allowed = withPlainHttp(settings, true);
  if (value === 'yes' && allowed.plainHttp !== undefined) return allowed;
  const [message, remedy] =
    value === 'yes'
      ? ['There is nothing to allow.', 'First set base-url to an http:// address on another computer.']
      : ['"plain-http" does not accept this value.', 'Enter "yes", or unset it.'];
  throw new WikiError('living-wiki:config_invalid', message, { remedy });
}

const KEYS: readonly ConfigSetting[] = [
  textSetting('provider', 'provider', `one of ${PRESETS.map(({ id }) => id).join(', ')}`),
  textSetting('base-url', 'baseUrl', 'the address of the server, which usually ends in /v1'),
  {
    name: 'plain-http',
    expects: '"yes", which allows the server at base-url, on another computer, to be used without encryption',
    format: ({ plainHttp }) => plainHttp ?? null,
    set: (settings, value) => (value === null ? without(settings, 'plainHttp') : allowPlainHttp(settings, value)),
  },
  textSetting('model', 'model', 'the name of a model, see: living-wiki models list'),
  textSetting('fallback-model', 'fallbackModel', 'the name of another model on the same server'),
  textSetting('transcription-model', 'transcriptionModel', 'the name of the model that transcribes recordings'),
  textSetting(
    'embedding-model',
    'embeddingModel',
    'the name of an embedding model; searches send it the query and the passages that they find',
  ),
  textSetting(
    'review-model',
    'reviewModel',
    'the name of the model that reviews what a skill wrote; unset for the fallback model, else the model itself',
  ),
  textSetting('packs-folder', 'packsFolder', 'a folder of knowledge packs that your organization shares'),
  textSetting('language', 'language', 'the language of new pages, such as English; by default that of the source'),
  {
    name: 'key',
    expects: '"-"; the key is read from standard input, so that it does not end up in the shell history',
    format: ({ apiKey }) => (apiKey === undefined ? null : 'set'),
    set: (settings, value) => (value === null ? without(settings, 'apiKey') : { ...settings, apiKey: value }),
  },
  limitSetting('job-tokens', 'job', 'tokens', 'the maximum number of tokens for one ingest or one question'),
  limitSetting('job-money', 'job', 'money', 'the maximum cost of one ingest or one question'),
  limitSetting('day-tokens', 'day', 'tokens', 'the maximum number of tokens for all wikis on one day (UTC)'),
  limitSetting('day-money', 'day', 'money', 'the maximum cost for all wikis on one day (UTC)'),
  {
    name: 'currency',
    expects: 'the currency of prices and limits, such as USD',
    format: ({ prices }) => prices.currency,
    set: (settings, value) => ({ ...settings, prices: { ...settings.prices, currency: value ?? 'USD' } }),
  },
  {
    name: 'verify',
    expects: 'on or off: whether new text is checked by a further call; unset: only if the price is known and low',
    format: ({ verify }) => verify ?? null,
    set: ({ verify: _, ...rest }, value) => (value === null ? rest : { ...rest, verify: onOrOff('verify', value) }),
  },
  {
    name: 'small-steps',
    expects:
      'on or off: whether the model is asked in small steps, for weak models; unset: only if its answers are unusable',
    format: ({ smallSteps }) => smallSteps ?? null,
    set: ({ smallSteps: _, ...rest }, value) =>
      value === null ? rest : { ...rest, smallSteps: onOrOff('small-steps', value) },
  },
  {
    name: 'overview',
    expects: 'on or off: whether ingesting several sources ends with an overview page where there is none; unset: on',
    format: ({ overview }) => overview ?? null,
    set: ({ overview: _, ...rest }, value) =>
      value === null ? rest : { ...rest, overview: onOrOff('overview', value) },
  },
  {
    name: 'rewrite',
    expects:
      'on or off: whether ingest ends with writing anew the pages to which several sources were added; unset: on',
    format: ({ rewrite }) => rewrite ?? null,
    set: ({ rewrite: _, ...rest }, value) => (value === null ? rest : { ...rest, rewrite: onOrOff('rewrite', value) }),
  },
  countSetting(
    'max-pages',
    'maxPages',
    'the maximum number of pages that one source may make or change, 1 to 200; unset for no limit',
  ),
  countSetting(
    'parallel',
    'parallel',
    'how many programs may run jobs of one wiki at the same time, 1 to 8; unset for 1',
  ),
];

const PRICE =
  'the price per million tokens as "INPUT OUTPUT" or "INPUT OUTPUT CACHED", such as "2.5 10 1.25", or per minute of recordings, such as "0.006/min"';

/** `price.NAME` for any model's name, in which `*` stands for any characters. */
function priceSetting(model: string): ConfigSetting {
  const name = `price.${model}`;
  return {
    name,
    expects: PRICE,
    format: ({ prices }) => {
      const price = prices.prices.find((each) => each.model === model);
      if (price === undefined) return null;
      const { input, output, cachedInput, minute } = price;
      if (minute !== undefined) return `${minute}/min`;
      return [input, output, ...(cachedInput === undefined ? [] : [cachedInput])].join(' ');
    },
    set: (settings, value) => {
      if (value === null) {
        const others = settings.prices.prices.filter((each) => each.model !== model);
        return { ...settings, prices: { ...settings.prices, prices: others } };
      }
      const isByMinute = value.trim().endsWith('/min');
      const numbers = value
        .trim()
        .replace(/\s*\/min$/, '')
        .split(/\s+/)
        .map((each) => numberOf(name, each, PRICE));
      if (isByMinute && numbers.length === 1)
        return withPrice(settings, { model, input: 0, output: 0, minute: numbers[0] ?? 0 });
      const [input, output, cachedInput, more] = isByMinute ? [] : numbers;
      if (input === undefined || output === undefined || more !== undefined) {
        throw new WikiError('living-wiki:config_invalid', `"${name}" does not accept this value.`, {
          remedy: `Enter ${PRICE}.`,
        });
      }
      return withPrice(settings, { model, input, output, ...(cachedInput !== undefined && { cachedInput }) });
    },
  };
}

/** The first price that fits counts, so that names stand before patterns. */
function withPrice(settings: ModelSettings, price: ModelSettings['prices']['prices'][number]): ModelSettings {
  const others = settings.prices.prices.filter((each) => each.model !== price.model);
  const isPattern = (each: { model: string }): number => (each.model.includes('*') ? 1 : 0);
  const sorted = [...others, price].sort((a, b) => isPattern(a) - isPattern(b));
  return { ...settings, prices: { ...settings.prices, prices: sorted } };
}

/** @throws WikiError `living-wiki:config_key_unknown` */
export function findSetting(name: string): ConfigSetting {
  if (name.startsWith('price.') && name.length > 6) return priceSetting(name.slice(6));
  const endpoint = endpointSetting(name);
  if (endpoint !== null) return endpoint;
  const found = KEYS.find((key) => key.name === name);
  if (found) return found;
  const remedy = `Choose one of: ${KEYS.map((key) => key.name).join(', ')}, price.MODEL and server.NAME.FIELD.`;
  throw new WikiError('living-wiki:config_key_unknown', `There is no setting "${name}".`, { remedy });
}

/** The name of every setting, with what it takes. */
export function describeSettings(): readonly { readonly name: string; readonly expects: string }[] {
  return [...KEYS, { name: 'price.MODEL', expects: PRICE }, ...endpointSettings('NAME')];
}

/** Everything that can be set, prices that are set included. */
export function allSettings(settings: ModelSettings): readonly ConfigSetting[] {
  const servers = (settings.endpoints ?? []).flatMap(({ name }) => endpointSettings(name));
  return [...KEYS, ...settings.prices.prices.map(({ model }) => priceSetting(model)), ...servers];
}

/** The settings with one thing changed, and what else that led to, for people. */
interface SettingChange {
  readonly settings: ModelSettings;
  readonly note: string | null;
}

/**
 * Sets or unsets one thing. A stored key belongs to the server that it was stored for: with another server it is forgotten.
 * @throws WikiError `living-wiki:config_invalid`, `living-wiki:model_address_invalid`
 */
export function changeSetting(settings: ModelSettings, key: ConfigSetting, value: string | null): SettingChange {
  const put = key.set(settings, value);
  let changed: ModelSettings;
  try {
    changed = readModelSettings(toStoredSettings(put));
  } catch (error) {
    if (!(error instanceof WikiError) || error.code !== 'living-wiki:config_invalid') throw error;
    const message = value === null ? `"${key.name}" cannot be unset.` : `"${key.name}" does not accept this value.`;
    throw new WikiError('living-wiki:config_invalid', message, { remedy: `It takes ${key.expects}.` });
  }
  const [before, after] = [serverAddress(settings), serverAddress(changed)];
  if (changed.apiKey === undefined || key.name === 'key' || before === null || isSameServer(before, after)) {
    return { settings: changed, note: null };
  }
  const note =
    'The stored key was removed, because it belongs to another server. Set the new one: living-wiki config set key -';
  return { settings: without(changed, 'apiKey'), note };
}
