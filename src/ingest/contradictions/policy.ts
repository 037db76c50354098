import { compareDates, type Source } from '../../wiki';
import { type Authority, type ConflictResolution } from '../../workspace';

/** Which of two statements the manifest's policy keeps; `null` when both stay. */
export type Resolution = {
  readonly by: ConflictResolution | 'superseded_by';
  readonly keeps: 'old' | 'new';
} | null;

const AUTHORITY_RANKS: Readonly<Record<Authority, number>> = { primary: 2, secondary: 1, rumour: 0 };

export interface ConflictPolicy {
  readonly resolution: ConflictResolution;
  /** ISO date of a source, `null` when unknown. */
  dateOf(source: Source): string | null;
  readonly source: Source;
  readonly date: string | null;
  /** Whether another source replaces this one. */
  isSuperseded(source: Source): boolean;
}

/**
 * Decides by policy which of two statements to keep, from facts about their sources alone; `null` when both stay. Under every
 * policy, a superseded source loses against one that is not.
 *
 * @param agreeing the number of sources that say the same as the new one, itself included
 * @param opposing the number of sources that say the same as the old statement
 */
export function resolveByPolicy(
  old: { readonly source: Source | null },
  policy: ConflictPolicy,
  agreeing: number,
  opposing: number,
): Resolution {
  const { resolution } = policy;
  const isOldGone = old.source !== null && policy.isSuperseded(old.source);
  const isNewGone = policy.isSuperseded(policy.source);
  if (isOldGone !== isNewGone) return { by: 'superseded_by', keeps: isOldGone ? 'new' : 'old' };
  const by = (difference: number): Resolution =>
    difference === 0 ? null : { by: resolution, keeps: difference > 0 ? 'new' : 'old' };
  // A sentence that names no source is a person's, and no rule decides against that.
  if (old.source === null && opposing === 0) return null;
  if (resolution === 'observation-count') return by(agreeing - opposing);
  if (old.source === null) return null;
  if (resolution === 'authority')
    return by(AUTHORITY_RANKS[policy.source.authority] - AUTHORITY_RANKS[old.source.authority]);
  if (resolution !== 'recency') return null;
  const before = policy.dateOf(old.source);
  if (before === null || policy.date === null) return null;
  return by(compareDates(policy.date, before));
}
