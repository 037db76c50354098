import { appRun, appTimer } from '../host/time';
import { type Run, type SourceCounts } from '../../workbench';
import { createDebouncer } from './debounce';
import { type SourceIndexState, type WikiController } from './types';
import { type WikiService } from './wiki-opener';

/** How long the wiki must be quiet before its sources are indexed. Milliseconds. */
const START_DELAY = 1_500;

/** Indexing takes the processor for so long, then rests for as long, and longer while a job runs. Milliseconds. */
const SLICE = 6;
const REST = 6;
const LONG_REST = 400;

/** Shortest time between two updates of what is shown. Milliseconds. */
const DRAW_INTERVAL = 250;

/** Keeps the index of the sources up to date in the background, so that search finds what no page says yet. */
export class SourceIndexer implements WikiService {
  readonly #controller: WikiController;
  readonly #onChange: () => void;
  readonly #debouncer = createDebouncer(START_DELAY, () => this.#index());
  #aborter = new AbortController();
  #progress: SourceIndexState['progress'] = null;
  #counts: SourceCounts | null = null;
  #isStopped = false;
  #sliceEnds = 0;
  #drawn = 0;

  constructor(controller: WikiController, onChange: () => void) {
    this.#controller = controller;
    this.#onChange = onChange;
  }

  get state(): SourceIndexState {
    return {
      progress: this.#progress,
      isPaused: this.#progress !== null && this.#controller.job !== null,
      isStopped: this.#isStopped,
      pending: this.#counts?.pending ?? 0,
      outside: this.#counts?.outside ?? 0,
    };
  }

  update(): void {
    this.#debouncer.schedule();
  }

  async stop(): Promise<void> {
    this.#aborter.abort();
    await this.#debouncer.stop();
    this.#counts = null;
    this.#isStopped = false;
  }

  /** A person stops the work. What is indexed stays. */
  interrupt(): void {
    this.#isStopped = true;
    this.#aborter.abort();
  }

  /** Goes on after {@link interrupt}. */
  resume(): void {
    this.#isStopped = false;
    this.#debouncer.run();
  }

  async #index(): Promise<void> {
    const controller = this.#controller;
    const { state, settings } = controller;
    if (state.kind !== 'ready') return;
    const { workbench } = state;
    const run = this.#run((this.#aborter = new AbortController()));
    try {
      if (settings.sourceBudget > 0 && !this.#isStopped) await workbench.indexSources(run);
    } catch (error) {
      if (!run.signal.aborted) controller.showError(error);
    }
    this.#progress = null;
    try {
      this.#counts = settings.sourceBudget > 0 ? await workbench.sourceCounts(controller.backgroundRun()) : null;
    } catch (error) {
      controller.showError(error);
    }
    this.#onChange();
  }

  #run(aborter: AbortController): Run {
    const { signal } = aborter;
    const closed = this.#controller.backgroundRun().signal;
    if (closed.aborted) aborter.abort();
    else closed.addEventListener('abort', () => aborter.abort(), { once: true, signal });
    return {
      signal,
      progress: (step) => {
        this.#progress = step.total > 0 ? step : this.#progress;
        if (performance.now() - this.#drawn < DRAW_INTERVAL) return;
        this.#drawn = performance.now();
        this.#onChange();
      },
      yieldToHost: () => this.#rest(signal),
    };
  }

  async #rest(signal: AbortSignal): Promise<void> {
    if (performance.now() < this.#sliceEnds) return;
    // Timers of a hidden window fire once a second.
    if (window.document.hidden) await appRun(signal).yieldToHost();
    else await appTimer.sleep(REST, signal);
    while (this.#controller.job !== null && !signal.aborted) await appTimer.sleep(LONG_REST, signal);
    this.#sliceEnds = performance.now() + SLICE;
  }
}
