/**
 * Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`, as far as `most`; anything beyond is
 * `Infinity`. Only the cells that can stay within `most` are computed.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity;
  const width = b.length + 1;
  let older = new Uint16Array(width);
  let old = new Uint16Array(width);
  let row = new Uint16Array(width);
  const far = most + 1;
  for (let j = 0; j < width; j++) old[j] = Math.min(j, far);
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - most);
    const to = Math.min(b.length, i + most);
    row.fill(far);
    if (i <= most) row[0] = i;
    let least = row[0] ?? far;
    const left = a.charCodeAt(i - 1);
    for (let j = from; j <= to; j++) {
      const right = b.charCodeAt(j - 1);
      let cost = (old[j - 1] ?? far) + (left === right ? 0 : 1);
      cost = Math.min(cost, (old[j] ?? far) + 1, (row[j - 1] ?? far) + 1);
      if (i > 1 && j > 1 && left === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === right) {
        cost = Math.min(cost, (older[j - 2] ?? far) + 1);
      }
      row[j] = Math.min(cost, far);
      least = Math.min(least, cost);
    }
    if (least > most) return Infinity;
    [older, old, row] = [old, row, older];
  }
  const distance = old[b.length] ?? far;
  return distance > most ? Infinity : distance;
}
