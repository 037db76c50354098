import { PluginSettingTab, type Plugin, type SettingDefinitionItem } from 'obsidian';
import { type PluginController } from '../controller';
import { settings } from '../locale';
import { type SettingsRows } from './settings-rows';

/** The settings tab. Its rows are loaded after the start, or when the tab is opened before that. */
export class SettingsTab extends PluginSettingTab {
  override icon = 'book-heart';
  readonly #controller: PluginController;
  #rows: SettingsRows | null = null;

  constructor(plugin: Plugin, controller: PluginController) {
    super(plugin.app, plugin);
    this.#controller = controller;
  }

  /** Loads the rows, and draws them if the tab is open. */
  async load(): Promise<void> {
    if (this.#rows !== null) return;
    const { SettingsRows } = await import('./settings-rows');
    this.#rows ??= new SettingsRows(this, this.#controller);
    this.update();
  }

  /** Until the rows are loaded, one row that loads them when it is shown. */
  override getSettingDefinitions(): SettingDefinitionItem[] {
    const load = (): void => this.#controller.attempt(() => this.load());
    return this.#rows?.definitions() ?? [{ name: settings.loading, render: load }];
  }

  override getControlValue(key: string): unknown {
    return this.#rows?.valueOf(key);
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    await this.#rows?.change(key, value);
  }

  override hide(): void {
    this.#rows?.abort();
    super.hide();
  }
}
