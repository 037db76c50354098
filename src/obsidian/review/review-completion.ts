import { Notice } from 'obsidian';
import { type ReviewOutcome, type ReviewSession } from '../../workbench';
import { type WikiController } from '../controller';
import { review as words } from '../locale';
import { type DecisionStore } from './decision-store';
import { askChoice, askReason } from './draw/dialogs';
import { type ReviewResult } from './draw/result';
import { blockersOf, type Blocker } from './view-model/blockers';
import { allIds, countHunks } from './view-model/counts';

/** What the screen shows after an attempt to complete the review. */
export type CompletionStep =
  | { readonly kind: 'finished'; readonly result: ReviewResult }
  /** Nothing was written, and nothing changed. */
  | { readonly kind: 'stay'; readonly message: string | null }
  /** Nothing was written, and the review was loaded again. */
  | { readonly kind: 'reloaded'; readonly problem: Blocker | null };

const STAY: CompletionStep = { kind: 'stay', message: null };

/** Completes a review: applies what was accepted, or rejects the proposal. */
export class ReviewCompletion {
  readonly #controller: WikiController;
  readonly #session: ReviewSession;
  readonly #decisions: DecisionStore;
  #isRunning = false;

  constructor(controller: WikiController, session: ReviewSession, decisions: DecisionStore) {
    this.#controller = controller;
    this.#session = session;
    this.#decisions = decisions;
  }

  /** Whether the outcome is being written. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  async rejectAll(): Promise<CompletionStep> {
    const { reasons } = this.#decisions;
    const reason = await askReason(this.#controller, words.rejectAllTitle, words.rejectAllText, reasons);
    if (reason === null) return STAY;
    return this.#run(() => this.#reject(reason));
  }

  /** Rejects a proposal of which every change was rejected. The reasons are with the changes. */
  async rejectAsDecided(): Promise<CompletionStep> {
    await this.#decisions.idle();
    if (this.#isRunning) return STAY;
    return this.#run(() => this.#reject(''));
  }

  /** Other views are told, as they are when something is applied. */
  #reject(reason: string): Promise<ReviewOutcome> {
    return this.#controller.inBackground(() => this.#session.reject(reason));
  }

  async apply(): Promise<CompletionStep> {
    await this.#decisions.idle();
    if (this.#isRunning) return STAY;
    const { review, decisions } = this.#decisions;
    const { accepted, undecided, total } = countHunks(allIds(review), decisions);
    // A proposal without hunks only brings generated files up to date.
    if (accepted === 0 && total > 0) return { kind: 'stay', message: words.nothingAccepted };
    if (undecided > 0 && !(await this.#confirmUndecided(undecided, accepted))) return STAY;
    const title = `${words.applying}: ${words.decided(accepted, total)}`;
    return this.#run(() => this.#controller.runJob(title, (run) => this.#session.apply(run)));
  }

  /** @returns whether to apply */
  async #confirmUndecided(undecided: number, accepted: number): Promise<boolean> {
    const [keep, acceptRest, apply] = [words.keepReviewing, words.acceptRest, words.applyAccepted(accepted)];
    // Enter must not skip what nobody looked at.
    const choices = [{ text: keep, isFocused: true }, { text: acceptRest }, { text: apply }];
    const answer = await askChoice(
      this.#controller,
      words.undecidedTitle(undecided),
      words.undecidedText(accepted),
      choices,
    );
    if (answer === null || answer === 0) return false;
    if (answer === 1) {
      const { files } = this.#decisions.review;
      const { left } = await this.#decisions.accept(files.flatMap(({ hunks }) => hunks.filter((one) => !one.decision)));
      if (left > 0) new Notice(words.announce.left(left));
    }
    return true;
  }

  async #run(work: () => Promise<ReviewOutcome | null>): Promise<CompletionStep> {
    this.#isRunning = true;
    try {
      const outcome = await work();
      if (outcome?.kind === 'applied' || outcome?.kind === 'rejected') {
        return { kind: 'finished', result: { kind: 'outcome', outcome } };
      }
      await this.#decisions.reload();
      const { proposal } = this.#decisions.review;
      if (proposal.state === 'waiting') return { kind: 'reloaded', problem: this.#problemOf(outcome) };
      return { kind: 'finished', result: { kind: 'decided', proposal, seen: true } };
    } finally {
      this.#isRunning = false;
    }
  }

  /** The first thing that prevented applying; `null` if the job failed, which was already shown. */
  #problemOf(outcome: Extract<ReviewOutcome, { kind: 'blocked' | 'conflict' }> | null): Blocker | null {
    if (outcome === null) return null;
    const { files } = this.#decisions.review;
    if (outcome.kind === 'blocked') return blockersOf(outcome.checks, files)[0] ?? null;
    const file = files.find(({ conflict }) => conflict !== null);
    const conflict = file?.conflict ?? outcome.conflicts[0];
    if (!conflict) return null;
    return { message: conflict.message, remedy: conflict.remedy, path: file?.path ?? conflict.path, hunk: null };
  }
}
