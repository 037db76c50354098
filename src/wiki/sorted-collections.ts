import { compareText } from '../base';

/** A copy of a sorted map with these entries set or, if `undefined`, removed. */
export function updateSortedMap<V>(
  map: ReadonlyMap<string, V>,
  changes: ReadonlyMap<string, V | undefined>,
): ReadonlyMap<string, V> {
  if (changes.size === 0) return map;
  const added: (readonly [string, V])[] = [];
  const next = new Map(map);
  for (const [key, value] of changes) {
    if (value === undefined) next.delete(key);
    else if (map.has(key)) next.set(key, value);
    else added.push([key, value]);
  }
  return added.length === 0
    ? next
    : mergeSorted(
        next,
        added.sort(([a], [b]) => compareText(a, b)),
      );
}

function mergeSorted<V>(map: ReadonlyMap<string, V>, added: readonly (readonly [string, V])[]): ReadonlyMap<string, V> {
  const next = new Map<string, V>();
  let at = 0;
  for (const [key, value] of map) {
    for (let entry = added[at]; entry !== undefined && entry[0] < key; entry = added[at]) {
      next.set(entry[0], entry[1]);
      at += 1;
    }
    next.set(key, value);
  }
  for (const [key, value] of added.slice(at)) next.set(key, value);
  return next;
}

/** A copy of a sorted set with these members added (`true`) or removed (`false`). */
export function updateSortedSet(set: ReadonlySet<string>, changes: ReadonlyMap<string, boolean>): ReadonlySet<string> {
  const real = [...changes].filter(([item, there]) => set.has(item) !== there);
  if (real.length === 0) return set;
  const next = new Set(set);
  for (const [item, there] of real) {
    if (there) next.add(item);
    else next.delete(item);
  }
  return real.some(([, there]) => there) ? new Set([...next].sort(compareText)) : next;
}
