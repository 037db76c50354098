import { createDebouncer } from './debounce';
import { type WikiController } from './types';
import { type WikiService } from './wiki-opener';

/** How long a wiki is open before its sources are looked at. Milliseconds. */
const FIRST_DELAY = 60_000;
/** Pause between two slices. Milliseconds. */
const SLICE_DELAY = 10_000;

/**
 * Looks once, after a wiki was opened, whether sources were changed with their size and time kept, which Obsidian does not
 * tell. It reads a few megabytes at a time, and nothing while a job runs.
 */
export class SourceRehash implements WikiService {
  readonly #controller: WikiController;
  readonly #onChanged: () => void;
  #after: string | null = null;
  #state: 'new' | 'running' | 'done' = 'new';
  readonly #first = createDebouncer(FIRST_DELAY, () => this.#look());
  readonly #next = createDebouncer(SLICE_DELAY, () => this.#look());

  constructor(controller: WikiController, onChanged: () => void) {
    this.#controller = controller;
    this.#onChanged = onChanged;
  }

  update(): void {
    if (this.#state !== 'new') return;
    this.#state = 'running';
    this.#first.schedule();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#first.stop(), this.#next.stop()]);
    this.#state = 'new';
    this.#after = null;
  }

  async #look(): Promise<void> {
    const controller = this.#controller;
    const { state } = controller;
    if (state.kind !== 'ready') return;
    if (controller.job !== null) {
      this.#next.schedule();
      return;
    }
    try {
      const { changed, next } = await state.workbench.rehashSources(this.#after, controller.backgroundRun());
      this.#after = next;
      if (changed.length > 0) this.#onChanged();
      if (next === null) this.#state = 'done';
      else this.#next.schedule();
    } catch (error) {
      controller.showError(error);
    }
  }
}
