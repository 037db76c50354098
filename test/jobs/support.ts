import { type Clock } from '../../src/base';

/** A clock that moves only when it is told to. */
export function steppedClock(start = Date.UTC(2026, 3, 27, 15)): Clock & { advance(ms: number): void } {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}
