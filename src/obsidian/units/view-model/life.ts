import { type UnitEvent } from '../../../workbench';

/** Where a moment is on the line, and where its words are. Pixels from the left edge. */
interface PlacedEvent {
  readonly x: number;
  readonly left: number;
  /** Row of its words, from 0: those of two moments that are close to each other are below each other. */
  readonly row: number;
}

/** Pixels between the words of two moments, and between the ends of the line and those of its box. */
const GAP = 12;
const EDGE = 7;

/** Places moments true to their dates. @param widths of their words, in pixels @param width of the whole line, in pixels */
export function placeEvents(
  timeline: readonly Pick<UnitEvent, 'at'>[],
  widths: readonly number[],
  width: number,
): readonly PlacedEvent[] {
  const times = timeline.map(({ at }) => at);
  const first = Math.min(...times);
  const span = Math.max(...times) - first;
  const ends: number[] = [];
  return times.map((at, index) => {
    const x = EDGE + (span === 0 ? 0.5 : (at - first) / span) * (width - 2 * EDGE);
    const own = widths[index] ?? 0;
    const left = Math.max(0, Math.min(x - own / 2, width - own));
    const free = ends.findIndex((end) => end + GAP <= left);
    const row = free < 0 ? ends.length : free;
    ends[row] = left + own;
    return { x, left, row };
  });
}
