import { testWiki } from '../support/wiki';

/** What rests on what. */

const source = (extra = ''): string =>
  `---\nschema: knowledge.source/v1\n${extra}---\n\n# A report\n\nThe tower is tall. The tower is old.\n`;

const page = (slug: string, sources: readonly string[], body: string, extra = ''): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: concept\ntitle: ${slug}\nsources: [${sources.map((name) => `sources/${name}.md`).join(', ')}]\nupdated_at: "2026-04-27T15:00:00Z"\n${extra}---\n\n# ${slug}\n\n${body}\n`;

const note = (label: string, id: string, quote: string): string => `[^${label}]: [${id}], line 3: “${quote}”\n`;

describe('the grid of coverage', () => {
  it('counts the statements of each page by source, and marks what is contested, single, replaced or named only', async () => {
    const wiki = await testWiki({
      'sources/2020-01-01-old.md': source('superseded_by: 2025-01-01-new\n'),
      'sources/2025-01-01-new.md': source(),
      'sources/memoir.md': '# Memoir\n\nThe Skerry Tower is a tower on the rock. The Skerry Tower is 31 metres tall.\n',
      'concepts/tower.md': page(
        'tower',
        ['2020-01-01-old', '2025-01-01-new'],
        `It is tall.[^a] It is old.[^b]\n\nIt stands.[^c]\n\n${note('a', '2025-01-01-new', 'The tower is tall.')}${note('b', '2025-01-01-new', 'The tower is old.')}${note('c', '2020-01-01-old', 'The tower is old.')}`,
      ),
      'concepts/named.md': page('named', ['2025-01-01-new'], 'A person wrote this.'),
      'concepts/alone.md': page('alone', [], 'Nothing is cited.'),
    });
    const workbench = await wiki.open();
    await workbench.ingest({ sources: ['sources/memoir.md'], apply: true });
    await wiki.vault.write('sources/survey.md', '# Survey\n\nThe Skerry Tower is 29.4 metres tall.\n');
    await workbench.refresh(['sources/survey.md']);
    await workbench.ingest({ sources: ['sources/survey.md'], apply: true });
    const { sources, pages } = await workbench.coverageGrid();
    const nameOf = (at: number): string => sources[at]?.path.replace(/^sources\/|\.md$/g, '') ?? '';
    const rowOf = (slug: string) => {
      const { cells = [], marks = [] } = pages.find(({ path }) => path.endsWith(`/${slug}.md`)) ?? {};
      const shown = cells.map(({ source: at, claims, isContested, isStale }) =>
        [nameOf(at), claims, isContested && 'contested', isStale && 'stale'].filter((part) => part !== false).join(' '),
      );
      return { shown, marks };
    };
    expect(rowOf('tower')).toEqual({ shown: ['2020-01-01-old 1 stale', '2025-01-01-new 2'], marks: [] });
    expect(rowOf('named')).toEqual({ shown: ['2025-01-01-new 0'], marks: ['single'] });
    expect(rowOf('alone')).toEqual({ shown: [], marks: ['none'] });
    expect(rowOf('skerry-tower').marks).toEqual(['contested']);
    expect(rowOf('skerry-tower').shown.every((cell) => cell.endsWith(' contested'))).toBe(true);
    expect(pages.some(({ path }) => path.startsWith('summaries/'))).toBe(false);
    expect(sources.find(({ path }) => path === 'sources/2025-01-01-new.md')).toMatchObject({ pages: 2, unused: null });
    expect(sources.find(({ path }) => path === 'sources/memoir.md')?.title).toBe('Memoir');
    await workbench.close();
  });
});
