import { LENS_SOURCE, testWiki, TOWER_SOURCE, type TestWiki } from '../support/wiki';
import { verify } from '../../src/workbench';

async function ingested(): Promise<TestWiki> {
  const wiki = await testWiki({
    'sources/2026-01-02-lens.md': LENS_SOURCE,
    'sources/2026-02-03-tower.md': TOWER_SOURCE,
  });
  await (await wiki.open()).ingest({ apply: true });
  return wiki;
}

async function failuresAfter(wiki: TestWiki, path: string, edit: (text: string) => string | null): Promise<string[]> {
  const text = edit(await wiki.vault.readText(path));
  if (text === null) await wiki.vault.remove(path);
  else await wiki.vault.write(path, text);
  const result = await verify(await wiki.open());
  expect(result.ok).toBe(result.failures.length === 0);
  return result.failures.map((failure) => `${failure.code} ${failure.path}`);
}

describe('verify', () => {
  it('passes what ingest has written, and looks up every quote', async () => {
    const result = await verify(await (await ingested()).open());
    expect(result).toMatchObject({ ok: true, failures: [] });
    expect(result.checked.sources).toBe(2);
    expect(result.checked.quotes).toBeGreaterThan(5);
  });

  it('finds a changed quotation, at its line', async () => {
    const wiki = await ingested();
    const path = 'concepts/fresnel-lens.md';
    const failures = await failuresAfter(wiki, path, (text) => text.replaceAll('concentric rings', 'excentric rings'));
    expect(failures).toContain(`living-wiki:quote_missing ${path}`);
  });

  describe('a page with footnotes', () => {
    const path = 'concepts/lamp.md';
    const lamp = (notes: string): string =>
      `---\nschema: knowledge/v1\nslug: lamp\nkind: concept\ntitle: Lamp\nsources: [sources/2026-01-02-lens.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nRings of prisms make it.[^a] It is 67 m tall.[^b]\n\n${notes}`;
    const good = '[^a]: [2026-01-02-lens], line 3: “concentric rings of prisms”\n';

    it('has the quote of each footnote looked up in its source, at its line', async () => {
      const wiki = await ingested();
      const before = await verify(await wiki.open());
      await wiki.vault.write(path, lamp(`${good}[^b]: [2026-01-02-lens], line 7: “Its tower is 76 metres tall.”\n`));
      const { failures, checked } = await verify(await wiki.open());
      expect(checked.quotes).toBe(before.checked.quotes + 2);
      expect(failures.filter((failure) => failure.path === path)).toEqual([
        expect.objectContaining({ code: 'living-wiki:quote_missing', line: 13 }),
      ]);
    });

    it('has the quote looked up in a form of another program, and of a second definition of a label', async () => {
      const wiki = await ingested();
      const free = '[^b]: [2026-01-02-lens], in its second paragraph: "76 metres"\n';
      await wiki.vault.write(path, lamp(`${good}${free}[^a]: [no-such-source], line 1: “rings”\n`));
      const { failures } = await verify(await wiki.open());
      expect(failures.filter((failure) => failure.path === path).map(({ code, line }) => [code, line])).toEqual([
        ['living-wiki:quote_missing', 13],
        ['source_unresolved', 14],
      ]);
    });
  });

  it('finds a source that changed or is gone', async () => {
    const wiki = await ingested();
    const source = 'sources/2026-01-02-lens.md';
    const changed = await failuresAfter(wiki, source, (text) => text.replace('1823', '1824'));
    expect(changed).toContain(`source_hash_mismatch ${source}`);
    expect(await failuresAfter(wiki, source, () => null)).toContain(`source_not_found ${source}`);
  });

  it('finds an edited index and a removed log line', async () => {
    const wiki = await ingested();
    expect(await failuresAfter(wiki, '_index.md', (text) => `${text}- [[more]]: More.\n`)).toEqual([
      'living-wiki:index_stale _index.md',
    ]);
    const logless = await failuresAfter(wiki, '_log.md', (text) => text.replaceAll('sources/2026-01-02-lens.md', 'x'));
    expect(logless).toContain('living-wiki:log_incomplete _log.md');
  });

  it('finds a provenance manifest that is broken, or names pages that do not name the source', async () => {
    const wiki = await ingested();
    const stale = await failuresAfter(wiki, '_manifest.json', (text) =>
      text.replace('"fresnel-lens"', '"no-such-page"'),
    );
    expect(stale).toContain('living-wiki:manifest_stale _manifest.json');
    const silent = await failuresAfter(await ingested(), '_manifest.json', (text) =>
      text.replace(/,\s*"fresnel-lens"|"fresnel-lens",/, ''),
    );
    expect(silent).toEqual(['living-wiki:manifest_stale _manifest.json']);
    expect(await failuresAfter(wiki, '_manifest.json', () => '{"version":')).toContain(
      'living-wiki:manifest_broken _manifest.json',
    );
  });
});
