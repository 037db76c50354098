import { tokeniseParts } from '../../src/search/tokenise';
import fc from 'fast-check';
import { type PageText, TermIndex } from '../../src/search/term-index';

const WORDS = ['alpha', 'alphabet', 'beta', 'gamma', 'Café', '東京都', 'HttpServer'];

const sentence = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '));
const pageText = (path: string): fc.Arbitrary<PageText> =>
  fc.record({ path: fc.constant(path), names: sentence, text: sentence, footnotes: sentence });
const pages = fc.tuple(...['a', 'b', 'c', 'd', 'e'].map(pageText));
/** The same pages at the start, and other texts for some of them. */
const edits = fc.record({
  pages,
  changed: fc.subarray(['a', 'b', 'c', 'd', 'e']),
  texts: pages,
  removed: fc.constantFrom('a', 'c', 'e', ''),
});

function edited({
  pages: first,
  changed,
  texts,
  removed,
}: typeof edits extends fc.Arbitrary<infer T> ? T : never): TermIndex {
  const index = new TermIndex();
  index.addAll(first);
  for (const text of texts) if (changed.includes(text.path)) index.replace(text);
  if (removed !== '') index.discard(removed);
  return index;
}

const sorted = ({ index }: Pick<ReturnType<TermIndex['toJSON']>, 'index'>): unknown =>
  [...index].sort(([a], [b]) => (a < b ? -1 : 1)).map(([term, fields]) => [term, fields]);

const restored = (index: TermIndex): TermIndex => {
  const copy = TermIndex.restore(index.pages());
  for (const entry of index.terms()) expect(copy.restoreTerm(JSON.parse(JSON.stringify(entry)))).toBe(true);
  return copy;
};

describe('the term index', () => {
  it('restored from its entries is what MiniSearch makes of its own JSON', () => {
    fc.assert(
      fc.property(pages, (texts) => {
        const index = new TermIndex();
        index.addAll(texts);
        const { averageFieldLength, ...json } = index.toJSON();
        const { averageFieldLength: averages, ...copy } = restored(index).toJSON();
        expect({ ...copy, index: sorted(copy) }).toEqual({ ...json, index: sorted(json) });
        for (const [field, average] of averages.entries())
          expect(average).toBeCloseTo(averageFieldLength[field] ?? -1, 10);
      }),
    );
  });

  it('finds after it is restored what it found, by the same scores, whatever was discarded', () => {
    fc.assert(
      fc.property(edits, (each) => {
        const index = edited(each);
        const copy = restored(index);
        for (const word of WORDS) {
          const found = (from: TermIndex) =>
            new Map(from.search(word).map(({ id, score }) => [String(id), Math.fround(score)]));
          expect(found(copy)).toEqual(found(index));
        }
      }),
    );
  });

  it('is vacuumed by going through its terms as by MiniSearch itself', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async (each) => {
        const index = edited(each);
        const vacuumed = edited(each);
        await vacuumed.vacuum();
        const entries = [...index.terms()];
        expect(sorted(index.toJSON())).toEqual(sorted(vacuumed.toJSON()));
        expect(index.dirtCount).toBe(0);
        expect(entries.map(([term]) => term).sort()).toEqual(
          index
            .toJSON()
            .index.map(([term]) => term)
            .sort(),
        );
      }),
    );
  });

  it('counts no discarded page', () => {
    fc.assert(
      fc.property(edits, (each) => {
        const index = edited(each);
        const vacuumed = edited(each);
        expect([...vacuumed.terms()].length).toBe(vacuumed.termCount);
        for (const word of ['alpha', 'beta', 'gamma', 'cafe', '東', '京都', 'httpserver', 'missing']) {
          expect(index.pagesWith(word)).toBe(vacuumed.pagesWith(word));
          expect(index.pagesBeginning(word)).toBe(vacuumed.pagesBeginning(word));
        }
      }),
    );
  });
});

it('a long run without a space is taken apart, whatever its length', () => {
  const run = '字'.repeat(300_000);
  expect(tokeniseParts(run).parts).toHaveLength(300_000);
});
