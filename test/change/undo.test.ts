import * as fc from 'fast-check';
import { planUndo, type AppliedFile } from '../../src/change';
import { type FileChange } from '../../src/vault';
import { reader } from './support/change-sets';
import { text, threeWay } from './support/texts';

/** What the files hold after these changes. */
function apply(files: Readonly<Record<string, string>>, changes: readonly FileChange[]): Record<string, string> {
  const next = new Map(Object.entries(files));
  for (const change of changes) {
    if (change.op === 'delete') next.delete(change.path);
    if (change.op === 'rename') next.delete(change.from);
    if (change.op !== 'delete') next.set(change.path, change.text);
  }
  return Object.fromEntries(next);
}

describe('planUndo', () => {
  it('restores every file byte for byte when nothing was edited since', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, text, async (a, b, c, d) => {
        const files: AppliedFile[] = [
          { op: 'create', path: 'created.md', before: null, after: a },
          { op: 'update', path: 'updated.md', before: b, after: c },
          { op: 'rename', from: 'old.md', path: 'new.md', before: c, after: d },
          { op: 'delete', path: 'deleted.md', before: d, after: null },
        ];
        const after = { 'created.md': a, 'updated.md': c, 'new.md': d };
        const { changes, conflicts } = await planUndo(files, reader(after));
        expect(conflicts).toEqual([]);
        expect(apply(after, changes)).toEqual({ 'updated.md': b, 'old.md': c, 'deleted.md': d });
      }),
    );
  });

  it('keeps later edits elsewhere, or reports a conflict', async () => {
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(threeWay, async ({ base, proposed, current }) => {
        // The transaction turned `proposed` into `base`. A person then turned `base` into `current`.
        const files: AppliedFile[] = [{ op: 'update', path: 'a.md', before: proposed, after: base }];
        const { changes, conflicts } = await planUndo(files, reader({ 'a.md': current }));
        if (conflicts.length > 0) {
          expect(changes).toEqual([]);
          return;
        }
        kept++;
        const result = apply({ 'a.md': current }, changes)['a.md']!;
        const lines = (words: string): string[] => words.split(/\r?\n/);
        for (const line of lines(current)) if (!lines(base).includes(line)) expect(lines(result)).toContain(line);
        for (const line of lines(proposed)) {
          if (!lines(base).includes(line)) expect(lines(result)).toContain(line);
        }
      }),
      { numRuns: 300 },
    );
    expect(kept).toBeGreaterThan(50);
  });

  it('undoes a rename and keeps later edits', async () => {
    const files: AppliedFile[] = [
      { op: 'rename', from: 'a.md', path: 'b.md', before: 'slug: a\n\ntext\n', after: 'slug: b\n\ntext\n' },
      { op: 'update', path: 'c.md', before: '[[a]]\n', after: '[[b]]\n' },
    ];
    const disk = { 'b.md': 'slug: b\n\ntext\nmore\n', 'c.md': '[[b]]\n' };
    const { changes, conflicts } = await planUndo(files, reader(disk));
    expect(conflicts).toEqual([]);
    expect(apply(disk, changes)).toEqual({ 'a.md': 'slug: a\n\ntext\nmore\n', 'c.md': '[[a]]\n' });
  });

  it.each<[string, AppliedFile, Record<string, string>, string]>([
    [
      'a created page that was edited since',
      { op: 'create', path: 'a.md', before: null, after: 'x' },
      { 'a.md': 'mine' },
      'edited',
    ],
    ['the same lines edited since', { op: 'update', path: 'a.md', before: 'x', after: 'y' }, { 'a.md': 'z' }, 'edited'],
    ['an updated file that is gone', { op: 'update', path: 'a.md', before: 'x', after: 'y' }, {}, 'missing'],
    [
      'a deleted file whose place is taken',
      { op: 'delete', path: 'a.md', before: 'x', after: null },
      { 'a.md': 'y' },
      'exists',
    ],
    [
      'a renamed file that is gone',
      { op: 'rename', from: 'a.md', path: 'b.md', before: 'x', after: 'x' },
      {},
      'missing',
    ],
    [
      'an old name that is taken',
      { op: 'rename', from: 'a.md', path: 'b.md', before: 'x', after: 'x' },
      { 'a.md': 'y', 'b.md': 'x' },
      'taken',
    ],
  ])('reports a conflict for %s', async (_, file, disk, reason) => {
    const { changes, conflicts } = await planUndo([file], reader(disk));
    expect(changes).toEqual([]);
    expect(conflicts).toMatchObject([{ code: 'living-wiki:conflict', reason }]);
    expect(conflicts[0]?.remedy).not.toBe('');
  });

  it('does nothing the second time', async () => {
    const files: AppliedFile[] = [
      { op: 'create', path: 'created.md', before: null, after: 'a' },
      { op: 'update', path: 'updated.md', before: 'b', after: 'c' },
      { op: 'rename', from: 'old.md', path: 'new.md', before: 'd', after: 'e' },
      { op: 'delete', path: 'deleted.md', before: 'f', after: null },
    ];
    const undone = { 'updated.md': 'b', 'old.md': 'd', 'deleted.md': 'f' };
    expect(await planUndo(files, reader(undone))).toEqual({ changes: [], conflicts: [] });
  });
});
