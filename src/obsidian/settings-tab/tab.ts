import { Notice, PluginSettingTab } from 'obsidian';
import type { Plugin, SettingDefinition as Item, SettingDefinitionItem } from 'obsidian';
import { addressOf, isThisComputer, whatIsMissing } from '../../workbench';
import { whyNotFolder } from '../chat';
import type { WikiDesk } from '../desk';
import { app, chat, home, settings as words } from '../locale';
import { isModelField, modelValue, withModelValue } from '../settings';
import type { Settings } from '../settings';
import type { Key } from './keys';
import { limitRows, modelRows } from './model-rows';
import { ModelTrial } from './model-trial';

/** Everything that a person can choose, and a plain statement of what is sent where. */
export class SettingsTab extends PluginSettingTab {
  override icon = 'book-heart';
  readonly #desk: WikiDesk;
  readonly #trial: ModelTrial;

  constructor(plugin: Plugin, desk: WikiDesk) {
    super(plugin.app, plugin);
    this.#desk = desk;
    this.#trial = new ModelTrial(desk, () => this.update());
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    return [
      { type: 'group', heading: words.wiki.heading, items: this.#wiki() },
      { type: 'group', heading: words.automatic.heading, items: this.#automatic() },
      { type: 'group', heading: chat.notes.title, items: this.#conversations() },
      { type: 'group', heading: words.model.heading, items: modelRows(this.#desk, this.#trial) },
      {
        type: 'group',
        heading: words.limits.heading,
        items: limitRows(this.#desk),
        visible: () => addressOf(this.#desk.settings.model) !== null,
      },
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
        if (key === 'provider' || key === 'baseUrl') this.#trial.forget();
        if (key === 'model') await this.#trial.takePrice();
      } else {
        await this.#desk.change({ [key]: key === 'wiki' && value === FIRST ? null : value });
      }
      if (WITH_LOOKS.has(key)) this.update();
      else this.refreshDomState();
    } catch (error) {
      this.#desk.show(error);
    }
  }

  override hide(): void {
    this.#trial.abort();
    super.hide();
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

  #whatIsSent(): string {
    const { model, watchSources, proposeAutomatically } = this.#desk.settings;
    const address = addressOf(model);
    if (address === null) return words.privacy.none;
    const searches = model.embeddingModel === undefined ? '' : words.privacy.searches(address);
    if (whatIsMissing(model) !== null) return searches || words.privacy.unset;
    return searches + words.privacy.sent(address, isThisComputer(address), watchSources && proposeAutomatically);
  }
}

/** Stands for no wiki in particular among folders, none of which is called that. */
const FIRST = '/';

/** What changes what other rows say or offer. */
const WITH_LOOKS: ReadonlySet<string> = new Set([
  'provider',
  'baseUrl',
  'model',
  'embeddingModel',
  'watchSources',
  'proposeAutomatically',
]);
