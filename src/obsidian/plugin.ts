import { getLanguage, Platform, Plugin } from 'obsidian';
import { addCliHandlers } from './cli';
import { addCommands } from './commands';
import { PluginController } from './controller';
import { app as words, useLanguage } from './locale';
import { addMenus } from './menus';
import { addProtocolHandler } from './protocol-handler';
import { SCREENS } from './screens';
import { addEvidence } from './evidence-hooks';
import { addFootnoteLinks } from './footnotes';
import { addInlineReview } from './inline-review-hooks';
import { SettingsStore, type SettingsFile } from './settings/store';
import { SettingsTab } from './settings-tab';
import { addStatusBar } from './status-bar';
import { addUnitNotes } from './unit-notes';
import { addViews } from './views';

/**
 * The plugin. Loading it only registers commands, views and handlers; their code is loaded when it is first needed, and the
 * wiki is opened when the layout is ready. Unloading cancels everything that runs.
 */
export class LivingWikiPlugin extends Plugin {
  #controller: PluginController | null = null;
  #isUnloaded = false;

  override async onload(): Promise<void> {
    await useLanguage(getLanguage());
    if (!this.#isUnloaded) this.#start();
  }

  #start(): void {
    const controller = new PluginController(this.app, this.#createStore(), SCREENS);
    this.#controller = controller;
    controller.pressGate.watch(this, this.app);
    addViews(this, controller);
    this.addRibbonIcon('book-heart', words.ribbon.home, () =>
      controller.attempt(() => controller.navigator.openHome()),
    );
    const maintenance = this.addRibbonIcon('wrench', words.ribbon.maintain, () =>
      controller.attempt(async () => {
        const { maintain } = await import('./actions');
        maintain(controller);
      }),
    );
    this.registerDomEvent(maintenance, 'contextmenu', (event) => {
      event.preventDefault();
      const at = { x: event.clientX, y: event.clientY };
      controller.attempt(async () => {
        const { skillMenu } = await import('./actions');
        await skillMenu(controller, at);
      });
    });
    addCommands(this, controller);
    addMenus(this, controller);
    addFootnoteLinks(this, controller);
    addUnitNotes(this, controller);
    addEvidence(this, controller);
    addInlineReview(this, controller);
    addProtocolHandler(this, controller);
    addCliHandlers(this, controller);
    if (!Platform.isMobile) addStatusBar(this, controller);
    const settingsTab = new SettingsTab(this, controller);
    this.addSettingTab(settingsTab);
    this.app.workspace.onLayoutReady(() => {
      controller.attempt(() => controller.start());
      controller.attempt(() => settingsTab.load());
    });
    this.registerEvent(this.app.workspace.on('quit', (tasks) => tasks.add(() => controller.close())));
  }

  /** The plugin was switched on by hand: shows where it lives. */
  override onUserEnable(): void {
    const controller = this.#controller;
    controller?.attempt(() => controller.navigator.openHome());
  }

  override onunload(): void {
    this.#isUnloaded = true;
    // Obsidian does not wait for this. What runs is cancelled at once and writes nothing more.
    void this.#controller?.close();
  }

  /** Another device changed the settings. */
  override async onExternalSettingsChange(): Promise<void> {
    await this.#controller?.reloadSettings();
  }

  #createStore(): SettingsStore {
    const file: SettingsFile = {
      loadData: () => this.loadData(),
      loadText: () => this.app.vault.adapter.read(`${this.manifest.dir ?? ''}/data.json`),
      saveData: async (data) => {
        const { withVaultErrors } = await import('./vault');
        await withVaultErrors('data.json', () => this.saveData(data));
      },
    };
    return new SettingsStore(file, () => Date.now());
  }
}
