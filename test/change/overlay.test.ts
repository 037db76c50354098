import { changeSetFromOverlay, checkChangeSet, renderEdit, type ChangeSetDetails } from '../../src/change';
import { MemoryVault, OverlayVault } from '../../src/vault';

const meta: ChangeSetDetails = {
  title: 'Maintenance',
  producer: 'maintenance',
  log: { event: 'manual', subject: 'maintenance', bullets: [] },
  notesFor: (path) => ({ reason: `Because of ${path}.` }),
  whyFor: (path) => [`why ${path}`],
};

describe('changeSetFromOverlay', () => {
  it('turns the changes of an overlay into hunks on the base texts', async () => {
    const vault = new MemoryVault({ 'a.md': 'one\r\ntwo\r\n', 'b.md': 'b\n', 'c.md': 'c\n', 'same.md': 's\n' });
    const overlay = new OverlayVault(vault);
    await overlay.write('a.md', 'one\r\nTWO\r\n');
    await overlay.rename('b.md', 'moved/b.md');
    await overlay.write('moved/b.md', 'b\nmore\n');
    await overlay.remove('c.md');
    await overlay.write('new.md', '---\ntitle: N\n---\n# N\n\n## One\n\n1\n');
    await overlay.write('same.md', 's\n');
    const changeSet = await changeSetFromOverlay(await overlay.difference(), (path) => vault.readText(path), meta);
    checkChangeSet(changeSet);
    expect(changeSet.files.map((edit) => [edit.kind, edit.path, edit.to, edit.hunks.length, renderEdit(edit)])).toEqual(
      [
        ['updated', 'a.md', undefined, 1, 'one\r\nTWO\r\n'],
        ['deleted', 'c.md', undefined, 1, null],
        ['renamed', 'b.md', 'moved/b.md', 2, 'b\nmore\n'],
        ['created', 'new.md', undefined, 2, '---\ntitle: N\n---\n# N\n\n## One\n\n1\n'],
      ],
    );
    expect(changeSet.files[0]).toMatchObject({
      why: ['why a.md'],
      hunks: [{ text: 'TWO', reason: 'Because of a.md.' }],
    });
  });

  it('reports a file that is missing below the overlay', async () => {
    const changes = [{ op: 'update', path: 'a.md', expected: 'h', text: 'x' }] as const;
    await expect(changeSetFromOverlay(changes, () => Promise.resolve(null), meta)).rejects.toMatchObject({
      code: 'living-wiki:file_missing',
      path: 'a.md',
    });
  });
});
