import {
  type ConflictSide,
  type HunkDecision,
  type HunkDecisions,
  type Review,
  type ReviewHunk,
  type ReviewSession,
} from '../../workbench';
import { type WikiController } from '../controller';
import { allIds, changedIds, idsOf, recentReasons } from './view-model/counts';
import { acceptAll, withDecisions } from './view-model/decisions';

/** How many reasons are remembered. */
const MAX_REASONS = 6;

/**
 * The review and its decisions, as the screen shows them. Every change goes to the session, which keeps the order; this
 * class only takes over the results.
 */
export class DecisionStore {
  readonly #controller: WikiController;
  readonly #session: ReviewSession;
  readonly #pending = new Set<Promise<unknown>>();
  #review: Review;
  #remembered: readonly string[] = [];
  /** Grows when a change starts and when it is done; a review that was loaded in between may lack it. */
  #version = 0;

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

  /** Resolves when all changes that were started are done. */
  async idle(): Promise<void> {
    await Promise.allSettled([...this.#pending]);
  }

  /** Reads the proposal again, as it fits the wiki now and with all decisions. */
  async load(): Promise<Review> {
    for (;;) {
      const version = this.#version;
      const review = await this.#session.load(this.#controller.backgroundRun());
      if (version === this.#version) return review;
    }
  }

  /** Takes over a loaded review. */
  replace(review: Review): void {
    this.#review = review;
  }

  async reload(): Promise<void> {
    this.replace(await this.load());
  }

  /** @returns ids of the hunks whose decision changed */
  decide(changes: Readonly<Record<string, HunkDecision | null>>): Promise<readonly string[]> {
    for (const { reason } of Object.values(changes).filter((one) => one !== null)) {
      if (!reason) continue;
      this.#remembered = [reason, ...this.#remembered.filter((one) => one !== reason)].slice(0, MAX_REASONS);
    }
    return this.#track(async () => {
      const decisions = await this.#change(() => this.#session.decide(changes));
      const before = this.decisions;
      const ids = changedIds(before, decisions);
      // An edited text changes the hunks themselves.
      if (ids.some((id) => before[id]?.text !== decisions[id]?.text)) await this.reload();
      else {
        const files = this.#review.files.map((file) => withDecisions(file, decisions));
        this.#review = { ...this.#review, decisions, files };
      }
      return ids;
    });
  }

  /**
   * Accepts those of the hunks that can be accepted at once.
   * @returns the decisions that were made, ids of the hunks whose decision changed, and how many hunks are still undecided
   */
  async accept(hunks: readonly ReviewHunk[]): Promise<AcceptResult> {
    const all = this.#review.files.flatMap((file) => file.hunks);
    const { decisions, left } = acceptAll(hunks, all);
    const requested = Object.keys(decisions);
    return { requested, changed: requested.length === 0 ? [] : await this.decide(decisions), left };
  }

  /**
   * Resolves a conflict. Choosing the proposed text also accepts it.
   * @param text the resulting text, if the user wrote it
   */
  resolve(path: string, hunks: readonly string[], side: ConflictSide, text?: string): Promise<void> {
    return this.#track(async () => {
      const before = new Set(allIds(this.#review));
      await this.#change(() => this.#session.resolve(path, hunks, side));
      await this.reload();
      if (side === 'current') return;
      const file = this.#review.files.find((one) => one.path === path);
      const taken = file ? idsOf(file).filter((id) => hunks.includes(id) || !before.has(id)) : [];
      const decision: HunkDecision = { verdict: 'accepted', ...(text !== undefined && { text }) };
      if (taken.length > 0) await this.decide(Object.fromEntries(taken.map((id) => [id, decision])));
    });
  }

  async #change<T>(change: () => Promise<T>): Promise<T> {
    this.#version += 1;
    try {
      return await change();
    } finally {
      this.#version += 1;
    }
  }

  async #track<T>(work: () => Promise<T>): Promise<T> {
    const result = work();
    this.#pending.add(result);
    try {
      return await result;
    } finally {
      this.#pending.delete(result);
    }
  }
}

interface AcceptResult {
  readonly requested: readonly string[];
  readonly changed: readonly string[];
  readonly left: number;
}
