import {
  lossesOf,
  type HunkDecision,
  type HunkDecisions,
  type Review,
  type ReviewFile,
  type ReviewHunk,
} from '../../../workbench';

/**
 * The hunks that "accept all" accepts. Hunks that were rejected stay rejected, unless all of them were; then these are the
 * hunks that do not need a rejected hunk elsewhere, if there are any.
 *
 * @param all all hunks of the review, which these may need
 */
export function acceptable(hunks: readonly ReviewHunk[], all: readonly ReviewHunk[]): readonly ReviewHunk[] {
  const others = hunks.filter(({ decision }) => decision?.verdict !== 'rejected');
  if (others.length > 0) return others;
  const free = withoutNeeding(hunks, all, (need) => !hunks.includes(need) && isRejectedDirectly(need));
  return free.length > 0 ? free : hunks;
}

/**
 * The decisions of "accept all", and how many hunks it leaves undecided: a hunk whose quote was not found, or after which the
 * page no longer says something, must be accepted by itself, and so must the hunks that need it.
 *
 * @param all all hunks of the review, which these may need
 */
export function acceptAll(
  hunks: readonly ReviewHunk[],
  all: readonly ReviewHunk[],
): { readonly decisions: Readonly<Record<string, HunkDecision>>; readonly left: number } {
  const needsLook = ({ unsupported, hunk, decision }: ReviewHunk): boolean =>
    (unsupported || lossesOf(hunk).length > 0) && decision?.verdict !== 'accepted';
  const supported = withoutNeeding(hunks, all, needsLook);
  const left = hunks.filter((item) => !item.decision && !supported.includes(item)).length;
  return { decisions: acceptDecisions(acceptable(supported, all)), left };
}

/** The hunks that are not excluded and need no excluded hunk. */
function withoutNeeding(
  hunks: readonly ReviewHunk[],
  all: readonly ReviewHunk[],
  isExcluded: (item: ReviewHunk) => boolean,
): readonly ReviewHunk[] {
  const byId = new Map(all.map((item) => [item.hunk.id, item]));
  return hunks.filter((item) => {
    // The set grows during the loop, until it holds everything that the hunk needs.
    const needed = new Set([item]);
    for (const { hunk } of needed) for (const id of hunk.needs) needed.add(byId.get(id) ?? item);
    return ![...needed].some(isExcluded);
  });
}

function isRejectedDirectly({ decision }: ReviewHunk): boolean {
  return decision?.verdict === 'rejected' && decision.beforeCascade === undefined;
}

/** Decisions that accept these hunks and keep the user's own texts. */
export function acceptDecisions(hunks: readonly ReviewHunk[]): Readonly<Record<string, HunkDecision>> {
  return Object.fromEntries(
    hunks.map(({ hunk, decision }) => {
      const text = decision?.text ?? decision?.beforeCascade?.text;
      return [hunk.id, { verdict: 'accepted', ...(text !== undefined && { text }) }];
    }),
  );
}

/** The file with these decisions; the same object if none of its hunks changed. */
export function withDecisions(file: ReviewFile, decisions: HunkDecisions): ReviewFile {
  if (file.hunks.every(({ hunk, decision }) => decision === (decisions[hunk.id] ?? null))) return file;
  return { ...file, hunks: file.hunks.map((item) => ({ ...item, decision: decisions[item.hunk.id] ?? null })) };
}

/** Whether two loaded reviews show the same. Decisions are not compared: the view has made them itself. */
export function isSameReview(one: Review, other: Review): boolean {
  const shown = ({ files }: Review): string =>
    JSON.stringify(
      files.map(({ path, edit, conflict, rebased }) => [path, edit.hunks, edit.baseHash, conflict, rebased]),
    );
  return shown(one) === shown(other);
}
