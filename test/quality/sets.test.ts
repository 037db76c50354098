import path from 'node:path';
import { states } from '../../quality/measure-facts';
import { readSource, type ReadSource } from '../../quality/reading';
import { loadSet, setNames, shuffled } from '../../quality/sets';
import { type Fact } from '../../quality/types';
import { countWords } from '../../src/markdown';

const folder = path.join(__dirname, '..', '..', 'quality', 'sets');

/** A sentence of a source often needs its neighbours to be understood; a sentence of a page should not. */
const WINDOW = 4;

function isStatedIn({ units, text }: ReadSource, fact: Fact): boolean {
  return units.some((_, at) => {
    const window = units.slice(at, at + WINDOW).join(' ');
    return states(fact, { text: window, heading: null }, text.title ?? '');
  });
}

describe.each(setNames(folder))('the set "%s"', (name) => {
  const set = loadSet(folder, name);

  it('has enough sources, facts and planted changes', () => {
    expect(set.sources.length).toBeGreaterThanOrEqual(6);
    expect(set.facts).toHaveLength(60);
    expect(new Set(set.facts.map(({ id }) => id)).size).toBe(60);
    const kinds = set.changes.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'contradiction').length).toBeGreaterThanOrEqual(4);
    expect(kinds.filter((kind) => kind === 'supersession').length).toBeGreaterThanOrEqual(4);
  });

  it('has changes between known facts, and every fact of a change is marked as such', () => {
    const facts = new Map(set.facts.map((fact) => [fact.id, fact]));
    for (const { kind, older, newer } of set.changes) {
      const sides = [facts.get(older)?.status, facts.get(newer)?.status];
      if (kind === 'contradiction') expect(sides).toEqual(['contradicted', 'contradicted']);
      else expect(sides[0]).toBe('superseded');
      expect(sides[1]).toBeDefined();
    }
  });

  it('has sources that can be read, of 500 to 2,600 words each', async () => {
    for (const source of set.sources) {
      const { text } = await readSource(source);
      const words = countWords(text.passages.map((passage) => passage.text).join('\n'));
      expect([source.file, words >= 500 && words <= 2_600]).toEqual([source.file, true]);
    }
  });

  it('has no fact that its sources do not state', async () => {
    const sources = new Map(
      await Promise.all(set.sources.map(async (source) => [source.file, await readSource(source)] as const)),
    );
    const unstated = set.facts.flatMap((fact) =>
      fact.sources
        .filter((file) => {
          const source = sources.get(file);
          return source === undefined || !isStatedIn(source, fact);
        })
        .map((file) => `${fact.id}: ${file}`),
    );
    expect(unstated).toEqual([]);
  });

  it('has another order with the same sources', () => {
    const files = set.sources.map(({ file }) => file);
    const others = shuffled(files);
    expect(others).not.toEqual(files);
    expect([...others].sort()).toEqual(files);
  });
});
