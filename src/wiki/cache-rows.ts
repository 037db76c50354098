import { isMapping } from '../base';
import { isText } from './field-values';

/**
 * Pages and sources as rows of JSON, and back. A row is a list in a fixed order, since keys repeated thousands of times would be
 * most of the file. Decoding checks the type of every value and returns `null` for an invalid row.
 */
export type CacheRow = readonly unknown[];

export function decodeAll<T>(rows: unknown, decode: (cells: CacheRow) => T | null): readonly T[] | null {
  if (!Array.isArray(rows)) return null;
  const items: T[] = [];
  for (const row of rows as readonly unknown[]) {
    const item = Array.isArray(row) ? decode(row as CacheRow) : null;
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

/** Whether a value survives JSON unchanged: no dates, no infinite numbers, no negative zero, limited depth. */
export function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (depth === 0 || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth - 1));
  return isMapping(value) && Object.values(value).every((item) => isJson(item, depth - 1));
}

export function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && Number.isSafeInteger(value);
}

export function isPosition(value: unknown): value is number {
  return isCount(value) && value >= 1;
}

export function isOffset(value: unknown, size: number): value is number {
  return isCount(value) && value <= size;
}
