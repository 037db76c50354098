import {
  addressOfEndpoint,
  isSameServer,
  isUnencrypted,
  readModelSettings,
  toStoredSettings,
  WikiError,
  type NamedEndpoint,
} from '../../workbench';
import { settings as texts } from '../locale';
import { type Settings } from './types';

const words = texts.servers.problems;

/** A further server as it is entered. What is not set is an empty text. */
export interface ServerForm {
  readonly name: string;
  readonly provider: string;
  readonly baseUrl: string;
  readonly plainHttp: boolean;
  readonly model: string;
  /** Name of the secret that holds its key. */
  readonly secret: string;
  /** `INPUT OUTPUT [CACHED]` per million tokens. */
  readonly price: string;
  readonly money: string;
  readonly tokens: string;
}

export function serverForm({ model, serverSecrets }: Settings, name: string | null): ServerForm {
  const server = model.endpoints?.find((each) => each.name === name);
  const { price, limit } = server ?? {};
  const prices = price === undefined ? [] : [price.input, price.output, price.cachedInput];
  return {
    name: name ?? '',
    provider: server?.provider ?? '',
    baseUrl: server?.baseUrl ?? '',
    plainHttp: server?.plainHttp !== undefined,
    model: server?.model ?? '',
    secret: name === null ? '' : (serverSecrets[name] ?? ''),
    price: prices.filter((each) => each !== undefined).join(' '),
    money: limit?.money?.toString() ?? '',
    tokens: limit?.tokens?.toString() ?? '',
  };
}

/**
 * The settings with one server added or changed, checked as a whole. A key belongs to a server: with another address, and no other key
 * chosen, it is unset.
 * @param before the name that it had; `null` for a new one @throws WikiError `living-wiki:config_invalid`, `living-wiki:model_address_invalid`
 */
export function withServer(settings: Settings, form: ServerForm, before: string | null): Partial<Settings> {
  const { endpoints = [] } = settings.model;
  const server = endpointOf(form);
  const others = endpoints.filter(({ name }) => name !== before);
  if (others.some(({ name }) => name === server.name)) throw invalid(words.taken);
  const model = readModelSettings(toStoredSettings({ ...settings.model, endpoints: [...others, server] }));
  const was = serverForm(settings, before);
  const [old, now] = [endpoints.find(({ name }) => name === before), addressOfEndpoint(server)];
  const isElsewhere = old !== undefined && !isSameServer(addressOfEndpoint(old), now);
  const secret = isElsewhere && form.secret === was.secret ? '' : form.secret;
  const { [before ?? '']: _, ...secrets } = settings.serverSecrets;
  return { model, serverSecrets: secret === '' ? secrets : { ...secrets, [server.name]: secret } };
}

export function withoutServer({ model, serverSecrets }: Settings, name: string): Partial<Settings> {
  const { endpoints = [], ...rest } = model;
  const { [name]: _, ...secrets } = serverSecrets;
  const left = endpoints.filter((each) => each.name !== name);
  return { model: left.length === 0 ? rest : { ...rest, endpoints: left }, serverSecrets: secrets };
}

function endpointOf({ name, provider, baseUrl, plainHttp, model, price, money, tokens }: ServerForm): NamedEndpoint {
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(name)) throw invalid(words.badName);
  if (model === '') throw invalid(words.noModel);
  const server = {
    name,
    ...(provider !== '' && { provider: provider as NonNullable<NamedEndpoint['provider']> }),
    ...(baseUrl !== '' && { baseUrl }),
    model,
    ...priceOf(price),
    limit: {
      ...(tokens !== '' && { tokens: numberOf(tokens) }),
      ...(money !== '' && { money: numberOf(money) }),
    },
  };
  const address = addressOfEndpoint(server);
  if (address === null) throw invalid(words.noAddress);
  if (!plainHttp || !URL.canParse(address) || !isUnencrypted(address)) return server;
  return { ...server, plainHttp: new URL(address).origin };
}

function priceOf(text: string): Pick<NamedEndpoint, 'price'> {
  if (text === '') return {};
  const [input, output, cachedInput, more] = text.split(/\s+/).map(numberOf);
  if (input === undefined || output === undefined || more !== undefined) throw invalid(words.badPrice);
  return { price: { input, output, ...(cachedInput !== undefined && { cachedInput }) } };
}

function numberOf(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && number >= 0) return number;
  throw invalid(words.badNumber(text));
}

const invalid = ([message, remedy]: readonly [string, string]): WikiError =>
  new WikiError('living-wiki:config_invalid', message, { remedy });
