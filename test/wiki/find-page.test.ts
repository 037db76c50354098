import { findPage, findPages, NAME_RANKS } from '../../src/wiki';
import { openFiles, page } from './support/wiki';

const titled = (slug: string, title: string, aliases: readonly string[] = []): string =>
  page(slug, '', `aliases: ${JSON.stringify(aliases)}\n`).replace(`title: ${slug}`, `title: ${title}`);

const FILES = {
  'places/mercury.md': titled('mercury', 'The planet'),
  'firms/mercury-records.md': titled('mercury-records', 'Mercury', ['Label']),
  'firms/label.md': titled('label', 'A label'),
  'firms/sticker.md': titled('sticker', 'Sticker', ['Badge', 'Tag']),
  'firms/badge-two.md': titled('badge-two', 'Second', ['Badge']),
  'a/harbour.md': titled('harbour', 'Harbour of A'),
  'b/harbour.md': titled('harbour-b', 'Harbour of B'),
  'c/one.md': titled('one', 'Same title'),
  'c/two.md': titled('two', 'same Title'),
};

describe('the pages that a name means', () => {
  it.each([
    ['Mercury', ['places/mercury.md'], 'file'],
    ['[[mercury|the planet]]', ['places/mercury.md'], 'file'],
    ['label', ['firms/label.md'], 'file'],
    ['places/mercury', ['places/mercury.md'], 'file'],
    ['the planet', ['places/mercury.md'], 'title'],
    ['tag', ['firms/sticker.md'], 'alias'],
    ['badge', ['firms/badge-two.md', 'firms/sticker.md'], 'alias'],
    ['Same title', ['c/one.md', 'c/two.md'], 'title'],
    ['harbour', ['a/harbour.md', 'b/harbour.md'], 'file'],
    ['b/harbour', ['b/harbour.md'], 'file'],
  ] as const)('for %j are %j, by %s', async (name, paths, by) => {
    const { pages, rank } = findPages(await openFiles(FILES), name);
    expect([pages.map(({ path }) => path).sort(), rank]).toEqual([paths, NAME_RANKS[by]]);
  });

  it('are none for a name that no page has', async () => {
    const snapshot = await openFiles(FILES);
    for (const name of ['', '[[]]', 'nobody', '#Section']) expect(findPages(snapshot, name).pages).toEqual([]);
  });

  it('are read by the link that Obsidian follows, and otherwise only where one is meant', async () => {
    const snapshot = await openFiles(FILES);
    const read = (name: string): string | undefined => findPage(snapshot, name)?.path;
    expect(['harbour', 'Same title', 'badge', 'tag'].map(read)).toEqual([
      'a/harbour.md',
      undefined,
      undefined,
      'firms/sticker.md',
    ]);
  });
});
