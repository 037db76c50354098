import {
  Notice,
  PluginSettingTab,
  type Plugin,
  type SettingDefinition as Item,
  type SettingDefinitionItem,
} from 'obsidian';
import { serverAddress, isLocalAddress, missingSetting } from '../../workbench';
import { folderProblem } from '../chat';
import { type PluginController } from '../controller';
import { app, chat, home, settings as words } from '../locale';
import { isModelField, modelValue, withModelValue, type Settings } from '../settings';
import { type SettingKey } from './setting-key';
import { limitRows, modelRows } from './model-rows';
import { ConnectionTester } from './connection-tester';

/** Everything that a person can choose, and a plain statement of what is sent where. */
export class SettingsTab extends PluginSettingTab {
  override icon = 'book-heart';
  readonly #controller: PluginController;
  readonly #tester: ConnectionTester;

  constructor(plugin: Plugin, controller: PluginController) {
    super(plugin.app, plugin);
    this.#controller = controller;
    this.#tester = new ConnectionTester(controller, () => this.update());
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    return [
      { type: 'group', heading: words.wiki.heading, items: this.#wikiRows() },
      { type: 'group', heading: words.automatic.heading, items: this.#automationRows() },
      { type: 'group', heading: chat.notes.title, items: this.#conversationRows() },
      { type: 'group', heading: words.model.heading, items: modelRows(this.#controller, this.#tester) },
      {
        type: 'group',
        heading: words.limits.heading,
        items: limitRows(this.#controller),
        visible: () => serverAddress(this.#controller.settings.model) !== null,
      },
      {
        type: 'group',
        heading: words.privacy.heading,
        items: [{ name: this.#privacyText(), searchable: true }],
      },
    ];
  }

  override getControlValue(key: string): unknown {
    const { settings } = this.#controller;
    if (isModelField(key)) return modelValue(settings.model, key);
    return key === 'wiki' ? (settings.wiki ?? FIRST_WIKI) : settings[key as keyof Settings];
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    const { settings } = this.#controller;
    try {
      if (isModelField(key)) {
        const patch = withModelValue(settings, key, value);
        await this.#controller.changeSettings(patch);
        if (patch.secret === '') new Notice(app.notice.keyForgotten);
        if (key === 'provider' || key === 'baseUrl') this.#tester.reset();
        if (key === 'model') await this.#tester.adoptPrice();
      } else {
        await this.#controller.changeSettings({ [key]: key === 'wiki' && value === FIRST_WIKI ? null : value });
      }
      if (REDRAW_KEYS.has(key)) this.update();
      else this.refreshDomState();
    } catch (error) {
      this.#controller.showError(error);
    }
  }

  override hide(): void {
    this.#tester.abort();
    super.hide();
  }

  #wikiRows(): Item[] {
    const roots = Object.fromEntries(
      this.#controller.roots.map((root) => [root, root === '' ? home.setUp.root : root] as const),
    );
    return [
      {
        name: words.wiki.folder,
        desc: words.wiki.folderWhat,
        control: {
          type: 'dropdown',
          key: 'wiki' satisfies SettingKey,
          options: { [FIRST_WIKI]: words.wiki.first, ...roots },
        },
      },
    ];
  }

  #automationRows(): Item[] {
    const toggle = (key: SettingKey, name: string, desc: string): Item => ({
      name,
      desc,
      control: { type: 'toggle', key },
    });
    const { watch, watchWhat, lint, lintWhat, propose, proposeWhat } = words.automatic;
    return [
      toggle('watchSources', watch, watchWhat),
      toggle('lintLive', lint, lintWhat),
      toggle('proposeAutomatically', propose, proposeWhat),
    ];
  }

  #conversationRows(): Item[] {
    const { folder, what, none } = chat.notes;
    const validate = (value: string): string | undefined => folderProblem(value, this.#controller.roots) ?? undefined;
    const key = 'conversations' satisfies SettingKey;
    return [{ name: folder, desc: what, control: { type: 'folder', key, placeholder: none, validate } }];
  }

  #privacyText(): string {
    const { model, watchSources, proposeAutomatically } = this.#controller.settings;
    const address = serverAddress(model);
    if (address === null) return words.privacy.none;
    const searches = model.embeddingModel === undefined ? '' : words.privacy.searches(address);
    if (missingSetting(model) !== null) return searches || words.privacy.unset;
    return searches + words.privacy.sent(address, isLocalAddress(address), watchSources && proposeAutomatically);
  }
}

/** Stands for no wiki in particular among folders, none of which is called that. */
const FIRST_WIKI = '/';

/** What changes what other rows say or offer. */
const REDRAW_KEYS: ReadonlySet<string> = new Set([
  'provider',
  'baseUrl',
  'model',
  'embeddingModel',
  'watchSources',
  'proposeAutomatically',
]);
