import { Notice, Platform, Plugin } from 'obsidian';
import { maintain } from './actions';
import { ChatView } from './chat';
import { addCliHandlers } from './cli';
import { addCommands, runSafely } from './commands';
import { CHAT_VIEW, HISTORY_VIEW, HOME_VIEW, LENS_VIEW, LINT_VIEW, REVIEW_VIEW, PluginController } from './controller';
import { HomeView } from './home';
import { addProtocolHandler } from './protocol-handler';
import { app as words } from './locale';
import { addMenus } from './menus';
import { HistoryView, LensView, LintView } from './panels';
import { ReviewView } from './review';
import { SettingsStore } from './settings';
import { SettingsTab } from './settings-tab';
import { addStatusBar } from './status-bar';
import { withVaultErrors } from './vault';

/**
 * The plugin: registers everything when it is loaded and does nothing else; the wiki is opened when the layout is ready, in
 * slices. What it registered goes with it, and what still runs is cancelled.
 */
export class LivingWikiPlugin extends Plugin {
  readonly #store = new SettingsStore({
    loadData: () => this.loadData(),
    loadText: () => this.app.vault.adapter.read(`${this.manifest.dir ?? ''}/data.json`),
    saveData: (data) => withVaultErrors('data.json', () => this.saveData(data)),
  });
  #controller: PluginController | null = null;

  override async onload(): Promise<void> {
    const wasSetAside = await this.#store.load();
    const controller = new PluginController(this.app, this.#store);
    this.#controller = controller;
    this.registerView(HOME_VIEW, (leaf) => new HomeView(leaf, controller));
    this.registerView(REVIEW_VIEW, (leaf) => new ReviewView(leaf, controller));
    this.registerView(LINT_VIEW, (leaf) => new LintView(leaf, controller));
    this.registerView(LENS_VIEW, (leaf) => new LensView(leaf, controller));
    this.registerView(HISTORY_VIEW, (leaf) => new HistoryView(leaf, controller));
    this.registerView(CHAT_VIEW, (leaf) => new ChatView(leaf, controller));
    this.registerHoverLinkSource(CHAT_VIEW, { display: words.name, defaultMod: true });
    this.addRibbonIcon('book-heart', words.ribbon.home, () =>
      runSafely(controller, () => controller.navigator.openHome()),
    );
    this.addRibbonIcon('wrench', words.ribbon.maintain, () => runSafely(controller, () => maintain(controller)));
    addCommands(this, controller);
    addMenus(this, controller);
    addProtocolHandler(this, controller);
    addCliHandlers(this, controller);
    if (!Platform.isMobile) addStatusBar(this, controller);
    this.addSettingTab(new SettingsTab(this, controller));
    if (wasSetAside) new Notice(words.notice.settingsAside, 0);
    this.app.workspace.onLayoutReady(() => runSafely(controller, () => controller.start()));
    this.registerEvent(this.app.workspace.on('quit', (tasks) => tasks.add(() => controller.close())));
  }

  /** The plugin was switched on by hand: shows where it lives. */
  override onUserEnable(): void {
    const controller = this.#controller;
    if (controller !== null) runSafely(controller, () => controller.navigator.openHome());
  }

  override onunload(): void {
    // The app does not wait; what runs is cancelled at once and writes nothing more.
    void this.#controller?.close();
  }

  /** Another device changed the settings. */
  override async onExternalSettingsChange(): Promise<void> {
    if (await this.#store.load()) new Notice(words.notice.settingsAside, 0);
    this.#controller?.onExternalSettingsChange();
  }
}
