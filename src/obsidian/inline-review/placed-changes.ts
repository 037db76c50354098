import { coreText } from '../locale';
import { type Review, type ReviewFile, type ReviewHunk } from '../../workbench';
import { isOfProperties } from '../review/view-model/reading';

/** A change of a waiting proposal, at its place in the text of a note. */
export interface PlacedChange {
  readonly proposal: string;
  /** Title of the proposal. */
  readonly title: string;
  readonly hunk: string;
  readonly from: number;
  readonly to: number;
  /** The text that would be there; `''` where text is only removed. */
  readonly text: string;
  readonly verdict: 'accepted' | 'rejected' | null;
}

/**
 * The changes of the proposals to a note, in the order of its text. Empty where the note is not as the proposals know it, for
 * example while it is typed in. Properties are left to the review, where they are shown as such.
 */
export function placeChanges(path: string, text: string, reviews: readonly Review[]): readonly PlacedChange[] {
  return reviews
    .flatMap((review) => review.files.flatMap((file) => (isAs(file, path, text) ? changesOf(review, file) : [])))
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

function isAs({ edit, kind, conflict }: ReviewFile, path: string, text: string): boolean {
  return edit.path === path && kind === 'updated' && conflict === null && edit.base === text;
}

function changesOf({ proposal }: Review, file: ReviewFile): readonly PlacedChange[] {
  const place = ({ hunk, decision }: ReviewHunk): PlacedChange => ({
    proposal: proposal.id,
    title: coreText(proposal.changeSet.title),
    hunk: hunk.id,
    from: hunk.start,
    to: hunk.end,
    text: hunk.text,
    verdict: decision?.verdict ?? null,
  });
  return file.hunks.filter((item) => !isOfProperties(file, item)).map(place);
}
