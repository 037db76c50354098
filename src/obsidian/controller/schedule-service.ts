import { createDebouncer } from './debounce';
import { type WikiController } from './types';
import { type WikiService } from './wiki-opener';

/** Bounds of a wait, for a clock that jumps. Milliseconds. */
const WAIT = { shortest: 1000, longest: 600_000 };
const LOOK_DELAY = 500;

/** Queues skills when their time has come, while the wiki is open. */
export class ScheduleService implements WikiService {
  readonly #controller: WikiController;
  readonly #onQueued: () => void;
  readonly #debouncer = createDebouncer(LOOK_DELAY, () => this.#look());
  readonly #lookNow = (): void => this.#debouncer.schedule();
  #unsubscribe: () => void = () => undefined;
  #timer: number | null = null;

  /** @param onQueued what is scheduled may have changed */
  constructor(controller: WikiController, onQueued: () => void) {
    this.#controller = controller;
    this.#onQueued = onQueued;
  }

  start(): void {
    window.addEventListener('online', this.#lookNow);
    // A schedule was set, or somebody agreed to the model server.
    const off = this.#controller.on('settings', this.#lookNow);
    this.#unsubscribe = () => {
      off();
      window.removeEventListener('online', this.#lookNow);
    };
  }

  update(): void {
    this.#debouncer.schedule();
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#unsubscribe = () => undefined;
    this.#stopTimer();
    await this.#debouncer.stop();
  }

  async #look(): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready' || Object.keys(this.#controller.automation.skills).length === 0) return;
    this.#stopTimer();
    const run = this.#controller.backgroundRun();
    try {
      const { scheduleConditions } = await import('./schedule-conditions');
      const scheduler = await state.workbench.scheduler();
      const next = (await scheduler?.look(scheduleConditions(this.#controller), run)) ?? null;
      if (run.signal.aborted) return;
      this.#onQueued();
      if (next === null) return;
      const wait = Math.min(WAIT.longest, Math.max(WAIT.shortest, next - Date.now()));
      this.#timer = window.setTimeout(this.#lookNow, wait);
    } catch (error) {
      if (!run.signal.aborted) this.#controller.showError(error);
    }
  }

  #stopTimer(): void {
    if (this.#timer !== null) window.clearTimeout(this.#timer);
    this.#timer = null;
  }
}
