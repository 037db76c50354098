import {
  withDependencies,
  buildCreation,
  buildDeletion,
  buildRename,
  toFileChanges,
  buildUpdate,
  type ChangeSet,
  type FileEdit,
} from '../../src/change';
import { hashText } from '../../src/vault';
import { allOf, changeSetOf, reader } from './support/change-sets';

const reason = 'It is a test.';

function edit(path: string, base: string, old: string, text: string, needs: readonly string[] = []): FileEdit {
  const start = base.indexOf(old);
  return buildUpdate({ path, base, splices: [{ start, end: start + old.length, text, reason, needs }], why: [] });
}

describe('toFileChanges', () => {
  const base = 'one\n\ntwo\n\nthree\n';
  const files = [
    edit('a.md', base, 'two', 'TWO'),
    buildCreation({ path: 'new.md', parts: [{ text: 'n\n', reason }], why: [] }),
    buildDeletion({ path: 'old.md', base: 'o\n', reason, why: [] }),
    buildRename({
      path: 'from.md',
      to: 'to.md',
      base: 'slug: from\n',
      splices: [{ start: 6, end: 10, text: 'to', reason }],
      reason,
      why: [],
    }),
  ];
  const disk = { 'a.md': base, 'old.md': 'o\n', 'from.md': 'slug: from\n' };
  const changeSet = changeSetOf(files);

  it('gives the expected hash and the new text of each file', async () => {
    expect(await toFileChanges(changeSet, allOf(changeSet), reader(disk))).toEqual({
      changes: [
        { op: 'update', path: 'a.md', expected: hashText(base), text: base.replace('two', 'TWO') },
        { op: 'create', path: 'new.md', text: 'n\n' },
        { op: 'delete', path: 'old.md', expected: hashText('o\n') },
        { op: 'rename', from: 'from.md', path: 'to.md', expected: hashText('slug: from\n'), text: 'slug: to\n' },
      ],
      conflicts: [],
      satisfied: [],
    });
  });

  it('leaves out hunks that were not accepted', async () => {
    const accepted = new Set([files[1]!.hunks[0]!.id]);
    expect((await toFileChanges(changeSet, accepted, reader(disk))).changes).toEqual([
      { op: 'create', path: 'new.md', text: 'n\n' },
    ]);
    expect(await toFileChanges(changeSet, new Set(), reader(disk))).toEqual({
      changes: [],
      conflicts: [],
      satisfied: [],
    });
  });

  it('merges with later edits', async () => {
    const current = base.replace('three', 'three and more');
    const { changes, conflicts } = await toFileChanges(
      changeSet,
      allOf(changeSet),
      reader({ ...disk, 'a.md': current }),
    );
    expect(conflicts).toEqual([]);
    expect(changes[0]).toEqual({
      op: 'update',
      path: 'a.md',
      expected: hashText(current),
      text: 'one\n\nTWO\n\nthree and more\n',
    });
  });

  it('reports the hunks that collide with later edits', async () => {
    const { conflicts } = await toFileChanges(
      changeSet,
      allOf(changeSet),
      reader({ ...disk, 'a.md': base.replace('two', 'zwei') }),
    );
    expect(conflicts).toMatchObject([{ path: 'a.md', reason: 'edited', hunks: [files[0]!.hunks[0]!.id] }]);
  });

  it('gives no changes the second time', async () => {
    const after = { 'a.md': base.replace('two', 'TWO'), 'new.md': 'n\n', 'to.md': 'slug: to\n' };
    const { changes, conflicts, satisfied } = await toFileChanges(changeSet, allOf(changeSet), reader(after));
    expect({ changes, conflicts }).toEqual({ changes: [], conflicts: [] });
    expect(new Set(satisfied)).toEqual(allOf(changeSet));
  });

  it.each([
    ['a created file that is there with other text', { ...disk, 'new.md': 'mine\n' }, 'exists', 'new.md'],
    ['an updated file that is gone', { 'old.md': 'o\n', 'from.md': 'slug: from\n' }, 'missing', 'a.md'],
    ['a deleted file that was edited', { ...disk, 'old.md': 'edited\n' }, 'edited', 'old.md'],
    ['a new name that is taken', { ...disk, 'to.md': 'mine\n' }, 'taken', 'to.md'],
  ])('reports a conflict at %s', async (_, files_, reason_, path) => {
    const { conflicts } = await toFileChanges(changeSet, allOf(changeSet), reader(files_));
    expect(conflicts).toMatchObject([{ code: 'living-wiki:conflict', reason: reason_, path }]);
    expect(conflicts[0]?.message).toContain(path);
  });

  it('renames a file by case alone', async () => {
    const set = changeSetOf([buildRename({ path: 'Note.md', to: 'note.md', base: 'x', reason, why: [] })]);
    const { changes } = await toFileChanges(set, allOf(set), reader({ 'Note.md': 'x', 'note.md': 'x' }));
    expect(changes).toEqual([{ op: 'rename', from: 'Note.md', path: 'note.md', expected: hashText('x'), text: 'x' }]);
  });

  it('reports a hunk whose needs were not accepted', async () => {
    const first = edit('a.md', base, 'one', 'ONE');
    const second = edit('b.md', base, 'one', 'ONE', [first.hunks[0]!.id]);
    const set: ChangeSet = changeSetOf([first, second]);
    const id = second.hunks[0]!.id;
    const { conflicts } = await toFileChanges(set, new Set([id]), reader({ 'a.md': base, 'b.md': base }));
    expect(conflicts).toMatchObject([{ reason: 'needs', hunks: [id, first.hunks[0]!.id] }]);
    expect(conflicts[0]?.message).toContain('"a.md"');
    const closed = withDependencies(set, [id], 'accept');
    expect((await toFileChanges(set, closed, reader({ 'a.md': base, 'b.md': base }))).conflicts).toEqual([]);
  });

  it('refuses an invalid change set', async () => {
    const twice = changeSetOf([files[0]!, files[0]!]);
    await expect(toFileChanges(twice, allOf(twice), reader(disk))).rejects.toMatchObject({
      code: 'living-wiki:change_invalid',
    });
  });
});
