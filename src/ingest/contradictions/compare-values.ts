import { isSameDate } from '../../base';
import { type StatedValue } from './stated-values';

/** How two values for one subject relate. */
export type Relation = 'agree' | 'conflict' | 'changed' | 'unrelated';

/**
 * Compares two values with the precision of the less precise one. Numbers that change over the years conflict only if they
 * are for the same year: the year stated with them, otherwise the year of their source.
 *
 * @param years of the two sources; `null` if unknown
 */
export function compareValues(
  a: StatedValue,
  b: StatedValue,
  years: readonly [number | null, number | null],
): Relation {
  if (a.attribute.name !== b.attribute.name || a.unit !== b.unit) return 'unrelated';
  if (a.date !== null && b.date !== null) return isSameDate(a.date, b.date) ? 'agree' : 'conflict';
  if (a.date !== null || b.date !== null) return 'unrelated';
  if (isSameNumber(a, b)) return 'agree';
  if (a.asOf !== null && b.asOf !== null) return a.asOf === b.asOf ? 'conflict' : 'changed';
  if (!a.attribute.varies) return 'conflict';
  const [first, second] = [a.asOf ?? years[0], b.asOf ?? years[1]];
  return first !== null && second !== null && first !== second ? 'changed' : 'conflict';
}

export function isSameNumber(
  a: Pick<StatedValue, 'amount' | 'digits'>,
  b: Pick<StatedValue, 'amount' | 'digits'>,
): boolean {
  if (a.amount === b.amount) return true;
  const digits = Math.min(a.digits, b.digits);
  const [precise, coarse] = a.digits >= b.digits ? [a, b] : [b, a];
  if (a.digits === b.digits) return false;
  return Number(precise.amount.toPrecision(digits)) === Number(coarse.amount.toPrecision(digits));
}
