import { serverAddress, isSameServer, readModelSettings, toStoredSettings, type ModelSettings } from '../../workbench';
import { parsePrices, printPrices } from './prices';
import { type Settings } from './schema';

/** Fields of the model's settings as the tab's controls know them. Texts are empty, and limits 0, where nothing is set. */
export type ModelField =
  | 'provider'
  | 'baseUrl'
  | 'model'
  | 'fallbackModel'
  | 'transcriptionModel'
  | 'embeddingModel'
  | 'language'
  | 'maxPages'
  | 'job.tokens'
  | 'job.money'
  | 'day.tokens'
  | 'day.money'
  | 'currency'
  | 'prices';

const TEXT_FIELDS = [
  'provider',
  'baseUrl',
  'model',
  'fallbackModel',
  'transcriptionModel',
  'embeddingModel',
  'language',
] as const;
const LIMIT_FIELDS = ['job.tokens', 'job.money', 'day.tokens', 'day.money'] as const;
const OTHER_FIELDS = ['maxPages', 'currency', 'prices'] as const;

export function isModelField(key: string): key is ModelField {
  return [...TEXT_FIELDS, ...LIMIT_FIELDS, ...OTHER_FIELDS].some((field) => field === key);
}

export function modelValue(model: ModelSettings, field: ModelField): string | number {
  const { job, day, prices, maxPages } = model;
  switch (field) {
    case 'job.tokens':
      return job.tokens ?? 0;
    case 'job.money':
      return job.money ?? 0;
    case 'day.tokens':
      return day.tokens ?? 0;
    case 'day.money':
      return day.money ?? 0;
    case 'maxPages':
      return maxPages ?? 0;
    case 'currency':
      return prices.currency;
    case 'prices':
      return printPrices(prices.prices);
    case 'provider':
    case 'baseUrl':
    case 'model':
    case 'fallbackModel':
    case 'transcriptionModel':
    case 'embeddingModel':
    case 'language':
      return model[field] ?? '';
  }
}

/**
 * The settings with one field of the model's changed, checked as a whole. The key belongs to a server: with another
 * server it is let go.
 * @throws WikiError `living-wiki:config_invalid`, `living-wiki:model_address_invalid`
 */
export function withModelValue(settings: Settings, field: ModelField, value: unknown): Partial<Settings> {
  const before = settings.model;
  const { apiKey: _, ...model } = readModelSettings(toStoredSettings(withField(before, field, value)));
  const [old, now] = [serverAddress(before), serverAddress(model)];
  const isOther = old !== null && !isSameServer(old, now);
  return { model, ...(isOther && settings.secret !== '' && { secret: '' }) };
}

function withField(model: ModelSettings, field: ModelField, value: unknown): ModelSettings {
  const text = typeof value === 'string' ? value.trim() : '';
  const number = typeof value === 'number' && value > 0 ? value : undefined;
  switch (field) {
    case 'job.tokens':
    case 'job.money':
    case 'day.tokens':
    case 'day.money': {
      const [span, unit] = field.split('.') as ['job' | 'day', 'tokens' | 'money'];
      const { [unit]: _, ...rest } = model[span];
      const amount = unit === 'tokens' && number !== undefined ? Math.round(number) : number;
      return { ...model, [span]: amount === undefined ? rest : { ...rest, [unit]: amount } };
    }
    case 'maxPages': {
      const { maxPages: _, ...rest } = model;
      return number === undefined ? rest : { ...rest, maxPages: Math.round(number) };
    }
    case 'currency':
      return { ...model, prices: { ...model.prices, currency: text === '' ? 'USD' : text } };
    case 'prices': {
      const prices = parsePrices(text);
      return typeof prices === 'number' ? model : { ...model, prices: { ...model.prices, prices } };
    }
    case 'provider': {
      // An address that was entered for one provider is not another's.
      const { provider: _, baseUrl: __, ...rest } = model;
      return (text === '' ? rest : { ...rest, provider: text }) as ModelSettings;
    }
    case 'baseUrl':
    case 'model':
    case 'fallbackModel':
    case 'transcriptionModel':
    case 'embeddingModel':
    case 'language': {
      const { [field]: _, ...rest } = model;
      return text === '' ? rest : { ...rest, [field]: text };
    }
  }
}
