import type { Decisions, HunkDecision, ReviewFile, ReviewHunk } from '../../../workbench';

/** What is meant by all of them: what was rejected before stays so, unless all of them were. */
export function acceptable(hunks: readonly ReviewHunk[]): readonly ReviewHunk[] {
  const others = hunks.filter(({ decision }) => decision?.verdict !== 'rejected');
  return others.length > 0 ? others : hunks;
}

/** Decisions that accept these hunks. What a person wrote in a hunk is kept. */
export function accepting(hunks: readonly ReviewHunk[]): Readonly<Record<string, HunkDecision>> {
  return Object.fromEntries(
    hunks.map(({ hunk, decision }) => [
      hunk.id,
      { verdict: 'accepted', ...(decision?.text === undefined ? {} : { text: decision.text }) },
    ]),
  );
}

/** A file with the decisions as they are now; the same object where none of its own changed. */
export function withDecisions(file: ReviewFile, decisions: Decisions): ReviewFile {
  if (file.hunks.every(({ hunk, decision }) => decision === (decisions[hunk.id] ?? null))) return file;
  return { ...file, hunks: file.hunks.map((item) => ({ ...item, decision: decisions[item.hunk.id] ?? null })) };
}
