import { CuratedWiki, page } from '../support/curated-wiki';

const source = (name: string, authority: string): string =>
  `---\nschema: knowledge.source/v1\nid: ${name}\npath: sources/${name}.md\ntitle: ${name}\ncaptured_at: "2026-01-10T00:00:00Z"\nauthority: ${authority}\n---\n\nAcme Robotics is a company in Bern. Acme Robotics was founded in 1998. It makes robots.\n`;

it.each([
  ['primary', 0.8],
  ['secondary', 0.8],
  ['rumour', 0.5],
])('the confidence of a page that one %s source gives is capped at %d', async (authority, cap) => {
  const wiki = await CuratedWiki.of({ 'sources/report.md': source('report', authority) });
  await wiki.ingest('sources/report.md');
  expect(wiki.snapshot.pageBySlug('acme-robotics')?.confidence).toBe(cap);
});

it('two sources allow more, by the better of them', async () => {
  const named = (name: string, authority: string): string =>
    source(name, authority).replace(/Acme.*/, `The engineers of Acme Robotics met ${name} in Bern last week.`);
  const wiki = await CuratedWiki.of({
    'sources/one.md': named('one', 'rumour'),
    'sources/two.md': named('two', 'primary'),
  });
  await wiki.ingest('sources/one.md');
  await wiki.ingest('sources/two.md');
  expect(wiki.snapshot.pageBySlug('acme-robotics')?.confidence).toBe(0.95);
});

describe('an existing page that a source adds to', () => {
  const known = (more: string): string =>
    page(
      'acme-robotics',
      'Acme Robotics',
      'Acme Robotics makes robots.',
      `sources: [sources/one.md]\n${more}`,
      'organization',
    );
  const after = async (more: string, authorities: readonly [string, string]): Promise<string> => {
    const wiki = await CuratedWiki.of({
      'organizations/acme-robotics.md': known(more),
      'sources/one.md': source('one', authorities[0]),
      'sources/two.md': source('two', authorities[1]),
    });
    await wiki.ingest('sources/two.md');
    const text = await wiki.snapshot.text('organizations/acme-robotics.md');
    expect(text).toContain('sources/two.md');
    return /^confidence: .*$/m.exec(text ?? '')?.[0] ?? '';
  };

  it.each([
    ['confidence: 1.0\n', ['primary', 'primary'], 'confidence: 0.95'],
    ['confidence: 1.0\n', ['secondary', 'rumour'], 'confidence: 0.85'],
    ['confidence: 0.9\n', ['rumour', 'rumour'], 'confidence: 0.5'],
    ['confidence: 0.4\n', ['primary', 'primary'], 'confidence: 0.4'],
    ['', ['rumour', 'rumour'], ''],
  ] as const)('with %j from %j sources has %j', async (stated, authorities, expected) => {
    expect(await after(stated, authorities)).toBe(expected);
  });
});
