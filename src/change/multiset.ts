/** Items with their number of occurrences. */
export type Multiset = Map<string, number>;

export function countItems(items: readonly string[]): Multiset {
  const counts: Multiset = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** The items of `a` beyond their count in `b`. */
export function subtract(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): Multiset {
  const left: Multiset = new Map();
  for (const [item, count] of a) if (count > (b.get(item) ?? 0)) left.set(item, count - (b.get(item) ?? 0));
  return left;
}
