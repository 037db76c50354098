import { NameTable } from '../../../src/ingest/recall';

const page = (slug: string, title: string, aliases: readonly string[] = []) => ({
  slug,
  title,
  aliases,
  kind: 'concept',
});

function tableOf(...pages: readonly ReturnType<typeof page>[]): NameTable {
  const table = new NameTable();
  for (const each of pages) table.set(`${each.slug}.md`, each);
  return table;
}

describe('a name of several pages', () => {
  it('means the page whose file has it, before a title, before an alias', () => {
    const byFile = page('fog-horn', 'Horn of the fog');
    const byTitle = page('horns', 'Fog horn');
    const byAlias = page('signals', 'Signals', ['fog horn']);
    expect(tableOf(byAlias, byTitle, byFile).pagesNamed('Fog horn')).toEqual(['fog-horn.md']);
    expect(tableOf(byAlias, byTitle).pagesNamed('Fog horn')).toEqual(['horns.md']);
    expect(tableOf(byAlias).pagesNamed('Fog horn')).toEqual(['signals.md']);
    expect(tableOf(byAlias, byTitle, byFile).find('A fog horn blew.', false)).toMatchObject([
      { paths: ['fog-horn.md'] },
    ]);
  });

  it('means all of them when they have it in the same way', () => {
    const [one, two] = [page('a', 'Fog horn'), page('b', 'Fog horn')];
    expect(tableOf(one, two).pagesNamed('fog horns')).toEqual(['a.md', 'b.md']);
  });
});

it('finds the page "Ferry" in "The ferry", although a summary has that title', () => {
  const summary = (slug: string, title: string) => ({ ...page(slug, title), kind: 'summary' });
  const table = tableOf(page('ferry', 'Ferry'), summary('the-ferry', 'The ferry'), summary('the-market', 'The market'));
  const found = table.find('Nobody took the ferry to the market.', false);
  expect(found.flatMap(({ paths }) => paths)).toEqual(['ferry.md', 'the-market.md']);
});
