import { approveRules, type TestWiki, testWiki } from '../support/wiki';
import { searchPages, type Workbench, verify } from '../../src/workbench';

const MANIFEST = (more: string): string =>
  `---\nschema: knowledge.workspace/v1\nname: towers\ntitle: Towers\ndescription: Towers.\nversion: 1.0.0\n${more}---\n`;
const RECENCY = 'curation:\n  conflictResolution: recency\n';
const survey = (date: string, height: number): string =>
  `${date}\n\nThe Cordouan Lighthouse is a lighthouse in the mouth of the Gironde. The Cordouan Lighthouse is ${height} metres tall.\n`;

/** Ingests each source and applies it, one after the other. */
async function ingested(
  sources: Readonly<Record<string, string>>,
  more = RECENCY,
): Promise<{ wiki: TestWiki; workbench: Workbench }> {
  const wiki = await testWiki(sources);
  await wiki.vault.write('KNOWLEDGE.md', MANIFEST(more));
  await wiki.vault.remove('AGENTS.md');
  await approveRules(wiki);
  const workbench = await wiki.open();
  for (const source of Object.keys(sources)) {
    const { failed } = await workbench.ingest({ sources: [source], apply: true });
    expect(failed).toEqual([]);
  }
  return { wiki, workbench };
}

describe('the date of a source, found in its text', () => {
  it.each([
    ['3 March 2020', '15 April 2026', 'This'],
    ['15 April 2026', '3 March 2020', 'The statement above'],
  ])('decides by recency: %s, then %s', async (before, after, kept) => {
    const { wiki } = await ingested({
      'sources/a.txt': survey(`Date: ${before}`, 67),
      'sources/b.txt': survey(`Last updated: ${after}`, 68),
    });
    const tree = await wiki.tree();
    const page = Object.entries(tree).find(([path]) => path.endsWith('/cordouan-lighthouse.md'))?.[1] ?? '';
    expect(page).toContain(`${kept} is kept, from the newer source.`);
  });

  it('is shown in the summary and the index, and kept in the provenance manifest', async () => {
    const { wiki, workbench } = await ingested({ 'sources/survey.txt': survey('Published on 15 April 2026', 67) });
    const tree = await wiki.tree();
    expect(tree['summaries/survey.md']).toContain('- Date: 2026-04-15\n');
    expect(tree['_index.md']).toMatch(/- \[\[survey\]\]: .*\(2026-04-15\)\. /);
    expect(JSON.parse(tree['_manifest.json'] ?? '')).toMatchObject({
      sources: { 'sources/survey.txt': { date: '2026-04-15' } },
    });
    expect(await verify(workbench)).toMatchObject({ ok: true });
    expect((await workbench.lint({})).findings).toEqual([]);
    // The next start reads the same date.
    expect((await verify(await wiki.open())).ok).toBe(true);
  });

  it('that is unknown is called unknown, and decides nothing', async () => {
    const { wiki } = await ingested({
      'sources/a.txt': survey('A survey.', 67),
      'sources/b.txt': survey('Date: 2026-04-15', 68),
    });
    const tree = await wiki.tree();
    expect(tree['summaries/a.md']).toContain('- Date: unknown\n');
    const page = Object.entries(tree).find(([path]) => path.endsWith('/cordouan-lighthouse.md'))?.[1] ?? '';
    expect(page).toContain('> [!warning] Contradiction: height');
  });

  it('makes a page stale when it is long ago, although it was ingested today', async () => {
    const stale =
      'lints:\n  - id: stale\n    kind: max-age\n    appliesTo: "*"\n    severity: warn\n    params: { days: 365 }\n';
    const { wiki } = await ingested({ 'sources/survey.txt': survey('Date: 3 March 1920', 67) }, stale);
    const text = await wiki.vault.readText('summaries/survey.md');
    await wiki.vault.write('summaries/survey.md', text.replace(/updated_at: .*/, 'updated_at: "2020-01-01T00:00:00Z"'));
    const { findings } = await (await wiki.open()).lint({});
    expect(findings.map(({ rule, path }) => [rule, path])).toContainEqual(['stale', 'summaries/survey.md']);
    expect(findings.find(({ rule }) => rule === 'stale')?.message).toContain('2020-01-01');
  });

  it('ranks newer sources higher where the manifest prefers recent pages', async () => {
    const recent = 'queryHints:\n  preferRecent: true\n';
    const { workbench } = await ingested(
      { 'sources/a.txt': survey('Date: 1920-03-03', 67), 'sources/b.txt': survey('Date: 2026-04-15', 67) },
      recent,
    );
    const { results } = await searchPages(workbench, { query: 'survey Cordouan metres tall' });
    const slugs = results.map(({ slug }) => slug);
    expect(slugs.indexOf('b')).toBeLessThan(slugs.indexOf('a'));
  });
});
