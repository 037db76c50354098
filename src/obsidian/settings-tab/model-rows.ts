import { SecretComponent, type Setting, type SettingControl, type SettingDefinition } from 'obsidian';
import { serverAddress, asWikiError, PRESETS, missingSetting } from '../../workbench';
import { type PluginController } from '../controller';
import { settings as words } from '../locale';
import { parsePrices, withModelValue, type ModelField } from '../settings';
import { type SettingKey } from './setting-key';
import { type ConnectionTester } from './connection-tester';

/** Rows of the language model. */
export function modelRows(controller: PluginController, trial: ConnectionTester): SettingDefinition[] {
  const { model } = controller.settings;
  const preset = PRESETS.find(({ id }) => id === model.provider);
  const providers = Object.fromEntries(PRESETS.map(({ id, name }) => [id, name] as const));
  const hasServer = (): boolean => serverAddress(controller.settings.model) !== null;
  const choice = (key: Parameters<typeof modelChoice>[2], name: string, desc: string): SettingDefinition => ({
    name,
    desc,
    visible: hasServer,
    control: modelChoice(controller, trial, key),
  });
  const hasProvider = (): boolean => controller.settings.model.provider !== undefined;
  return [
    {
      name: words.model.provider,
      desc: preset?.hint ?? words.model.what,
      control: {
        type: 'dropdown',
        key: 'provider' satisfies SettingKey,
        options: { '': words.model.noProvider, ...providers },
      },
    },
    {
      name: words.model.address,
      desc: words.model.addressWhat,
      visible: hasProvider,
      control: {
        type: 'text',
        key: 'baseUrl' satisfies SettingKey,
        placeholder: preset?.baseUrl ?? 'https://',
        validate: (value) => problemWith(controller, 'baseUrl', value),
      },
    },
    {
      name: words.model.key,
      desc: preset?.needsKey === false && preset.isLocal ? words.model.noKeyNeeded : words.model.keyWhat,
      visible: hasServer,
      render: (setting) => drawKey(setting, controller),
    },
    choice('model', words.model.name, words.model.nameWhat),
    {
      name: words.model.test,
      desc: trial.result === '' ? words.model.testWhat : trial.result,
      visible: hasServer,
      render: (setting) => {
        setting.addButton((button) =>
          button
            .setButtonText(trial.isRunning ? words.model.testing : words.model.test)
            .setDisabled(trial.isRunning)
            .onClick(() => void trial.run()),
        );
      },
    },
    choice('fallbackModel', words.model.fallback, words.model.fallbackWhat),
    choice('transcriptionModel', words.model.transcription, words.model.transcriptionWhat),
    choice('embeddingModel', words.model.embedding, words.model.embeddingWhat),
    {
      name: words.model.curator,
      visible: () => missingSetting(controller.settings.model) === null,
      control: {
        type: 'dropdown',
        key: 'curator' satisfies SettingKey,
        options: { model: words.model.curatorModel, 'built-in': words.model.curatorBuiltIn },
      },
    },
    {
      name: words.model.language,
      desc: words.model.languageWhat,
      visible: hasServer,
      control: {
        type: 'text',
        key: 'language' satisfies SettingKey,
        validate: (value) => problemWith(controller, 'language', value),
      },
    },
    numberRow('maxPages', words.model.maxPages, words.model.maxPagesWhat, { max: 200, visible: hasServer }),
  ];
}

/** A choice from the server's list where it is known; a text where it is not. */
function modelChoice(
  controller: PluginController,
  { models: offered }: ConnectionTester,
  key: 'model' | 'fallbackModel' | 'transcriptionModel' | 'embeddingModel',
): SettingControl {
  if (offered.length === 0 || key === 'transcriptionModel' || key === 'embeddingModel') {
    return { type: 'text', key, placeholder: words.model.noModel };
  }
  const chosen = controller.settings.model[key];
  const ids = [...new Set([...(chosen === undefined ? [] : [chosen]), ...offered.map(({ id }) => id)])];
  return {
    type: 'dropdown',
    key,
    options: { '': words.model.noModel, ...Object.fromEntries(ids.map((id) => [id, id])) },
  };
}

function drawKey(setting: Setting, controller: PluginController): void {
  setting.addComponent((el) =>
    new SecretComponent(controller.app, el)
      .setValue(controller.settings.secret)
      .onChange(
        (secret) => void controller.changeSettings({ secret }).catch((error: unknown) => controller.showError(error)),
      ),
  );
}

/** Rows of what a model may use up. */
export function limitRows(controller: PluginController): SettingDefinition[] {
  const { limits } = words;
  return [
    numberRow('job.tokens', limits.jobTokens, limits.none),
    numberRow('job.money', limits.jobMoney, limits.needsPrice, { step: 'any' }),
    numberRow('day.tokens', limits.dayTokens, limits.none),
    numberRow('day.money', limits.dayMoney, limits.needsPrice, { step: 'any' }),
    {
      name: limits.currency,
      control: {
        type: 'text',
        key: 'currency' satisfies SettingKey,
        validate: (value) => problemWith(controller, 'currency', value),
      },
    },
    {
      name: limits.prices,
      desc: limits.pricesWhat,
      control: {
        type: 'textarea',
        key: 'prices' satisfies SettingKey,
        rows: 4,
        validate: (value) => {
          const bad = parsePrices(value);
          return typeof bad === 'number' ? limits.pricesBad(bad) : undefined;
        },
      },
    },
  ];
}

function numberRow(
  key: ModelField,
  name: string,
  desc: string,
  { max, step, visible }: { max?: number; step?: 'any'; visible?: () => boolean } = {},
): SettingDefinition {
  return {
    name,
    desc,
    ...(visible && { visible }),
    control: {
      type: 'number',
      key,
      min: 0,
      defaultValue: 0,
      ...(max !== undefined && { max }),
      ...(step && { step }),
    },
  };
}

function problemWith(controller: PluginController, field: ModelField, value: unknown): string | undefined {
  try {
    withModelValue(controller.settings, field, value);
    return undefined;
  } catch (error) {
    return asWikiError(error, 'living-wiki:config_invalid').message;
  }
}
