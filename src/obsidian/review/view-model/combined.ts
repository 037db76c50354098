import { type Review, type ReviewFile, type ReviewHunk } from '../../../workbench';
import { coreText } from '../../locale';
import { isOfProperties } from './reading';

/** One change to the page, and whose it is. */
export interface CombinedChange {
  readonly proposal: string;
  /** Title of the proposal. */
  readonly title: string;
  readonly file: ReviewFile;
  readonly item: ReviewHunk;
  /** Another proposal changes the same text, so that the later one is merged or has to be decided. */
  readonly overlaps: boolean;
}

/** What several proposals do to one page, in the order of its text; properties come last, and what was rejected is left out. */
interface CombinedPage {
  readonly path: string;
  readonly proposals: readonly { readonly id: string; readonly title: string }[];
  readonly changes: readonly CombinedChange[];
}

/** @param reviews of the proposals that wait, in the order in which they apply */
export function combinePage(path: string, reviews: readonly Review[]): CombinedPage {
  const own = reviews.flatMap(({ files, proposal }) => {
    const file = files.find((one) => one.path === path);
    return file === undefined ? [] : [{ id: proposal.id, title: coreText(proposal.changeSet.title), file }];
  });
  const all = own.flatMap(({ id, title, file }, order) =>
    file.hunks
      .filter(({ decision }) => decision?.verdict !== 'rejected')
      .map((item) => ({ proposal: id, title, file, item, order })),
  );
  const changes = all.map((one) => {
    const { order: _, ...change } = one;
    const overlaps = all.some(
      (other) =>
        other.proposal !== one.proposal &&
        // Offsets can be compared only in the same text.
        other.file.edit.base === one.file.edit.base &&
        touches(one.item, other.item),
    );
    return { ...change, overlaps, order: one.order };
  });
  const isLast = ({ file, item }: CombinedChange): boolean => isOfProperties(file, item);
  changes.sort(
    (a, b) =>
      Number(isLast(a)) - Number(isLast(b)) ||
      Number(a.file.edit.base !== '') - Number(b.file.edit.base !== '') ||
      a.item.hunk.start - b.item.hunk.start ||
      a.order - b.order,
  );
  return {
    path,
    proposals: own.map(({ id, title }) => ({ id, title })),
    changes: changes.map(({ order: _, ...change }) => change),
  };
}

/** Whether two changes replace some of the same text. Two insertions at one place follow each other. */
function touches({ hunk: a }: ReviewHunk, { hunk: b }: ReviewHunk): boolean {
  return a.start < b.end && b.start < a.end;
}
