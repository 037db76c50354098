/**
 * The number of edits (insert, delete, replace, swap of two neighbours) that turn `a` into `b`, in UTF-16 units;
 * `Infinity` above `limit`. O(length × limit): only cells that can stay within the limit are computed.
 *
 * Source: optimal string alignment distance, in a band around the diagonal.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Infinity;
  const width = b.length + 1;
  const beyond = limit + 1;
  let beforeLast = new Uint16Array(width);
  let last = new Uint16Array(width);
  let row = new Uint16Array(width);
  for (let j = 0; j < width; j++) last[j] = Math.min(j, beyond);
  for (let i = 1; i <= a.length; i++) {
    row.fill(beyond);
    if (i <= limit) row[0] = i;
    let least = row[0] ?? beyond;
    const left = a.charCodeAt(i - 1);
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j++) {
      const right = b.charCodeAt(j - 1);
      let cost = (last[j - 1] ?? beyond) + (left === right ? 0 : 1);
      cost = Math.min(cost, (last[j] ?? beyond) + 1, (row[j - 1] ?? beyond) + 1);
      if (i > 1 && j > 1 && left === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === right) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? beyond) + 1);
      }
      row[j] = Math.min(cost, beyond);
      least = Math.min(least, cost);
    }
    if (least > limit) return Infinity;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  const distance = last[b.length] ?? beyond;
  return distance > limit ? Infinity : distance;
}
