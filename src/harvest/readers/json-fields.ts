import { isMapping, isoTime } from '../../base';

export type Mapping = Readonly<Record<string, unknown>>;

/** An own property that is text. An export may be forged, so nothing is inherited. */
export function textOf(value: unknown, key: string): string | null {
  const found = fieldOf(value, key);
  return typeof found === 'string' ? found : null;
}

export function fieldOf(value: unknown, key: string): unknown {
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function listOf(value: unknown, key: string): readonly unknown[] {
  const found = fieldOf(value, key);
  return Array.isArray(found) ? found : [];
}

/** ISO 8601, UTC. @param value seconds since the epoch, or a time as text; anything else gives `null` */
export function timeOf(value: unknown): string | null {
  let at = Number.NaN;
  if (typeof value === 'number') at = value * 1000;
  else if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)) at = Date.parse(value);
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 && at > 0 ? isoTime(at) : null;
}
