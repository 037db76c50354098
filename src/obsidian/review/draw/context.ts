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

export const LAYOUTS = ['unified', 'split', 'rendered', 'page'] as const;

export type ReviewLayout = (typeof LAYOUTS)[number];

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
