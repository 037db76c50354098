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
  #desk: PluginController | null = null;

  override async onload(): Promise<void> {
    const wasSetAside = await this.#store.load();
    const desk = new PluginController(this.app, this.#store);
    this.#desk = desk;
    this.registerView(HOME_VIEW, (leaf) => new HomeView(leaf, desk));
    this.registerView(REVIEW_VIEW, (leaf) => new ReviewView(leaf, desk));
    this.registerView(LINT_VIEW, (leaf) => new LintView(leaf, desk));
    this.registerView(LENS_VIEW, (leaf) => new LensView(leaf, desk));
    this.registerView(HISTORY_VIEW, (leaf) => new HistoryView(leaf, desk));
    this.registerView(CHAT_VIEW, (leaf) => new ChatView(leaf, desk));
    this.registerHoverLinkSource(CHAT_VIEW, { display: words.name, defaultMod: true });
    this.addRibbonIcon('book-heart', words.ribbon.home, () => runSafely(desk, () => desk.navigator.openHome()));
    this.addRibbonIcon('wrench', words.ribbon.maintain, () => runSafely(desk, () => maintain(desk)));
    addCommands(this, desk);
    addMenus(this, desk);
    addProtocolHandler(this, desk);
    addCliHandlers(this, desk);
    if (!Platform.isMobile) addStatusBar(this, desk);
    this.addSettingTab(new SettingsTab(this, desk));
    if (wasSetAside) new Notice(words.notice.settingsAside, 0);
    this.app.workspace.onLayoutReady(() => runSafely(desk, () => desk.start()));
    this.registerEvent(this.app.workspace.on('quit', (tasks) => tasks.add(() => desk.close())));
  }

  /** The plugin was switched on by hand: shows where it lives. */
  override onUserEnable(): void {
    const desk = this.#desk;
    if (desk !== null) runSafely(desk, () => desk.navigator.openHome());
  }

  override onunload(): void {
    // The app does not wait; what runs is cancelled at once and writes nothing more.
    void this.#desk?.close();
  }

  /** Another device changed the settings. */
  override async onExternalSettingsChange(): Promise<void> {
    if (await this.#store.load()) new Notice(words.notice.settingsAside, 0);
    this.#desk?.onExternalSettingsChange();
  }
}
