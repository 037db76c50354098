/** A replacement of `[start, end)` of a base text, offsets in UTF-16 units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Replacements of both sides that touch one another, with the stretch of the base that they cover together. */
export interface OverlapGroup<A extends Range, B extends Range> extends Range {
  readonly proposed: readonly A[];
  readonly current: readonly B[];
}

/**
 * Whether two replacements cannot both be made without a choice. Two that replace something do when they overlap; an
 * insertion does when it lies in or against the other, since nobody can know which comes first.
 */
function collide(a: Range, b: Range): boolean {
  if (a.start === a.end || b.start === b.end) return a.start <= b.end && b.start <= a.end;
  return a.start < b.end && b.start < a.end;
}

/** Sorts the replacements of two sides into groups that do not touch each other, in order. One pass. */
export function groupOverlapping<A extends Range, B extends Range>(
  proposed: readonly A[],
  current: readonly B[],
): OverlapGroup<A, B>[] {
  const groups: OverlapGroup<A, B>[] = [];
  let i = 0;
  let j = 0;
  while (i < proposed.length || j < current.length) {
    const a: A[] = [];
    const b: B[] = [];
    const nextA = proposed[i];
    const nextB = current[j];
    if (nextA && (!nextB || comesFirst(nextA, nextB))) {
      a.push(nextA);
      i++;
    } else if (nextB) {
      b.push(nextB);
      j++;
    }
    for (let grew = true; grew;) {
      grew = false;
      const lastA = a.at(-1);
      const lastB = b.at(-1);
      const moreA = proposed[i];
      const moreB = current[j];
      if (moreA && lastB && collide(moreA, lastB)) {
        a.push(moreA);
        i++;
        grew = true;
      }
      if (moreB && lastA && collide(moreB, lastA)) {
        b.push(moreB);
        j++;
        grew = true;
      }
    }
    // Each side is sorted, so its first begins first and its last ends last.
    const start = Math.min(a[0]?.start ?? Infinity, b[0]?.start ?? Infinity);
    const end = Math.max(a.at(-1)?.end ?? 0, b.at(-1)?.end ?? 0);
    groups.push({ proposed: a, current: b, start, end });
  }
  return groups;
}

function comesFirst(a: Range, b: Range): boolean {
  return a.start !== b.start ? a.start < b.start : a.end <= b.end;
}
