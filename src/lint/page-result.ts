import { type DetectedFinding } from './findings';
import { type KeyFilter } from './mentions';

/** What the check of one page found, and what it depends on. */
export interface PageResult {
  readonly findings: readonly DetectedFinding[];
  /** See `factKey`. */
  readonly keys: readonly string[];
  /** The result is valid in `[validFrom, validUntil)`, milliseconds since the epoch. */
  readonly validFrom: number;
  readonly validUntil: number;
  /** See `TrackedFacts`. */
  readonly words: KeyFilter | null;
  /** Read from the last run: its findings have no fixes. */
  readonly isKept?: true;
}
