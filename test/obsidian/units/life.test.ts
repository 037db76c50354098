import fc from 'fast-check';
import { placeEvents } from '../../../src/obsidian/units/view-model/life';

const DAY = 86_400_000;

describe('the life line of a unit', () => {
  it('puts each moment where its date is', () => {
    const [made, changed, fresh] = placeEvents([{ at: 0 }, { at: 10 * DAY }, { at: 90 * DAY }], [60, 60, 60], 914);
    expect([made?.x, changed?.x, fresh?.x]).toEqual([7, 107, 907]);
    expect([made?.row, changed?.row, fresh?.row]).toEqual([0, 0, 0]);
  });

  it('keeps the words of all moments inside, and apart', () => {
    const events = fc.array(fc.record({ at: fc.nat(400 * DAY), width: fc.integer({ min: 20, max: 160 }) }), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(events, fc.integer({ min: 320, max: 900 }), (all, width) => {
        const sorted = all.sort((a, b) => a.at - b.at);
        const placed = placeEvents(
          sorted,
          sorted.map((each) => each.width),
          width,
        ).map((each, at) => ({ ...each, right: each.left + (sorted[at]?.width ?? 0) }));
        for (const [at, one] of placed.entries()) {
          expect(one.left).toBeGreaterThanOrEqual(0);
          expect(one.right).toBeLessThanOrEqual(width);
          for (const other of placed.slice(0, at)) expect(other.row !== one.row || other.right <= one.left).toBe(true);
        }
      }),
    );
  });
});
