/** A replacement of `[start, end)` of a base text, offsets in UTF-16 units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Replacements of both sides that collide, with the range of the base that they cover together. */
interface OverlapGroup<P extends Range, C extends Range> extends Range {
  readonly proposed: readonly P[];
  readonly current: readonly C[];
}

/**
 * Whether two replacements cannot both be made without a choice. Two ranges collide when they overlap. An insertion also
 * collides with a range that it touches, since the order of the two is unknown.
 */
function collide(a: Range, b: Range): boolean {
  if (a.start === a.end || b.start === b.end) return a.start <= b.end && b.start <= a.end;
  return a.start < b.end && b.start < a.end;
}

/** Sorts the replacements of two sides into groups that do not collide with each other, in order. One pass. */
export function groupOverlapping<P extends Range, C extends Range>(
  proposed: readonly P[],
  current: readonly C[],
): OverlapGroup<P, C>[] {
  const groups: OverlapGroup<P, C>[] = [];
  let i = 0;
  let j = 0;
  while (i < proposed.length || j < current.length) {
    const p: P[] = [];
    const c: C[] = [];
    const nextP = proposed[i];
    const nextC = current[j];
    if (nextP && (!nextC || comesFirst(nextP, nextC))) {
      p.push(nextP);
      i++;
    } else if (nextC) {
      c.push(nextC);
      j++;
    }
    for (let grew = true; grew;) {
      grew = false;
      const lastP = p.at(-1);
      const lastC = c.at(-1);
      const moreP = proposed[i];
      const moreC = current[j];
      if (moreP && lastC && collide(moreP, lastC)) {
        p.push(moreP);
        i++;
        grew = true;
      }
      if (moreC && lastP && collide(moreC, lastP)) {
        c.push(moreC);
        j++;
        grew = true;
      }
    }
    // Each side is sorted, so the first of a group starts first and the last ends last.
    const start = Math.min(p[0]?.start ?? Infinity, c[0]?.start ?? Infinity);
    const end = Math.max(p.at(-1)?.end ?? 0, c.at(-1)?.end ?? 0);
    groups.push({ proposed: p, current: c, start, end });
  }
  return groups;
}

function comesFirst(a: Range, b: Range): boolean {
  return a.start !== b.start ? a.start < b.start : a.end <= b.end;
}
