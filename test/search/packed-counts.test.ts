import fc from 'fast-check';
import { PackedCounts } from '../../src/search/packed-counts';

const page = fc.nat(12);
const step = fc.oneof(
  fc.record({ op: fc.constant('set' as const), page, count: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ op: fc.constant('delete' as const), page, count: fc.constant(0) }),
  fc.record({ op: fc.constant('get' as const), page, count: fc.constant(0) }),
);

describe('packed counts', () => {
  it('hold what a sorted map holds, whatever is set, removed and asked for in between', () => {
    fc.assert(
      fc.property(fc.array(page), fc.array(step), (first, steps) => {
        const pages = [...new Set(first)].sort((a, b) => a - b);
        const map = new Map(pages.map((each, at) => [each, at + 1]));
        const packed = new PackedCounts(map);
        for (const { op, page: each, count } of steps) {
          if (op === 'get') expect(packed.get(each)).toBe(map.get(each));
          else if (op === 'delete') expect(packed.delete(each)).toBe(map.delete(each));
          else {
            map.set(each, count);
            packed.set(each, count);
          }
          const sorted = [...map].sort(([a], [b]) => a - b);
          expect([...packed]).toEqual(sorted);
          expect([...packed.keys()]).toEqual(sorted.map(([key]) => key));
          expect([...packed.values()]).toEqual(sorted.map(([, value]) => value));
          expect(packed.size).toBe(map.size);
        }
      }),
    );
  });

  it('hold thousands of pages in order, with steps and counts of any size', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 70_000 }), fc.integer({ min: 1, max: 40 })), {
      maxLength: 400,
    });
    fc.assert(
      fc.property(steps, fc.array(fc.nat(400), { minLength: 20, maxLength: 20 }), (list, chosen) => {
        let page = -1;
        const map = new Map(list.map(([step, count]) => [(page += step), count]));
        const packed = new PackedCounts(map);
        expect([...packed]).toEqual([...map]);
        const keys = [...map.keys()];
        for (const [round, place] of chosen.entries()) {
          const key = keys[place] ?? 7;
          expect(packed.get(key)).toBe(map.get(key));
          expect(packed.get(key + 1)).toBe(map.get(key + 1));
          if (round % 5 === 0) expect(packed.delete(key)).toBe(map.delete(key));
          if (round % 5 === 2 && map.has(key)) {
            packed.set(key, round + 1);
            map.set(key, round + 1);
          }
        }
        expect([...packed]).toEqual([...map]);
        expect(packed.size).toBe(map.size);
      }),
    );
  });

  it('give every page once to a reader that removes pages on the way', () => {
    const packed = new PackedCounts([1, 2, 3, 4].map((each) => [each, 1] as const));
    const seen: number[] = [];
    for (const each of packed.keys()) {
      seen.push(each);
      packed.delete(each);
    }
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(packed.size).toBe(0);
  });

  it('keep the highest count that fits beside the page number', () => {
    const packed = new PackedCounts([[2_000_000, 5_000_000]]);
    expect([...packed]).toEqual([[2_000_000, 2 ** 20 - 1]]);
  });
});
