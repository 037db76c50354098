import fc from 'fast-check';
import { NameIndex, type PageNames } from '../../src/lint/name-index';
import { countCommonTrigrams, featuresOf, foldName, similarity } from '../../src/lint/name-similarity';

function pageOf(name: string, ...others: readonly string[]): PageNames {
  return { path: `${name}.md`, linkName: name, names: [name, ...others] };
}

function indexOf(pages: readonly PageNames[]): NameIndex {
  const index = new NameIndex();
  for (const page of pages) index.replace(null, page);
  return index;
}

const people = ['andrej-karpathy', 'andrew-ng', 'grace-hopper', 'ada-lovelace', 'alan-turing', 'bridge-note', 'runway'];

it.each([
  ['andrej-karpaty', 'andrej-karpathy'],
  ['Andrey Karpathy', 'andrej-karpathy'],
  ['karpathy', 'andrej-karpathy'],
  ['karpathy-andrej', 'andrej-karpathy'],
  ['lovelace', 'ada-lovelace'],
  ['runwya', 'runway'],
  ['bridge notes', 'bridge-note'],
])('%s may have meant %s', (target, expected) => {
  expect(indexOf(people.map((name) => pageOf(name))).nearest(target).names[0]).toBe(expected);
});

it('a target unlike every name gets no suggestion', () => {
  const index = indexOf(people.map((name) => pageOf(name)));
  expect(index.nearest('quarterly-report')).toMatchObject({ names: [], normalizedMatch: null });
  expect(index.nearest('')).toMatchObject({ names: [], normalizedMatch: null });
  expect(index.nearest('🙂')).toMatchObject({ names: [], normalizedMatch: null });
});

it('names in other scripts are compared', () => {
  const index = indexOf([pageOf('東京都市計画'), pageOf('Москва'), pageOf('Café Müller')]);
  expect(index.nearest('東京都市計画案').names).toEqual(['東京都市計画']);
  expect(index.nearest('Моква').names).toEqual(['Москва']);
  expect(index.nearest('cafe-muller')).toMatchObject({ names: ['Café Müller'], normalizedMatch: 'Café Müller.md' });
});

it('a page matches only when no other page has the same name', () => {
  const index = indexOf([
    pageOf('lead-investor', 'The lead'),
    pageOf('c++'),
    pageOf('release-1.2'),
    pageOf('x'),
    pageOf('y', 'X'),
  ]);
  expect(index.nearest('Lead Investor').normalizedMatch).toBe('lead-investor.md');
  expect(index.nearest('the lead').normalizedMatch).toBe('lead-investor.md');
  expect(index.nearest('c').normalizedMatch).toBeNull();
  expect(index.nearest('C#').normalizedMatch).toBeNull();
  expect(index.nearest('release-12').normalizedMatch).toBeNull();
  expect(index.nearest('Release 1.2').normalizedMatch).toBe('release-1.2.md');
  expect(index.nearest('X!').normalizedMatch).toBeNull();
});

it('folding keeps words apart that differ in another script', () => {
  expect(foldName('がく')).not.toBe(foldName('かく'));
  expect(foldName('Crème_Brûlée')).toBe(foldName('creme brulee'));
});

it('cached answers are those of a fresh index, whichever pages come and go', () => {
  const name = fc.stringMatching(/^[abc]{1,4}(-[abc]{1,3})?$/);
  const page = fc.tuple(fc.nat(5), name, fc.option(name)).map(([at, one, two]) => ({
    path: `${at}.md`,
    linkName: one,
    names: two === null || two === one ? [one] : [one, two],
  }));
  fc.assert(
    fc.property(fc.array(page, { maxLength: 12 }), fc.array(name, { minLength: 1, maxLength: 6 }), (pages, targets) => {
      const index = new NameIndex();
      const now = new Map<string, PageNames>();
      const answers = new Map(targets.map((target) => [target, index.nearest(target)]));
      for (const next of pages) {
        const before = now.get(next.path) ?? null;
        // The same page twice in a row is removed.
        const gone = before !== null && before.linkName === next.linkName;
        for (const stale of index.replace(before, gone ? null : next)) answers.delete(stale);
        if (gone) now.delete(next.path);
        else now.set(next.path, next);
        const fresh = indexOf([...now.values()]);
        for (const target of targets) {
          const { names, normalizedMatch } = answers.get(target) ?? index.nearest(target);
          answers.set(target, { names, normalizedMatch });
          expect({ names, normalizedMatch }).toEqual({
            names: fresh.nearest(target).names,
            normalizedMatch: fresh.nearest(target).normalizedMatch,
          });
        }
      }
    }),
    { numRuns: 500 },
  );
});

it('the names found are those that comparing with each name finds', () => {
  const name = fc.stringMatching(/^[abc]{1,5}( [abc]{1,4})?$/);
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 20 }), name, (names, target) => {
      const own = featuresOf(target);
      const scores = names.map((each) => {
        const other = featuresOf(each);
        return { each, score: similarity(own, other, countCommonTrigrams(own, other)) };
      });
      const best = scores
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || (a.each < b.each ? -1 : 1));
      expect(indexOf(names.map((each) => pageOf(each))).nearest(target).names).toEqual(
        best.slice(0, 3).map(({ each }) => each),
      );
    }),
  );
});
