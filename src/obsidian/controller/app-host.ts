import { type App } from 'obsidian';
import {
  createSourceSearch,
  readDigest,
  missingSetting,
  type AutomationSettings,
  type DailyUsage,
  type DeviceMemory,
  type ModelHost,
  type WorkbenchHost,
} from '../../workbench';
import { scopeVault, type WriteLock } from '../../vault';
import {
  appClock,
  appOwner,
  appRandom,
  appTimer,
  createAppDevice,
  createAppLock,
  createFetch,
  createPdfReader,
  guessEncoding,
  isEarlierSession,
  markupReader,
} from '../host';
import { automationOf, saveAutomation } from '../host/automation';
import { createAppUnitKeys } from '../host/unit-keys';
import { type Settings } from '../settings';
import { ObsidianVault } from '../vault';

/** UTF-16 units that a megabyte of text counts as. */
const UNITS_OF_MB = 1_000_000;

/** Obsidian as the host of a workbench: files and their lock, source readers, and the configured model with its key. */
export class AppHost {
  readonly vault: ObsidianVault;
  readonly network: Pick<ModelHost, 'fetch' | 'timer'> = { fetch: createFetch(), timer: appTimer };
  readonly #app: App;
  readonly #settings: () => Settings;
  readonly #isApproved: () => boolean;
  readonly #onSpent: () => void;
  readonly #harvest: NonNullable<WorkbenchHost['harvest']>;
  readonly #pdf = createPdfReader();
  /** Loaded when a model is first asked. */
  readonly #usage: DailyUsage = {
    read: async (day) => (await this.#usageOfDevice()).read(day),
    add: async (...call) => {
      await (await this.#usageOfDevice()).add(...call);
      this.#onSpent();
    },
  };

  /**
   * @param settings returns the current settings
   * @param isApproved whether the user of this device agreed to their server
   * @param harvest does a queued harvest
   * @param onSpent called after a model was paid for an answer
   */
  constructor(
    app: App,
    settings: () => Settings,
    isApproved: () => boolean,
    harvest: NonNullable<WorkbenchHost['harvest']>,
    onSpent: () => void,
  ) {
    this.vault = new ObsidianVault(app);
    this.#app = app;
    this.#settings = settings;
    this.#isApproved = isApproved;
    this.#harvest = harvest;
    this.#onSpent = onSpent;
  }

  /** The host for the wiki in a folder. Its model follows the settings. */
  hostFor(root: string): WorkbenchHost {
    const chosen = (): ModelHost | undefined => this.#chosenModel();
    const embeddings = (): ModelHost => this.#model();
    const parallel = (): number => this.#settings().model.parallel ?? 1;
    return {
      vault: this.vault,
      root,
      linksLeaveWiki: root !== '',
      reportsChanges: true,
      clock: appClock,
      random: appRandom,
      lock: this.lockFor(root),
      device: this.deviceFor(root),
      jobs: {
        owner: appOwner(this.#app),
        isDead: (owner) => isEarlierSession(this.#app, owner),
        timer: appTimer,
        lock: createAppLock(this.#app, scopeVault(this.vault, root), '.wiki/jobs/lock'),
        get parallel() {
          return parallel();
        },
      },
      automation: () => this.automationFor(root),
      pdf: this.#pdf,
      markup: markupReader,
      guessEncoding,
      memoryDigest: () => readDigest(this.vault),
      harvest: this.#harvest,
      packs: {
        scopes: async () => (await import('../packs/pack-scopes')).appPackScopes(this.vault, root),
        target: (folder) => scopeVault(this.vault, folder),
      },
      unitKeys: createAppUnitKeys(this.#app),
      sourceSearch: createSourceSearch,
      indexesSources: true,
      sourceBudget: () => this.#settings().sourceBudget * UNITS_OF_MB,
      get model() {
        return chosen();
      },
      get embeddings() {
        return embeddings();
      },
    };
  }

  deviceFor(root: string): DeviceMemory {
    return createAppDevice(this.#app, root);
  }

  /** What runs and writes by itself in the wiki, on this device. */
  automationFor(root: string): AutomationSettings {
    return automationOf(this.#app, root);
  }

  saveAutomation(root: string, settings: AutomationSettings): void {
    saveAutomation(this.#app, root, settings);
  }

  lockFor(root: string): WriteLock {
    return createAppLock(this.#app, scopeVault(this.vault, root));
  }

  /** The model settings with the API key. The key is not even looked up for a server that nobody agreed to. */
  modelSettings(): ModelHost['settings'] {
    const { model, secret, serverSecrets } = this.#settings();
    if (!this.#isApproved()) return { ...model, isUnapproved: true };
    const withKey = <T extends object>(server: T, name: string): T & { readonly apiKey?: string } => {
      const apiKey = name === '' ? '' : (this.#app.secretStorage.getSecret(name) ?? '').trim();
      return apiKey === '' ? server : { ...server, apiKey };
    };
    const endpoints = model.endpoints?.map((server) => withKey(server, serverSecrets[server.name] ?? ''));
    return { ...withKey(model, secret), ...(endpoints && { endpoints }) };
  }

  async #usageOfDevice(): Promise<DailyUsage> {
    const { createAppUsage } = await import('../host/daily-usage');
    return createAppUsage(this.#app);
  }

  /** `undefined` while the settings are incomplete. */
  #chosenModel(): ModelHost | undefined {
    return missingSetting(this.#settings().model) === null ? this.#model() : undefined;
  }

  #model(): ModelHost {
    return { settings: this.modelSettings(), usageLog: this.#usage, ...this.network };
  }
}
