/** Which letters a word has, as bits: words whose bits differ much cannot be near each other. */
export function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

/** How many bits are set. */
export function bitsOf(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * How many letters have to be put in, left out, replaced or swapped with their neighbour to make one word of the other
 * (optimal string alignment, UTF-16 units); any number above `most` where it is more than that.
 */
export function distance(a: string, b: string, most: number): number {
  let before = Array.from({ length: b.length + 1 }, () => 0);
  let last = before.map((_, column) => column);
  let next = [...before];
  for (let row = 1; row <= a.length; row += 1) {
    const letter = a.charCodeAt(row - 1);
    const letterBefore = a.charCodeAt(row - 2);
    let left = row;
    let least = row;
    next[0] = row;
    for (let column = 1; column <= b.length; column += 1) {
      const other = b.charCodeAt(column - 1);
      let cost = Math.min((last[column - 1] ?? 0) + (letter === other ? 0 : 1), (last[column] ?? 0) + 1, left + 1);
      if (row > 1 && column > 1 && letter === b.charCodeAt(column - 2) && letterBefore === other) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      }
      next[column] = left = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return least;
    [before, last, next] = [last, next, before];
  }
  return last[b.length] ?? 0;
}

const INFLECTED = /^[a-z]{3,}$/;
const ENDINGS = ['', 's', 'es', 'ed', 'ing', 'e', 'y', 'ies', 'ied', 'd', 'er', 'ers', 'ly'];

/** What an English word has in common with its plural and its other forms: roughly, and only where that is safe to say. */
function stemOf(word: string): string {
  let stem = word.replace(/(?:ies|ied)$/, 'y').replace(/(?:([^aius])s|(ss|sh|ch|x)es)$/, '$1$2');
  const cut = stem.replace(/(?:ing|ed|er|ly)$/, '');
  if (cut !== stem && cut.length > 2 && /[aeiouy]/.test(cut)) stem = cut.replace(/([bdgklmnprt])\1$/, '$1');
  return stem.length > 3 ? stem.replace(/e$/, '') : stem;
}

/** Other forms that an English word may have, whether there are such words or not; none of a word in any other script. */
export function formsOf(word: string): string[] {
  if (!INFLECTED.test(word)) return [];
  const stem = stemOf(word);
  const bases = [stem, `${stem}${stem.slice(-1)}`];
  if (stem.endsWith('y')) bases.push(stem.slice(0, -1));
  const forms = bases.flatMap((base) => ENDINGS.map((ending) => base + ending));
  return [...new Set(forms)].filter((form) => form !== word && stemOf(form) === stem);
}
