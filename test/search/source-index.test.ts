import fc from 'fast-check';
import { silentRun } from '../../src/base';
import { type ShardStore, SourceIndex, type SourceText, wordScore } from '../../src/search';
import { decodePostings, encodePostings } from '../../src/search/sources/postings';

function memoryStore(): ShardStore & { readonly files: Map<string, string>; readonly reads: string[] } {
  const files = new Map<string, string>();
  const reads: string[] = [];
  return {
    files,
    reads,
    names: () => Promise.resolve([...files.keys()]),
    read: (name) => {
      reads.push(name);
      return Promise.resolve(files.get(name) ?? null);
    },
    write: (name, text) => Promise.resolve(void files.set(name, text)),
    remove: (name) => Promise.resolve(void files.delete(name)),
  };
}

const text = (key: string, ...blocks: string[]): SourceText => ({ key, read: () => Promise.resolve(blocks) });
const all = { limit: 10, isShown: () => true };

async function indexOf(texts: readonly SourceText[], store = memoryStore()): Promise<SourceIndex> {
  const index = await SourceIndex.open(store);
  await index.update(texts, Infinity, silentRun);
  return index;
}

const found = async (index: SourceIndex, query: string): Promise<readonly string[]> =>
  (await index.search(query, all, silentRun)).hits.map(({ key, block }) => `${key}/${String(block)}`);

describe('postings', () => {
  it('are read as they were written', () => {
    const postings = fc
      .uniqueArray(fc.tuple(fc.nat(2_000_000), fc.integer({ min: 1, max: 63 })), { selector: ([block]) => block })
      .map((all) => all.sort(([a], [b]) => a - b).map(([block, count]) => ({ block, count })));
    fc.assert(
      fc.property(postings, fc.string(), (written, around) => {
        const code = encodePostings(written);
        const read: unknown[] = [];
        decodePostings(`${around}${code}\n`, around.length, around.length + code.length, (block, count) =>
          read.push({ block, count }),
        );
        expect(read).toEqual(written);
        expect(code).not.toMatch(/[\t\n]/);
      }),
    );
  });
});

describe('the index of sources', () => {
  it('finds the block that says what is asked', async () => {
    const index = await indexOf([
      text('a', 'The lamp was lit in 1611.', 'The tower is 67 metres tall.'),
      text('b', 'Sheep graze around the tower.'),
    ]);
    expect((await found(index, 'how tall is the tower'))[0]).toBe('a/1');
    expect(await found(index, 'lamp')).toEqual(['a/0']);
    expect(await found(index, 'cathedral')).toEqual([]);
  });

  it('finds other forms, half-typed words, near spellings and scripts without spaces', async () => {
    const index = await indexOf([text('a', 'The keepers climbed the stairs.'), text('b', '灯台は東京都にあります。')]);
    for (const query of ['keeper', 'climbing', 'stai', 'kepeers', '東京', '灯'])
      expect(await found(index, query)).toHaveLength(1);
  });

  it('takes a part of a word for the word only where nothing else fits', async () => {
    const index = await indexOf([
      text('a', 'Sync with GitHub, then GitHub again.'),
      text('b', 'Obsidian Git: Backup your vault with Git.'),
      text('c', 'Read the TopologyAwareScheduling page.'),
    ]);
    expect((await found(index, 'sync git backup'))[0]).toBe('b/0');
    expect(await found(index, 'topology')).toEqual(['c/0']);
  });

  it('says the same after it is loaded again, and reads only the files that a query needs', async () => {
    const store = memoryStore();
    const texts = Array.from({ length: 60 }, (_, at) =>
      text(`k${String(at)}`, Array.from({ length: 400 }, (__, n) => `word${String(at * 300 + n)}`).join(' ')),
    );
    const index = await indexOf(texts, store);
    const expected = await found(index, 'word350 word9001');
    expect(expected.length).toBeGreaterThan(1);
    const again = await SourceIndex.open(store);
    store.reads.length = 0;
    expect(await found(again, 'word350 word9001')).toEqual(expected);
    const terms = [...store.files.keys()].filter((name) => name.startsWith('terms'));
    expect(terms.length).toBeGreaterThan(2);
    expect(new Set(store.reads).size).toBeLessThan(terms.length);
  });

  it('finds after any changes what a new index finds', async () => {
    const words = ['alpha', 'beta', 'gamma', 'delta', 'HttpServer'];
    const block = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
    const version = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.array(block, { maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(fc.array(version, { minLength: 1, maxLength: 8 }), async (versions) => {
        const store = memoryStore();
        let texts: SourceText[] = [];
        for (const each of versions) {
          // What identifies a text is its content.
          texts = Object.entries(each).map(([name, blocks]) => text(`${name}:${blocks.join('|')}`, ...blocks));
          const index = await SourceIndex.open(store);
          await index.update(texts, Infinity, silentRun);
        }
        const index = await SourceIndex.open(store);
        const fresh = await indexOf(texts);
        const shown = new Set(texts.map(({ key }) => key));
        for (const word of [...words, 'http']) {
          const keys = async (each: SourceIndex): Promise<readonly string[]> =>
            (await each.search(word, { limit: 100, isShown: (key) => shown.has(key) }, silentRun)).hits
              .map(({ key, block: at }) => `${key}/${String(at)}`)
              .sort();
          expect(await keys(index)).toEqual(await keys(fresh));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('keeps to its budget, newest first, and says what is outside', async () => {
    const store = memoryStore();
    const index = await SourceIndex.open(store);
    const texts = ['new', 'middle', 'old'].map((key) => text(key, `${key} ${'x'.repeat(100)}`));
    const outside = await index.update(texts, 150, silentRun);
    expect([...outside]).toEqual(['old']);
    expect(await found(index, 'middle')).toHaveLength(1);
    expect(await found(index, 'old')).toEqual([]);
  });

  it('goes on where it was cancelled', async () => {
    const store = memoryStore();
    const controller = new AbortController();
    const read: string[] = [];
    const texts = ['a', 'b', 'c'].map((key): SourceText => ({
      key,
      read: () => {
        read.push(key);
        if (read.length === 2) controller.abort();
        return Promise.resolve([`the text of ${key}`]);
      },
    }));
    const index = await SourceIndex.open(store);
    await expect(index.update(texts, Infinity, { ...silentRun, signal: controller.signal })).rejects.toThrow(
      'Cancelled',
    );
    await (await SourceIndex.open(store)).update(texts, Infinity, silentRun);
    expect(read).toEqual(['a', 'b', 'b', 'c']);
  });

  it('is made again after a file of it was lost or damaged', async () => {
    for (const damage of ['lost', 'damaged']) {
      const store = memoryStore();
      const texts = [text('a', 'The lamp was lit in 1611.')];
      await indexOf(texts, store);
      const terms = [...store.files.keys()].find((name) => name.startsWith('terms')) ?? '';
      const index = await SourceIndex.open(store);
      if (damage === 'lost') store.files.delete(terms);
      else store.files.set(terms, '\nlamp\t1\t?\n');
      expect(await found(index, 'lamp')).toEqual([]);
      await index.update(texts, Infinity, silentRun);
      expect(await found(index, 'lamp')).toEqual(['a/0']);
    }
  });

  it('finds what another process indexed meanwhile', async () => {
    const store = memoryStore();
    const index = await indexOf([text('a', 'The lamp was lit in 1611.')], store);
    const other = await SourceIndex.open(store);
    for (const key of ['b', 'c', 'd', 'e', 'f', 'g'])
      await other.update([text('a'), text(key, `lamp ${key}`)], Infinity, silentRun);
    expect((await found(index, 'lamp')).length).toBeGreaterThan(0);
  });

  it('weighs a text by the rarest words that it has', async () => {
    const index = await indexOf([
      text('a', 'The lamp was lit.', 'The lamp of Cordouan.'),
      text('b', 'A lamp.', 'Another lamp, and a tower.'),
    ]);
    const { words } = await index.search('lamp of cordouan', all, silentRun);
    expect(wordScore('Cordouan stands in the sea.', '', words)).toBeGreaterThan(wordScore('A lamp.', '', words));
    expect(wordScore('It was lit.', 'Cordouan', words)).toBeGreaterThan(0);
    expect(wordScore('It was lit.', '', words)).toBe(0);
  });
});
