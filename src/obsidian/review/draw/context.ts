import { type Component } from 'obsidian';
import {
  type ConflictSide,
  type HunkDecisions,
  type HunkDecision,
  type PageAccount,
  type Review,
  type ReviewFile,
  type ReviewFootnote,
  type ReviewHunk,
  type ReviewPreview,
} from '../../../workbench';
import { type WikiController } from '../../controller';
import { type DrawQueue } from '../../ui';
import { type ReviewQueue } from '../review-queue';
import { type Blocker } from '../view-model/blockers';
import { type ReviewAction } from '../view-model/keys';

export const LAYOUTS = ['unified', 'split', 'rendered', 'page'] as const;

export type ReviewLayout = (typeof LAYOUTS)[number];

/** What the bars and the list of the screen can do. */
export interface ReviewActions {
  acceptAll(): void;
  rejectAll(): void;
  apply(): void;
  /** Goes to the place where the problem can be solved. */
  goTo(blocker: Blocker): void;
  setLayout(layout: ReviewLayout): void;
  /** Shows another proposal in place of this one. */
  openProposal(id: string, isAsked?: boolean): void;
  /** Runs what a key would. */
  run(action: ReviewAction): void;
}

/** What the parts of the screen share: the review, its decisions, and the user's actions. */
export interface ReviewContext {
  readonly controller: WikiController;
  /** Owns what is drawn of the current file; unloaded when another file is shown. */
  readonly owner: Component;
  /** Draws what is long of the current file. */
  readonly queue: DrawQueue;
  readonly review: Review;
  readonly decisions: HunkDecisions;
  readonly preview: ReviewPreview | null;
  readonly layout: ReviewLayout;
  readonly reasons: readonly string[];
  /** Unloads what was drawn of the previous file. */
  resetOwner(): void;
  /** Announces a text to screen readers. */
  announce(text: string): void;
  focusHunk(id: string): void;
  selectFile(path: string): void;
  decide(changes: Readonly<Record<string, HunkDecision | null>>, said: string): void;
  /** {@link decide}, and goes to the next undecided hunk, if there is one. */
  decideAndGoOn(changes: Readonly<Record<string, HunkDecision | null>>, said: string): void;
  /** Whether what was decided is left out. */
  readonly isUndecidedOnly: boolean;
  /** The proposals that wait. */
  readonly proposals: ReviewQueue;
  /** Shows what all waiting proposals do to a page. */
  showCombined(path: string): void;
  /** Whether the person asked for exactly this change, so that it arrived accepted. */
  readonly isAsked: boolean;
  /** The place of this proposal among those that wait; `null` while that is not known, or where there is no queue. */
  readonly place: { readonly at: number; readonly total: number } | null;
  /** Accepts all hunks of the current file. */
  acceptFile(): void;
  resolve(path: string, hunks: readonly string[], side: ConflictSide, text?: string): void;
  openSource(hunk: ReviewHunk, index?: number): void;
  /** What becomes of the statements of a file; `null` for a file that is deleted. */
  account(file: ReviewFile): PageAccount | null;
  /** By label. */
  footnotes(file: ReviewFile): ReadonlyMap<string, ReviewFootnote>;
  openNote(note: NonNullable<ReviewFootnote['note']>): void;
  /** Goes to a hunk of the current file. */
  goToHunk(id: string): void;
  /** The title of a page that the proposal makes from its source; `null` for any other file. */
  newPage(file: ReviewFile): string | null;
  /** Records that a name gets no page, for all sources. */
  refusePage(title: string): void;
  /** What the person chose for a statement that an undecided hunk drops; `null` for nothing yet. @param start of the statement */
  choiceOf(hunk: string, start: number): 'keep' | 'drop' | null;
  choose(hunk: string, start: number, choice: 'keep' | 'drop'): void;
  forgetChoices(hunk: string): void;
  redrawAccount(said: string): void;
  /** Shows what a hunk drops in the account. */
  showDropped(hunk: string): void;
  /** The open form was closed. */
  onFormClosed(): void;
}

/** A hunk and its position in its file. */
export interface HunkPlace {
  readonly file: ReviewFile;
  readonly item: ReviewHunk;
  /** Counted from 1. */
  readonly at: number;
  readonly total: number;
}
