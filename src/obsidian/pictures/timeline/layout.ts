import { type TimelineChange, type TimelineSource, type WikiTimeline } from '../../../workbench';

/** Changes or sources that would overlap are drawn as one. */
export interface Cluster<T> {
  readonly x: number;
  readonly items: readonly T[];
}

export interface Axis {
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly left: number;
  readonly right: number;
}

const DAY = 86_400_000;

/** From a little before the first thing that happened to now. */
export function axisOf({ sources, changes }: WikiTimeline, now: number, left: number, right: number): Axis {
  const first = [sources[0]?.at, changes[0]?.at].flatMap((at) => (at === undefined ? [] : [Date.parse(at)]));
  const begin = Math.min(now - DAY, ...first);
  return { start: begin - (now - begin) * 0.04, end: now, left, right };
}

export function xOf({ start, end, left, right }: Axis, time: number): number {
  return left + ((right - left) * (Math.min(end, time) - start)) / Math.max(1, end - start);
}

/** @param width pixels that one mark needs @param items in the order of time */
export function clusters<T extends { readonly at: string }>(
  items: readonly T[],
  axis: Axis,
  width: number,
): readonly Cluster<T>[] {
  const found: { from: number; items: T[]; xs: number[] }[] = [];
  for (const item of items) {
    const x = xOf(axis, Date.parse(item.at));
    const last = found.at(-1);
    if (last !== undefined && x - last.from < width) {
      last.items.push(item);
      last.xs.push(x);
    } else found.push({ from: x, items: [item], xs: [x] });
  }
  return found.map(({ items: own, xs }) => ({ x: xs.reduce((a, b) => a + b, 0) / xs.length, items: own }));
}

/** What is undone by going back to before `changes[at]`: newest first, those without an undo left out. */
export function toUndo(changes: readonly TimelineChange[], at: number): readonly TimelineChange[] {
  return changes
    .slice(at)
    .filter(({ canUndo }) => canUndo)
    .reverse();
}

/** The oldest change to which a wiki can go back: of all later ones the undo is kept. */
export function firstUndoable(changes: readonly TimelineChange[]): number {
  let at = changes.length;
  while (at > 0 && (changes[at - 1]?.id ?? null) !== null) at -= 1;
  return at;
}

/** The timeline of one page. */
export function ofPage({ sources, changes }: WikiTimeline, path: string, cited: ReadonlySet<string>): WikiTimeline {
  const own = changes.filter(({ pages }) => pages.includes(path));
  const first = own[0];
  return {
    sources: sources.filter((source: TimelineSource) => cited.has(source.path)),
    changes: own,
    growth: first === undefined ? [] : [{ at: first.at, pages: 1 }],
  };
}

/** Where months, years or days begin, at most `most` of them. */
export function ticks({ start, end }: Axis, most: number): readonly { readonly time: number; readonly unit: Unit }[] {
  const units: readonly (readonly [Unit, number])[] = [
    ['day', DAY],
    ['week', 7 * DAY],
    ['month', 31 * DAY],
    ['quarter', 92 * DAY],
    ['year', 366 * DAY],
  ];
  const [unit] = units.find(([, length]) => (end - start) / length <= most) ?? ['year', 366 * DAY];
  const found: { time: number; unit: Unit }[] = [];
  for (let time = beginOf(start, unit, 0); time <= end; time = beginOf(time, unit, 1)) {
    if (time > start) found.push({ time, unit });
  }
  const every = Math.ceil(found.length / most);
  return found.filter((_, at) => at % every === 0);
}

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** The beginning of the unit that holds `time`, or so many later. In local time, as the reader counts. */
function beginOf(time: number, unit: Unit, later: number): number {
  const date = new Date(time);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  switch (unit) {
    case 'day':
      return new Date(year, month, day + later).getTime();
    case 'week':
      return new Date(year, month, day - ((date.getDay() + 6) % 7) + 7 * later).getTime();
    case 'month':
      return new Date(year, month + later, 1).getTime();
    case 'quarter':
      return new Date(year, month - (month % 3) + 3 * later, 1).getTime();
    case 'year':
      return new Date(year + later, 0, 1).getTime();
  }
}
