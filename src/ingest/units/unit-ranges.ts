/** How often each unit may be named, on average. */
const MAX_REPEATS = 10;

/**
 * Reads a list of units such as `["1.3", "1.5-1.8", "{1.9}"]` or `["3", "5-8"]`.
 *
 * @param source the number of the source that the units belong to; units of other sources are not returned
 * @param count the number of units of the source
 * @returns the numbers in order of appearance, each once, and what could not be read
 */
export function readUnitRanges(
  ranges: readonly string[],
  source: number,
  count: number,
): { readonly numbers: readonly number[]; readonly unknown: readonly string[] } {
  const numbers = new Set<number>();
  const unknown: string[] = [];
  // A forged text may name all units again and again.
  let left = MAX_REPEATS * count;
  for (const range of ranges.flatMap((text) => text.split(/[,;]/))) {
    const text = range.replace(/[{}[\]\s!?]/g, '');
    if (text === '') continue;
    const match = /^(?:(\d{1,4})\.)?(\d{1,6})(?:[-–](?:(\d{1,4})\.)?(\d{1,6}))?$/.exec(text);
    const first = Number(match?.[2]);
    const last = Number(match?.[4] ?? match?.[2]);
    const isHere = [match?.[1], match?.[3]].every((own) => own === undefined || Number(own) === source);
    if (match === null || !isHere || first < 1 || last < first || last > count || (left -= last - first + 1) < 0)
      unknown.push(range.trim());
    else for (let number = first; number <= last; number += 1) numbers.add(number);
  }
  return { numbers: [...numbers], unknown };
}

/** Writes numbers as ranges, for prompts and for readers: `3, 5-8`. */
export function formatUnitRanges(numbers: readonly number[], source?: number): string {
  const prefix = source === undefined ? '' : `${source}.`;
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let at = 0; at < sorted.length;) {
    let end = at;
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end += 1;
    parts.push(`${prefix}${sorted[at] ?? 0}${end === at ? '' : `-${prefix}${sorted[end] ?? 0}`}`);
    at = end + 1;
  }
  return parts.join(', ');
}
