import { contradictionsOf } from '../../../src/librarian/contradictions';
import { CuratedWiki, page } from '../support/curated-wiki';

const POLICY = 'curation:\n  conflictResolution: observation-count\n';
const NEW = {
  'sources/new.txt': 'Acme Robotics was founded in 1999, people say. The robots of Acme Robotics are red.',
};
const acme = (body: string): string => page('acme-robotics', 'Acme Robotics', body, 'sources: []\n');

async function pageAfter(body: string, sources: Readonly<Record<string, string>>): Promise<string> {
  const wiki = await CuratedWiki.of({ ...NEW, ...sources, 'entities/acme-robotics.md': acme(body) }, POLICY);
  await wiki.ingest('sources/new.txt');
  return (await wiki.pages())['entities/acme-robotics.md'] ?? '';
}

const quote = (id: string): string => `> "Acme Robotics was founded in 1998." [${id}], line 1\n`;
const OLD = {
  'sources/one.txt': 'Acme Robotics was founded in 1998.',
  'sources/two.txt': 'Acme Robotics was founded in 1998.',
};

describe('observation-count', () => {
  it('counts a source once, however often it is quoted', async () => {
    expect(await pageAfter([quote('one'), quote('one'), quote('one')].join('\n'), OLD)).toContain(
      '> [!warning] Contradiction: founded',
    );
  });

  it('prefers what more sources say', async () => {
    expect(await pageAfter([quote('one'), quote('two')].join('\n'), OLD)).toContain(
      'The statement above is kept, from the larger number of sources.',
    );
  });

  it('counts every source that one sentence cites', async () => {
    expect(await pageAfter('Acme Robotics was founded in 1998 [one] [two].', OLD)).toContain(
      'The statement above is kept, from the larger number of sources.',
    );
  });

  it('does not decide against a sentence of the page that names no source', async () => {
    expect(await pageAfter('Acme Robotics was founded in 1998.', {})).toContain('> [!warning] Contradiction: founded');
  });

  it('counts a source once that a page names twice, when a question is answered', async () => {
    const wiki = await CuratedWiki.of(
      {
        ...OLD,
        'concepts/x.md': page('x', 'X', 'It is 1.', 'sources: [sources/one.txt, one, sources/one.txt]\n', 'concept'),
        'concepts/y.md': page('y', 'Y', 'It is 2.', 'sources: [sources/two.txt]\ncontradicts: [x]\n', 'concept'),
      },
      POLICY,
    );
    const x = wiki.snapshot.pageBySlug('x');
    expect(contradictionsOf(wiki.snapshot, wiki.lens, x ? [x] : [])).toMatchObject([
      {
        sides: [
          { slug: 'x', sources: 1 },
          { slug: 'y', sources: 1 },
        ],
        stands: null,
      },
    ]);
  });

  it('a page whose sources are superseded loses, when a question is answered', async () => {
    const old =
      '---\nschema: knowledge.source/v1\nid: draft\npath: sources/draft.md\ntitle: D\ncaptured_at: "2026-01-01T00:00:00Z"\nsuperseded_by: one\n---\nIt is 1.\n';
    const wiki = await CuratedWiki.of(
      {
        ...OLD,
        'sources/draft.md': old,
        'concepts/x.md': page('x', 'X', 'It is 1.', 'sources: [sources/draft.md]\n', 'concept'),
        'concepts/y.md': page('y', 'Y', 'It is 2.', 'sources: [sources/one.txt]\ncontradicts: [x]\n', 'concept'),
      },
      'curation:\n  conflictResolution: defer\n',
    );
    const x = wiki.snapshot.pageBySlug('x');
    expect(contradictionsOf(wiki.snapshot, wiki.lens, x ? [x] : [])).toMatchObject([
      { stands: 'y', reason: '"Y" wins, because the source of the other page is superseded.' },
    ]);
  });
});
