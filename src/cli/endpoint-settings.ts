import {
  isSameServer,
  serverAddress,
  withPlainHttp,
  WikiError,
  type ModelSettings,
  type NamedEndpoint,
} from '../workbench';
import { type ConfigSetting } from './config-setting';

type Field = 'provider' | 'base-url' | 'plain-http' | 'model' | 'key' | 'price' | 'max-tokens' | 'max-money';

const FIELDS: Readonly<Record<Field, string>> = {
  provider: 'openai, openrouter, ollama, lm-studio or custom',
  'base-url': 'the address of the server, which usually ends in /v1',
  'plain-http': '"yes", which allows this server, on another computer, to be used without encryption',
  model: 'the name of a model',
  key: '"-"; the key is read from standard input, so that it does not end up in the shell history',
  price: 'the price per million tokens as "INPUT OUTPUT" or "INPUT OUTPUT CACHED"',
  'max-tokens': 'the maximum number of tokens of this server for one deliberation',
  'max-money': 'the maximum cost of this server for one deliberation',
};

const isField = (text: string): text is Field => Object.hasOwn(FIELDS, text);

/** `server.NAME.FIELD`: another server for deliberations; `null` for another name. */
export function endpointSetting(name: string): ConfigSetting | null {
  const [, server = '', field = ''] = /^server\.([a-z0-9][a-z0-9-]{0,31})\.([a-z-]+)$/.exec(name) ?? [];
  return isField(field) ? settingOf(server, field) : null;
}

/** Everything that can be set of one server. */
export const endpointSettings = (server: string): readonly ConfigSetting[] =>
  Object.keys(FIELDS).flatMap((field) => (isField(field) ? [settingOf(server, field)] : []));

function settingOf(server: string, field: Field): ConfigSetting {
  const name = `server.${server}.${field}`;
  return {
    name,
    expects: FIELDS[field],
    format: ({ endpoints = [] }) => {
      const found = endpoints.find((each) => each.name === server);
      return found === undefined ? null : formatField(found, field);
    },
    set: (settings, value) => {
      const { endpoints = [], ...rest } = settings;
      const before = endpoints.find((each) => each.name === server) ?? { name: server, limit: {} };
      const after = keyOfItsServer(before, withField(before, field, value));
      const others = endpoints.filter((each) => each.name !== server);
      const isEmpty = Object.keys(after).length === 2 && Object.keys(after.limit).length === 0;
      const all = isEmpty ? others : [...others, after].sort((a, b) => (a.name < b.name ? -1 : 1));
      return all.length === 0 ? rest : { ...rest, endpoints: all };
    },
  };
}

function formatField(endpoint: NamedEndpoint, field: Field): string | null {
  const { provider, baseUrl, plainHttp, model, apiKey, price, limit } = endpoint;
  switch (field) {
    case 'provider':
      return provider ?? null;
    case 'base-url':
      return baseUrl ?? null;
    case 'plain-http':
      return plainHttp ?? null;
    case 'model':
      return model ?? null;
    case 'key':
      return apiKey === undefined ? null : 'set';
    case 'price':
      return price === undefined
        ? null
        : [price.input, price.output, ...(price.cachedInput === undefined ? [] : [price.cachedInput])].join(' ');
    case 'max-tokens':
      return limit.tokens?.toString() ?? null;
    case 'max-money':
      return limit.money?.toString() ?? null;
  }
}

function withField(endpoint: NamedEndpoint, field: Field, value: string | null): NamedEndpoint {
  const { limit } = endpoint;
  switch (field) {
    case 'provider':
      return textField(endpoint, 'provider', value);
    case 'base-url':
      return textField(endpoint, 'baseUrl', value);
    case 'model':
      return textField(endpoint, 'model', value);
    case 'key':
      return textField(endpoint, 'apiKey', value);
    case 'plain-http':
      return value === 'yes'
        ? { ...endpoint, ...allowed(endpoint) }
        : textField(endpoint, 'plainHttp', value === null ? null : refuse(field));
    case 'price': {
      const { price: _, ...rest } = endpoint;
      if (value === null) return rest;
      const [input, output, cachedInput, more] = value
        .trim()
        .split(/\s+/)
        .map((each) => numberOf(field, each));
      if (input === undefined || output === undefined || more !== undefined) return refuse(field);
      return { ...rest, price: { input, output, ...(cachedInput !== undefined && { cachedInput }) } };
    }
    case 'max-tokens': {
      const { tokens: _, ...rest } = limit;
      return { ...endpoint, limit: value === null ? rest : { ...rest, tokens: numberOf(field, value) } };
    }
    case 'max-money': {
      const { money: _, ...rest } = limit;
      return { ...endpoint, limit: value === null ? rest : { ...rest, money: numberOf(field, value) } };
    }
  }
}

function textField(
  endpoint: NamedEndpoint,
  field: 'provider' | 'baseUrl' | 'model' | 'apiKey' | 'plainHttp',
  value: string | null,
): NamedEndpoint {
  const { [field]: _, ...rest } = endpoint;
  // The settings are checked as a whole afterwards.
  return value === null ? rest : { ...rest, [field]: value };
}

const asSettings = ({ provider, baseUrl }: NamedEndpoint): ModelSettings => ({
  job: {},
  day: {},
  prices: { currency: 'USD', prices: [] },
  ...(provider !== undefined && { provider }),
  ...(baseUrl !== undefined && { baseUrl }),
});

function allowed(endpoint: NamedEndpoint): Pick<NamedEndpoint, 'plainHttp'> {
  const { plainHttp } = withPlainHttp(asSettings(endpoint), true);
  return plainHttp === undefined ? refuse('plain-http') : { plainHttp };
}

/** A stored key belongs to the server that it was stored for: with another server it is forgotten. */
function keyOfItsServer(before: NamedEndpoint, after: NamedEndpoint): NamedEndpoint {
  const [old, now] = [serverAddress(asSettings(before)), serverAddress(asSettings(after))];
  if (old === null || before.apiKey === undefined || isSameServer(old, now)) return after;
  const { apiKey: _, ...rest } = after;
  return rest;
}

function numberOf(field: Field, text: string): number {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) || number < 0 ? refuse(field) : number;
}

function refuse(field: Field): never {
  throw new WikiError('living-wiki:config_invalid', `"${field}" does not accept this value.`, {
    remedy: `It takes ${FIELDS[field]}.`,
  });
}
