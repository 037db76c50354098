import { type Component } from 'obsidian';
import {
  type ConflictSide,
  type HunkDecisions,
  type HunkDecision,
  type Review,
  type ReviewFile,
  type ReviewHunk,
  type ReviewPreview,
} from '../../../workbench';
import { type WikiController } from '../../controller';

export type Layout = 'unified' | 'split' | 'rendered';

/** What the parts of the screen share: what is reviewed, what was decided, and what a person can do. */
export interface ReviewContext {
  readonly controller: WikiController;
  /** Whose end is the end of what is drawn of the file that is shown. */
  readonly owner: Component;
  readonly review: Review;
  readonly decisions: HunkDecisions;
  readonly preview: ReviewPreview | null;
  readonly layout: Layout;
  readonly reasons: readonly string[];
  /** Lets go of what was drawn of the file before. */
  resetOwner(): void;
  /** Says what was done to those who listen. */
  announce(text: string): void;
  focusHunk(id: string): void;
  selectFile(path: string): void;
  decide(changes: Readonly<Record<string, HunkDecision | null>>, said: string): Promise<void>;
  /** Accepts what there is of the file that is shown. */
  acceptFile(): void;
  resolve(path: string, hunks: readonly string[], side: ConflictSide, text?: string): Promise<void>;
  openSource(hunk: ReviewHunk, index?: number): void;
  /** Nobody writes any more in the form that was open. */
  onFormClosed(): void;
}

/** What a person sees of a hunk beside its place in the file. */
export interface HunkPlace {
  readonly file: ReviewFile;
  readonly item: ReviewHunk;
  /** Counted from 1. */
  readonly at: number;
  readonly total: number;
}
