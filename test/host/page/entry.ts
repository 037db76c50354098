import * as codeMirrorState from '@codemirror/state';
import * as codeMirrorView from '@codemirror/view';
import { Host, type PluginClass } from '../host';
import { type PluginManifest } from 'obsidian';
import { obsidian } from '../obsidian';
import { uncaught } from '../events';
import { type Device } from '../platform';
import { installGlobals, patchWindow } from '../ui/dom';
import { MarkdownView } from '../views/markdown-view';
import { ExplorerView, showFileMenu } from './explorer';
import { furnish, openPalette, openSettings } from './shell';
import { type PageOptions, type PageVault } from './options';

/** The server has it there; the bundler has nothing to look for. */
const pdfAddress: string = ['', 'host', 'pdf.mjs'].join('/');

/** What loading a bundle took. Milliseconds. */
export interface LoadTimes {
  readonly compile: number;
  readonly evaluate: number;
}

/** Loads a bundle as the app does: CommonJS, with nothing to require but the app. */
function loadPlugin(code: string): { readonly type: PluginClass; readonly times: LoadTimes } {
  const start = performance.now();
  const module: { exports: { default?: PluginClass } } = { exports: {} };
  const require = (name: string): unknown => {
    if (name === 'obsidian') return obsidian;
    if (name === '@codemirror/state') return codeMirrorState;
    if (name === '@codemirror/view') return codeMirrorView;
    throw new Error(`Cannot find module '${name}'`);
  };
  // A page has no other way to run CommonJS, and the code is our own.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- see above
  const run = new Function('module', 'exports', 'require', `${code}\n//# sourceURL=main.js`) as (
    ...args: unknown[]
  ) => void;
  const compiled = performance.now();
  run(module, module.exports, require);
  const times = { compile: compiled - start, evaluate: performance.now() - compiled };
  const type = module.exports.default ?? (module.exports as unknown as PluginClass);
  if (typeof type !== 'function') throw new Error('main.js has no default export.');
  return { type, times };
}

async function text(url: string): Promise<string> {
  const response = await fetch(url, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${url}: ${String(response.status)}`);
  return response.text();
}

function filesOf(vault: PageVault): Record<string, string | Uint8Array> {
  return Object.fromEntries(
    Object.entries(vault).map(([path, data]) => [
      path,
      typeof data === 'string' ? data : Uint8Array.from(atob(data.base64), (char) => char.charCodeAt(0)),
    ]),
  );
}

/** What tests and the playground steer the page with: `window.host`. */
class Page {
  readonly #options: PageOptions;
  readonly #code: string;
  readonly #manifest: PluginManifest;

  private constructor(
    readonly host: Host,
    options: PageOptions,
    code: string,
    manifest: PluginManifest,
  ) {
    this.#options = options;
    this.#code = code;
    this.#manifest = manifest;
  }

  static async open(): Promise<Page> {
    const options = JSON.parse(await text('/options.json')) as PageOptions;
    const code = await text('/plugin/main.js');
    const manifest = JSON.parse(await text('/plugin/manifest.json')) as PluginManifest;
    patchWindow(window);
    installGlobals();
    const plugin = { type: loadPlugin(code).type, manifest };
    const host = await Host.start({
      name: options.name ?? 'Example vault',
      files: filesOf(options.files ?? {}),
      localStorage: options.localStorage ?? {},
      isStranger: options.isStranger ?? false,
      device: options.device ?? 'desktop',
      language: options.language ?? 'en',
      unsaved: options.unsaved ?? 'merge',
      livePreview: options.livePreview ?? false,
      caseSensitive: options.caseSensitive ?? false,
      pdfJs: () => import(pdfAddress) as Promise<unknown>,
      plugins: options.enabled === false ? [] : [plugin],
      beforePlugins: (app) => app.hostState.views.set('file-explorer', (leaf) => new ExplorerView(leaf)),
    });
    const page = new Page(host, options, code, manifest);
    page.theme(options.theme ?? 'light');
    await page.#settle();
    // A newcomer sees at once where to begin.
    if (options.isPlayground === true) await host.runCommand(`${manifest.id}:open-home`);
    return page;
  }

  /** Compiles and evaluates the plugin's code again. @param mark makes it another text, so that nothing that was compiled before is used */
  loadAgain(mark: string): LoadTimes {
    return loadPlugin(`${this.#code}\n//${mark}`).times;
  }

  /** A person switches the plugin on, where the page was opened with `enabled: false`. */
  async enable(): Promise<void> {
    await this.host.enable(loadPlugin(this.#code).type, this.#manifest);
    await this.#settle();
  }

  theme(theme: 'light' | 'dark'): void {
    this.host.machine.isDark = theme === 'dark';
    const documents = [document, ...this.host.own.workspace.hostWindows().map(({ doc }) => doc)];
    for (const { body } of documents) {
      body.toggleClass('theme-dark', theme === 'dark');
      body.toggleClass('theme-light', theme === 'light');
    }
    this.host.own.workspace.trigger('css-change');
  }

  /** Restarts as another kind of device. */
  async device(device: Device): Promise<void> {
    this.host.useDevice(device);
    await this.restart();
  }

  async restart(): Promise<void> {
    await this.host.restart();
    await this.#settle();
  }

  palette(): void {
    openPalette(this.host.own);
  }

  settings(): void {
    openSettings(this.host.own);
  }

  async open(path: string, where: 'tab' | 'split' | 'window' | false = false): Promise<void> {
    const { vault, workspace } = this.host.own;
    const file = vault.getFileByPath(path);
    if (file === null) throw new Error(`There is no file ${path}.`);
    await workspace.getLeaf(where).openFile(file);
  }

  /** Types into an open note: the whole text is this now, and is not saved. */
  type(path: string, typed: string): void {
    for (const { view } of this.host.own.workspace.hostLeaves()) {
      if (view instanceof MarkdownView && view.file?.path === path) view.hostType(typed);
    }
  }

  fileMenu(path: string, x = 200, y = 200): void {
    const file = this.host.own.vault.getAbstractFileByPath(path);
    if (file === null) throw new Error(`There is no file ${path}.`);
    showFileMenu(this.host.own, file, new MouseEvent('contextmenu', { clientX: x, clientY: y, view: window }));
  }

  errors(): string[] {
    return uncaught.map((error) => (error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error)));
  }

  /** After every start: the explorer in its place and the bar on top. */
  async #settle(): Promise<void> {
    const app = this.host.own;
    const { workspace } = app;
    if (workspace.getLeavesOfType('file-explorer').length === 0) {
      const active = workspace.activeLeaf;
      await workspace.getLeftLeaf(false)?.setViewState({ type: 'file-explorer', active: false });
      if (this.host.machine.device === 'desktop') workspace.leftSplit.expand();
      if (active !== null) workspace.setActiveLeaf(active);
    }
    for (const leaf of workspace.getLeavesOfType('file-explorer'))
      if (leaf.hostIsVisible()) await leaf.loadIfDeferred();
    const isDark = (): boolean => this.host.machine.isDark;
    furnish(
      app,
      this.#options.isPlayground === true
        ? {
            'Light or dark': () => this.theme(isDark() ? 'light' : 'dark'),
            'Desktop or phone': () => void this.device(this.host.machine.device === 'phone' ? 'desktop' : 'phone'),
            Restart: () => void this.restart(),
          }
        : {},
    );
    workspace.hostFrame?.sync();
  }
}

declare global {
  interface Window {
    /** Settles once the page is up. */
    hostReady: Promise<Page>;
    page: Page;
    host: Host;
  }
}

export type { Page };

window.hostReady = Page.open().then((page) => {
  window.page = page;
  window.host = page.host;
  return page;
});
