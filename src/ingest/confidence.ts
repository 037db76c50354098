import { type FrontmatterEdit } from '../markdown';
import { type Page, type Snapshot, type Source } from '../wiki';
import { type Authority } from '../workspace';

const CAP_BY_AUTHORITY: Readonly<Record<Authority, number>> = { primary: 0.95, secondary: 0.85, rumour: 0.5 };
/** The cap for a single source, whatever its authority. */
const SINGLE_SOURCE_CAP = 0.8;

/**
 * The most confidence that sources allow: by the best of them, and less for a single source. It limits the confidence that
 * a model states, and is what the built-in curator states.
 */
export function confidenceCap(sources: readonly Pick<Source, 'authority' | 'path'>[]): number {
  const best = Math.max(0, ...sources.map(({ authority }) => CAP_BY_AUTHORITY[authority]));
  return new Set(sources.map(({ path }) => path)).size < 2 ? Math.min(best, SINGLE_SOURCE_CAP) : best;
}

/**
 * The edit that lowers the confidence that a page states to what its sources allow, the added one included. A page that states
 * less, or none, stays as it is.
 */
export function confidenceEdits(page: Page, added: Source, snapshot: Snapshot): readonly FrontmatterEdit[] {
  const stated = page.data.confidence;
  const cap = confidenceCap([...snapshot.sourcesOf(page), added]);
  return typeof stated === 'number' && stated > cap ? [{ op: 'set', path: ['confidence'], value: cap }] : [];
}

/** Why a page's confidence is lowered, as a sentence after another; `''` if it is not. */
export function confidenceReason(edits: readonly FrontmatterEdit[]): string {
  const [edit] = edits;
  return edit?.op === 'set' ? ` Its sources allow a confidence of ${JSON.stringify(edit.value)} at most.` : '';
}

/** A model's confidence, limited to 0 to the cap and rounded to two digits; `null` if it is not a number. */
export function capConfidence(advised: number, cap: number): number | null {
  return Number.isFinite(advised) ? Math.round(Math.min(Math.max(advised, 0), cap) * 100) / 100 : null;
}

export function confidenceNote(advised: number, proposed: number | null, cap: number): string {
  return `the model states a confidence of ${advised}; ${proposed ?? 'none'} is proposed, because the sources allow at most ${cap}.`;
}
