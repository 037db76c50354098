import { FactStore, type KeptFacts } from '../../../src/ingest/extractive/fact-store';

const factsOf = (hash: string, length: number): KeptFacts => ({
  hash,
  format: 'markdown',
  date: null,
  facts: [],
  length,
});

describe('what earlier sources say', () => {
  it('is kept of so many characters in all, and the sources that were needed last stay', () => {
    const store = new FactStore(100);
    for (const hash of ['a', 'b', 'c']) store.put(factsOf(hash, 30));
    expect(store.get('a')?.hash).toBe('a');
    store.put(factsOf('d', 30));
    expect(['a', 'b', 'c', 'd'].filter((hash) => store.get(hash) !== undefined)).toEqual(['a', 'c', 'd']);
  });

  it('counts a source that is read again once', () => {
    const store = new FactStore(100);
    for (let time = 0; time < 5; time += 1) store.put(factsOf('a', 60));
    store.put(factsOf('b', 40));
    expect(store.get('a')?.hash).toBe('a');
  });

  it('does not keep a source that is longer than all that may be kept', () => {
    const store = new FactStore(100);
    store.put(factsOf('a', 101));
    store.put(factsOf('b', 100));
    expect([store.get('a'), store.get('b')?.hash]).toEqual([undefined, 'b']);
  });
});
