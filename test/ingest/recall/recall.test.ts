import { silentRun, YieldBudget } from '../../../src/base';
import { NameTable, nameTable, countPageMentions } from '../../../src/ingest/recall';
import { parsePage } from '../../../src/wiki';
import { CuratedWiki, page, prose, type Files } from '../support/curated-wiki';

const reasonsOf = async (files: Files, source: string, budget?: number): Promise<Record<string, readonly string[]>> => {
  const wiki = await CuratedWiki.of({ ...files, 'sources/s.txt': source });
  const recalled = await wiki.recall('sources/s.txt', budget);
  return Object.fromEntries(recalled.map(({ path, reasons }) => [path, reasons]));
};

describe('recall', () => {
  it('says why: named, found by search, linked', async () => {
    const reasons = await reasonsOf(
      {
        'entities/ada-lovelace.md': page(
          'ada-lovelace',
          'Ada Lovelace',
          'A friend of [[charles-babbage]].',
          'aliases: [Countess of Lovelace]\n',
        ),
        'entities/charles-babbage.md': page('charles-babbage', 'Charles Babbage', 'Built machines.'),
        'concepts/looms.md': page(
          'looms',
          'Punched paper',
          'Looms weave patterns with punched cards and algebraic threads.',
          '',
          'concept',
        ),
        'concepts/tea.md': page('tea-trade', 'Tea trade', 'Ships and leaves.', '', 'concept'),
      },
      'Ada Lovelace wrote notes. The Countess of Lovelace saw that looms weave algebraic patterns with punched cards. We thank Ada Lovelace.',
    );
    expect(reasons['entities/ada-lovelace.md']?.[0]).toBe('named 3 times in the source');
    expect(reasons['concepts/looms.md']?.join()).toMatch(/search result \d/);
    expect(reasons['entities/charles-babbage.md']?.join()).toContain('linked from “Ada Lovelace”');
    expect(reasons['concepts/tea.md']).toBeUndefined();
  });

  it('also finds pages whose names the source has in other words, and not those of which it has some', async () => {
    const names: readonly (readonly [slug: string, title: string, kind?: string])[] = [
      ['duty-on-distilled-spirits', 'Duty on distilled spirits', 'concept'],
      ['mint', 'Mint', 'organization'],
      ['insurrection', 'Insurrection', 'entity'],
      ['duty-on-tea', 'Duty on tea', 'concept'],
    ];
    // Enough other pages that search does not bring them.
    const others = Array.from({ length: 30 }, (_, at): readonly [string, string] => [`reef-${at}`, `Reef ${at}`]);
    const files = Object.fromEntries(
      [...names, ...others].map(([slug, title, kind = 'entity']) => [
        `concepts/${slug}.md`,
        page(slug, title, slug.startsWith('reef') ? 'The rates laws coins troops of the year.' : 'Words.', '', kind),
      ]),
    );
    const wiki = await CuratedWiki.of({
      ...files,
      'sources/s.txt':
        'The rates of duties upon spirits distilled within the region were lowered by the laws.\n\nCoins of the mint came that year. The troops ended the insurrections there. Tea is drunk.',
    });
    const found = await wiki.recall('sources/s.txt', 60_000, true);
    const inWords = found.filter(({ reasons }) => reasons.some((reason) => reason.includes('in the source')));
    expect(inWords.map(({ path }) => path).sort()).toEqual([
      'concepts/duty-on-distilled-spirits.md',
      'concepts/insurrection.md',
      'concepts/mint.md',
    ]);
  });

  it('keeps to its budget, the likeliest pages first', async () => {
    const files = {
      'entities/alpha-beta.md': page('alpha-beta', 'Alpha Beta', 'word '.repeat(300)),
      'entities/gamma-delta.md': page('gamma-delta', 'Gamma Delta', 'word '.repeat(300)),
    };
    const text = 'Gamma Delta met Gamma Delta. Alpha Beta came later.';
    expect(Object.keys(await reasonsOf(files, text, 600))).toEqual(['entities/gamma-delta.md']);
    expect(Object.keys(await reasonsOf(files, text, 6000))).toEqual([
      'entities/gamma-delta.md',
      'entities/alpha-beta.md',
    ]);
  });
});

/** How often a text names pages with these titles. */
async function counts(
  pages: Readonly<Record<string, string>>,
  text: string,
  linkTexts: readonly string[] = [],
): Promise<Record<string, number>> {
  const table = new NameTable();
  for (const [slug, title] of Object.entries(pages)) {
    const [name = '', kind = 'entity'] = title.split('|');
    table.set(`${slug}.md`, parsePage(`${slug}.md`, page(slug, JSON.stringify(name), '', '', kind)));
  }
  const found = await countPageMentions(prose(text, { linkTexts }), table, new YieldBudget(silentRun));
  return Object.fromEntries([...found].map(([path, count]) => [path.replace('.md', ''), count]));
}

describe('names in a text', () => {
  it('match whole words, the longest at each place', async () => {
    const pages = { york: 'York', 'new-york': 'New York', 'new-york-times': 'New York Times' };
    expect(
      await counts(pages, 'We read the New York Times in New York. From York to Yorkshire, York is small.'),
    ).toEqual({
      'new-york-times': 1,
      'new-york': 1,
      york: 2,
    });
  });

  it('match a short or common word only as it is written, and not by a capital at the head of a sentence', async () => {
    const pages = { set: 'Set', rust: 'Rust', may: 'May', who: 'WHO', apple: 'Apple' };
    expect(
      await counts(pages, 'Set the table. We set it; who may rust? An apple a day. Apple pie. Set it again.'),
    ).toEqual({});
    expect(await counts(pages, 'They use Rust. Rust is fast. The WHO warned. At Apple they knew.')).toEqual({
      rust: 2,
      who: 1,
      apple: 1,
    });
  });

  it('match a common lower-case title only where the source marks it', async () => {
    expect(await counts({ set: 'set|concept' }, 'They set a set of rules.')).toEqual({});
    expect(await counts({ set: 'set|concept' }, 'They set a set of rules.', ['set'])).toEqual({ set: 1 });
  });

  it('match a concept in any case, in the plural, and with a possessive', async () => {
    const pages = {
      photosynthesis: 'Photosynthesis|concept',
      'neural-network': 'Neural network|concept',
      ada: 'Ada Lovelace',
    };
    expect(
      await counts(pages, "In photosynthesis, neural networks fail. A neural-network paper. Ada Lovelace's notes."),
    ).toEqual({
      photosynthesis: 1,
      'neural-network': 2,
      ada: 1,
    });
  });

  it('match an uncommon word of one-word titles in lower case, but no ordinary word and no name of a person or place', async () => {
    const pages = {
      diaphone: 'Diaphone|concept',
      theodolite: 'Theodolite|structure',
      region: 'Region|concept',
      time: 'Time|concept',
      keeper: 'Keeper|entity',
      wolff: 'Wolff|person',
      orta: 'Ortasee|place',
    };
    const text = 'They say the diaphone and two theodolites of that region, each time a keeper saw wolff and ortasee.';
    expect(await counts(pages, text)).toEqual({ diaphone: 1, theodolite: 1 });
    expect(await counts(pages, 'They read of the Region and of Wolff.')).toEqual({ region: 1, wolff: 1 });
  });

  it('match Chinese and Japanese names anywhere in a run, the longest first', async () => {
    const pages = { tokyo: '東京', tower: '東京タワー', beijing: '北京' };
    expect(await counts(pages, '昨日東京タワーに行った。東京は大きい。我在北京大学学习。')).toEqual({
      tower: 1,
      tokyo: 1,
      beijing: 1,
    });
  });

  it('cost one pass over the text, whatever the number of pages', async () => {
    const text = 'Alpha Beta said that the quick brown fox met Gamma Delta near the river. '.repeat(200);
    const work = async (number: number): Promise<number> => {
      const table = new NameTable();
      const add = (slug: string, title: string): void =>
        table.set(`${slug}.md`, parsePage(`${slug}.md`, page(slug, title, '')));
      add('alpha-beta', 'Alpha Beta');
      for (let each = 0; each < number; each += 1) add(`other-${each}`, `Other Thing ${each}`);
      const lookups = jest.spyOn(Map.prototype, 'get');
      const found = await countPageMentions(prose(text), table, new YieldBudget(silentRun));
      const count = lookups.mock.calls.length;
      lookups.mockRestore();
      expect(found.get('alpha-beta.md')).toBe(200);
      return count;
    };
    expect(await work(4000)).toBe(await work(40));
  });

  it('are kept current page by page', async () => {
    const table = new NameTable();
    const named = async (text: string): Promise<readonly string[]> => [
      ...(await countPageMentions(prose(text), table, new YieldBudget(silentRun))).keys(),
    ];
    table.set('a.md', parsePage('a.md', page('a-page', 'Old Name', '')));
    table.set('b.md', parsePage('b.md', page('b-page', 'Old Name', '')));
    expect([...(await named('The Old Name is known.'))].sort()).toEqual(['a.md', 'b.md']);
    table.set('a.md', parsePage('a.md', page('a-page', 'New Name', '')));
    table.set('b.md', undefined);
    expect(await named('The Old Name is gone.')).toEqual([]);
    expect(await named('The New Name is known.')).toEqual(['a.md']);
  });
});

describe('the names of a snapshot', () => {
  it('are brought to the next snapshot by what changed, not read again', async () => {
    const wiki = await CuratedWiki.of({
      'a.md': page('a-page', 'Old Name', ''),
      'b.md': page('b-page', 'Other Name', ''),
    });
    const table = nameTable(wiki.index, wiki.snapshot);
    const next = wiki.snapshot.with([{ op: 'create', path: 'c.md', text: page('c-page', 'Third Name', '') }]);
    expect(nameTable(wiki.index, next)).toBe(table);
    expect(table.pagesNamed('Third Name')).toEqual(['c.md']);
    expect(table.pagesNamed('Old Name')).toEqual(['a.md']);
    nameTable(wiki.index, wiki.snapshot);
    expect(table.pagesNamed('Third Name')).toEqual([]);
  });
});
