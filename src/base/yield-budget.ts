import { checkpoint, type Run } from './run';

/** Work between two checkpoints, in characters of text read or what takes as long: some milliseconds. */
const BUDGET = 30_000;

/**
 * Says when long work on a text should yield: `if (budget.spend(text.length)) await budget.checkpoint();`. The budget is
 * shared by all steps of the work, so that many short steps yield as often as a few long ones.
 */
export class YieldBudget {
  #left = BUDGET;

  constructor(readonly run: Run) {}

  /**
   * Counts work that was done.
   *
   * @param amount in characters of text, or as much as takes as long as reading so many
   * @returns whether it is time for a checkpoint
   */
  spend(amount: number): boolean {
    this.#left -= amount;
    return this.#left <= 0;
  }

  /** {@link checkpoint}, and a fresh budget. */
  async checkpoint(): Promise<void> {
    this.#left = BUDGET;
    await checkpoint(this.run);
  }
}
