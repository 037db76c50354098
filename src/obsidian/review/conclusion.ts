import type { ReviewDesk, ReviewHunk, ReviewOutcome } from '../../workbench';
import type { Desk } from '../desk/types';
import { review as words } from '../locale';
import type { Deciding } from './deciding';
import { ask, askReason } from './draw/dialogs';
import type { Ending } from './draw/result';
import { hindrances } from './model/hindrances';
import type { Hindrance } from './model/hindrances';
import { allIds, countHunks } from './model/counts';

/** What the end of a review needs of the screen. */
interface Stage {
  /** There is nothing to decide any more. */
  readonly ended: boolean;
  say(text: string): void;
  focus(): void;
  redraw(): void;
  selectFile(path: string): void;
  /** Leads to what keeps the changes from being applied. */
  goTo(hindrance: Hindrance): void;
  accept(hunks: readonly ReviewHunk[]): Promise<void>;
  end(ending: Ending): void;
}

/** How a review comes to its end: what was accepted is applied, or all of it is rejected, or something is in the way. */
export class Conclusion {
  readonly #desk: Desk;
  readonly #reviewDesk: ReviewDesk;
  readonly #deciding: Deciding;
  readonly #stage: Stage;
  #running = false;

  constructor(desk: Desk, reviewDesk: ReviewDesk, deciding: Deciding, stage: Stage) {
    this.#desk = desk;
    this.#reviewDesk = reviewDesk;
    this.#deciding = deciding;
    this.#stage = stage;
  }

  /** It is being written. */
  get running(): boolean {
    return this.#running;
  }

  async rejectAll(): Promise<void> {
    const { reasons } = this.#deciding;
    const reason = await askReason(this.#desk, words.rejectAllTitle, words.rejectAllText, reasons);
    if (reason === null) return;
    await this.#deciding.inTurn(() => this.#while(async () => this.#came(await this.#reviewDesk.reject(reason))));
  }

  async apply(): Promise<void> {
    try {
      await this.#apply();
    } catch (error) {
      this.#desk.show(error);
    }
  }

  async #apply(): Promise<void> {
    await this.#deciding.settled;
    if (this.#running || this.#stage.ended) return;
    const { review, decisions } = this.#deciding;
    const { accepted, undecided, total } = countHunks(allIds(review), decisions);
    // What follows from the pages needs nobody's yes: an index that was stale is only written anew.
    if (accepted === 0 && total > 0) {
      this.#stage.say(words.nothingAccepted);
      return;
    }
    if (undecided > 0 && !(await this.#settleRest(undecided, accepted))) return;
    await this.#while(async () => {
      const outcome = await this.#desk.perform(`${words.applying}: ${words.decided(accepted, total)}`, (run) =>
        this.#reviewDesk.apply(run),
      );
      if (outcome) await this.#came(outcome);
      else await this.#stay();
    });
  }

  /** @returns whether to go on */
  async #settleRest(undecided: number, accepted: number): Promise<boolean> {
    const answer = await ask(this.#desk, words.undecidedTitle(undecided), words.undecidedText(accepted), [
      { text: words.keepReviewing },
      { text: words.acceptRest },
      { text: words.applyAccepted(accepted), cls: 'mod-cta' },
    ]);
    if (answer === null || answer === 0) {
      this.#stage.focus();
      return false;
    }
    if (answer === 1) {
      const { files } = this.#deciding.review;
      await this.#stage.accept(files.flatMap(({ hunks }) => hunks.filter(({ decision }) => !decision)));
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

  async #came(outcome: ReviewOutcome): Promise<void> {
    if (outcome.kind === 'applied' || outcome.kind === 'rejected') {
      this.#stage.end({ kind: 'outcome', outcome });
      return;
    }
    await this.#stay();
    if (this.#stage.ended) return;
    const { files } = this.#deciding.review;
    const conflict = files.find((file) => file.conflict !== null);
    if (outcome.kind === 'blocked') {
      const [first] = hindrances(outcome.checks, files);
      if (first) this.#stage.goTo(first);
    } else if (conflict) {
      this.#stage.selectFile(conflict.path);
      this.#stage.focus();
      this.#stage.say(conflict.conflict?.message ?? '');
    } else this.#desk.show(new Error(outcome.conflicts[0]?.message));
  }

  /** Nothing was written: shows the review as it stands now. */
  async #stay(): Promise<void> {
    await this.#deciding.read();
    const { proposal } = this.#deciding.review;
    if (proposal.state === 'waiting') this.#stage.redraw();
    else this.#stage.end({ kind: 'decided', proposal, seen: true });
  }
}
