import { asWikiError, findWikis, Workbench } from '../../workbench';
import type { Progress } from '../../workbench';
import { appRun } from '../host';
import type { Settings } from '../settings';
import type { AppHost } from './app-host';
import type { DeskEvent, DeskState } from './types';

/** What goes on while a wiki is open. */
export interface Companion {
  /** The wiki is about to be read. */
  begin?(): void;
  /** It was read, or something was written into it. */
  ready(): void;
  /** It is being closed: nothing begins any more from now on. Resolves when nothing of it runs. */
  stop(): Promise<void>;
}

/** Looks for the wikis of the vault, and opens one of them at a time. */
export class Opening {
  state: DeskState = { kind: 'starting', progress: null };
  roots: readonly string[] = [];
  readonly #host: AppHost;
  readonly #settings: () => Settings;
  readonly #companions: readonly Companion[];
  readonly #say: (event: DeskEvent) => void;
  /** Ends with what was opened. */
  #open = new AbortController();
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    host: AppHost,
    settings: () => Settings,
    companions: readonly Companion[],
    say: (event: DeskEvent) => void,
  ) {
    this.#host = host;
    this.#settings = settings;
    this.#companions = companions;
    this.#say = say;
  }

  /** Aborted when what is open now is closed. */
  get signal(): AbortSignal {
    return this.#open.signal;
  }

  /** Resolves when what is being opened is open. */
  get last(): Promise<void> {
    return this.#last;
  }

  /** Looks anew. */
  start(): Promise<void> {
    this.#last = this.#last.then(() => this.#openOne());
    return this.#last;
  }

  /** Cancels what runs; from now on nothing is opened, and nothing listened to. */
  abort(): void {
    this.#isClosed = true;
    void this.#stopAll();
  }

  /** Resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.abort();
    await this.#last;
    await this.#letGo();
  }

  #become(state: DeskState): void {
    this.state = state;
    this.#say('state');
  }

  async #openOne(): Promise<void> {
    await this.#letGo();
    if (this.#isClosed) return;
    this.#open = new AbortController();
    const progress = (step: Progress): void => this.#become({ kind: 'starting', progress: step });
    const run = appRun(this.signal, progress);
    this.#become({ kind: 'starting', progress: null });
    for (const companion of this.#companions) companion.begin?.();
    try {
      this.roots = await findWikis(this.#host.vault, run);
      const { wiki } = this.#settings();
      const root = wiki !== null && this.roots.includes(wiki) ? wiki : this.roots[0];
      if (root === undefined) {
        this.#become({ kind: 'none' });
        return;
      }
      const workbench = await Workbench.open(this.#host.of(root), run);
      if (this.signal.aborted) {
        await workbench.close(appRun(new AbortController().signal));
        return;
      }
      this.#become({ kind: 'ready', workbench, root });
      this.#say('lens');
      for (const companion of this.#companions) companion.ready();
    } catch (error) {
      const failure = asWikiError(error, 'living-wiki:unexpected');
      if (failure.code !== 'living-wiki:cancelled') this.#become({ kind: 'failed', error: failure });
    }
  }

  async #stopAll(): Promise<void> {
    this.#open.abort();
    await Promise.all(this.#companions.map((companion) => companion.stop()));
  }

  async #letGo(): Promise<void> {
    await this.#stopAll();
    const { state } = this;
    if (state.kind !== 'ready') return;
    this.state = { kind: 'starting', progress: null };
    await state.workbench.close(appRun(new AbortController().signal));
  }
}
