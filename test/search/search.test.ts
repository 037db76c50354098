import fc from 'fast-check';
import {
  createPageIndex,
  loadPageIndex,
  openPageIndex,
  passagesOf,
  type PageIndex,
  type SearchOptions,
  tokenise,
} from '../../src/search';
import { checksum, withChecksum } from '../../src/search/checksum';
import { TermIndex } from '../../src/search/term-index';
import { page, run, MemoryShardStore, view, wikiOf, written } from './wiki';

const paths = (index: PageIndex, query: string, options?: SearchOptions) =>
  index.search(query, options).map((hit) => hit.path);

async function indexOf(files: Readonly<Record<string, string>>): Promise<PageIndex> {
  return createPageIndex((await wikiOf(files)).snapshot, run);
}

describe('terms', () => {
  it.each([
    ['Café Ångström naïve', ['cafe', 'angstrom', 'naive']],
    ['Ｆｕｌｌ ﬁne', ['full', 'fine']],
    [
      'camelCase snake_case HTTPServer kebab-case',
      ['camelcase', 'camel', 'case', 'snake_case', 'snake', 'case', 'httpserver', 'http', 'server', 'kebab', 'case'],
    ],
    ['日本語', ['日', '本', '語', '日本', '本語']],
    ['a 東京 b', ['a', '東', '京', '東京', 'b']],
    ['й ё й', ['и', 'е', 'и']],
    ['हिन्दी', ['हिन्दी']],
    ['Straße', ['strasse']],
    ['', []],
    ['— … !', []],
  ])('of %j', (text, terms) => {
    expect(tokenise(text)).toEqual(terms);
  });
});

describe('search', () => {
  it('ranks a name above a heading above the text', async () => {
    const index = await indexOf({
      'concepts/body.md': page('One', 'About quartz and other stones.'),
      'concepts/heading.md': page('Two', '## Quartz\n\nSome stones.'),
      'concepts/title.md': page('Quartz', 'A stone.'),
      'concepts/alias.md': page('Three', 'A stone.', 'aliases: [Quartz]\n'),
      'concepts/other.md': page('Four', 'Nothing.'),
    });
    expect(paths(index, 'quartz')).toEqual([
      'concepts/title.md',
      'concepts/alias.md',
      'concepts/heading.md',
      'concepts/body.md',
    ]);
  });

  it('finds a tag, and leaves out the frontmatter, code fences’ marks and links’ targets', async () => {
    const index = await indexOf({
      'concepts/a.md': page(
        'A',
        'See [the text](https://hidden.example/path) and [[target-page|shown]].',
        'tags: [geology]\n',
      ),
    });
    expect(paths(index, 'geology')).toEqual(['concepts/a.md']);
    expect(paths(index, 'shown')).toEqual(['concepts/a.md']);
    expect(paths(index, 'hidden', { loose: false })).toEqual([]);
    expect(paths(index, 'schema', { loose: false })).toEqual([]);
  });

  it.each([
    ['a Chinese substring', '数据库', '我们使用向量数据库来搜索。'],
    ['a Chinese pair across words', '量数', '我们使用向量数据库来搜索。'],
    ['one Chinese character', '库', '我们使用向量数据库来搜索。'],
    ['a Japanese substring', '自然言語', 'これは自然言語処理の例です。'],
    ['Katakana of half width', 'ﾃﾞｰﾀ', 'データベース'],
    ['a Korean word without its particle', '서울', '서울에서 만나요.'],
    ['a Thai substring', 'ไทย', 'ภาษาไทยง่าย'],
    ['a word without its accents', 'cafe resume', 'Café résumé'],
    ['a word with accents that the text lacks', 'café', 'A cafe.'],
    ['a part of an identifier', 'server', 'class HttpServer2 {}'],
    ['an identifier as a whole', 'max_tokens', 'set `max_tokens` here'],
    ['a possessive', 'dog', 'The dog’s bowl'],
  ])('finds %s', async (_name, query, body) => {
    const index = await indexOf({ 'concepts/a.md': page('A', body), 'concepts/b.md': page('B', 'Unrelated words.') });
    expect(paths(index, query, { loose: false })).toEqual(['concepts/a.md']);
  });

  it('does not find a Chinese text that holds the characters apart', async () => {
    const index = await indexOf({ 'concepts/a.md': page('A', '数学和根据') });
    expect(paths(index, '数据', { loose: false })).toEqual([]);
  });

  it('falls back to prefixes, then to similar spellings', async () => {
    const index = await indexOf({
      'concepts/a.md': page('Photosynthesis', 'Plants and light.'),
      'concepts/b.md': page('Photograph', 'A picture.'),
      'concepts/c.md': page('Graph', 'Nodes.'),
    });
    expect(paths(index, 'photosyn')).toEqual(['concepts/a.md']);
    expect(paths(index, 'ph')).toEqual(expect.arrayContaining(['concepts/a.md', 'concepts/b.md']));
    expect(paths(index, 'fotosynthesis')).toEqual(['concepts/a.md']);
    expect(paths(index, 'gräph')).toContain('concepts/c.md');
    expect(paths(index, 'photosyn', { loose: false })).toEqual([]);
    expect(paths(index, 'xyzxyz')).toEqual([]);
  });

  it('breaks ties by path, and bounds the hits', async () => {
    const files = Object.fromEntries(
      ['c', 'a', 'b', 'd'].map((name) => [`concepts/${name}.md`, page('Same', 'same words')]),
    );
    const index = await indexOf(files);
    expect(paths(index, 'words')).toEqual(['a', 'b', 'c', 'd'].map((name) => `concepts/${name}.md`));
    expect(paths(index, 'words', { limit: 2 })).toEqual(['concepts/a.md', 'concepts/b.md']);
  });

  it('lists the words that matched, the rarest first', async () => {
    const index = await indexOf({
      'concepts/a.md': page('A', 'common rare'),
      'concepts/b.md': page('B', 'common'),
      'concepts/c.md': page('C', 'common'),
    });
    expect(index.search('common rare missing')[0]).toMatchObject({ path: 'concepts/a.md', terms: ['rare', 'common'] });
  });

  it('lists a word that only asks last, however rare it is', async () => {
    const index = await indexOf({
      'concepts/a.md': page('A', 'The tower is tall.\n\nThe plane decides how far.'),
      'concepts/b.md': page('B', 'A tall tower.'),
    });
    expect(index.search('how tall is the tower')[0]?.terms.at(-1)).toMatch(/^(?:how|is|the)$/);
    const { terms = [] } = index.search('how tall is the tower').find(({ path }) => path === 'concepts/a.md') ?? {};
    const text = page('A', 'The tower is tall.\n\nThe plane decides how far.');
    expect(passagesOf(text, terms, 1)).toMatchObject([{ text: 'The tower is tall.' }]);
  });

  it('prefers the statement under a heading that has the words', () => {
    const text = page('A', 'A tower of granite.\n\n## The tower\n\nThe tower is 31 metres tall.');
    expect(passagesOf(text, ['tower']).map(({ text: said }) => said)).toEqual([
      'The tower is 31 metres tall.',
      'A tower of granite.',
    ]);
  });

  it('gives no results for an empty query', async () => {
    const index = await indexOf({ 'concepts/a.md': page('A', 'x') });
    expect(['', '  ', '!?', '"'].map((query) => index.search(query))).toEqual([[], [], [], []]);
  });

  it('counts a very frequent word only in names if the query has a rarer one', async () => {
    const files: Record<string, string> = {};
    for (let i = 0; i < 700; i++)
      files[`concepts/p${i}.md`] = page(`Page ${i}`, `The river ${i} flows.${i === 5 ? ' A heron.' : ''}`);
    files['concepts/the-band.md'] = page('The Band', 'Music.');
    const index = await indexOf(files);
    expect(paths(index, 'the heron').slice(0, 2).sort()).toEqual(['concepts/p5.md', 'concepts/the-band.md']);
    expect(paths(index, 'the', { limit: 1000 })).toHaveLength(701);
    expect(paths(index, 'river flows', { limit: 1000 })).toHaveLength(700);
    expect(paths(index, 'river zzzzzz', { limit: 1000 })).toHaveLength(700);
    expect(paths(index, 'river zzzzzz', { limit: 1000, loose: false })).toHaveLength(700);
  }, 60_000);

  it('looks for a beginning that very many words share in names alone, until more is typed', async () => {
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz').slice(0, 20);
    const words = letters.flatMap((one) => ['x', 'y', 'z'].map((other) => `qu${one}${other}`));
    const files: Record<string, string> = { 'concepts/quartz.md': page('Quartz', 'A stone.') };
    for (let i = 0; i < 100; i++) files[`concepts/p${i}.md`] = page(`Page ${i}`, words.join(' '));
    const index = await indexOf(files);
    expect(paths(index, 'qu')).toEqual(['concepts/quartz.md']);
    expect(paths(index, 'qua', { limit: 1000 })).toHaveLength(101);
  });
});

describe('footnotes', () => {
  const noted = (prose: string, quote: string): string =>
    page('A page', `# A page\n\n${prose}[^s-1]\n\n[^s-1]: [s], line 3: “${quote}”\n    The keeper wrote more of it.\n`);
  const files = {
    'concepts/a.md': noted('The lamp is old.', 'The mercury bath was removed.'),
    'concepts/b.md': noted(
      'The mercury bath was large, and it stood in the tower until the year of the fire.',
      'It was.',
    ),
    'concepts/c.md': noted('Nothing of it is known.', 'The foghorn was silent.'),
  };

  it('are found below what pages say, with the pages that nothing else finds', async () => {
    const index = await indexOf(files);
    expect(paths(index, 'mercury bath')).toEqual(['concepts/b.md', 'concepts/a.md']);
    expect(paths(index, 'foghorn')).toEqual(['concepts/c.md']);
    expect(paths(index, 'foghor')).toEqual(['concepts/c.md']);
  });

  it('rank below prose even where hundreds of pages say the word and one has it in a footnote', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`concepts/p${at}.md`, noted('The bath was here.', 'So it was.')]),
    );
    const found = paths(await indexOf({ ...files, ...many }), 'bath', { limit: 100 });
    expect(found.at(-1)).toBe('concepts/a.md');
  });

  it('are no passage', async () => {
    const { snapshot } = await wikiOf(files);
    const text = (await snapshot.text('concepts/a.md')) ?? '';
    expect(passagesOf(text, ['mercury', 'keeper'])).toEqual([]);
    expect(passagesOf(text, ['lamp'])).toEqual([expect.objectContaining({ text: 'The lamp is old.' })]);
  });
});

describe('links, for a query that is a sentence', () => {
  const asked = 'Which lamps do sailors trust when heavy storms darken narrow straits?';
  const files = {
    'concepts/list.md': page(
      'What to trust',
      'Sailors trust lamps when heavy storms darken narrow straits: [[lantern]].',
    ),
    'concepts/lantern.md': page('Lantern', 'A glass case.'),
    'concepts/other.md': page('Bell', 'It rings.'),
  };

  it('add pages that the best ones link to, below them, with the linking page', async () => {
    const index = await indexOf(files);
    expect(index.search(asked)).toMatchObject([
      { path: 'concepts/list.md' },
      { path: 'concepts/lantern.md', terms: [], linkedFrom: 'What to trust' },
    ]);
    expect(index.search(asked)[0]).not.toHaveProperty('linkedFrom');
  });

  it('add nothing for a few words, nor for words that no page has', async () => {
    const index = await indexOf(files);
    expect(paths(index, 'lamps that sailors trust')).toEqual(['concepts/list.md']);
    expect(paths(index, 'sailors trust qqa qqb qqc qqd qqe qqf qqg')).toEqual(['concepts/list.md']);
  });

  it('raise a page that words rank low, and keep its matches', async () => {
    const many = Array.from({ length: 90 }, (_, at): [string, string] => [
      `concepts/p${at}.md`,
      page(`P ${at}`, 'Narrow, narrow.'),
    ]);
    const narrow = page('Lantern', `A narrow glass case. ${'It is long since told. '.repeat(40)}`);
    const index = await indexOf({ ...Object.fromEntries(many), ...files, 'concepts/lantern.md': narrow });
    expect(index.search(asked, { limit: 2 })[1]).toMatchObject({ path: 'concepts/lantern.md', terms: ['narrow'] });
  });

  it('add nothing outside the lens', async () => {
    const wiki = await wikiOf({
      ...files,
      'concepts/list.md': files['concepts/list.md'].replace('kind: concept', 'kind: city'),
      'view/KNOWLEDGE.md': view('view', '  scopeTo: [City]\n'),
    });
    const index = await createPageIndex(wiki.snapshot, run);
    const lens = await wiki.lens('view/KNOWLEDGE.md');
    expect(paths(index, asked, { lens })).toEqual(['concepts/list.md']);
  });
});

describe('a lens', () => {
  const files = {
    'sources/a.md': '---\nschema: knowledge.source/v1\nid: a\nauthority: primary\n---\nx',
    'sources/b.md': '---\nschema: knowledge.source/v1\nid: b\nauthority: rumour\n---\nx',
    'entities/place.md': page(
      'Place',
      'harbour',
      'sources: [sources/b.md]\nupdated_at: "2020-01-01T00:00:00Z"\n',
      'place',
    ),
    'entities/town.md': page(
      'Town',
      'harbour',
      'sources: [sources/a.md]\nupdated_at: "2020-01-01T00:00:00Z"\n',
      'city',
    ),
    'entities/api.md': page('Call', 'harbour', 'updated_at: "2026-01-01T00:00:00Z"\n', 'api-endpoint'),
    'concepts/idea.md': page('Idea', 'harbour'),
    'places/KNOWLEDGE.md': view('places', '  scopeTo: [Place]\n'),
    'calls/KNOWLEDGE.md': view('calls', '  scopeTo: [APIEndpoint]\n'),
    'fresh/KNOWLEDGE.md': view('fresh', '  preferRecent: true\n'),
    'sound/KNOWLEDGE.md': view('sound', '  preferAuthoritative: true\n'),
  };
  const now = Date.parse('2026-01-02T00:00:00Z');

  async function found(name: string): Promise<string[]> {
    const { snapshot, lens } = await wikiOf(files);
    const index = await createPageIndex(snapshot, run);
    return paths(index, 'harbour', { lens: await lens(`${name}/KNOWLEDGE.md`), now });
  }

  it('keeps the search to its types and the types below them', async () => {
    expect((await found('places')).sort()).toEqual(['entities/place.md', 'entities/town.md']);
  });

  it('knows a kind by the name that the manifest gives its type', async () => {
    expect(await found('calls')).toEqual(['entities/api.md']);
  });

  it('ranks recent pages first if it prefers them', async () => {
    expect((await found('fresh'))[0]).toBe('entities/api.md');
  });

  it('ranks pages with better sources first if it prefers them', async () => {
    const order = await found('sound');
    expect(order[0]).toBe('entities/town.md');
    expect(order.at(-1)).toBe('entities/place.md');
  });
});

describe('an index brought up to date', () => {
  const vocabulary = ['alpha', 'beta', 'gamma', 'delta', 'Café', '東京都', 'alphabet', 'betamax', 'HttpServer'];
  const text = fc
    .tuple(fc.constantFrom(...vocabulary), fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 6 }))
    .map(([title, words]) => page(title, words.join(' ')));
  const changes = fc.array(
    fc.dictionary(
      fc.constantFrom('concepts/a.md', 'concepts/b.md', 'concepts/c.md', 'concepts/d.md'),
      fc.option(text),
      { minKeys: 1, maxKeys: 3, noNullPrototype: true },
    ),
    { minLength: 1, maxLength: 5 },
  );
  const queries = ['alpha', 'beta gamma', 'cafe', '京', 'alp', 'gmma', 'server', 'delta alphabet betamax'];
  const answers = (index: PageIndex) => queries.map((query) => index.search(query));

  it('finds what a fresh index finds, with the same scores', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('concepts/a.md', 'concepts/b.md', 'concepts/e.md'), text, {
          noNullPrototype: true,
        }),
        changes,
        async (files, steps) => {
          let { snapshot } = await wikiOf(files);
          const index = await createPageIndex(snapshot, run);
          for (const step of steps) {
            snapshot = await written(snapshot, step);
            await index.update(snapshot, run);
            expect(answers(index)).toEqual(answers(await createPageIndex(snapshot, run)));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  const files = fc.dictionary(fc.constantFrom('concepts/a.md', 'concepts/b.md', 'concepts/c.md'), text, {
    noNullPrototype: true,
  });

  it('packs its terms now and then, also where pages are indexed one by one', async () => {
    const packed = jest.spyOn(TermIndex.prototype, 'pack');
    let { snapshot } = await wikiOf({ 'concepts/a.md': page('A', 'Fog.') });
    const index = await createPageIndex(snapshot, run);
    for (let at = 0; at < 150; at += 1) {
      snapshot = snapshot.with([{ op: 'create', path: `concepts/p${at}.md`, text: page(`P${at}`, 'Fog.') }]);
      await index.update(snapshot, run);
    }
    expect(packed).toHaveBeenCalledTimes(2);
    expect(index.search('fog', { limit: 200 })).toHaveLength(151);
    packed.mockRestore();
  });

  it('finds what a fresh index finds for a word on many pages', async () => {
    const many = Array.from({ length: 60 }, (_, at) => [`concepts/p${at}.md`, page(`P${at}`, 'Fog. '.repeat(1 + at))]);
    const wiki = await wikiOf(Object.fromEntries(many) as Record<string, string>);
    const index = await createPageIndex(wiki.snapshot, run);
    const edits = {
      'concepts/p7.md': null,
      'concepts/p30.md': page('P30', 'Sun.'),
      'concepts/p99.md': page('A', 'Fog.'),
    };
    const next = await written(wiki.snapshot, { ...edits, 'concepts/p0.md': page('P0', 'Fog, fog and fog.') });
    await index.update(next, run);
    const found = index.search('fog', { limit: 99 });
    expect(found).toHaveLength(59);
    expect(found).toEqual((await createPageIndex(next, run)).search('fog', { limit: 99 }));
  });

  it('finds the same from its stored form, whatever was written since', async () => {
    await fc.assert(
      fc.asyncProperty(files, changes, async (before, steps) => {
        const { vault, snapshot, reread } = await wikiOf(before);
        const stored = new MemoryShardStore();
        await (await createPageIndex(snapshot, run)).save(stored, run);
        for (const [path, content] of steps.flatMap((step) => Object.entries(step))) {
          await (content === null ? vault.remove(path) : vault.write(path, content));
        }
        const next = await reread();
        const index = await loadPageIndex(stored, next, run);
        expect(answers(index)).toEqual(answers(await createPageIndex(next, run)));
        // It is as good a base for further changes as a new one.
        const last = await written(next, { 'concepts/a.md': page('alpha', 'beta'), 'concepts/c.md': null });
        await index.update(last, run);
        expect(answers(index)).toEqual(answers(await createPageIndex(last, run)));
      }),
      { numRuns: 40 },
    );
  });

  it('from its stored form reads only what changed', async () => {
    const { vault, snapshot, reread } = await wikiOf({
      'concepts/a.md': page('A', 'one'),
      'concepts/b.md': page('B', 'two'),
    });
    const stored = new MemoryShardStore();
    await (await createPageIndex(snapshot, run)).save(stored, run);
    await vault.write('concepts/b.md', page('B', 'three'));
    const next = await reread();
    const texts = jest.spyOn(next, 'text');
    const index = await loadPageIndex(stored, next, run);
    expect(texts.mock.calls).toEqual([['concepts/b.md']]);
    expect(['one', 'two', 'three'].map((word) => paths(index, word, { loose: false }))).toEqual([
      ['concepts/a.md'],
      [],
      ['concepts/b.md'],
    ]);
  });

  it('is built again from a damaged store', async () => {
    await fc.assert(
      fc.asyncProperty(
        files,
        fc.nat(5000),
        fc.constantFrom('', '0', '7', '}', '"', 'a'),
        async (before, at, damage) => {
          const { snapshot } = await wikiOf(before);
          const index = await createPageIndex(snapshot, run);
          const stored = new MemoryShardStore();
          await index.save(stored, run);
          const [name = '', text = ''] = [...stored.texts][0] ?? [];
          const cut = at % (text.length + 1);
          stored.texts.set(name, text.slice(0, cut) + damage + text.slice(cut + 1));
          expect(answers(await loadPageIndex(stored, snapshot, run))).toEqual(answers(index));
        },
      ),
      { numRuns: 100 },
    );
  });

  describe('from a store with', () => {
    const row = ['concepts/a.md', null, '', [1, 0, 0, 0, 1]];
    const partNamed = (kind: string, text: string): string => `${kind}-${checksum(text)}.json`;
    /** A store whose parts are whole, and hold what they should not. */
    function storeOf(pages: unknown, terms: unknown, version = 7): Record<string, string> {
      const [pagePart, termPart] = [JSON.stringify(pages), JSON.stringify(terms)];
      const names = { pages: [partNamed('pages', pagePart)], terms: [partNamed('terms', termPart)] };
      return {
        'index.json': withChecksum(JSON.stringify({ version, ...names })),
        [names.pages[0] ?? '']: pagePart,
        [names.terms[0] ?? '']: termPart,
      };
    }
    const stored: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      ['an empty list of parts', { 'index.json': '' }],
      ['no object', { 'index.json': 'null' }],
      ['a list of parts without its checksum', { 'index.json': '{"version":7,"pages":[],"terms":[]}' }],
      ['a list that names no parts', { 'index.json': withChecksum('{"version":7,"pages":[5],"terms":[]}') }],
      ['a part that is missing', { 'index.json': withChecksum('{"version":7,"pages":["pages-0.json"],"terms":[]}') }],
      ['another version', storeOf([row], [['word', [4, 1, 1]]], 6)],
      ['pages that are no list', storeOf({}, [['word', [4, 1, 1]]])],
      ['a page that is no row', storeOf([null], [['word', [4, 1, 1]]])],
      ['a page with too few lengths', storeOf([['concepts/a.md', null, '', [1]]], [])],
      ['a page with a length below 0', storeOf([['concepts/a.md', null, '', [1, 0, 0, 0, -1]]], [])],
      ['the same page twice', storeOf([row, row], [])],
      ['a term that is no text', storeOf([row], [[5, [4, 1, 1]]])],
      ['a term on no page', storeOf([row], [['word']])],
      ['a term in a field that there is not', storeOf([row], [['word', [5, 1, 1]]])],
      ['a term on a page that there is not', storeOf([row], [['word', [4, 2, 1]]])],
      ['a term twice on a page', storeOf([row], [['word', [4, 1, 1, 0, 1]]])],
      ['a term that is there 0 times', storeOf([row], [['word', [4, 1, 0]]])],
      ['a term with a number missing', storeOf([row], [['word', [4, 1]]])],
      ['a term with a number too large', storeOf([row], [['word', [4, 1e20, 1]]])],
    ];

    it.each(stored)('%s: every page is indexed again', async (_name, texts) => {
      const { snapshot } = await wikiOf({ 'concepts/a.md': page('A', 'word') });
      const store = new MemoryShardStore({ ...texts, 'readme.txt': 'not ours' });
      const index = await loadPageIndex(store, snapshot, run);
      expect(answers(index)).toEqual(answers(await createPageIndex(snapshot, run)));
      expect(paths(index, 'word')).toEqual(['concepts/a.md']);
    });

    it('changed pages: they are indexed again', async () => {
      const { snapshot } = await wikiOf({ 'concepts/a.md': page('A', 'word') });
      const gone = ['concepts/gone.md', null, '', [1, 0, 0, 0, 1]];
      const store = new MemoryShardStore(storeOf([row, gone], [['other', [4, 1, 1, 1, 1]]]));
      const index = await loadPageIndex(store, snapshot, run);
      expect(paths(index, 'word')).toEqual(['concepts/a.md']);
      expect(paths(index, 'other')).toEqual([]);
    });
  });

  describe('in parts', () => {
    const letters = (number: number) => number.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!);
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => {
          const words = Array.from({ length: 480 }, (_, word) => letters((at * 37 + word * 7) % 5000)).join(' ');
          return [`concepts/p${at}.md`, page(`Page ${at}`, words)];
        }),
      );

    async function stored(count: number) {
      const wiki = await wikiOf(many(count));
      const store = new MemoryShardStore();
      const index = await createPageIndex(wiki.snapshot, run);
      await index.save(store, run);
      return { ...wiki, store, index };
    }

    it('each short enough to be parsed at once, and the list of them last', async () => {
      const { store } = await stored(130);
      const names = [...store.texts.keys()];
      expect(names.filter((name) => name.startsWith('terms-')).length).toBeGreaterThan(1);
      expect(Math.max(...[...store.texts.values()].map(({ length }) => length))).toBeLessThan(210_000);
      expect(store.written.at(-1)).toBe('index.json');
    });

    it('which are read as queries need them, and give what a complete index gives', async () => {
      const { store, snapshot, index } = await stored(130);
      const reads = jest.spyOn(store, 'read');
      const opened = await openPageIndex(store, snapshot, run);
      const partsRead = () => reads.mock.calls.filter(([name]) => name.startsWith('terms-')).length;
      expect(partsRead()).toBe(0);
      const word = letters(7 * 100);
      const all = [...store.texts.keys()].filter((name) => name.startsWith('terms-')).length;
      expect(await opened.find(word, { loose: false }, run)).toEqual(index.search(word, { loose: false }));
      expect(partsRead()).toBeLessThan(all);
      for (const query of [word, `${word} ${letters(7 * 200)}`, word.slice(0, 3), `${word}zz`, 'page 7'])
        expect(await opened.find(query, {}, run)).toEqual(index.search(query));
      expect(partsRead()).toBeLessThanOrEqual(all);
    });

    it('of which a misspelt word needs the list of terms and those spelt nearly so', async () => {
      const { store, snapshot, index } = await stored(260);
      const reads = jest.spyOn(store, 'read');
      const opened = await openPageIndex(store, snapshot, run);
      const partsRead = () =>
        new Set(reads.mock.calls.map(([name]) => name).filter((name) => name.startsWith('terms-')));
      const all = [...store.texts.keys()].filter((name) => name.startsWith('terms-')).length;
      const misspelt = 'pagge';
      const hits = index.search(misspelt);
      expect(hits.length).toBeGreaterThan(0);
      expect(await opened.find(misspelt, {}, run)).toEqual(hits);
      expect(partsRead().size).toBeLessThan(all);

      const read = reads.mock.calls.length;
      expect(await opened.find(misspelt, {}, run)).toEqual(hits);
      expect(reads.mock.calls).toHaveLength(read);
    });

    it('of an earlier version, without the list of terms, are all read for a misspelt word', async () => {
      const { store, snapshot, index } = await stored(130);
      const head = JSON.parse((store.texts.get('index.json') ?? '').split('\n')[0] ?? '') as Record<string, unknown>;
      delete head.names;
      await store.write('index.json', withChecksum(JSON.stringify(head)));
      const opened = await openPageIndex(store, snapshot, run);
      expect(await opened.find('pagge', {}, run)).toEqual(index.search('pagge'));
    });

    it('takes in what changed before a part was read', async () => {
      const { store, vault, snapshot, reread } = await stored(130);
      const opened = await openPageIndex(store, snapshot, run);
      const word = letters(7 * 100);
      await vault.write('concepts/p3.md', page('Page 3', `${word} ${word} quartz`));
      await vault.write('concepts/new.md', page('New', word));
      await vault.remove('concepts/p5.md');
      const next = await reread();
      await opened.update(next, run);
      const fresh = await createPageIndex(next, run);
      for (const query of [word, 'quartz', 'new', letters(35)])
        expect(await opened.find(query, { limit: 200 }, run)).toEqual(fresh.search(query, { limit: 200 }));
      expect(answers(await opened.complete(run))).toEqual(answers(fresh));
    });

    it('is read again, or made again, where a part is lost while it is open', async () => {
      const { store, snapshot, index } = await stored(130);
      const other = new MemoryShardStore();
      const opened = await openPageIndex(store, snapshot, run);
      for (const name of [...store.texts.keys()].filter((each) => each.startsWith('terms-'))) await store.remove(name);
      const word = letters(7 * 100);
      expect(await opened.find(word, {}, run)).toEqual(index.search(word));
      await opened.save(other, run);
      expect(answers(await loadPageIndex(other, snapshot, run))).toEqual(answers(index));
    });

    it('writes nothing for an edit, and indexes that page again on the next start', async () => {
      const { vault, index, store, reread } = await stored(130);
      store.written.length = 0;
      await index.save(store, run);
      await vault.write('concepts/p7.md', page('Page 7', 'quartz'));
      const next = await reread();
      await index.update(next, run);
      await index.save(store, run);
      expect(store.written).toEqual([]);

      const texts = jest.spyOn(next, 'text');
      const again = await loadPageIndex(store, next, run);
      expect(texts.mock.calls).toEqual([['concepts/p7.md']]);
      expect(answers(again)).toEqual(answers(index));
      expect(paths(again, 'quartz')).toEqual(['concepts/p7.md']);
      await again.save(store, run);
      expect(store.written).toEqual([]);
    });

    it('is written again after many edits, and holds nothing then of what was there before', async () => {
      const { vault, store, reread } = await stored(130);
      const before = new Set(store.texts.keys());
      for (let at = 0; at < 125; at += 1) await vault.remove(`concepts/p${at}.md`);
      const index = await loadPageIndex(store, await reread(), run);
      await index.save(store, run);
      expect([...store.texts.keys()].filter((name) => before.has(name))).toEqual(['index.json']);
      expect([...store.texts.values()].join('')).not.toContain('p100.md');
      const again = await loadPageIndex(store, await reread(), run);
      expect(answers(again)).toEqual(answers(index));
      expect(again.search('page 128')[0]?.path).toBe('concepts/p128.md');
    });

    it('is written again after many edits of one page', async () => {
      const { snapshot, store, index } = await stored(3);
      store.written.length = 0;
      let next = snapshot;
      for (let at = 0; at < 65; at += 1) {
        next = await written(next, { 'concepts/p1.md': page('Page 1', `quartz ${letters(at)}`) });
        await index.update(next, run);
        await index.save(store, run);
        if (at < 64) expect(store.written).toEqual([]);
      }
      expect(store.written.at(-1)).toBe('index.json');
      expect(answers(await loadPageIndex(store, next, run))).toEqual(answers(index));
    });

    it('reads a page whose file was touched, and does not index it again where its text is the same', async () => {
      const { vault, snapshot, store, reread } = await stored(3);
      for (const path of snapshot.pages.keys()) await vault.write(path, await vault.readText(path));
      const next = await reread();
      const texts = jest.spyOn(next, 'text');
      const words = jest.spyOn(TermIndex.prototype, 'add');
      const index = await loadPageIndex(store, next, run);
      expect(words).not.toHaveBeenCalled();
      words.mockRestore();
      expect(texts.mock.calls).toHaveLength(3);
      expect(answers(index)).toEqual(answers(await createPageIndex(next, run)));
    });

    it('is not there where a part is damaged: every page is indexed again', async () => {
      const { snapshot, store, index } = await stored(130);
      const name = [...store.texts.keys()].find((each) => each.startsWith('terms-')) ?? '';
      store.texts.set(name, (store.texts.get(name) ?? '').slice(0, -9));
      const mended = await loadPageIndex(store, snapshot, run);
      expect(answers(mended)).toEqual(answers(index));
      store.written.length = 0;
      await mended.save(store, run);
      expect(store.written).toContain(name);
    });

    it('is written the next time after a failure', async () => {
      const { snapshot } = await wikiOf({ 'concepts/a.md': page('A', 'word') });
      const index = await createPageIndex(snapshot, run);
      const store = new MemoryShardStore();
      store.isFull = true;
      await expect(index.save(store, run)).rejects.toThrow('full');
      store.isFull = false;
      await index.save(store, run);
      expect(store.texts.size).toBe(4);
    });

    it('is written the next time if a page changed during the write', async () => {
      const wiki = await wikiOf(many(130));
      const index = await createPageIndex(wiki.snapshot, run);
      const next = await written(wiki.snapshot, { 'concepts/p1.md': page('Page 1', 'quartz') });
      const store = new MemoryShardStore();
      let updates = 0;
      await index.save(store, {
        ...run,
        yieldToHost: async () => {
          if (updates++ === 0) await index.update(next, run);
        },
      });
      expect(updates).toBeGreaterThan(0);
      expect(store.texts.has('index.json')).toBe(false);
      await index.save(store, run);
      expect(answers(await loadPageIndex(store, next, run))).toEqual(answers(await createPageIndex(next, run)));
    });
  });

  it('stops when it is cancelled', async () => {
    const files = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`concepts/p${i}.md`, page('P', 'word')]));
    const { snapshot } = await wikiOf(files);
    const control = new AbortController();
    let yields = 0;
    const cancelled = createPageIndex(snapshot, {
      ...run,
      signal: control.signal,
      yieldToHost: async () => {
        yields += 1;
        control.abort();
      },
    });
    await expect(cancelled).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
    expect(yields).toBe(1);
  });
});

describe('a passage', () => {
  const textsOf = (body: string, ...terms: readonly string[]): readonly string[] =>
    passagesOf(page('A', body), terms).map(({ text }) => text);

  it('is a whole sentence, list item or row, across line breaks', () => {
    const body =
      'The lock at Tolling\nhas two gates. It is deep.\n\n- a spare gate\n  lies beside it\n\n| gate | age |\n| --- | --- |\n| north gate | old |';
    expect(textsOf(body, 'gates', 'gate')).toEqual([
      'The lock at Tolling has two gates.',
      'a spare gate lies beside it',
      'north gate | old',
    ]);
  });

  it('stands in the line where it begins, below its heading', () => {
    const text = page('A', '# Locks\n\n## Tolling\n\nIt has a\ngate.\n\n```sh\nls\nopen gate\n```');
    expect(passagesOf(text, ['gate'])).toMatchObject([
      { heading: 'Tolling', text: 'It has a gate.', matches: [{ start: 9, end: 13 }] },
      { heading: 'Tolling', text: 'open gate' },
    ]);
    const lines = text.split('\n');
    expect(passagesOf(text, ['gate']).map(({ line }) => lines[line - 1])).toEqual(['It has a', 'open gate']);
  });

  it('is never empty, and never the same twice', () => {
    expect(textsOf('The gate is green.\n\nThe **gate** is green!\n\n- ---\n\n> gate\n', 'gate')).toEqual([
      'The gate is green.',
      'gate',
    ]);
  });

  it('is cut only where it is no prose any more, around its matches', () => {
    const [found] = passagesOf(page('A', `${'word '.repeat(300)}rare ${'word '.repeat(300)}`), ['rare']);
    expect(found?.text.length).toBeLessThan(600);
    expect(found?.text).toMatch(/^… .*\brare\b.* …$/);
    expect(passagesOf(page('A', '数据库'.repeat(400)), []).length).toBe(1);
  });
});

describe('a part of a word', () => {
  const files = {
    'concepts/hub.md': page('Sync', 'Sync your notes through GitHub.'),
    'concepts/git.md': page('Obsidian Git', 'Backup your vault with Git.'),
  };

  it('is not the word, unless nothing else fits', async () => {
    const both = await indexOf(files);
    expect(paths(both, 'sync git backup')[0]).toBe('concepts/git.md');
    expect(both.search('sync git backup').find(({ path }) => path === 'concepts/git.md')?.terms).toContain('git');
    const alone = await indexOf({ 'concepts/hub.md': files['concepts/hub.md'] });
    expect(paths(alone, 'git', { loose: false })).toEqual(['concepts/hub.md']);
    expect(passagesOf(files['concepts/hub.md'], ['git'])).toEqual([]);
  });

  it('is found while it is typed', async () => {
    expect(paths(await indexOf(files), 'hu')).toEqual(['concepts/hub.md']);
  });
});
