import { readFrontmatter, type Review, type ReviewFile, type ReviewHunk } from '../../../workbench';
import { acceptDecisions } from './decisions';

/** Whether a hunk changes nothing but the properties of a page that exists. */
export function isOfProperties({ edit }: Pick<ReviewFile, 'edit'>, { hunk }: ReviewHunk): boolean {
  if (edit.base === '') return false;
  const { present, bodyStart } = readFrontmatter(edit.base);
  return present && hunk.end <= bodyStart && hunk.start < bodyStart;
}

/** The hunks of a file as they are read: what the page says comes first, its properties last. */
export function readingOrder(file: ReviewFile): readonly ReviewHunk[] {
  const last = file.hunks.filter((item) => isOfProperties(file, item));
  return last.length === 0 ? file.hunks : [...file.hunks.filter((item) => !last.includes(item)), ...last];
}

/** The undecided hunk after a position, in reading order; after the last one comes the first. `null` when all are decided. */
export function undecidedAfter(
  files: readonly ReviewFile[],
  path: string,
  hunk: string,
): { readonly path: string; readonly hunk: string } | null {
  const all = files.flatMap((file) => readingOrder(file).map((item) => ({ path: file.path, item })));
  const at = all.findIndex((one) => one.path === path && one.item.hunk.id === hunk);
  const next = [...all.slice(at + 1), ...all.slice(0, at + 1)].find(({ item }) => !item.decision);
  return next === undefined ? null : { path: next.path, hunk: next.item.hunk.id };
}

/**
 * The decisions with which a change arrives that a person asked for: all of it is accepted, but for what has no quote or fits
 * the page no longer. Empty once anything was decided.
 */
export function arrivalDecisions({
  files,
  decisions,
  proposal,
}: Pick<Review, 'files' | 'decisions' | 'proposal'>): ReturnType<typeof acceptDecisions> {
  // What undoes a change of another device is checked like any change from outside.
  if (Object.keys(decisions).length > 0 || proposal.changeSet.producer === 'import') return {};
  const fits = files.filter(({ conflict }) => conflict === null).flatMap(({ hunks }) => hunks);
  return acceptDecisions(fits.filter(({ unsupported }) => !unsupported));
}

/** The place of a proposal among those that wait, and those that were decided in this sitting. Counted from 1. */
export function queuePlace(
  decided: number,
  waiting: readonly string[],
  id: string,
): { readonly at: number; readonly total: number } {
  const index = waiting.indexOf(id);
  return { at: decided + Math.max(0, index) + 1, total: decided + waiting.length + (index < 0 ? 1 : 0) };
}

/** The proposal that is reviewed after this one; after the last one comes the first. `null` when no other waits. */
export function nextInQueue(waiting: readonly string[], id: string): string | null {
  const at = waiting.indexOf(id);
  return [...waiting.slice(at + 1), ...waiting.slice(0, Math.max(0, at))].find((other) => other !== id) ?? null;
}
