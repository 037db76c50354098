import { isMapping, type JsonObject, type JsonValue } from '../base';
import { type FrontmatterEdit } from './types';
import { type YamlStep } from './yaml-splice';

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Whether two values are equal; the order of keys does not count. */
export function sameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  if (!isMapping(a) || !isMapping(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  );
}

function ownValue(map: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** A copy with one key set, whatever its name; `undefined` removes it. */
function withKey(map: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  const entries = Object.entries(map).filter(([name]) => name !== key || value !== undefined);
  if (value !== undefined) {
    const at = entries.findIndex(([name]) => name === key);
    if (at === -1) entries.push([key, value]);
    else entries[at] = [key, value];
  }
  return Object.fromEntries(entries);
}

/** The data after an edit; `null` when the edit does not fit (a key within a text, an item for a mapping). */
export function editData(data: JsonObject, edit: FrontmatterEdit): JsonObject | null {
  return editDataAt(data, edit.path, edit);
}

function editDataAt(map: JsonObject, path: readonly string[], edit: FrontmatterEdit): JsonObject | null {
  const [key, ...rest] = path;
  if (key === undefined) return null;
  const old = ownValue(map, key);
  if (rest.length > 0) {
    if (old !== undefined && old !== null && !isMapping(old))
      return edit.op === 'remove' || edit.op === 'drop' ? map : null;
    if ((old ?? null) === null && (edit.op === 'remove' || edit.op === 'drop')) return map;
    const inner = editDataAt(isMapping(old) ? old : {}, rest, edit);
    return inner === null ? null : withKey(map, key, inner);
  }
  switch (edit.op) {
    case 'set':
      return withKey(map, key, edit.value);
    case 'remove':
      return withKey(map, key, undefined);
    case 'add':
      return withItem(map, key, old, edit.value);
    case 'drop':
      return withoutItem(map, key, old, edit.value);
  }
}

/** A list as it is, a single value as a list of one, nothing as an empty list. */
function toList(value: JsonValue | undefined): readonly JsonValue[] {
  if (isList(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

function withItem(map: JsonObject, key: string, old: JsonValue | undefined, value: JsonValue): JsonObject | null {
  if (isMapping(old)) return null;
  const list = toList(old);
  if (list.some((item) => sameValue(item, value))) return map;
  return withKey(map, key, [...list, value]);
}

function withoutItem(map: JsonObject, key: string, old: JsonValue | undefined, value: JsonValue): JsonObject | null {
  if (isList(old))
    return withKey(
      map,
      key,
      old.filter((item) => !sameValue(item, value)),
    );
  return old !== undefined && sameValue(old, value) ? withKey(map, key, []) : map;
}

/** Small steps from one state of the data to another. The two differ only below `path`. */
export function stepsOf(from: JsonObject, to: JsonObject, path: readonly string[]): YamlStep[] {
  const steps: YamlStep[] = [];
  const key = path[0] ?? '';
  addSteps(ownValue(from, key), ownValue(to, key), [key], steps);
  return steps;
}

function addSteps(
  from: JsonValue | undefined,
  to: JsonValue | undefined,
  path: readonly string[],
  steps: YamlStep[],
): void {
  if (from === undefined && to !== undefined) steps.push({ op: 'addKey', path, value: to });
  else if (to === undefined) steps.push({ op: 'removeKey', path });
  else if (sameValue(from, to)) return;
  else if (isMapping(from) && isMapping(to) && sharesKey(from, to)) {
    for (const key of Object.keys(from))
      if (!Object.hasOwn(to, key)) steps.push({ op: 'removeKey', path: [...path, key] });
    for (const key of Object.keys(to)) addSteps(ownValue(from, key), ownValue(to, key), [...path, key], steps);
  } else if (isList(from) && isList(to)) addListSteps(from, to, path, steps);
  else steps.push({ op: 'replace', path, value: to });
}

function sharesKey(a: JsonObject, b: JsonObject): boolean {
  return Object.keys(a).some((key) => Object.hasOwn(b, key));
}

/** Longer lists are rewritten instead of compared. */
const MAX_COMPARED = 300;

function addListSteps(
  from: readonly JsonValue[],
  to: readonly JsonValue[],
  path: readonly string[],
  steps: YamlStep[],
): void {
  const kept = from.length * to.length > MAX_COMPARED * MAX_COMPARED ? [] : commonItems(from, to);
  if (kept.length === 0) {
    steps.push({ op: 'replace', path, value: to });
    return;
  }
  const keptFrom = new Set(kept.map(([index]) => index));
  const keptTo = new Set(kept.map(([, index]) => index));
  for (let index = from.length - 1; index >= 0; index--) {
    if (!keptFrom.has(index)) steps.push({ op: 'removeItem', path, index });
  }
  for (const [index, value] of to.entries()) {
    if (!keptTo.has(index)) steps.push({ op: 'insertItem', path, index, value });
  }
}

/** The longest common subsequence, as pairs of indices. */
function commonItems(a: readonly JsonValue[], b: readonly JsonValue[]): [number, number][] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const below = lengths[(i + 1) * width + j] ?? 0;
      const right = lengths[i * width + j + 1] ?? 0;
      const both = sameValue(a[i], b[j]) ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1 : 0;
      lengths[i * width + j] = Math.max(below, right, both);
    }
  }
  const pairs: [number, number][] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (sameValue(a[i], b[j])) pairs.push([i++, j++]);
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return pairs;
}
