import { isSameServer, readModelSettings, serverAddress, toStoredSettings, type ModelSettings } from '../../workbench';
import { parsePrices, printPrices } from './prices';
import { type Settings } from './types';

const TEXT_FIELDS = [
  'provider',
  'baseUrl',
  'model',
  'fallbackModel',
  'transcriptionModel',
  'embeddingModel',
  'reviewModel',
  'language',
  'verify',
  'smallSteps',
  'rewrite',
] as const;
const LIMIT_FIELDS = ['job.tokens', 'job.money', 'day.tokens', 'day.money'] as const;
const OTHER_FIELDS = ['maxPages', 'parallel', 'currency', 'prices'] as const;

type LimitField = (typeof LIMIT_FIELDS)[number];

/** Fields of the model settings as the controls of the settings tab know them. What is not set is an empty text. */
export type ModelField = (typeof TEXT_FIELDS)[number] | LimitField | (typeof OTHER_FIELDS)[number];

export function isModelField(key: string): key is ModelField {
  return [...TEXT_FIELDS, ...LIMIT_FIELDS, ...OTHER_FIELDS].some((field) => field === key);
}

const isLimitField = (field: ModelField): field is LimitField => LIMIT_FIELDS.some((limit) => limit === field);

/** `job.tokens` as its two keys. */
const limitKeys = (field: LimitField): ['job' | 'day', 'tokens' | 'money'] =>
  field.split('.') as ['job' | 'day', 'tokens' | 'money'];

export function modelValue(model: ModelSettings, field: ModelField): string | number {
  if (isLimitField(field)) {
    const [span, unit] = limitKeys(field);
    return model[span][unit] ?? '';
  }
  if (field === 'currency') return model.prices.currency;
  if (field === 'prices') return printPrices(model.prices.prices);
  return model[field] ?? '';
}

/**
 * The settings with one model field changed, checked as a whole. The API key belongs to a server, so it is unset when the
 * server changes.
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
  if (isLimitField(field)) return withLimit(model, field, number);
  switch (field) {
    case 'maxPages':
    case 'parallel': {
      const { [field]: _, ...rest } = model;
      return number === undefined ? rest : { ...rest, [field]: Math.round(number) };
    }
    case 'currency':
      return { ...model, prices: { ...model.prices, currency: text === '' ? 'USD' : text } };
    case 'prices': {
      const prices = parsePrices(text);
      return typeof prices === 'number' ? model : { ...model, prices: { ...model.prices, prices } };
    }
    case 'provider': {
      // An address that was entered for one provider is wrong for another.
      const { provider: _, baseUrl: __, ...rest } = model;
      return (text === '' ? rest : { ...rest, provider: text }) as ModelSettings;
    }
    case 'baseUrl':
    case 'model':
    case 'fallbackModel':
    case 'transcriptionModel':
    case 'embeddingModel':
    case 'reviewModel':
    case 'language':
    case 'verify':
    case 'smallSteps':
    case 'rewrite': {
      const { [field]: _, ...rest } = model;
      return text === '' ? rest : { ...rest, [field]: text };
    }
  }
}

function withLimit(model: ModelSettings, field: LimitField, value: number | undefined): ModelSettings {
  const [span, unit] = limitKeys(field);
  const { [unit]: _, ...rest } = model[span];
  if (value === undefined) return { ...model, [span]: rest };
  return { ...model, [span]: { ...rest, [unit]: unit === 'tokens' ? Math.round(value) : value } };
}
