import { once, type Run } from '../../base';
import { type HunkDecision, type HunkDecisions } from '../../proposal';
import { type ConflictSide, type Review, type ReviewOutcome, type ReviewPreview, type ReviewSession } from './types';

/** A {@link ReviewSession} whose code is loaded with its first call. */
export class LazyReviewSession implements ReviewSession {
  readonly #session: () => Promise<ReviewSession>;

  constructor(
    readonly id: string,
    load: () => Promise<ReviewSession>,
  ) {
    this.#session = once(load);
  }

  async load(run: Run): Promise<Review> {
    return (await this.#session()).load(run);
  }

  async decide(changes: Readonly<Record<string, HunkDecision | null>>): Promise<HunkDecisions> {
    return (await this.#session()).decide(changes);
  }

  async preview(run: Run): Promise<ReviewPreview> {
    return (await this.#session()).preview(run);
  }

  async resolve(path: string, hunks: readonly string[], side: ConflictSide, text?: string): Promise<void> {
    return (await this.#session()).resolve(path, hunks, side, text);
  }

  async apply(run: Run): Promise<ReviewOutcome> {
    return (await this.#session()).apply(run);
  }

  async reject(reason: string): Promise<ReviewOutcome> {
    return (await this.#session()).reject(reason);
  }
}
