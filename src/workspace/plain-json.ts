import { isMapping, type JsonObject, type JsonValue } from '../base';

/** More than any honest manifest needs. A few lines of YAML aliases can make far more. */
const LIMITS = { depth: 32, values: 20_000 };

/** A copy of `value` as plain JSON. */
interface JsonCopy {
  readonly value: JsonValue;
  /** Why the copy is incomplete. */
  readonly excess?: 'deep' | 'large';
}

/**
 * Copies parsed YAML into plain JSON. Objects have no prototype, so that `__proto__` is a key like any other. A date
 * becomes its ISO time, and what JSON cannot express (an infinite number, a function) `null`.
 */
export function toPlainJson(value: unknown): JsonCopy {
  let left = LIMITS.values;
  let excess: JsonCopy['excess'];
  const copy = (from: unknown, depth: number): JsonValue => {
    if (--left < 0) excess = 'large';
    else if (depth > LIMITS.depth) excess ??= 'deep';
    if (excess !== undefined) return null;
    if (from === null || typeof from === 'string' || typeof from === 'boolean') return from;
    if (typeof from === 'number') return Number.isFinite(from) ? from : null;
    if (typeof from === 'bigint') return from.toString();
    if (from instanceof Date) return Number.isNaN(from.getTime()) ? null : from.toISOString();
    if (Array.isArray(from)) return from.map((item: unknown) => copy(item, depth + 1));
    if (!isMapping(from)) return null;
    const to = emptyObject();
    for (const key of Object.keys(from)) to[key] = copy(from[key], depth + 1);
    return to;
  };
  const copied = copy(value, 0);
  return excess === undefined ? { value: copied } : { value: copied, excess };
}

/** An object without a prototype. */
export function emptyObject(): Record<string, JsonValue> {
  return Object.create(null) as Record<string, JsonValue>;
}

/** Merges mappings key by key, at any depth. Any other value of the child replaces the parent's. */
export function deepMerge(parent: JsonObject, child: JsonObject): JsonObject {
  const merged = emptyObject();
  for (const key of Object.keys(parent)) merged[key] = parent[key] ?? null;
  for (const key of Object.keys(child)) {
    const below = merged[key];
    const above = child[key] ?? null;
    merged[key] = isMapping(below) && isMapping(above) ? deepMerge(below, above) : above;
  }
  return merged;
}
