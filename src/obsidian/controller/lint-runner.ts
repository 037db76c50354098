import { isWikiError } from '../../workbench';
import { type WikiService } from './wiki-opener';
import { createDebouncer } from './debounce';
import { type WikiController, type LintState } from './types';

/** How long the wiki must be quiet before its pages are judged anew. Milliseconds. */
const LINT_DELAY = 400;

/** What lint finds through the lens that is looked through. */
export class LintRunner implements WikiService {
  /** `null` until the first pass is done. */
  lint: LintState | null = null;
  readonly #controller: WikiController;
  readonly #onChange: () => void;
  readonly #debouncer = createDebouncer(LINT_DELAY, () => this.lintNow());

  /** @param judged to be called when there are other findings */
  constructor(controller: WikiController, judged: () => void) {
    this.#controller = controller;
    this.#onChange = judged;
  }

  update(): void {
    if (this.#controller.settings.lintLive) this.#debouncer.schedule();
  }

  /** What was found until now holds no longer. */
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
      // A lens that is gone or was refused shows nothing; the wiki's own always can be looked through.
      if (lens !== undefined && lens === controller.lens && isWikiError(error)) controller.chooseLens(undefined);
    }
  }
}
