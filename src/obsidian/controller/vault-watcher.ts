import { type ObsidianVault } from '../vault';
import { type WikiService } from './wiki-opener';
import { createDebouncer } from './debounce';
import { type WikiController } from './types';

/** How long the vault must be quiet before changed files are read. Milliseconds. */
const READ_DELAY = 300;
/** How long after a wiki was opened its pages are kept for the next start: the app may be closed without a word. Milliseconds. */
const SAVE_DELAY = 5_000;

/** Stand among the changed paths for: look at the lenses again; look for wikis again. No path holds these characters. */
const LENSES_CHANGED = '\0lenses';
const WIKIS_CHANGED = '\0anew';

/** To be called when something else is known: the lenses; the pages or sources. */
interface WatcherCallbacks {
  onLensesChanged(): void;
  onFilesChanged(): void;
}

/** Keeps the picture of the wiki true to what others do to its files. */
export class VaultWatcher implements WikiService {
  readonly #controller: WikiController;
  readonly #vault: ObsidianVault;
  readonly #callbacks: WatcherCallbacks;
  readonly #changed = new Set<string>();
  readonly #readSoon = createDebouncer(READ_DELAY, () => this.#readChanged());
  readonly #saveSoon = createDebouncer(SAVE_DELAY, () => this.#saveIndex());
  #stopWatching: (() => void) | null = null;

  constructor(controller: WikiController, vault: ObsidianVault, heard: WatcherCallbacks) {
    this.#controller = controller;
    this.#vault = vault;
    this.#callbacks = heard;
  }

  /** What changes while the wiki is read is read again. */
  start(): void {
    this.#stopWatching = this.#vault.watchOthers((event) => {
      this.#note(event.path, event.kind === 'removed');
      if (event.kind === 'renamed') this.#note(event.from, true);
    });
  }

  /** What was read is kept for the next start. */
  update(): void {
    this.#saveSoon.schedule();
  }

  /** Reads everything again that is not as it was. */
  async refreshAll(): Promise<void> {
    this.#changed.add('');
    await this.#readChanged();
  }

  async stop(): Promise<void> {
    this.#stopWatching?.();
    this.#stopWatching = null;
    await Promise.all([this.#readSoon.stop(), this.#saveSoon.stop()]);
    this.#changed.clear();
  }

  /** Takes note of a file that somebody else changed. */
  #note(path: string, isGone: boolean): void {
    const controller = this.#controller;
    const changed = this.#changed;
    const isManifest = path === 'KNOWLEDGE.md' || path.endsWith('/KNOWLEDGE.md');
    if (isManifest) changed.add(LENSES_CHANGED);
    const isOurs = isManifest && path === controller.toVaultPath('KNOWLEDGE.md');
    // A wiki came, or went.
    if (isManifest && (controller.state.kind !== 'ready' || (isOurs && isGone))) changed.add(WIKIS_CHANGED);
    const inside = controller.toWikiPath(path);
    if (inside !== null) changed.add(inside);
    if (changed.size > 0) this.#readSoon.schedule();
  }

  async #readChanged(): Promise<void> {
    const controller = this.#controller;
    const { state } = controller;
    const paths = [...this.#changed];
    this.#changed.clear();
    if (paths.includes(WIKIS_CHANGED)) {
      // Not waited for: opening anew waits for this.
      void controller.start();
      return;
    }
    if (state.kind !== 'ready' || paths.length === 0) return;
    const { workbench } = state;
    try {
      if (paths.includes(LENSES_CHANGED)) workbench.invalidateLenses();
      await workbench.refresh(
        paths.filter((path) => path !== LENSES_CHANGED),
        controller.backgroundRun(),
      );
      if (paths.includes(LENSES_CHANGED)) this.#callbacks.onLensesChanged();
      this.#callbacks.onFilesChanged();
    } catch (error) {
      controller.showError(error);
    }
  }

  async #saveIndex(): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    try {
      await state.workbench.save(this.#controller.backgroundRun());
    } catch (error) {
      this.#controller.showError(error);
    }
  }
}
