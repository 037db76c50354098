import fc from 'fast-check';
import { editDistance } from '../../src/base';

/** The textbook algorithm, whole and without a limit. */
function plainDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let cost = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      cost = Math.min(cost, rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]![j] = isSwap ? Math.min(cost, rows[i - 2]![j - 2]! + 1) : cost;
    }
  }
  return rows[a.length]![b.length]!;
}

describe('editDistance', () => {
  it.each([
    ['severity', 'severity', 0],
    ['severity', 'severty', 1],
    ['severity', 'severiyt', 1],
    ['lints', 'hints', 1],
    ['', 'abc', 3],
  ])('counts the edits between %j and %j', (a, b, expected) => {
    expect(editDistance(a, b, 5)).toBe(expected);
  });

  it('is infinite above the limit', () => {
    expect(editDistance('kitten', 'sitting', 3)).toBe(3);
    expect(editDistance('kitten', 'sitting', 2)).toBe(Infinity);
    expect(editDistance('a', 'abcdef', 2)).toBe(Infinity);
  });

  it('equals the textbook algorithm within any limit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.nat(9), (a, b, limit) => {
        const distance = plainDistance(a, b);
        expect(editDistance(a, b, limit)).toBe(distance > limit ? Infinity : distance);
      }),
    );
  });
});
