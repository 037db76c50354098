import { Notice, PluginSettingTab, SecretComponent } from 'obsidian';
import type { Plugin, Setting, SettingDefinition, SettingDefinitionItem } from 'obsidian';
import { addressOf, asWikiError, presets, tryModel, whatIsMissing } from '../workbench';
import type { ModelInfo } from '../workbench';
import { whyNotFolder } from './chat';
import { isThisComputer } from './desk';
import type { WikiDesk } from './desk';
import { appClock, appRandom, appRun } from './host';
import { app, chat, home, settings as words } from './locale';
import { isModelField, modelValue, parsePrices, withModelValue } from './settings';
import type { ModelField, Settings } from './settings';

type Key = keyof Settings | ModelField;
type Item = SettingDefinition;

/** Everything that a person can choose, and a plain statement of what is sent where. */
export class SettingsTab extends PluginSettingTab {
  override icon = 'book-heart';
  readonly #desk: WikiDesk;
  /** What the server said it offers when it was asked last. */
  #offered: readonly ModelInfo[] = [];
  /** What came of the last test. */
  #tested = '';
  #test: AbortController | null = null;

  constructor(plugin: Plugin, desk: WikiDesk) {
    super(plugin.app, plugin);
    this.#desk = desk;
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    return [
      { type: 'group', heading: words.wiki.heading, items: this.#wiki() },
      { type: 'group', heading: words.automatic.heading, items: this.#automatic() },
      { type: 'group', heading: chat.notes.title, items: this.#conversations() },
      { type: 'group', heading: words.model.heading, items: this.#model() },
      { type: 'group', heading: words.limits.heading, items: this.#limits(), visible: () => this.#hasServer() },
      {
        type: 'group',
        heading: words.privacy.heading,
        items: [{ name: this.#whatIsSent(), searchable: true }],
      },
    ];
  }

  override getControlValue(key: string): unknown {
    const { settings } = this.#desk;
    if (isModelField(key)) return modelValue(settings.model, key);
    return key === 'wiki' ? (settings.wiki ?? FIRST) : settings[key as keyof Settings];
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    const { settings } = this.#desk;
    try {
      if (isModelField(key)) {
        const patch = withModelValue(settings, key, value);
        await this.#desk.change(patch);
        if (patch.secret === '') new Notice(app.notice.keyForgotten);
        if (key === 'provider' || key === 'baseUrl') [this.#offered, this.#tested] = [[], ''];
        if (key === 'model') await this.#takePrice();
        if (WITH_LOOKS.has(key)) this.update();
        else this.refreshDomState();
      } else {
        await this.#desk.change({ [key]: key === 'wiki' && value === FIRST ? null : value });
      }
    } catch (error) {
      this.#desk.show(error);
    }
  }

  override hide(): void {
    this.#test?.abort();
    super.hide();
  }

  #hasServer(): boolean {
    return addressOf(this.#desk.settings.model) !== null;
  }

  #wiki(): Item[] {
    const roots = Object.fromEntries(
      this.#desk.roots.map((root) => [root, root === '' ? home.setUp.root : root] as const),
    );
    return [
      {
        name: words.wiki.folder,
        desc: words.wiki.folderWhat,
        control: { type: 'dropdown', key: 'wiki' satisfies Key, options: { [FIRST]: words.wiki.first, ...roots } },
      },
    ];
  }

  #automatic(): Item[] {
    const toggle = (key: Key, name: string, desc: string): Item => ({ name, desc, control: { type: 'toggle', key } });
    const { watch, watchWhat, lint, lintWhat, propose, proposeWhat } = words.automatic;
    return [
      toggle('watchSources', watch, watchWhat),
      toggle('lintLive', lint, lintWhat),
      toggle('proposeAutomatically', propose, proposeWhat),
    ];
  }

  #conversations(): Item[] {
    const { folder, what, none } = chat.notes;
    const validate = (value: string): string | undefined => whyNotFolder(value, this.#desk.roots) ?? undefined;
    const key = 'conversations' satisfies Key;
    return [{ name: folder, desc: what, control: { type: 'folder', key, placeholder: none, validate } }];
  }

  #model(): Item[] {
    const { model } = this.#desk.settings;
    const preset = presets.find(({ id }) => id === model.provider);
    const providers = Object.fromEntries(presets.map(({ id, name }) => [id, name] as const));
    const hasServer = (): boolean => this.#hasServer();
    const hasProvider = (): boolean => this.#desk.settings.model.provider !== undefined;
    return [
      {
        name: words.model.provider,
        desc: preset?.hint ?? words.model.what,
        control: {
          type: 'dropdown',
          key: 'provider' satisfies Key,
          options: { '': words.model.noProvider, ...providers },
        },
      },
      {
        name: words.model.address,
        desc: words.model.addressWhat,
        visible: hasProvider,
        control: {
          type: 'text',
          key: 'baseUrl' satisfies Key,
          placeholder: preset?.baseUrl ?? 'https://',
          validate: (value) => this.#whyNot('baseUrl', value),
        },
      },
      {
        name: words.model.key,
        desc: preset?.needsKey === false && preset.local ? words.model.noKeyNeeded : words.model.keyWhat,
        visible: hasServer,
        render: (setting) => this.#drawKey(setting),
      },
      this.#modelChoice('model', words.model.name, words.model.nameWhat),
      {
        name: words.model.test,
        desc: this.#tested === '' ? words.model.testWhat : this.#tested,
        visible: hasServer,
        render: (setting) => {
          setting.addButton((button) =>
            button
              .setButtonText(this.#test === null ? words.model.test : words.model.testing)
              .setDisabled(this.#test !== null)
              .onClick(() => void this.#runTest()),
          );
        },
      },
      this.#modelChoice('fallbackModel', words.model.fallback, words.model.fallbackWhat),
      this.#modelChoice('transcriptionModel', words.model.transcription, words.model.transcriptionWhat),
      this.#modelChoice('embeddingModel', words.model.embedding, words.model.embeddingWhat),
      {
        name: words.model.curator,
        visible: () => whatIsMissing(this.#desk.settings.model) === null,
        control: {
          type: 'dropdown',
          key: 'curator' satisfies Key,
          options: { model: words.model.curatorModel, 'built-in': words.model.curatorBuiltIn },
        },
      },
      {
        name: words.model.language,
        desc: words.model.languageWhat,
        visible: hasServer,
        control: { type: 'text', key: 'language' satisfies Key, validate: (value) => this.#whyNot('language', value) },
      },
      this.#number('maxPages', words.model.maxPages, { max: 200, visible: hasServer }),
    ];
  }

  /** A choice from the server's list where it is known; a text where it is not. */
  #modelChoice(
    key: 'model' | 'fallbackModel' | 'transcriptionModel' | 'embeddingModel',
    name: string,
    desc: string,
  ): Item {
    const visible = (): boolean => this.#hasServer();
    if (this.#offered.length === 0 || key === 'transcriptionModel' || key === 'embeddingModel') {
      return { name, desc, visible, control: { type: 'text', key, placeholder: words.model.noModel } };
    }
    const chosen = this.#desk.settings.model[key];
    const ids = [...new Set([...(chosen === undefined ? [] : [chosen]), ...this.#offered.map(({ id }) => id)])];
    const options = { '': words.model.noModel, ...Object.fromEntries(ids.map((id) => [id, id])) };
    return { name, desc, visible, control: { type: 'dropdown', key, options } };
  }

  #drawKey(setting: Setting): void {
    setting.addComponent((el) =>
      new SecretComponent(this.app, el)
        .setValue(this.#desk.settings.secret)
        .onChange((secret) => void this.#desk.change({ secret }).catch((error: unknown) => this.#desk.show(error))),
    );
  }

  #limits(): Item[] {
    const { limits } = words;
    return [
      this.#number('job.tokens', limits.jobTokens),
      this.#number('job.money', limits.jobMoney, { desc: limits.needsPrice, step: 'any' }),
      this.#number('day.tokens', limits.dayTokens),
      this.#number('day.money', limits.dayMoney, { desc: limits.needsPrice, step: 'any' }),
      { name: limits.currency, control: { type: 'text', key: 'currency' satisfies Key } },
      {
        name: limits.prices,
        desc: limits.pricesWhat,
        control: {
          type: 'textarea',
          key: 'prices' satisfies Key,
          rows: 4,
          validate: (value) => {
            const bad = parsePrices(value);
            return typeof bad === 'number' ? limits.pricesBad(bad) : undefined;
          },
        },
      },
    ];
  }

  #number(
    key: ModelField,
    name: string,
    { desc, max, step, visible }: { desc?: string; max?: number; step?: 'any'; visible?: () => boolean } = {},
  ): Item {
    return {
      name,
      ...(desc !== undefined && { desc }),
      ...(visible && { visible }),
      control: {
        type: 'number',
        key,
        min: 0,
        placeholder: words.limits.none,
        defaultValue: 0,
        ...(max !== undefined && { max }),
        ...(step && { step }),
      },
    };
  }

  #whyNot(field: ModelField, value: unknown): string | undefined {
    try {
      withModelValue(this.#desk.settings, field, value);
      return undefined;
    } catch (error) {
      return asWikiError(error, 'living-wiki:config_invalid').message;
    }
  }

  #whatIsSent(): string {
    const { model } = this.#desk.settings;
    const address = addressOf(model);
    if (address === null) return words.privacy.none;
    const searches = model.embeddingModel === undefined ? '' : words.privacy.searches(address);
    if (whatIsMissing(model) !== null) return searches || words.privacy.unset;
    return searches + (isThisComputer(address) ? words.privacy.local(address) : words.privacy.remote(address));
  }

  /** Asks the server for its list, and the chosen model one short question. Closing the settings ends it. */
  async #runTest(): Promise<void> {
    const test = new AbortController();
    this.#test = test;
    this.update();
    try {
      const { model = ANY_MODEL, ...settings } = this.#desk.host.modelSettings();
      const look = { settings: { ...settings, model }, ...this.#desk.host.network, clock: appClock, random: appRandom };
      const { message, remedy, models, warnings } = await tryModel(look, appRun(test.signal));
      this.#offered = models;
      const isList = model === ANY_MODEL && models.length > 0;
      const said = isList ? [words.model.listed(models.length)] : [message, remedy];
      this.#tested = [...said, ...warnings].filter((text) => text !== null).join(' ');
    } catch (error) {
      const { message, remedy } = asWikiError(error, 'living-wiki:unexpected');
      this.#tested = app.notice.error(message, remedy ?? null);
    }
    this.#test = null;
    if (!test.signal.aborted) this.update();
  }

  /** Where the server says what a model costs, nobody has to look it up. */
  async #takePrice(): Promise<void> {
    const { model } = this.#desk.settings;
    const { prices } = model;
    const price = this.#offered.find(({ id }) => id === model.model)?.price ?? null;
    if (price === null || prices.currency !== 'USD' || prices.prices.some((one) => one.model === price.model)) return;
    await this.#desk.change({ model: { ...model, prices: { ...prices, prices: [...prices.prices, price] } } });
  }
}

/** Stands for no wiki in particular among folders, none of which is called that. */
const FIRST = '/';

/** Stands for a model while none is chosen: the server's list is asked for all the same. */
const ANY_MODEL = '*';

/** What changes what other rows say or offer. */
const WITH_LOOKS: ReadonlySet<string> = new Set(['provider', 'baseUrl', 'model', 'embeddingModel']);
