import { type Progress } from '../../workbench';

/** How much of what is left of the bar a stage fills, because others may follow it. */
const STAGE_SHARE = 0.9;

/** One bar for all stages of a job. It never goes back. */
export class JobProgress {
  /** From 0 to 1; `null` while nothing can be counted. */
  fraction: number | null = null;
  #stage = '';
  /** Where the bar was when the stage began. */
  #start = 0;
  /** How much of the stage is done, from 0 to 1. */
  #done = 0;

  add({ stage, done, total }: Progress): void {
    // Waiting counts nothing, and leaves the bar where it is.
    if (total <= 0) return;
    const part = Math.min(1, Math.max(0, done / total));
    // A stage that begins anew fills what is left, like another one.
    if (stage !== this.#stage || part < this.#done) this.#start = this.fraction ?? 0;
    this.#stage = stage;
    this.#done = part;
    this.fraction = this.#start + (1 - this.#start) * STAGE_SHARE * part;
  }
}
