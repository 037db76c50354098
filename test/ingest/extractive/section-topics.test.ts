import { CuratedWiki } from '../support/curated-wiki';

const BODY =
  'The customs house takes 4 per cent on brandy. The rate was raised to 6 per cent on 3 May 1794. Twelve casks were seized in that year.';

async function titlesFrom(sources: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const wiki = await CuratedWiki.of(sources);
  for (const path of Object.keys(sources)) await wiki.ingest(path);
  return Object.keys(await wiki.pages()).filter((path) => !path.startsWith('summaries/'));
}

describe('a section', () => {
  it.each([
    ['a heading that names one certain thing', `# Almanac\n\n## The duty on spirits\n\n${BODY}\n`],
    ['a heading in the line of its paragraph', `# Almanac\n\n**The duty on spirits.** ${BODY}\n`],
  ])('has a page of its own with %s', async (_, text) => {
    expect(await titlesFrom({ 'sources/almanac.md': text })).toEqual(['concepts/duty-on-spirits.md']);
  });

  it.each(['The problem', 'The next steps', 'The building', 'Duties', 'Why I keep this'])(
    'called "%s" has no page',
    async (heading) => {
      expect(await titlesFrom({ 'sources/almanac.md': `# Almanac\n\n## ${heading}\n\n${BODY}\n` })).toEqual([]);
    },
  );

  it('whose heading is a word in capitals has no page, however many sources use the word', async () => {
    const text = (week: number): string =>
      `# Week ${week}\n\n# COMMITS\n\nThe harbour project had ${week} commits. ${BODY}\n`;
    expect(await titlesFrom({ 'sources/a.md': text(3), 'sources/b.md': text(4) })).toEqual([]);
  });

  it('that many documents have has no page, however many have it', async () => {
    const text = (of: string): string => `# The ${of} manual\n\n- [Usage](#usage)\n\n## Usage\n\n${BODY}\n`;
    expect(await titlesFrom({ 'sources/a.md': text('pump'), 'sources/b.md': text('lamp') })).toEqual([]);
  });

  it('called by a name has one where another source uses the name', async () => {
    const pages = await titlesFrom({
      'sources/a.md': '# First message\n\nOur envoys have sailed to Vesland in the ship of 20 guns.\n',
      'sources/b.md': `# Almanac\n\n## Vesland\n\n${BODY}\n`,
    });
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('vesland');
  });
});
