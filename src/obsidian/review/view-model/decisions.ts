import { type HunkDecisions, type HunkDecision, type ReviewFile, type ReviewHunk } from '../../../workbench';

/**
 * What a person means who accepts all of these at once: what was rejected before stays so, unless all of them were. Then
 * it is what can be had without accepting what was rejected elsewhere, if there is any.
 *
 * @param all the hunks of the review, which these may need
 */
export function acceptable(hunks: readonly ReviewHunk[], all: readonly ReviewHunk[]): readonly ReviewHunk[] {
  const others = hunks.filter(({ decision }) => decision?.verdict !== 'rejected');
  if (others.length > 0) return others;
  const free = withoutNeeding(hunks, all, (need) => !hunks.includes(need) && isRejectedDirectly(need));
  return free.length > 0 ? free : hunks;
}

/**
 * The decisions of a person who accepts all of these at once, and how many undecided ones they leave: what rests on a
 * quote that is not in the source is accepted one by one, or not at all, and so is what cannot be without it.
 *
 * @param all the hunks of the review, which these may need
 */
export function acceptAll(
  hunks: readonly ReviewHunk[],
  all: readonly ReviewHunk[],
): { readonly decisions: Readonly<Record<string, HunkDecision>>; readonly left: number } {
  const sound = withoutNeeding(
    hunks,
    all,
    ({ unsupported: unfounded, decision }) => unfounded && decision?.verdict !== 'accepted',
  );
  const left = hunks.filter((item) => !item.decision && !sound.includes(item)).length;
  return { decisions: acceptDecisions(acceptable(sound, all)), left };
}

/** The hunks that neither are such a one nor need one. */
function withoutNeeding(
  hunks: readonly ReviewHunk[],
  all: readonly ReviewHunk[],
  isOut: (item: ReviewHunk) => boolean,
): readonly ReviewHunk[] {
  const byId = new Map(all.map((item) => [item.hunk.id, item]));
  return hunks.filter((item) => {
    // Grows while it is walked: all that the hunk needs.
    const needed = new Set([item]);
    for (const { hunk } of needed) for (const id of hunk.needs) needed.add(byId.get(id) ?? item);
    return ![...needed].some(isOut);
  });
}

function isRejectedDirectly({ decision }: ReviewHunk): boolean {
  return decision?.verdict === 'rejected' && decision.beforeCascade === undefined;
}

/** Decisions that accept these hunks. What a person wrote in a hunk is kept. */
export function acceptDecisions(hunks: readonly ReviewHunk[]): Readonly<Record<string, HunkDecision>> {
  return Object.fromEntries(
    hunks.map(({ hunk, decision }) => {
      const text = decision?.text ?? decision?.beforeCascade?.text;
      return [hunk.id, { verdict: 'accepted', ...(text !== undefined && { text }) }];
    }),
  );
}

/** A file with the decisions as they are now; the same object where none of its own changed. */
export function withDecisions(file: ReviewFile, decisions: HunkDecisions): ReviewFile {
  if (file.hunks.every(({ hunk, decision }) => decision === (decisions[hunk.id] ?? null))) return file;
  return { ...file, hunks: file.hunks.map((item) => ({ ...item, decision: decisions[item.hunk.id] ?? null })) };
}
