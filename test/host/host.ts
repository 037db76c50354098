import type * as api from 'obsidian';
import { App } from './app';
import { setCurrent } from './current';
import { uncaught } from './events';
import { Machine, type MachineOptions } from './machine';
import { type Plugin, type PluginManifest } from './plugin';
import { type Device } from './platform';
import { hasDocument } from './strict';
import { installBuiltins } from './ui/builtins';
import { mountFrame } from './ui/frame';
import { type Faults } from './vault/faults';
import { textOf, type DiskData } from './vault/disk';
import { MarkdownView } from './views/markdown-view';
import { MediaView, PdfView } from './views/media-views';

/** A plugin's class, typed as the plugin itself knows it. */
export type PluginClass = new (app: api.App, manifest: api.PluginManifest) => api.Plugin;
type OwnPluginClass = new (app: App, manifest: PluginManifest) => Plugin;

interface Installed {
  readonly type: OwnPluginClass;
  readonly manifest: PluginManifest;
}

export interface HostOptions extends MachineOptions {
  /** Installed and enabled before the app starts. */
  readonly plugins?: readonly { readonly type: PluginClass; readonly manifest: api.PluginManifest }[];
  /** Called at every start before plugins are loaded: what the page adds to the app. */
  readonly beforePlugins?: (app: App) => void;
}

/**
 * The app, as a test or the page runs it. It is started once, and can be stopped and started again on the same disk as
 * often as wanted.
 */
export class Host {
  #running: App | null = null;
  readonly #installed = new Map<string, Installed>();

  readonly #beforePlugins: (app: App) => void;

  private constructor(
    readonly machine: Machine,
    beforePlugins: (app: App) => void,
  ) {
    this.#beforePlugins = beforePlugins;
  }

  /** Starts the app on a vault. */
  static async start(options: HostOptions = {}): Promise<Host> {
    installBuiltins();
    uncaught.length = 0;
    const host = new Host(new Machine(options), options.beforePlugins ?? (() => undefined));
    for (const { type, manifest } of options.plugins ?? []) host.install(type, manifest);
    await host.#boot();
    return host;
  }

  /** The app, typed as plugins know it. */
  get app(): api.App {
    return this.own as unknown as api.App;
  }

  /** The app, with what only the stand-in has. */
  get own(): App {
    if (this.#running === null) throw new Error('The app is not running.');
    return this.#running;
  }

  get faults(): Faults {
    return this.machine.faults;
  }

  /** What notices said, the latest last. */
  get notices(): readonly string[] {
    return this.own.hostState.notices;
  }

  /** Errors that listeners threw; a test that expects none looks at it at its end. */
  get uncaught(): readonly unknown[] {
    return uncaught;
  }

  /** Puts a plugin there for the next start. */
  install(type: PluginClass, manifest: api.PluginManifest): void {
    const dir = `.obsidian/plugins/${manifest.id}`;
    this.machine.disk.put(`${dir}/manifest.json`, JSON.stringify(manifest));
    this.#installed.set(manifest.id, { type: type as unknown as OwnPluginClass, manifest: { ...manifest, dir } });
  }

  /** A person switches a plugin on while the app runs. */
  async enable(type: PluginClass, manifest: api.PluginManifest): Promise<api.Plugin> {
    this.install(type, manifest);
    const plugin = await this.#load(manifest.id);
    plugin.onUserEnable();
    return plugin as unknown as api.Plugin;
  }

  disable(id: string): void {
    this.own.hostState.plugins.get(id)?.unload();
    this.own.hostState.plugins.delete(id);
  }

  plugin(id: string): api.Plugin {
    const plugin = this.own.hostState.plugins.get(id);
    if (plugin === undefined) throw new Error(`The plugin "${id}" is not enabled.`);
    return plugin as unknown as api.Plugin;
  }

  /** A person quits: the layout is saved, text in editors is saved, plugins are unloaded. */
  async quit(): Promise<void> {
    const app = this.own;
    await this.saveEditors();
    await app.workspace.hostSaveLayout();
    this.#tearDown();
  }

  /** A crash, the power cord: nothing is saved, and nothing that was under way goes on. */
  crash(): void {
    this.machine.faults.stop();
    const app = this.own;
    app.workspace.requestSaveLayout.cancel();
    this.#running = null;
    app.workspace.hostFrame?.sync();
    setCurrent(null);
    if (hasDocument()) document.body.empty();
  }

  /** Quits, unless the app has crashed or was stopped, and starts again on the same disk. */
  async restart(): Promise<void> {
    if (this.machine.faults.crashed && this.#running !== null) this.crash();
    if (this.#running !== null) await this.quit();
    this.machine.faults.clear();
    await this.#boot();
  }

  /** Another device from the next start on. */
  useDevice(device: Device): void {
    this.machine.device = device;
  }

  /** Settles once the index has nothing to do and what was begun has had a turn. */
  async idle(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    await this.own.metadataCache.hostIdle();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }

  /** Full ids of the commands that the command palette shows now. */
  commands(): string[] {
    return this.own.hostCommands.available().map(({ id }) => id);
  }

  /** @returns what the command's callback returned; `false` where it cannot run now */
  async runCommand(id: string): Promise<unknown> {
    return await this.own.hostCommands.run(id);
  }

  /** @param uri such as `obsidian://living-wiki?id=1` */
  async openUri(uri: string): Promise<void> {
    const { host, searchParams } = new URL(uri.replace(/^obsidian:/, 'http:'));
    const handler = this.own.hostState.protocols.get(host);
    if (handler === undefined) throw new Error(`Nobody handles obsidian://${host}.`);
    await handler({ ...Object.fromEntries(searchParams), action: host });
  }

  /** A command of the app's own command line. */
  async cli(command: string, params: Readonly<Record<string, string>> = {}): Promise<string> {
    const registered = this.own.hostState.cli.get(command);
    if (registered === undefined) throw new Error(`There is no CLI command "${command}".`);
    return String(await registered.handler({ ...params }));
  }

  /** What is on the disk. */
  read(path: string): string {
    return textOf(this.machine.disk.file(path).data);
  }

  exists(path: string): boolean {
    return this.machine.disk.get(path) !== undefined;
  }

  /** Every file as text, by path; those of the app's configuration are left out. */
  tree(): Record<string, string> {
    const { disk } = this.machine;
    const paths = disk.all().filter((path) => disk.get(path)?.kind === 'file' && !path.startsWith('.obsidian/'));
    return Object.fromEntries(paths.map((path) => [path, this.read(path)]));
  }

  /** Saves what editors hold, as the app does two seconds after the last key. */
  async saveEditors(): Promise<void> {
    for (const leaf of this.own.workspace.hostLeaves()) {
      if (leaf.view instanceof MarkdownView) await leaf.view.save();
    }
  }

  /** What a program outside the app does to the disk; the app hears of it a little later. */
  readonly sync = {
    write: (path: string, data: DiskData): void => {
      this.machine.disk.put(path, data);
      this.#hear(path);
    },
    remove: (path: string): void => {
      const { disk } = this.machine;
      if (disk.get(path)?.kind === 'folder') disk.rmdir(path, true);
      else disk.remove(path);
      this.#hear(path);
    },
    /** To the app a rename from outside is a file that went and one that came. */
    rename: (from: string, to: string): void => {
      const { disk } = this.machine;
      disk.mkdir(to.slice(0, Math.max(0, to.lastIndexOf('/'))));
      disk.rename(from, to);
      this.#hear(from);
      this.#hear(to);
    },
  };

  /** Guess: the file system tells the app in a later task. */
  #hear(path: string): void {
    const app = this.#running;
    setTimeout(() => {
      if (app === null || app !== this.#running || this.machine.faults.crashed) return;
      app.vault.hostReconcile(path);
      for (const plugin of app.hostState.plugins.values()) {
        if (plugin.hostDataPath() !== path) continue;
        const { onExternalSettingsChange } = plugin as unknown as { onExternalSettingsChange?: () => unknown };
        onExternalSettingsChange?.call(plugin);
      }
    }, 0);
  }

  /**
   * The docs (Optimize plugin load time): plugins are loaded before anything else can happen; `create` is called for every
   * file while the vault is initialised; then the layout is ready.
   */
  async #boot(): Promise<void> {
    const app = new App(this.machine);
    this.#running = app;
    setCurrent({ app, machine: this.machine });
    const { views, extensions } = app.hostState;
    views.set('markdown', (leaf) => new MarkdownView(leaf));
    views.set('pdf', (leaf) => new PdfView(leaf));
    views.set('image', (leaf) => new MediaView(leaf));
    extensions.set('pdf', 'pdf');
    for (const extension of ['png', 'jpg', 'jpeg', 'gif', 'svg', 'webp']) extensions.set(extension, 'image');
    this.#beforePlugins(app);
    if (hasDocument()) mountFrame(app);
    for (const id of this.#installed.keys()) await this.#load(id);
    app.vault.hostLoad();
    await app.workspace.hostStart();
    await app.metadataCache.hostIdle();
  }

  async #load(id: string): Promise<Plugin> {
    const { type: Type, manifest } = this.#installed.get(id) ?? {};
    if (Type === undefined || manifest === undefined) throw new Error(`The plugin "${id}" is not installed.`);
    const app = this.own;
    const plugin = new Type(app, manifest);
    app.hostState.plugins.set(id, plugin);
    try {
      await plugin.load();
    } catch (error) {
      app.hostState.plugins.delete(id);
      throw error;
    }
    return plugin;
  }

  #tearDown(): void {
    const app = this.own;
    for (const id of [...app.hostState.plugins.keys()]) this.disable(id);
    for (const notice of app.hostState.shownNotices) notice.hide();
    app.workspace.requestSaveLayout.cancel();
    for (const leaf of app.workspace.hostLeaves()) leaf.view.unload();
    this.#running = null;
    setCurrent(null);
    if (hasDocument()) document.body.empty();
  }
}
