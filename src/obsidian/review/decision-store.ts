import { type HunkDecisions, type HunkDecision, type Review, type ReviewSession } from '../../workbench';
import { type WikiController } from '../controller';
import { allIds, changedIds, idsOf, recentReasons } from './view-model/counts';
import { withDecisions } from './view-model/decisions';

/** So many reasons are offered again. */
const MAX_REASONS = 6;

/**
 * What is under review and what was decided of it, as the screen knows it. Whatever changes it goes one after the other,
 * so that no answer overtakes an earlier one.
 */
export class DecisionStore {
  readonly #controller: WikiController;
  readonly #session: ReviewSession;
  #review: Review;
  #remembered: readonly string[] = [];
  #tail: Promise<unknown> = Promise.resolve();

  constructor(controller: WikiController, session: ReviewSession, review: Review) {
    this.#controller = controller;
    this.#session = session;
    this.#review = review;
  }

  get review(): Review {
    return this.#review;
  }

  get decisions(): HunkDecisions {
    return this.#review.decisions;
  }

  /** Reasons given before, the latest first. */
  get reasons(): readonly string[] {
    return recentReasons(this.decisions, this.#remembered);
  }

  /** Resolves when nothing is on its way any more. */
  get idle(): Promise<unknown> {
    return this.#tail;
  }

  /** Runs after what was begun before it; an error is shown. */
  enqueue(work: () => Promise<void>): Promise<void> {
    const turn = this.#tail.then(work).catch((error: unknown) => this.#controller.showError(error));
    this.#tail = turn;
    return turn;
  }

  /** Takes a newer reading of the same proposal. */
  replace(review: Review): void {
    this.#review = review;
  }

  /** Reads the proposal anew, on the wiki as it is now. */
  async reload(): Promise<void> {
    this.#review = await this.#session.load(this.#controller.backgroundRun());
  }

  /** To be called in turn. @returns the hunks whose decision is another now */
  async decide(changes: Readonly<Record<string, HunkDecision | null>>): Promise<readonly string[]> {
    for (const { reason } of Object.values(changes).filter((one) => one !== null)) {
      if (reason) {
        this.#remembered = [reason, ...this.#remembered.filter((one) => one !== reason)].slice(0, MAX_REASONS);
      }
    }
    const before = this.decisions;
    const decisions = await this.#session.decide(changes);
    const ids = changedIds(before, decisions);
    // Where a text was edited, or an edit taken back, the hunks are others.
    if (ids.some((id) => before[id]?.text !== decisions[id]?.text)) await this.reload();
    else {
      const files = this.#review.files.map((file) => withDecisions(file, decisions));
      this.#review = { ...this.#review, decisions, files };
    }
    return ids;
  }

  /**
   * Settles a conflict, in turn. Whoever takes the change has accepted it.
   * @param text what is to stand there, where it was written by hand
   */
  async resolve(path: string, hunks: readonly string[], side: 'ours' | 'theirs', text?: string): Promise<void> {
    const before = new Set(allIds(this.#review));
    await this.#session.resolve(path, hunks, side);
    await this.reload();
    if (side === 'theirs') return;
    const file = this.#review.files.find((one) => one.path === path);
    const taken = file ? idsOf(file).filter((id) => hunks.includes(id) || !before.has(id)) : [];
    const decision: HunkDecision = { verdict: 'accepted', ...(text !== undefined && { text }) };
    if (taken.length > 0) await this.decide(Object.fromEntries(taken.map((id) => [id, decision])));
  }
}
