import { Workbench } from '../../src/workbench';
import { approveRules, LENS_SOURCE, steadyClock, testWiki, TOWER_SOURCE, treeOf, type TestWiki } from '../support/wiki';

/** Retention of sources: found and named with what it would cost, and never removed. The clock says May 2026. */

const LENS = 'sources/2026-01-10-lens.md';
const TOWER = 'sources/tower.md';

async function wikiThatKeeps(retention: string): Promise<TestWiki> {
  const wiki = await testWiki({ [LENS]: LENS_SOURCE, [TOWER]: TOWER_SOURCE });
  await wiki.vault.write(
    'KNOWLEDGE.md',
    `---\nschema: knowledge.workspace/v1\nname: towers\ntitle: Towers\ndescription: Towers.\nversion: 1.0.0\nsources:\n  retention: ${retention}\n---\n`,
  );
  await approveRules(wiki);
  const workbench = await wiki.open();
  await workbench.ingest({ apply: true });
  await workbench.close();
  return wiki;
}

const openIn = (wiki: TestWiki, day: string): Promise<Workbench> =>
  Workbench.open({ ...wiki, root: '', clock: steadyClock(Date.parse(day)) });

it('a source expires by its own date, and each statement that only it supports is named', async () => {
  const wiki = await wikiThatKeeps('days:90');
  const report = await (await wiki.open()).retentionReport();
  expect(report.days).toBe(90);
  expect(report.expired).toEqual([{ path: LENS, title: '2026-01-10-lens', date: '2026-01-10', dateFrom: 'file name' }]);
  const texts = report.claims.map(({ text }) => text);
  expect(texts.some((text) => text.includes('built from concentric rings of prisms'))).toBe(true);
  expect(texts.some((text) => text.includes('in the mouth of the Gironde'))).toBe(false);
  expect(new Set(report.claims.flatMap(({ sources }) => sources))).toEqual(new Set([LENS]));
  const tree = await wiki.tree();
  for (const { path, line } of report.claims) expect(tree[path]?.split('\n').length).toBeGreaterThanOrEqual(line);
  // The page of the tower has both sources; the summary of the lens has one.
  expect(report.pages.map(({ path }) => path)).toContain('summaries/2026-01-10-lens-summary.md');
  expect(report.pages.map(({ path }) => path)).not.toContain('entities/cordouan-lighthouse.md');
});

it('a source without a date expires by its first ingest, and one that was never ingested does not', async () => {
  const wiki = await wikiThatKeeps('days:90');
  await wiki.vault.write('sources/later.md', 'The Eddystone Lighthouse is a lighthouse in the Channel.\n');
  const before = await (await openIn(wiki, '2026-07-29T00:00:00Z')).retentionReport();
  expect(before.expired.map(({ path }) => path)).toEqual([LENS]);
  const report = await (await openIn(wiki, '2026-07-31T00:00:00Z')).retentionReport();
  expect(report.expired.map(({ path, dateFrom }) => [path, dateFrom])).toEqual([
    [LENS, 'file name'],
    [TOWER, 'ingest'],
  ]);
  expect(report.undated).toEqual(['sources/later.md']);
  expect(report.pages.map(({ path }) => path)).toContain('entities/cordouan-lighthouse.md');
});

it('lint and status name expired sources, and no file changes', async () => {
  const wiki = await wikiThatKeeps('days:90');
  const before = await wiki.tree();
  const workbench = await wiki.open();
  const { findings } = await workbench.lint({});
  const found = findings.filter(({ code }) => code === 'living-wiki:source_expired');
  expect(found.map(({ path, severity }) => [path, severity])).toEqual([[LENS, 'info']]);
  expect(found[0]?.message).toMatch(/KNOWLEDGE\.md keeps sources for 90 days\. \d pages cite it\./);
  const warned = (await workbench.status()).warnings.filter(({ code }) => code === 'living-wiki:source_expired');
  expect(warned.map(({ at }) => at)).toEqual(['KNOWLEDGE.md#sources.retention']);
  await workbench.retentionReport();
  expect(await wiki.tree()).toEqual(before);
});

it('a month counts to its end, so that nothing expires too early', async () => {
  const wiki = await wikiThatKeeps('days:90');
  const manifest = JSON.parse(await wiki.vault.readText('_manifest.json')) as { sources: Record<string, object> };
  manifest.sources[TOWER] = { ...manifest.sources[TOWER], date: '2026-02' };
  await wiki.vault.write('_manifest.json', JSON.stringify(manifest));
  const expiredOn = async (day: string): Promise<readonly unknown[]> =>
    (await (await openIn(wiki, day)).retentionReport()).expired.map(({ path, dateFrom }) => [path, dateFrom]);
  expect(await expiredOn('2026-05-20T00:00:00Z')).toEqual([[LENS, 'file name']]);
  expect(await expiredOn('2026-06-02T00:00:00Z')).toContainEqual([TOWER, 'document']);
});

it('a wiki that keeps its sources forever has nothing to say', async () => {
  const workbench = await (await wikiThatKeeps('forever')).open();
  expect(await workbench.retentionReport()).toMatchObject({
    days: null,
    expired: [],
    undated: [],
    pages: [],
    claims: [],
  });
  expect((await workbench.status()).warnings.map(({ code }) => code)).not.toContain('living-wiki:source_expired');
});

it('a person who saw the list moves a source to the trash and back; nothing else changes, and no other list counts', async () => {
  const wiki = await wikiThatKeeps('days:90');
  await wiki.vault.write(`${LENS}.sig`, 'a signature');
  const workbench = await wiki.open();
  const before = await wiki.tree();
  const keptTexts = async (): Promise<readonly string[]> =>
    Object.keys(await treeOf(wiki.vault, true)).filter((path) => path.startsWith('.wiki/source-texts/'));
  const texts = await keptTexts();
  expect(texts.length).toBeGreaterThan(1);
  const { mark } = await workbench.retentionReport([LENS]);
  await expect(workbench.retentionReport([TOWER])).rejects.toMatchObject({ code: 'living-wiki:source_not_expired' });
  const stale = workbench.removeExpired({ sources: [LENS], mark: 'another' });
  await expect(stale).rejects.toMatchObject({ code: 'living-wiki:retention_changed' });
  expect(await wiki.tree()).toEqual(before);

  expect([...(await workbench.removeExpired({ sources: [LENS], mark }))]).toEqual([[LENS, `.trash/${LENS}`]]);
  const { [LENS]: text, [`${LENS}.sig`]: signature, ...rest } = before;
  const after = await wiki.tree();
  expect({ ...after, '_log.md': '' }).toEqual({
    ...{ ...rest, '_log.md': '' },
    ...{ [`.trash/${LENS}`]: text, [`.trash/${LENS}.sig`]: signature },
  });
  // Copies of its text go, and those of other sources stay.
  expect((await keptTexts()).length).toBe(texts.length - 1);
  expect(after['_log.md']).toContain(`remove | 1 expired source\n\n- ${LENS} is now .trash/${LENS}`);
  expect(workbench.snapshot.sources.has(LENS)).toBe(false);
  expect((await workbench.retentionReport()).expired).toEqual([]);

  expect(await workbench.removedSources()).toEqual([LENS]);
  await workbench.restoreSources([LENS]);
  expect({ ...(await wiki.tree()), '_log.md': '' }).toEqual({ ...before, '_log.md': '' });
  expect((await workbench.retentionReport([LENS])).mark).toBe(mark);
});
