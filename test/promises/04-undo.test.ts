import fc from 'fast-check';
import { LENS_SOURCE, testWiki, TOWER_SOURCE, type Tree } from '../support/wiki';
import { undoChange, verify } from '../../src/workbench';

/** Promise 4: any applied transaction can be undone later as a whole; later hand edits elsewhere in the files survive. */

const SOURCES = { 'sources/2026-01-02-lens.md': LENS_SOURCE, 'sources/2026-02-03-tower.md': TOWER_SOURCE };

const AMBER =
  '# Amber\n\nAmber is a fossil resin of trees. Amber floats in salt water. People have traded amber since the Stone Age.\n';
const BASALT = '# Basalt\n\nBasalt is a dark volcanic rock. Basalt cools into columns. Roads are paved with basalt.\n';

/** The log only ever grows; everything else must be as it was. */
function withoutLog(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => path !== '_log.md'));
}

describe('an applied transaction can be undone as a whole', () => {
  it('restores every byte, except for the log, which keeps its lines and gets new ones', async () => {
    const wiki = await testWiki(SOURCES);
    const before = await wiki.tree();
    const workbench = await wiki.open();
    await workbench.ingest({ apply: true });
    const applied = await wiki.tree();
    expect(withoutLog(applied)).not.toEqual(withoutLog(before));
    await undoChange(workbench, undefined);
    await undoChange(workbench, undefined);
    const after = await wiki.tree();
    expect(withoutLog(after)).toEqual(withoutLog(before));
    expect(after['_log.md']?.startsWith(applied['_log.md'] ?? '?')).toBe(true);
    expect((await workbench.status()).sources.pending).toEqual(Object.keys(SOURCES));
    await expect(undoChange(workbench, undefined)).rejects.toMatchObject({ code: 'living-wiki:nothing_to_undo' });
  });

  it('an undo can be undone', async () => {
    const wiki = await testWiki(SOURCES);
    const workbench = await wiki.open();
    await workbench.ingest({ apply: true });
    const applied = await wiki.tree();
    const { transaction } = await undoChange(workbench, undefined);
    await undoChange(workbench, transaction ?? '');
    expect(withoutLog(await wiki.tree())).toEqual(withoutLog(applied));
    expect((await workbench.history()).filter((entry) => entry.undoneBy !== null).map((entry) => entry.id)).toEqual([
      transaction,
    ]);
  });

  it('reports what later pages lose by it', async () => {
    const wiki = await testWiki({ 'sources/a.md': AMBER });
    await (await wiki.open()).ingest({ apply: true });
    await wiki.vault.write('notes/resin.md', '---\nschema: knowledge/v1\n---\n\n# Resin\n\nSee [[amber]].\n');
    const workbench = await wiki.open();
    const undone = await undoChange(workbench, undefined);
    expect(undone.transaction).not.toBeNull();
    expect(undone.findings.introduced).toMatchObject([{ code: 'link_broken', path: 'notes/resin.md', line: 7 }]);
    const again = await undoChange(workbench, undone.transaction ?? '');
    expect(again.findings.introduced).toEqual([]);
  });

  it('works in any order, and keeps the other transactions', async () => {
    const wiki = await testWiki({
      'sources/a.md': AMBER,
      'sources/b.md': BASALT,
    });
    const workbench = await wiki.open();
    const { proposals } = await workbench.ingest({ apply: true });
    const [first, second] = proposals.map((proposal) => proposal.transaction ?? '');
    await undoChange(workbench, first);
    const tree = await wiki.tree();
    expect(Object.keys(tree).join(' ')).toContain('basalt');
    expect(Object.keys(tree).join(' ')).not.toContain('amber');
    expect(tree['_manifest.json']).not.toContain('sources/a.md');
    expect(tree['_index.md']).not.toContain('amber');
    expect(await verify(workbench)).toMatchObject({ ok: true });
    await undoChange(workbench, second);
    expect(Object.keys(await wiki.tree()).join(' ')).not.toContain('basalt');
  });
});

describe('later edits survive', () => {
  it('elsewhere in the same files, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[A-Za-z ,.]{1,60}$/), fc.boolean(), async (words, atTop) => {
        const page =
          '---\nschema: knowledge/v1\nslug: fresnel-lens\nkind: concept\ntitle: Fresnel lens\nsources: []\nupdated_at: "2026-01-01T00:00:00Z"\n---\n\n# Fresnel lens\n\nA lens for lighthouses.\n\n## Uses\n\nIn lighthouses.\n\n## Trivia\n\nNone so far.\n';
        const wiki = await testWiki({ ...SOURCES, 'concepts/fresnel-lens.md': page });
        const workbench = await wiki.open();
        await workbench.ingest({ sources: ['sources/2026-01-02-lens.md'], apply: true });
        const path = 'concepts/fresnel-lens.md';
        const applied = await wiki.vault.readText(path);
        expect(applied).not.toBe(page);
        const edit = (text: string): string =>
          atTop
            ? text.replace('A lens for lighthouses.', `A lens for lighthouses. ${words}`)
            : text.replace('None so far.', `None so far.\n\n${words}`);
        const edited = edit(applied);
        await wiki.vault.write(path, edited);
        const next = await wiki.open();
        const undone = await undoChange(next, undefined);
        expect(undone.conflicts).toEqual([]);
        expect(await wiki.vault.readText(path)).toBe(edit(page));
      }),
      { numRuns: 15 },
    );
  });

  it('an edit of the same place stops the undo before anything is written', async () => {
    const wiki = await testWiki(SOURCES);
    const workbench = await wiki.open();
    await workbench.ingest({ apply: true });
    const created = Object.keys(await wiki.tree()).find((path) => path.startsWith('summaries/')) ?? '';
    await wiki.vault.write(created, `${await wiki.vault.readText(created)}\nMy own note.\n`);
    const before = await wiki.tree();
    const next = await wiki.open();
    const touching = (await next.history()).find((entry) => entry.title.includes('2026-01-02-lens'));
    const undone = await undoChange(next, touching?.id);
    expect(undone.transaction).toBeNull();
    expect(undone.conflicts.map((conflict) => conflict.path)).toContain(created);
    expect(await wiki.tree()).toEqual(before);
  });
});
