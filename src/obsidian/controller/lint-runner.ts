import { isWikiError } from '../../base';
import { createDebouncer } from './debounce';
import { type LintState, type WikiController } from './types';
import { type WikiService } from './wiki-opener';

/** How long the wiki must be quiet before it is linted again. Milliseconds. */
const LINT_DELAY = 400;

/** Lints the wiki with the chosen lens. */
export class LintRunner implements WikiService {
  /** `null` until the first pass is done. */
  lint: LintState | null = null;
  readonly #controller: WikiController;
  readonly #onChange: () => void;
  readonly #debouncer = createDebouncer(LINT_DELAY, () => this.lintNow());

  constructor(controller: WikiController, onChange: () => void) {
    this.#controller = controller;
    this.#onChange = onChange;
  }

  update(): void {
    if (this.#controller.settings.lintLive) this.#debouncer.schedule();
  }

  /** Drops the findings and lints again. */
  restart(): void {
    this.lint = null;
    this.#onChange();
    this.#debouncer.run();
  }

  async stop(): Promise<void> {
    await this.#debouncer.stop();
    this.lint = null;
  }

  async lintNow(): Promise<void> {
    const controller = this.#controller;
    const { state, lens } = controller;
    if (state.kind !== 'ready') return;
    const run = controller.backgroundRun();
    try {
      const { findings, counts, ignored } = await state.workbench.lint(lens === undefined ? {} : { lens }, run);
      if (run.signal.aborted) return;
      if (lens !== controller.lens) {
        await this.lintNow();
        return;
      }
      this.lint = { findings, counts, ignored };
      this.#onChange();
    } catch (error) {
      if (run.signal.aborted) return;
      controller.showError(error);
      // A lens that was deleted or refused cannot be used; the default lens always can.
      if (lens !== undefined && lens === controller.lens && isWikiError(error)) controller.chooseLens(undefined);
    }
  }
}
