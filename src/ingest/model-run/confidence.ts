import { type Source } from '../../wiki';
import { type Authority } from '../../workspace';

const CAP_BY_AUTHORITY: Readonly<Record<Authority, number>> = { primary: 0.95, secondary: 0.85, rumour: 0.5 };
/** What one source alone can carry, whatever it is. */
const SINGLE_SOURCE_CAP = 0.8;

/**
 * The most confidence that sources can carry: by the best of them, less when it stands alone. What a model says of its
 * confidence is advice, and this is its bound.
 */
export function confidenceCap(sources: readonly Pick<Source, 'authority' | 'path'>[]): number {
  const best = Math.max(0, ...sources.map(({ authority }) => CAP_BY_AUTHORITY[authority]));
  return new Set(sources.map(({ path }) => path)).size < 2 ? Math.min(best, SINGLE_SOURCE_CAP) : best;
}

/** A model's figure as a number of at most two digits, from 0 to the cap; `null` where it is none. */
export function capConfidence(advised: number, cap: number): number | null {
  return Number.isFinite(advised) ? Math.round(Math.min(Math.max(advised, 0), cap) * 100) / 100 : null;
}
