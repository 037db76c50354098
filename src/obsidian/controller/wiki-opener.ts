import { SerialQueue } from '../../base';
import { asWikiError, findWikis, Workbench, type Progress } from '../../workbench';
import { appRun } from '../host';
import { type Settings } from '../settings';
import { type AppHost } from './app-host';
import { type ControllerEvent, type ControllerState } from './types';

/** What goes on while a wiki is open. */
export interface WikiService {
  /** The wiki is about to be read. */
  start?(): void;
  /** It was read, or something was written into it. */
  update(): void;
  /** It is being closed: nothing begins any more from now on. Resolves when nothing of it runs. */
  stop(): Promise<void>;
}

/** Looks for the wikis of the vault, and opens one of them at a time. */
export class WikiOpener {
  state: ControllerState = { kind: 'starting', progress: null };
  roots: readonly string[] = [];
  readonly #host: AppHost;
  readonly #settings: () => Settings;
  readonly #services: readonly WikiService[];
  readonly #emit: (event: ControllerEvent) => void;
  /** Ends with what was opened. */
  #open = new AbortController();
  readonly #queue = new SerialQueue();
  #isClosed = false;

  constructor(
    host: AppHost,
    settings: () => Settings,
    companions: readonly WikiService[],
    say: (event: ControllerEvent) => void,
  ) {
    this.#host = host;
    this.#settings = settings;
    this.#services = companions;
    this.#emit = say;
  }

  /** Aborted when what is open now is closed. */
  get signal(): AbortSignal {
    return this.#open.signal;
  }

  /** Resolves when what is being opened is open. */
  get settled(): Promise<void> {
    return this.#queue.idle();
  }

  /** Looks anew. */
  start(): Promise<void> {
    return this.#queue.add(() => this.#openWiki());
  }

  /** Cancels what runs; from now on nothing is opened, and nothing listened to. */
  abort(): void {
    this.#isClosed = true;
    void this.#stopServices();
  }

  /** Resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.abort();
    await this.#queue.idle();
    await this.#closeWiki();
  }

  #setState(state: ControllerState): void {
    this.state = state;
    this.#emit('state');
  }

  async #openWiki(): Promise<void> {
    await this.#closeWiki();
    if (this.#isClosed) return;
    this.#open = new AbortController();
    const progress = (step: Progress): void => this.#setState({ kind: 'starting', progress: step });
    const run = appRun(this.signal, progress);
    this.#setState({ kind: 'starting', progress: null });
    for (const companion of this.#services) companion.start?.();
    try {
      this.roots = await findWikis(this.#host.vault, run);
      const { wiki } = this.#settings();
      const root = wiki !== null && this.roots.includes(wiki) ? wiki : this.roots[0];
      if (root === undefined) {
        this.#setState({ kind: 'none' });
        return;
      }
      const workbench = await Workbench.open(this.#host.hostFor(root), run);
      if (this.signal.aborted) {
        await workbench.close(appRun(new AbortController().signal));
        return;
      }
      this.#setState({ kind: 'ready', workbench, root });
      this.#emit('lens');
      for (const companion of this.#services) companion.update();
    } catch (error) {
      const failure = asWikiError(error, 'living-wiki:unexpected');
      if (failure.code !== 'living-wiki:cancelled') this.#setState({ kind: 'failed', error: failure });
    }
  }

  async #stopServices(): Promise<void> {
    this.#open.abort();
    await Promise.all(this.#services.map((companion) => companion.stop()));
  }

  async #closeWiki(): Promise<void> {
    await this.#stopServices();
    const { state } = this;
    if (state.kind !== 'ready') return;
    this.state = { kind: 'starting', progress: null };
    await state.workbench.close(appRun(new AbortController().signal));
  }
}
