import { type ObsidianVault } from '../vault';
import { createDebouncer } from './debounce';
import { type WikiController } from './types';
import { type WikiService } from './wiki-opener';

/** How long the vault must be quiet before changed files are read. Milliseconds. */
const READ_DELAY = 300;
/** How long after opening a wiki its index is saved. Obsidian may quit without telling us. Milliseconds. */
const SAVE_DELAY = 5_000;

/** Markers among the changed paths. No path contains these characters. */
const LENSES_CHANGED = '\0lenses';
const WIKIS_CHANGED = '\0wikis';

interface WatcherCallbacks {
  onLensesChanged(): void;
  onFilesChanged(): void;
}

/** Reads files of the wiki again when something other than this plugin changed them. */
export class VaultWatcher implements WikiService {
  readonly #controller: WikiController;
  readonly #callbacks: WatcherCallbacks;
  readonly #changed = new Set<string>();
  readonly #readSoon = createDebouncer(READ_DELAY, () => this.#readChanged());
  readonly #saveSoon = createDebouncer(SAVE_DELAY, () => this.#saveIndex());
  #stopWatching: (() => void) | null = null;

  constructor(controller: WikiController, callbacks: WatcherCallbacks) {
    this.#controller = controller;
    this.#callbacks = callbacks;
  }

  /** Starts before the wiki is read, so that files that change during that are read again. */
  start(vault: ObsidianVault): void {
    this.#stopWatching = vault.watchOthers((event) => {
      this.#note(event.path, event.kind === 'removed');
      if (event.kind === 'renamed') this.#note(event.from, true);
    });
  }

  update(): void {
    this.#saveSoon.schedule();
  }

  /** Reads every file that has changed. */
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

  #note(path: string, isGone: boolean): void {
    const controller = this.#controller;
    const changed = this.#changed;
    const isManifest = path === 'KNOWLEDGE.md' || path.endsWith('/KNOWLEDGE.md');
    // It may be a governance policy, which says what views may do.
    const isYaml = /\.ya?ml$/i.test(path);
    if (isManifest || isYaml) changed.add(LENSES_CHANGED);
    const isRoot = isManifest && path === controller.toVaultPath('KNOWLEDGE.md');
    // A wiki was added or removed.
    if (isManifest && (controller.state.kind !== 'ready' || (isRoot && isGone))) changed.add(WIKIS_CHANGED);
    const inside = controller.toWikiPath(path);
    if (inside !== null) changed.add(inside);
    // It may be the folder of a consumer, or a policy; nothing has to be drawn again for most of such changes.
    else if (controller.state.kind === 'ready') controller.state.workbench.invalidateLenses();
    if (changed.size > 0) this.#readSoon.schedule();
  }

  async #readChanged(): Promise<void> {
    const controller = this.#controller;
    const { state } = controller;
    const paths = [...this.#changed];
    this.#changed.clear();
    if (paths.includes(WIKIS_CHANGED)) {
      // Not awaited: opening a wiki stops this watcher and waits for it.
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
