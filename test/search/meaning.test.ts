import fc from 'fast-check';
import { cosine, createVectorCache, directionOf, fuse, meantPassage, meantText } from '../../src/search';
import { parsePage } from '../../src/wiki';
import { page, MemoryShardStore } from './wiki';

const cosineOf = (a: readonly number[], b: readonly number[]): number => {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, each, at) => sum + each * (y[at] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

describe('ranking by words and by meaning', () => {
  /** Hits as a search gives them: apart, the best first, and how near some of them are. */
  const found = fc
    .uniqueArray(fc.record({ path: fc.string({ maxLength: 6 }), score: fc.integer({ min: 0, max: 1_000 }) }), {
      selector: ({ path }) => path,
      maxLength: 30,
    })
    .map((hits) => hits.sort((a, b) => b.score - a.score));
  const nearness = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 30 });
  const mapped = (hits: readonly { path: string }[], near: readonly number[]): Map<string, number> =>
    new Map(hits.slice(0, near.length).map(({ path }, at) => [path, near[at] ?? 0]));

  it('loses and doubles no page, and sorts by the score that it gives', () => {
    fc.assert(
      fc.property(found, nearness, fc.double({ min: 0, max: 1, noNaN: true }), (hits, near, part) => {
        const fused = fuse(hits, mapped(hits, near), part);
        expect(fused.map(({ path }) => path).sort()).toEqual(hits.map(({ path }) => path).sort());
        const scores = fused.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
        expect(scores.every((score) => score >= 0 && score <= (hits[0]?.score ?? 0))).toBe(true);
      }),
    );
  });

  it('keeps the order if all are equally near, or no vector is known', () => {
    fc.assert(
      fc.property(found, fc.double({ min: -1, max: 1, noNaN: true }), (hits, near) => {
        const order = hits.map(({ path }) => path);
        const all = new Map(hits.map(({ path }) => [path, near]));
        expect(fuse(hits, all).map(({ path }) => path)).toEqual(order);
        expect(fuse(hits, new Map()).map(({ path }) => path)).toEqual(order);
      }),
    );
  });

  it('never lowers a page that is nearer', () => {
    fc.assert(
      fc.property(found, nearness, fc.nat(29), (hits, near, at) => {
        const moved = hits[at]?.path;
        if (moved === undefined || at >= near.length) return;
        const rankOf = (own: readonly number[]): number =>
          fuse(hits, mapped(hits, own)).findIndex(({ path }) => path === moved);
        expect(rankOf(near.map((each, each_) => (each_ === at ? 1 : each)))).toBeLessThanOrEqual(rankOf(near));
      }),
    );
  });

  it('moves the nearest up and the farthest down, and keeps a clear winner that is near', () => {
    const hits = [
      { path: 'name', score: 20 },
      { path: 'far', score: 9 },
      { path: 'near', score: 8 },
      { path: 'last', score: 2 },
    ];
    const near = new Map([
      ['name', 0.5],
      ['far', 0.1],
      ['near', 0.6],
      ['last', 0.2],
    ]);
    expect(fuse(hits, near).map(({ path }) => path)).toEqual(['name', 'near', 'far', 'last']);
    expect(fuse(hits, near, 0).map(({ path }) => path)).toEqual(['name', 'far', 'near', 'last']);
    expect(fuse(hits, near, 1).map(({ path }) => path)).toEqual(['near', 'name', 'last', 'far']);
  });
});

describe('vectors', () => {
  const vector = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 64, maxLength: 64 });

  it('keep the angle between vectors, but for a part of a degree', () => {
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        fc.pre([a, b].every((one) => one.some((each) => Math.abs(each) > 1)));
        expect(Math.abs(cosine(directionOf(a), directionOf(b)) - cosineOf(a, b))).toBeLessThan(0.02);
      }),
    );
  });

  it('that are zero are near to nothing', () => {
    const nowhere = directionOf([0, 0, 0]);
    expect([...nowhere]).toEqual([0, 0, 0]);
    expect(cosine(nowhere, directionOf([1, 2, 3]))).toBe(0);
  });

  it('of the largest numbers are numbers', () => {
    expect([...directionOf([1e308, -1e308, 5e307])]).toEqual([127, -127, 64]);
  });
});

describe('the text that represents a page', () => {
  const long = 'Words of no weight. '.repeat(60);
  const text = page(
    'Lamp',
    `# Lamp\n\nIt shines.\n\n## Fuel\n\nThe lamp burns\n[[colza|colza oil]], and *little* of it.\n\n${long}\nwick\nand tallow\n\nEnd.`,
  );
  const lamp = parsePage('lamp.md', text);
  const of = (...terms: string[]): string => meantPassage(text, lamp, terms);

  it('is the title, the heading, and the whole paragraph as plain text', () => {
    expect(of('colza')).toBe('Lamp Fuel The lamp burns colza oil, and little of it.');
    expect(of('shines')).toBe('Lamp Lamp It shines.');
    expect(of('end')).toBe('Lamp Fuel End.');
  });

  it('is the same whichever words of the paragraph the query has', () => {
    expect(of('little')).toBe(of('colza'));
    expect(of('burns')).toBe(of('colza'));
  });

  it('is the first sentence where only a name of the page matched', () => {
    expect(of('pharos')).toBe('Lamp It shines.');
  });

  it('is never long, and still contains the match', () => {
    expect(of('wick').length).toBeLessThanOrEqual(800);
    expect(of('wick')).toMatch(/^Lamp Fuel .*weight\. wick and tallow$/);
  });

  it('is valid Unicode, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.nat(20), (spaces) => {
        const cut = meantText(`${'x'.repeat(spaces)}${'🜁'.repeat(500)}`);
        expect(cut.length).toBeLessThanOrEqual(800);
        expect(cut).not.toMatch(/\p{Cs}/u);
      }),
    );
  });
});

describe('the cache of vectors', () => {
  const key = (first: string, at: number): string => first + at.toString(16).padStart(30, '0');
  const direction = (seed: number, length = 64): Int8Array =>
    Int8Array.from({ length }, (_, at) => ((seed * 31 + at * 17) % 255) - 127);

  it('gives back what was put into it, after a restart too', async () => {
    const store = new MemoryShardStore();
    const cache = createVectorCache(store);
    const keys = [key('00', 1), key('00', 2), key('ff', 3)];
    for (const [at, each] of keys.entries()) {
      expect(await cache.get(each)).toBeNull();
      cache.put(each, direction(at));
    }
    await cache.save();
    expect(store.written.sort()).toEqual(['00.json', 'ff.json']);
    const again = createVectorCache(store);
    for (const [at, each] of keys.entries()) expect(await again.get(each)).toEqual(direction(at));
    expect(await again.get(key('ff', 4))).toBeNull();
  });

  it('writes one shard for one new text, and none for none', async () => {
    const store = new MemoryShardStore();
    const cache = createVectorCache(store);
    for (let at = 0; at < 256; at += 1) {
      const each = key(at.toString(16).padStart(2, '0'), at);
      await cache.get(each);
      cache.put(each, direction(at));
    }
    await cache.save();
    store.written.length = 0;
    await cache.save();
    expect(store.written).toEqual([]);
    await cache.get(key('a7', 9));
    cache.put(key('a7', 9), direction(9));
    await cache.save();
    expect(store.written).toEqual(['a7.json']);
  });

  it('drops a shard with any byte changed, cut off, of another version, or that is none', async () => {
    const store = new MemoryShardStore();
    const cache = createVectorCache(store);
    await cache.get(key('00', 1));
    cache.put(key('00', 1), direction(1));
    await cache.save();
    const good = store.texts.get('00.json') ?? '';
    const read = (text: string): Promise<unknown> =>
      createVectorCache(new MemoryShardStore({ '00.json': text })).get(key('00', 1));
    expect(await read(good)).toEqual(direction(1));
    for (const bad of ['', 'null', '{}', '[]', good.slice(0, -9), good.replace('"version":1', '"version":2')]) {
      expect(await read(bad)).toBeNull();
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), async (at) => {
        const other = good.charAt(at) === 'A' ? 'B' : 'A';
        expect(await read(good.slice(0, at) + other + good.slice(at + 1))).toBeNull();
      }),
    );
  });

  it('drops the oldest when a shard is full', async () => {
    const store = new MemoryShardStore();
    const cache = createVectorCache(store);
    for (let at = 0; at < 100; at += 1) {
      await cache.get(key('00', at));
      cache.put(key('00', at), direction(at, 1_536));
    }
    await cache.save();
    expect(store.texts.get('00.json')?.length).toBeLessThan(110_000);
    const again = createVectorCache(store);
    expect(await again.get(key('00', 0))).toBeNull();
    expect(await again.get(key('00', 99))).toEqual(direction(99, 1_536));
  });

  it('keeps what could not be written, and writes it the next time', async () => {
    const store = new MemoryShardStore();
    const cache = createVectorCache(store);
    await cache.get(key('00', 1));
    cache.put(key('00', 1), direction(1));
    store.isFull = true;
    await expect(cache.save()).rejects.toThrow('full');
    expect(await cache.get(key('00', 1))).toEqual(direction(1));
    store.isFull = false;
    await cache.save();
    expect(await createVectorCache(store).get(key('00', 1))).toEqual(direction(1));
  });
});
