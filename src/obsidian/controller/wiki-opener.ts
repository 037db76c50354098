import { asWikiError, SerialQueue, silentRun } from '../../base';
import { type Progress, type Workbench } from '../../workbench';
import { appRun } from '../host/time';
import { type Settings } from '../settings/types';
import { type ObsidianVault } from '../vault';
import { type AppHost } from './app-host';
import { type ControllerEvent, type ControllerState } from './types';

/** Runs while a wiki is open. */
export interface WikiService {
  /** The wiki is about to be read. */
  start?(vault: ObsidianVault): void;
  /** The wiki was read, or something was written to it. */
  update(): void;
  /** The wiki is being closed. Resolves when the service has stopped. */
  stop(): Promise<void>;
}

interface OpenerDeps {
  host(): Promise<AppHost>;
  settings(): Promise<Settings>;
  readonly services: readonly WikiService[];
  emit(event: ControllerEvent): void;
}

/** Looks for the wikis of the vault and opens one of them at a time. */
export class WikiOpener {
  state: ControllerState = { kind: 'starting', progress: null };
  roots: readonly string[] = [];
  readonly #deps: OpenerDeps;
  #open = new AbortController();
  readonly #starts = new SerialQueue();
  #isClosed = false;

  constructor(deps: OpenerDeps) {
    this.#deps = deps;
  }

  /** Aborted when the open wiki is closed. */
  get signal(): AbortSignal {
    return this.#open.signal;
  }

  /** Resolves when the last {@link start} is done. */
  get settled(): Promise<void> {
    return this.#starts.idle();
  }

  /** Closes the open wiki, looks for wikis again and opens one. */
  start(): Promise<void> {
    return this.#starts.add(() => this.#restart());
  }

  /** Cancels what runs and opens no further wiki. */
  abort(): void {
    this.#isClosed = true;
    void this.#stopServices();
  }

  /** {@link abort}, and waits until nothing runs any more. */
  async close(): Promise<void> {
    this.abort();
    await this.#starts.idle();
    await this.#closeWiki();
  }

  #setState(state: ControllerState): void {
    this.state = state;
    this.#deps.emit('state');
  }

  async #restart(): Promise<void> {
    await this.#closeWiki();
    if (this.#isClosed) return;
    this.#open = new AbortController();
    this.#setState({ kind: 'starting', progress: null });
    try {
      await this.#openWiki();
    } catch (error) {
      const failure = asWikiError(error, 'living-wiki:unexpected');
      if (failure.code !== 'living-wiki:cancelled') this.#setState({ kind: 'failed', error: failure });
    }
  }

  async #openWiki(): Promise<void> {
    const { wiki } = await this.#deps.settings();
    const host = await this.#deps.host();
    const { findWikis, Workbench } = await import('./opening');
    // The plugin may have been unloaded while its code was read.
    if (this.#isClosed) return;
    for (const service of this.#deps.services) service.start?.(host.vault);
    const progress = (step: Progress): void => this.#setState({ kind: 'starting', progress: step });
    const run = appRun(this.signal, progress);
    this.roots = await findWikis(host.vault, run);
    const root = wiki !== null && this.roots.includes(wiki) ? wiki : this.roots[0];
    if (root === undefined) {
      this.#setState({ kind: 'none' });
      return;
    }
    const workbench = await Workbench.open(host.hostFor(root), run);
    if (this.signal.aborted) await close(workbench);
    else this.#becomeReady(workbench, root);
  }

  #becomeReady(workbench: Workbench, root: string): void {
    this.#setState({ kind: 'ready', workbench, root });
    this.#deps.emit('lens');
    for (const service of this.#deps.services) service.update();
  }

  async #stopServices(): Promise<void> {
    this.#open.abort();
    await Promise.all(this.#deps.services.map((service) => service.stop()));
  }

  async #closeWiki(): Promise<void> {
    await this.#stopServices();
    const { state } = this;
    if (state.kind !== 'ready') return;
    this.state = { kind: 'starting', progress: null };
    await close(state.workbench);
  }
}

function close(workbench: Workbench): Promise<void> {
  return workbench.close(appRun(silentRun.signal));
}
