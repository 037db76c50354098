import { testWiki } from '../support/wiki';

/** When the wiki got what. */

describe('the timeline of a wiki', () => {
  it('has each change once, with its pages and whether it can be undone, and each source when it came', async () => {
    const wiki = await testWiki({
      'sources/lens.md': '# Lens\n\nThe Fresnel Lens is a lens of glass. The Fresnel Lens has 1,176 prisms.\n',
    });
    const workbench = await wiki.open();
    await workbench.ingest({ apply: true });
    await wiki.vault.write('sources/later.md', '# Later\n\nThe Fresnel Lens is heavy.\n');
    await workbench.refresh(['sources/later.md']);
    const { sources, changes, growth } = await workbench.timeline();
    expect(sources.map(({ path, isWaiting }) => [path, isWaiting])).toEqual(
      expect.arrayContaining([
        ['sources/lens.md', false],
        ['sources/later.md', true],
      ]),
    );
    const ingests = changes.filter(({ event }) => event === 'ingest');
    expect(ingests).toHaveLength(1);
    expect(ingests[0]).toMatchObject({ canUndo: true, isUndone: false });
    expect(ingests[0]?.pages).toContain('entities/fresnel-lens.md');
    expect(growth.at(-1)?.pages).toBe(workbench.snapshot.pages.size);
    const [id] = ingests.flatMap((change) => change.id ?? []);
    const order = await workbench.undoOrder(id ?? '');
    await workbench.undoThrough(
      id ?? '',
      order.steps.map((step) => step.id),
    );
    const after = await workbench.timeline();
    expect(after.changes.find((change) => change.id === id)).toMatchObject({ canUndo: false, isUndone: true });
    expect(after.changes.filter(({ event }) => event === 'undo')).toHaveLength(1);
    await workbench.close();
  });

  it('says before an undo how many files of each change somebody edited since, the newer ones taken as undone', async () => {
    const wiki = await testWiki({
      'sources/lens.md': '# Lens\n\nThe Fresnel Lens is a lens of glass. The Fresnel Lens has 1,176 prisms.\n',
    });
    const workbench = await wiki.open();
    await workbench.ingest({ apply: true });
    await wiki.vault.write('sources/later.md', '# Later\n\nThe Fresnel Lens is a heavy lens of brass.\n');
    await workbench.refresh(['sources/later.md']);
    await workbench.ingest({ apply: true });
    const { changes } = await workbench.timeline();
    const ids = changes.flatMap(({ id, event }) => (event === 'ingest' && id !== null ? [id] : []));
    expect(ids).toHaveLength(2);
    const newestFirst = [...ids].reverse();
    expect([...(await workbench.undoConflicts(newestFirst))]).toEqual(newestFirst.map((id) => [id, 0]));
    // A page that both wrote is in the way of the older one, as long as the newer one stays.
    expect((await workbench.undoConflicts(ids.slice(0, 1))).get(ids[0] ?? '')).toBeGreaterThan(0);
    const path = 'entities/fresnel-lens.md';
    await wiki.vault.write(path, (await wiki.vault.readText(path)).replace('brass', 'bronze'));
    await workbench.refresh([path]);
    const edited = await workbench.undoConflicts(newestFirst);
    expect(edited.get(newestFirst[0] ?? '')).toBe(1);
    await workbench.close();
  });

  it('tells of changes whose undo has expired from the log alone', async () => {
    const wiki = await testWiki({
      'entities/light.md':
        '---\nschema: knowledge/v1\nslug: light\nkind: entity\ntitle: Light\n---\n\n# Light\n\nIt shines.\n',
    });
    const log = await wiki.vault.readText('_log.md');
    await wiki.vault.write(
      '_log.md',
      `${log}\n## [2020-01-02T03:04:05Z] ingest | sources/gone.md\n\n- wrote light\n- wrote gone\n`,
    );
    const workbench = await wiki.open();
    const { changes, growth } = await workbench.timeline();
    expect(changes[0]).toMatchObject({
      at: '2020-01-02T03:04:05Z',
      title: 'sources/gone.md',
      id: null,
      canUndo: false,
      pages: ['entities/light.md'],
      count: 2,
    });
    expect(growth[0]?.at).toBe(changes[0]?.at);
    await workbench.close();
  });
});
