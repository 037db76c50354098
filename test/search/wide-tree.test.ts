import fc from 'fast-check';
import SearchableMap from 'minisearch/SearchableMap';
import { findBranchesFast } from '../../src/search/wide-tree';

/** The tree of terms, with its branches found by how they begin, beside MiniSearch's own. */

const character = fc.oneof(
  fc.constantFrom('a', 'b', '+'),
  fc.integer({ min: 0x4e00, max: 0x4e80 }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom('😀', '😁', '𗀀'),
);
const term = fc.array(character, { minLength: 1, maxLength: 4 }).map((all) => all.join(''));
const step = fc.record({ kind: fc.constantFrom('set', 'fetch', 'update', 'delete'), term });

const changed = (
  map: SearchableMap<number>,
  steps: readonly { kind: string; term: string }[],
): SearchableMap<number> => {
  for (const [at, { kind, term: name }] of steps.entries()) {
    if (kind === 'set') map.set(name, at);
    else if (kind === 'fetch') map.fetch(name, () => at);
    else if (kind === 'update') map.update(name, (value) => (value ?? 0) + 1);
    else map.delete(name);
  }
  return map;
};

const shape = (node: unknown): unknown =>
  node instanceof Map
    ? [...(node as Map<string, unknown>)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([label, child]) => [label, shape(child)])
    : node;

it('is, branch for branch, the tree that MiniSearch makes, and finds the same', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), fc.array(term), (steps, asked) => {
      const fast = new SearchableMap<number>();
      findBranchesFast(fast);
      changed(fast, steps);
      const plain = changed(new SearchableMap<number>(), steps);
      expect(shape(fast._tree)).toEqual(shape(plain._tree));
      expect(fast.size).toBe(plain.size);
      for (const name of [...asked, ...steps.slice(0, 40).map((each) => each.term)]) {
        expect([fast.get(name), fast.has(name)]).toEqual([plain.get(name), plain.has(name)]);
        expect(new Map(fast.atPrefix(name))).toEqual(new Map(plain.atPrefix(name)));
        expect(new Map(fast.fuzzyGet(name, 1))).toEqual(new Map(plain.fuzzyGet(name, 1)));
      }
    }),
    { numRuns: 25 },
  );
});
