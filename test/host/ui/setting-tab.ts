import { type App } from '../app';
import { type Plugin } from '../plugin';
import { hasDocument, strict, Unmodelled, withoutDocument } from '../strict';
import { DefinitionDrawer } from './definition-drawer';
import { type DefinitionItem, type PageDefinition } from './definitions';
import { setIcon } from './icons';

/** d.ts `SettingTab`; https://docs.obsidian.md/plugins/guides/migrate-declarative-settings. */
export abstract class SettingTab {
  icon = 'settings';
  app: App;
  containerEl!: HTMLElement;
  settingItems: DefinitionItem[] = [];
  hostShown = false;
  /** The names of the pages that were entered, the innermost last. */
  #hostPath: string[] = [];
  #hostDrawer: DefinitionDrawer | null = null;
  #hostPage: SettingPage | null = null;

  constructor(app: App) {
    this.app = app;
    if (hasDocument()) this.containerEl = createDiv('vertical-tab-content');
    else withoutDocument(this, 'containerEl');
  }

  getSettingDefinitions(): DefinitionItem[] {
    return [];
  }

  /** d.ts: "Stores the result of getSettingDefinitions() for rendering and search indexing." */
  update(): void {
    this.settingItems = this.getSettingDefinitions();
    if (this.hostShown) this.#hostDraw();
  }

  getControlValue(_key: string): unknown {
    throw new Unmodelled('Vault.getConfig');
  }

  setControlValue(_key: string, _value: unknown): void | Promise<void> {
    throw new Unmodelled('Vault.setConfig');
  }

  /** d.ts: "Re-evaluate every `visible` and `disabled` predicate […] Cheap: toggles CSS state in place, no re-render." */
  refreshDomState(): void {
    this.#hostDrawer?.refresh();
  }

  display(): void {
    return undefined;
  }

  hide(): void {
    return undefined;
  }

  /**
   * d.ts `getSettingDefinitions`: "Called on every display()". The docs (Migrate to declarative settings): "`display()` is
   * bypassed when `getSettingDefinitions()` returns a non-empty array".
   */
  hostShow(): void {
    this.hostShown = true;
    this.#hostPath = [];
    this.update();
  }

  hostHide(): void {
    this.#hostLeavePage();
    this.#hostDrawer?.clear();
    this.hostShown = false;
    this.hide();
  }

  hostEnter(page: PageDefinition): void {
    this.#hostPath.push(page.name);
    this.#hostDraw();
  }

  #hostDraw(): void {
    this.#hostLeavePage();
    this.#hostDrawer?.clear();
    if (this.settingItems.length === 0) {
      this.display();
      return;
    }
    this.containerEl.empty();
    let items: readonly DefinitionItem[] = this.settingItems;
    let page: PageDefinition | undefined;
    for (const [depth, name] of this.#hostPath.entries()) {
      page = pagesOf(items).find((each) => each.name === name);
      if (page === undefined) {
        this.#hostPath.length = depth;
        break;
      }
      items = page.items ?? [];
    }
    if (page !== undefined) this.#hostTitle(page.name);
    if (page?.page !== undefined) {
      this.#hostPage = page.page();
      this.#hostPage.title = page.name;
      this.containerEl.append(this.#hostPage.rootEl);
      this.#hostPage.display();
      return;
    }
    this.#hostDrawer = new DefinitionDrawer(this);
    this.#hostDrawer.draw(this.containerEl, items);
  }

  #hostTitle(name: string): void {
    const bar = this.containerEl.createDiv('setting-page-titlebar');
    const back = bar.createEl('button', { cls: 'clickable-icon', attr: { 'aria-label': 'Back' } });
    setIcon(back, 'arrow-left');
    back.addEventListener('click', () => {
      this.#hostPath.pop();
      this.#hostDraw();
    });
    bar.createSpan({ text: name });
  }

  #hostLeavePage(): void {
    this.#hostPage?.hide();
    this.#hostPage = null;
  }
}
strict(SettingTab);

function pagesOf(items: readonly DefinitionItem[]): PageDefinition[] {
  return items.flatMap((item) => {
    if (item.type === 'page') return [item];
    if (item.type === 'group' || item.type === 'list') return pagesOf(item.items ?? []);
    return [];
  });
}

/** d.ts `PluginSettingTab`: "Reads from `this.plugin.settings`"; "Mutates and persists `this.plugin.settings`". */
export abstract class PluginSettingTab extends SettingTab {
  readonly hostPlugin: Plugin;

  constructor(app: App, plugin: Plugin) {
    super(app);
    this.hostPlugin = plugin;
  }

  override getControlValue(key: string): unknown {
    return (this.hostPlugin.settings as Record<string, unknown> | undefined)?.[key];
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    const { settings } = this.hostPlugin;
    if (typeof settings !== 'object' || settings === null) throw new Error('The plugin has no settings to change.');
    (settings as Record<string, unknown>)[key] = value;
    await this.hostPlugin.saveData(settings);
  }
}

/** d.ts `SettingPage`. */
export abstract class SettingPage {
  rootEl: HTMLElement;
  titlebarEl: HTMLElement;
  containerEl: HTMLElement;
  title = '';

  constructor() {
    this.rootEl = createDiv('setting-page');
    this.titlebarEl = this.rootEl.createDiv('setting-page-bar');
    this.containerEl = this.rootEl.createDiv('setting-page-content');
  }

  abstract display(): void;

  hide(): void {
    this.containerEl.empty();
  }
}
strict(SettingPage);
