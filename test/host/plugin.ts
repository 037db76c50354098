import { type App } from './app';
import { type Command } from './commands';
import { Component } from './component';
import { Platform } from './platform';
import { setIcon } from './ui/icons';
import { type PluginSettingTab } from './ui/setting-tab';
import { setTooltip } from './ui/tooltip';
import { type View } from './views/view';
import { type WorkspaceLeaf } from './workspace/leaf';

export interface PluginManifest {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly minAppVersion: string;
  readonly description: string;
  readonly author: string;
  readonly isDesktopOnly?: boolean;
  dir?: string;
}

type PostProcessor = ((el: HTMLElement, ctx: object) => unknown) & { sortOrder?: number };

/** d.ts `Plugin`. Unloading the plugin removes what it registered. */
export class Plugin extends Component {
  settings: unknown = undefined;

  constructor(
    public app: App,
    public manifest: PluginManifest,
  ) {
    super();
  }

  addRibbonIcon(icon: string, title: string, callback: (evt: MouseEvent) => unknown): HTMLElement {
    const el = createDiv({ cls: 'clickable-icon side-dock-ribbon-action', attr: { role: 'button', tabindex: '0' } });
    setIcon(el, icon);
    setTooltip(el, title, { placement: 'right' });
    el.addEventListener('click', (evt) => callback(evt));
    const entry = { title, el, callback };
    const { ribbon } = this.app.hostState;
    ribbon.push(entry);
    this.app.workspace.hostFrame?.sync();
    this.register(() => {
      el.remove();
      ribbon.splice(ribbon.indexOf(entry), 1);
    });
    return el;
  }

  /** d.ts: "Not available on mobile." Guess: there it gives an element that is shown nowhere. */
  addStatusBarItem(): HTMLElement {
    const el = createDiv({ cls: ['status-bar-item', `plugin-${this.manifest.id}`] });
    if (Platform.isMobile) return el;
    const { statusBar } = this.app.hostState;
    statusBar.push(el);
    this.app.workspace.hostFrame?.sync();
    this.register(() => {
      el.remove();
      statusBar.splice(statusBar.indexOf(el), 1);
    });
    return el;
  }

  /** d.ts: "The command id and name will be automatically prefixed with this plugin's id and name." */
  addCommand(command: Command): Command {
    const { id, name } = this.manifest;
    command.id = `${id}:${command.id}`;
    command.name = `${name}: ${command.name}`;
    this.app.hostCommands.add(command);
    this.register(() => this.app.hostCommands.remove(command.id));
    return command;
  }

  removeCommand(commandId: string): void {
    this.app.hostCommands.remove(`${this.manifest.id}:${commandId}`);
  }

  addSettingTab(settingTab: PluginSettingTab): void {
    const { settingTabs } = this.app.hostState;
    settingTabs.push(settingTab);
    // d.ts `SettingTab.update`: "Called by addSettingTab()".
    settingTab.update();
    this.register(() => settingTabs.splice(settingTabs.indexOf(settingTab), 1));
  }

  /** Guess: a type that is taken is refused; leaves of the type outlive the plugin, without their view. */
  registerView(type: string, viewCreator: (leaf: WorkspaceLeaf) => View): void {
    const { views } = this.app.hostState;
    if (views.has(type)) throw new Error(`Attempting to register an existing view type "${type}"`);
    views.set(type, viewCreator);
    void this.app.workspace.hostRebuild(type);
    this.register(() => {
      views.delete(type);
      void this.app.workspace.hostRebuild(type);
    });
  }

  registerHoverLinkSource(id: string, info: { display: string; defaultMod: boolean }): void {
    if (id === '' || info.display === '') throw new Error('A hover link source needs an id and a display name.');
  }

  /** Guess: an extension that another view type has is refused. */
  registerExtensions(extensions: string[], viewType: string): void {
    const known = this.app.hostState.extensions;
    for (const extension of extensions) {
      if (known.has(extension)) throw new Error(`Attempting to register an existing file extension "${extension}"`);
      known.set(extension, viewType);
      this.register(() => known.delete(extension));
    }
  }

  registerMarkdownPostProcessor(postProcessor: PostProcessor, sortOrder?: number): PostProcessor {
    const { postProcessors } = this.app.hostState;
    const entry = { sortOrder: sortOrder ?? postProcessor.sortOrder ?? 0, run: postProcessor };
    postProcessors.push(entry);
    this.register(() => postProcessors.splice(postProcessors.indexOf(entry), 1));
    return postProcessor;
  }

  /** d.ts: "Register a special post processor that handles fenced code given a language and a handler." */
  registerMarkdownCodeBlockProcessor(
    language: string,
    handler: (source: string, el: HTMLElement, ctx: object) => unknown,
    sortOrder?: number,
  ): PostProcessor {
    return this.registerMarkdownPostProcessor(async (el, ctx) => {
      for (const code of el.findAll(`pre > code.language-${language}`)) {
        // Guess: the handler gets an element in the place of the code, with these classes.
        const block = createDiv({ cls: ['block-language-' + language] });
        code.parentElement?.replaceWith(block);
        await handler(code.textContent.replace(/\n$/, ''), block, ctx);
      }
    }, sortOrder);
  }

  registerEditorExtension(extension: unknown): void {
    const { editorExtensions } = this.app.hostState;
    editorExtensions.push(extension);
    this.app.workspace.updateOptions();
    this.register(() => {
      editorExtensions.splice(editorExtensions.indexOf(extension), 1);
      this.app.workspace.updateOptions();
    });
  }

  registerObsidianProtocolHandler(action: string, handler: (params: Record<string, string>) => unknown): void {
    const { protocols } = this.app.hostState;
    protocols.set(action, handler);
    this.register(() => protocols.delete(action));
  }

  /** d.ts: a command that is taken throws; "Use the format `<plugin-id>` […] and `<plugin-id>:<action>`". */
  registerCliHandler(
    command: string,
    description: string,
    flags: Record<string, { value?: string; description: string; required?: boolean }> | null,
    handler: (params: Record<string, string>) => unknown,
  ): void {
    const { cli } = this.app.hostState;
    if (cli.has(command)) throw new Error(`The CLI command "${command}" is registered already.`);
    const { id } = this.manifest;
    if (command !== id && !command.startsWith(`${id}:`)) {
      throw new Error(`The CLI command "${command}" does not begin with the plugin's id.`);
    }
    cli.set(command, { description, flags, handler });
    this.register(() => cli.delete(command));
  }

  /** d.ts: `data.json` in the plugin folder. Guess: `null` where there is none; text that is no JSON throws. */
  async loadData(): Promise<unknown> {
    const path = this.hostDataPath();
    const { adapter } = this.app.vault;
    return (await adapter.exists(path)) ? (JSON.parse(await adapter.read(path)) as unknown) : null;
  }

  async saveData(data: unknown): Promise<void> {
    const { adapter } = this.app.vault;
    await adapter.mkdir(this.#hostFolder());
    await adapter.write(this.hostDataPath(), JSON.stringify(data, null, 2));
  }

  onUserEnable(): void {
    return undefined;
  }

  hostDataPath(): string {
    return `${this.#hostFolder()}/data.json`;
  }

  #hostFolder(): string {
    return this.manifest.dir ?? `${this.app.vault.configDir}/plugins/${this.manifest.id}`;
  }
}
// An optional member of d.ts: the app looks whether the plugin has it.
Object.defineProperty(Plugin.prototype, 'onExternalSettingsChange', { value: undefined, writable: true });
