import { Commands, type Command } from './commands';
import { type Machine } from './machine';
import { MetadataCache } from './metadata/cache';
import { type Plugin } from './plugin';
import { setDevice } from './platform';
import { SecretStorage } from './secrets';
import { strict } from './strict';
import { Keymap, Scope } from './ui/keymap';
import { type PluginSettingTab } from './ui/setting-tab';
import { CapacitorAdapter, FileSystemAdapter } from './vault/adapter';
import { FileManager } from './vault/file-manager';
import { Vault } from './vault/vault';
import { type View } from './views/view';
import { Workspace } from './workspace/workspace';
import { type WorkspaceLeaf } from './workspace/leaf';

/** What plugins registered with the app, beyond what the documentation lets them read back. */
export interface AppState {
  readonly plugins: Map<string, Plugin>;
  readonly ribbon: {
    readonly title: string;
    readonly el: HTMLElement;
    readonly callback: (evt: MouseEvent) => unknown;
  }[];
  readonly statusBar: HTMLElement[];
  readonly settingTabs: PluginSettingTab[];
  readonly views: Map<string, (leaf: WorkspaceLeaf) => View>;
  readonly extensions: Map<string, string>;
  readonly protocols: Map<string, (params: Record<string, string>) => unknown>;
  readonly cli: Map<
    string,
    { description: string; flags: unknown; handler: (params: Record<string, string>) => unknown }
  >;
  readonly postProcessors: { readonly sortOrder: number; readonly run: (el: HTMLElement, ctx: object) => unknown }[];
  /** CodeMirror extensions, as they were registered. */
  readonly editorExtensions: unknown[];
  /** What notices said, the latest last. */
  readonly notices: string[];
  readonly shownNotices: Set<{ hide(): void }>;
}

/** d.ts `App`. Everything else of it, such as `app.plugins` or `app.commands`, is not documented and throws. */
export class App {
  vault: Vault;
  metadataCache: MetadataCache;
  fileManager: FileManager;
  workspace: Workspace;
  keymap: Keymap;
  scope: Scope;
  secretStorage: SecretStorage;
  lastEvent: Event | null = null;
  readonly hostCommands: Commands;
  readonly hostState: AppState = {
    plugins: new Map(),
    ribbon: [],
    statusBar: [],
    settingTabs: [],
    views: new Map(),
    extensions: new Map([['md', 'markdown']]),
    protocols: new Map(),
    cli: new Map(),
    postProcessors: [],
    editorExtensions: [],
    notices: [],
    shownNotices: new Set(),
  };

  constructor(readonly hostMachine: Machine) {
    setDevice(hostMachine.device);
    const Adapter = hostMachine.device === 'desktop' ? FileSystemAdapter : CapacitorAdapter;
    const { disk, faults, name } = hostMachine;
    this.vault = new Vault(new Adapter(disk, faults, name), disk);
    this.metadataCache = new MetadataCache(this.vault);
    this.fileManager = new FileManager(this.vault, this.metadataCache);
    this.secretStorage = new SecretStorage(hostMachine.secrets);
    this.scope = new Scope();
    this.keymap = new Keymap(this);
    this.hostCommands = new Commands(this);
    this.workspace = new Workspace(this);
  }

  isDarkMode(): boolean {
    return this.hostMachine.isDark;
  }

  loadLocalStorage(key: string): unknown {
    const text = this.hostMachine.localStorage.get(key);
    return text === undefined ? null : (JSON.parse(text) as unknown);
  }

  /** d.ts: "If data is `null`, the entry will be cleared." */
  saveLocalStorage(key: string, data: unknown): void {
    if (data === null) this.hostMachine.localStorage.delete(key);
    else this.hostMachine.localStorage.set(key, JSON.stringify(data));
  }
}
strict(App);

export type { Command };
