import { type ReviewSession, type ReviewHunk, type ReviewOutcome } from '../../workbench';
import { type WikiController } from '../controller';
import { review as words } from '../locale';
import { type DecisionStore } from './decision-store';
import { askChoice, askReason } from './draw/dialogs';
import { type ReviewResult } from './draw/result';
import { blockersOf, type Blocker } from './view-model/blockers';
import { allIds, countHunks } from './view-model/counts';

/** What the end of a review needs of the screen. */
interface CompletionScreen {
  /** There is nothing to decide any more. */
  readonly isEnded: boolean;
  announce(text: string): void;
  focus(): void;
  redraw(): void;
  selectFile(path: string): void;
  /** Leads to what keeps the changes from being applied. */
  goTo(hindrance: Blocker): void;
  accept(hunks: readonly ReviewHunk[]): Promise<void>;
  end(ending: ReviewResult): void;
}

/** How a review comes to its end: what was accepted is applied, or all of it is rejected, or something is in the way. */
export class ReviewCompletion {
  readonly #controller: WikiController;
  readonly #session: ReviewSession;
  readonly #decisions: DecisionStore;
  readonly #screen: CompletionScreen;
  #running = false;

  constructor(controller: WikiController, session: ReviewSession, deciding: DecisionStore, stage: CompletionScreen) {
    this.#controller = controller;
    this.#session = session;
    this.#decisions = deciding;
    this.#screen = stage;
  }

  /** It is being written. */
  get isRunning(): boolean {
    return this.#running;
  }

  async rejectAll(): Promise<void> {
    const { reasons } = this.#decisions;
    const reason = await askReason(this.#controller, words.rejectAllTitle, words.rejectAllText, reasons);
    if (reason === null) return;
    await this.#decisions.enqueue(() => this.#while(async () => this.#showOutcome(await this.#session.reject(reason))));
  }

  async apply(): Promise<void> {
    try {
      await this.#apply();
    } catch (error) {
      this.#controller.showError(error);
    }
  }

  async #apply(): Promise<void> {
    await this.#decisions.idle;
    if (this.#running || this.#screen.isEnded) return;
    const { review, decisions } = this.#decisions;
    const { accepted, undecided, total } = countHunks(allIds(review), decisions);
    // What follows from the pages needs nobody's yes: an index that was stale is only written anew.
    if (accepted === 0 && total > 0) {
      this.#screen.announce(words.nothingAccepted);
      return;
    }
    if (undecided > 0 && !(await this.#confirmUndecided(undecided, accepted))) return;
    await this.#while(async () => {
      const outcome = await this.#controller.runJob(`${words.applying}: ${words.decided(accepted, total)}`, (run) =>
        this.#session.apply(run),
      );
      if (outcome) await this.#showOutcome(outcome);
      else await this.#reload();
    });
  }

  /** @returns whether to go on */
  async #confirmUndecided(undecided: number, accepted: number): Promise<boolean> {
    const answer = await askChoice(this.#controller, words.undecidedTitle(undecided), words.undecidedText(accepted), [
      { text: words.keepReviewing },
      { text: words.acceptRest },
      { text: words.applyAccepted(accepted), cls: 'mod-cta' },
    ]);
    if (answer === null || answer === 0) {
      this.#screen.focus();
      return false;
    }
    if (answer === 1) {
      const { files } = this.#decisions.review;
      await this.#screen.accept(files.flatMap(({ hunks }) => hunks.filter(({ decision }) => !decision)));
    }
    return true;
  }

  async #while(work: () => Promise<void>): Promise<void> {
    this.#running = true;
    try {
      await work();
    } finally {
      this.#running = false;
    }
  }

  async #showOutcome(outcome: ReviewOutcome): Promise<void> {
    if (outcome.kind === 'applied' || outcome.kind === 'rejected') {
      this.#screen.end({ kind: 'outcome', outcome });
      return;
    }
    await this.#reload();
    if (this.#screen.isEnded) return;
    const { files } = this.#decisions.review;
    const conflict = files.find((file) => file.conflict !== null);
    if (outcome.kind === 'blocked') {
      const [first] = blockersOf(outcome.checks, files);
      if (first) this.#screen.goTo(first);
    } else if (conflict) {
      this.#screen.selectFile(conflict.path);
      this.#screen.focus();
      this.#screen.announce(conflict.conflict?.message ?? '');
    } else this.#controller.showError(new Error(outcome.conflicts[0]?.message));
  }

  /** Nothing was written: shows the review as it stands now. */
  async #reload(): Promise<void> {
    await this.#decisions.reload();
    const { proposal } = this.#decisions.review;
    if (proposal.state === 'waiting') this.#screen.redraw();
    else this.#screen.end({ kind: 'decided', proposal, seen: true });
  }
}
