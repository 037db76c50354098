import { type App } from 'obsidian';
import { missingSetting, type DeviceMemory, type ModelHost, type WorkbenchHost } from '../../workbench';
import { scopeVault, type WriteLock } from '../../vault';
import {
  appClock,
  appRandom,
  appTimer,
  createAppDevice,
  createAppLock,
  createFetch,
  createPdfReader,
  guessEncoding,
  markupReader,
} from '../host';
import { type Settings } from '../settings';
import { ObsidianVault } from '../vault';

/** Obsidian as the host of a workbench: files and their lock, source readers, and the configured model with its key. */
export class AppHost {
  readonly vault: ObsidianVault;
  readonly network: Pick<ModelHost, 'fetch' | 'timer'> = { fetch: createFetch(), timer: appTimer };
  readonly #app: App;
  readonly #settings: () => Settings;
  readonly #pdf = createPdfReader();

  /** @param settings returns the current settings */
  constructor(app: App, settings: () => Settings) {
    this.vault = new ObsidianVault(app);
    this.#app = app;
    this.#settings = settings;
  }

  /** The host for the wiki in a folder. Its model follows the settings. */
  hostFor(root: string): WorkbenchHost {
    const chosen = (): ModelHost | undefined => this.#chosenModel();
    const embeddings = (): ModelHost => this.#model();
    return {
      vault: this.vault,
      root,
      linksLeaveWiki: root !== '',
      reportsChanges: true,
      clock: appClock,
      random: appRandom,
      lock: this.lockFor(root),
      device: this.deviceFor(root),
      pdf: this.#pdf,
      markup: markupReader,
      guessEncoding,
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

  lockFor(root: string): WriteLock {
    return createAppLock(this.#app, scopeVault(this.vault, root));
  }

  /** The model settings with the API key. */
  modelSettings(): ModelHost['settings'] {
    const { model, secret } = this.#settings();
    const apiKey = secret === '' ? null : this.#app.secretStorage.getSecret(secret);
    return apiKey === null || apiKey.trim() === '' ? model : { ...model, apiKey: apiKey.trim() };
  }

  /** `undefined` while the settings are incomplete. */
  #chosenModel(): ModelHost | undefined {
    return missingSetting(this.#settings().model) === null ? this.#model() : undefined;
  }

  #model(): ModelHost {
    return { settings: this.modelSettings(), ...this.network };
  }
}
