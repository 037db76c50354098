import { throwIfCancelled, type Run } from '../base';

/** Work between two rests, in characters of text read or what takes as long: some milliseconds. */
const CHARACTERS_PER_SLICE = 30_000;

/**
 * When long work on a text has to let others run: `if (pace.after(text.length)) await pace.rest();`. The count goes on from one
 * step of the work to the next, so that many short steps rest as often as a few long ones.
 */
export class YieldBudget {
  #left = CHARACTERS_PER_SLICE;

  constructor(readonly run: Run) {}

  /**
   * Counts work that was done.
   *
   * @param amount in characters of text, or about as much as takes as long as reading so many
   * @returns whether it is time to rest
   */
  spend(amount: number): boolean {
    this.#left -= amount;
    return this.#left <= 0;
  }

  /** Lets others run; throws `living-wiki:cancelled` once the run was cancelled. */
  async checkpoint(): Promise<void> {
    this.#left = CHARACTERS_PER_SLICE;
    throwIfCancelled(this.run);
    await this.run.yieldToHost();
    throwIfCancelled(this.run);
  }
}
