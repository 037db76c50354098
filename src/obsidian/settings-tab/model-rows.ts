import { SecretComponent, type Setting, type SettingControl, type SettingDefinition } from 'obsidian';
import { asWikiError } from '../../base';
import { isUnencrypted, missingSetting, PRESETS, serverAddress } from '../../workbench';
import { type PluginController } from '../controller';
import { coreText, dateText, settings as words } from '../locale';
import {
  parsePrices,
  PRICE_PAGES,
  PRICES_KNOWN_AT,
  printPrices,
  withKnownPrices,
  withModelValue,
  type ModelField,
} from '../settings';
import { iconSpan } from '../ui';
import { type ConnectionTester } from './connection-tester';
import { type SettingKey } from './setting-key';

const t = words.model;

/** Rows of the language model. */
export function modelRows(
  controller: PluginController,
  tester: ConnectionTester,
  onApproved: () => void,
): SettingDefinition[] {
  const hasServer = (): boolean => serverAddress(controller.settings.model) !== null;
  const choice = (key: ModelChoice, name: string, desc: string): SettingDefinition => ({
    name,
    desc,
    visible: hasServer,
    control: modelChoice(controller, tester, key),
  });
  return [
    approvalRow(controller, onApproved),
    ...serverRows(controller),
    choice('model', t.name, t.nameWhat),
    testRow(tester, hasServer),
    choice('fallbackModel', t.fallback, t.fallbackWhat),
    choice('transcriptionModel', t.transcription, t.transcriptionWhat),
    choice('embeddingModel', t.embedding, t.embeddingWhat),
    choice('reviewModel', t.review, t.reviewWhat),
    ...curatorRows(controller, hasServer),
  ];
}

/** Shown while the vault's settings name a server that this device's user has not agreed to. */
function approvalRow(controller: PluginController, onApproved: () => void): SettingDefinition {
  const approve = async (): Promise<void> => {
    if (await controller.approveModel()) onApproved();
  };
  return {
    name: t.unapproved,
    desc: t.unapprovedWhat,
    visible: () => !controller.isModelApproved,
    render: (setting) => {
      setting.addButton((button) => button.setButtonText(t.approve).onClick(() => controller.attempt(approve)));
    },
  };
}

function serverRows(controller: PluginController): SettingDefinition[] {
  const { model } = controller.settings;
  const preset = PRESETS.find(({ id }) => id === model.provider);
  const providers = Object.fromEntries(PRESETS.map(({ id, name }) => [id, name] as const));
  return [
    {
      name: t.provider,
      desc: preset?.hint ?? t.what,
      control: { type: 'dropdown', key: 'provider' satisfies SettingKey, options: { '': t.noProvider, ...providers } },
    },
    {
      name: t.address,
      desc: t.addressWhat,
      visible: () => controller.settings.model.provider !== undefined,
      control: {
        type: 'text',
        key: 'baseUrl' satisfies SettingKey,
        placeholder: preset?.baseUrl ?? 'https://',
        validate: (value) => problemWith(controller, 'baseUrl', value),
      },
    },
    {
      name: t.plainHttp,
      desc: t.plainHttpWhat,
      visible: () => isUnencrypted(serverAddress(controller.settings.model) ?? ''),
      control: { type: 'toggle', key: 'plainHttp' satisfies SettingKey },
    },
    {
      name: t.key,
      desc: preset?.needsKey === false && preset.isLocal ? t.noKeyNeeded : t.keyWhat,
      visible: () => serverAddress(controller.settings.model) !== null,
      render: (setting) => drawKey(setting, controller),
    },
  ];
}

function testRow(tester: ConnectionTester, visible: () => boolean): SettingDefinition {
  return {
    name: t.test,
    desc: tester.hasFailed ? failure(tester.result) : tester.result || t.testWhat,
    visible,
    render: (setting) => {
      setting.addButton((button) =>
        button
          .setButtonText(tester.isRunning ? t.testing : t.test)
          .setDisabled(tester.isRunning)
          .onClick(() => void tester.run()),
      );
    },
  };
}

/** What went wrong looks like an error, and is announced as one. */
function failure(text: string): DocumentFragment {
  return createFragment((parent) => {
    const el = parent.createSpan({ cls: 'living-wiki-test-failed', attr: { role: 'alert' } });
    iconSpan(el, 'circle-x');
    el.createSpan({ text });
  });
}

function curatorRows(controller: PluginController, hasServer: () => boolean): SettingDefinition[] {
  return [
    {
      name: t.curator,
      visible: () => missingSetting(controller.settings.model) === null,
      control: {
        type: 'dropdown',
        key: 'curator' satisfies SettingKey,
        options: { model: t.curatorModel, 'built-in': t.curatorBuiltIn },
      },
    },
    {
      name: t.language,
      desc: t.languageWhat,
      visible: hasServer,
      control: {
        type: 'text',
        key: 'language' satisfies SettingKey,
        placeholder: t.languageUnset,
        validate: (value) => problemWith(controller, 'language', value),
      },
    },
    {
      name: t.verify,
      desc: t.verifyWhat,
      visible: hasServer,
      control: { type: 'dropdown', key: 'verify' satisfies SettingKey, options: t.verifyChoices },
    },
    {
      name: t.smallSteps,
      desc: t.smallStepsWhat,
      visible: hasServer,
      control: { type: 'dropdown', key: 'smallSteps' satisfies SettingKey, options: t.smallStepsChoices },
    },
    {
      name: t.rewrite,
      desc: t.rewriteWhat,
      visible: hasServer,
      control: { type: 'dropdown', key: 'rewrite' satisfies SettingKey, options: t.rewriteChoices },
    },
    numberRow('maxPages', t.maxPages, t.maxPagesWhat, {
      placeholder: words.limits.noLimit,
      max: 200,
      visible: hasServer,
    }),
    numberRow('parallel', t.parallel, t.parallelWhat, { placeholder: '1', max: 8 }),
  ];
}

type ModelChoice = 'model' | 'fallbackModel' | 'transcriptionModel' | 'embeddingModel' | 'reviewModel';

/** A dropdown of the server's models where they are known, otherwise a text field. */
function modelChoice(controller: PluginController, { models }: ConnectionTester, key: ModelChoice): SettingControl {
  if (models.length === 0 || key === 'transcriptionModel' || key === 'embeddingModel') {
    return { type: 'text', key, placeholder: t.unset[key] };
  }
  const chosen = controller.settings.model[key];
  const ids = [...new Set([...(chosen === undefined ? [] : [chosen]), ...models.map(({ id }) => id)])];
  return {
    type: 'dropdown',
    key,
    options: { '': t.unset[key], ...Object.fromEntries(ids.map((id) => [id, id])) },
  };
}

function drawKey(setting: Setting, controller: PluginController): void {
  setting.addComponent((el) =>
    new SecretComponent(controller.app, el)
      .setValue(controller.settings.secret)
      .onChange((secret) => controller.attempt(() => controller.changeSettings({ secret }))),
  );
}

/** Rows of the limits on what a model may use. */
export function limitRows(controller: PluginController, update: () => void): SettingDefinition[] {
  const { limits } = words;
  const placeholder = limits.noLimit;
  return [
    numberRow('job.tokens', limits.jobTokens, limits.none, { placeholder }),
    numberRow('job.money', limits.jobMoney, limits.needsPrice, { placeholder, step: 'any' }),
    numberRow('day.tokens', limits.dayTokens, limits.none, { placeholder }),
    numberRow('day.money', limits.dayMoney, limits.needsPrice, { placeholder, step: 'any' }),
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
          const badLine = parsePrices(value);
          return typeof badLine === 'number' ? limits.pricesBad(badLine) : undefined;
        },
      },
    },
    knownPricesRow(controller, update),
  ];
}

/** Fills in list prices. They are dated and may be old, so the providers' own pages are beside them. */
function knownPricesRow(controller: PluginController, update: () => void): SettingDefinition {
  const { limits } = words;
  const month = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const known = dateText(Date.parse(PRICES_KNOWN_AT), month);
  const desc = createFragment((text) => {
    text.appendText(`${limits.knownWhat(known)} ${limits.check} `);
    for (const [at, [name, href]] of PRICE_PAGES.entries()) {
      if (at > 0) text.appendText(', ');
      text.createEl('a', { text: name, href, cls: 'external-link', attr: { target: '_blank', rel: 'noopener' } });
    }
    text.appendText('.');
  });
  const fill = async (): Promise<void> => {
    const { prices } = controller.settings.model;
    const filled = withKnownPrices(printPrices(prices.prices));
    if (filled === null) return;
    await controller.changeSettings(withModelValue(controller.settings, 'prices', filled));
    update();
  };
  return {
    name: limits.known,
    desc,
    visible: () => controller.settings.model.prices.currency === 'USD',
    render: (setting) => {
      setting.addButton((button) => button.setButtonText(limits.fill).onClick(() => controller.attempt(fill)));
    },
  };
}

interface NumberOptions {
  /** Shown while nothing is set. */
  readonly placeholder: string;
  readonly max?: number;
  readonly step?: 'any';
  readonly visible?: () => boolean;
}

/** A number that may be left empty. */
function numberRow(
  key: ModelField,
  name: string,
  desc: string,
  { placeholder, max, step, visible }: NumberOptions,
): SettingDefinition {
  return {
    name,
    desc,
    ...(visible && { visible }),
    control: {
      type: 'number',
      key,
      min: 0,
      placeholder,
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
    return coreText(asWikiError(error, 'living-wiki:config_invalid').message);
  }
}
