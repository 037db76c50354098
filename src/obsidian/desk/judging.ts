import { isWikiError } from '../../workbench';
import type { Companion } from './opening';
import { createDebouncer } from './soon';
import type { Desk, DeskLint } from './types';

/** How long the wiki must be quiet before its pages are judged anew. Milliseconds. */
const JUDGE_AFTER = 400;

/** What lint finds through the lens that is looked through. */
export class Judging implements Companion {
  /** `null` until the first pass is done. */
  lint: DeskLint | null = null;
  readonly #desk: Desk;
  readonly #judged: () => void;
  readonly #judge = createDebouncer(JUDGE_AFTER, () => this.now());

  /** @param judged to be called when there are other findings */
  constructor(desk: Desk, judged: () => void) {
    this.#desk = desk;
    this.#judged = judged;
  }

  ready(): void {
    if (this.#desk.settings.lintLive) this.#judge.soon();
  }

  /** What was found until now holds no longer. */
  afresh(): void {
    this.lint = null;
    this.#judged();
    this.#judge.now();
  }

  async stop(): Promise<void> {
    await this.#judge.stop();
    this.lint = null;
  }

  async now(): Promise<void> {
    const desk = this.#desk;
    const { state, lens } = desk;
    if (state.kind !== 'ready') return;
    const run = desk.quietly();
    try {
      const { findings, counts, ignored } = await state.workbench.lint(lens === undefined ? {} : { lens }, run);
      if (run.signal.aborted) return;
      if (lens !== desk.lens) {
        await this.now();
        return;
      }
      this.lint = { findings, counts, ignored };
      this.#judged();
    } catch (error) {
      if (run.signal.aborted) return;
      desk.show(error);
      // A lens that is gone or was refused shows nothing; the wiki's own always can be looked through.
      if (lens !== undefined && lens === desk.lens && isWikiError(error)) desk.chooseLens(undefined);
    }
  }
}
