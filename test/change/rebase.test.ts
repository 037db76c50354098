import * as fc from 'fast-check';
import {
  buildCreation,
  buildDeletion,
  diffToHunks,
  mergeText,
  rebaseEdit,
  buildRename,
  renderEdit,
  buildUpdate,
  type FileEdit,
  type RebaseResult,
  type SpliceSpec,
} from '../../src/change';
import { hashText } from '../../src/vault';
import { threeWay } from './support/texts';

const reason = 'It is a test.';

function update(base: string, splices: readonly (Omit<SpliceSpec, 'reason'> & { reason?: string })[]): FileEdit {
  return buildUpdate({ path: 'a.md', base, splices: splices.map((one) => ({ reason, ...one })), why: [] });
}

/** Replaces the first occurrence of `old`; an insertion before it when `old` ends in `|`. */
function put(base: string, old: string, text: string): { start: number; end: number; text: string } {
  const start = base.indexOf(old);
  return { start, end: start + old.length, text };
}

function before(base: string, mark: string, text: string): { start: number; end: number; text: string } {
  const start = mark === '' ? base.length : base.indexOf(mark);
  return { start, end: start, text };
}

function done(result: RebaseResult): Extract<RebaseResult, { edit: FileEdit }> {
  if ('conflicts' in result) throw new Error(`Unexpected conflict: ${JSON.stringify(result.conflicts)}`);
  return result;
}

describe('rebaseEdit', () => {
  const base = '# A\n\n## One\n\nFirst.\n\n## Two\n\nSecond.\n\n## Three\n\nThird.\n';

  it('gives the same text as a three-way merge', () => {
    fc.assert(
      fc.property(threeWay, ({ base: was, proposed, current }) => {
        const edit: FileEdit = {
          kind: 'updated',
          path: 'a.md',
          base: was,
          hunks: diffToHunks(was, proposed, 'a.md', { reason }),
          why: [],
        };
        const result = rebaseEdit(edit, current);
        const merged = mergeText(was, proposed, current);
        if (merged.conflicts.length > 0) return;
        expect(renderEdit(done(result).edit) ?? '').toBe(merged.text);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the id, the evidence and the rest of each hunk', () => {
    const evidence = [
      { source: 'sources/a.md', sourceHash: 'h', quote: 'q', anchor: { line: 1 }, verdict: 'found' as const },
    ];
    const edit = update(base, [
      { ...put(base, 'First', 'Uno'), evidence, declares: ['links'] },
      { ...put(base, 'Third', 'Tres'), needs: ['other'] },
    ]);
    const current = `Intro.\n\n${base.replace('Second', 'Seconds')}`;
    const { edit: next, satisfied } = done(rebaseEdit(edit, current));
    expect(satisfied).toEqual([]);
    expect(next.base).toBe(current);
    expect(next.baseHash).toBe(hashText(current));
    expect(renderEdit(next)).toBe(current.replace('First', 'Uno').replace('Third', 'Tres'));
    next.hunks.forEach((hunk, index) => {
      const { start, end, ...rest } = edit.hunks[index]!;
      expect(hunk).toEqual({ ...rest, start: start + 8 + index, end: end + 8 + index });
    });
  });

  it('reports only the hunks that touch later edits', () => {
    const edit = update(base, [put(base, 'First', 'Uno'), put(base, 'Third', 'Tres')]);
    const result = rebaseEdit(edit, base.replace('First.', 'First of all.'));
    expect(result).toMatchObject({
      conflicts: [
        {
          code: 'living-wiki:conflict',
          path: 'a.md',
          reason: 'edited',
          hunks: [edit.hunks[0]?.id],
          places: [
            { base: 'First.\n', proposed: 'Uno.\n', current: 'First of all.\n', baseLines: { line: 5, count: 1 } },
          ],
        },
      ],
    });
  });

  it('drops hunks that the text already contains', () => {
    const edit = update(base, [put(base, 'First', 'Uno'), put(base, 'Third', 'Tres')]);
    const result = done(rebaseEdit(edit, base.replace('First', 'Uno')));
    expect(result.satisfied).toEqual([edit.hunks[0]?.id]);
    expect(result.edit.hunks.map((hunk) => hunk.id)).toEqual([edit.hunks[1]?.id]);
    const added = update(base, [before(base, '## Two', 'A dated quote.\n\n')]);
    const more = base.replace('## Two', 'A dated quote.\n\nAnd what I think of it.\n\n## Two');
    expect(done(rebaseEdit(added, more)).satisfied).toEqual([added.hunks[0]?.id]);
  });

  it('does not mistake a short insertion for existing text', () => {
    const added = update(base, [before(base, '## Two', 'Yes.\n')]);
    expect(rebaseEdit(added, base.replace('## Two', 'Oh Yes. Really.\n## Two'))).toHaveProperty('conflicts');
  });

  it('merges hunks of the frontmatter by key and keeps them separate', () => {
    const page = '---\ntitle: A\nsources:\n  - sources/a.md\nupdated_at: "2026-01-01T00:00:00Z"\n---\nText.\n';
    const edit = update(page, [
      before(page, 'updated_at', '  - sources/b.md\n'),
      put(page, '2026-01-01', '2026-02-02'),
      before(page, '', 'More.\n'),
    ]);
    const current = page.replace('updated_at: "2026-01-01', '  - sources/c.md\nupdated_at: "2026-01-15');
    const { edit: next } = done(rebaseEdit(edit, current));
    expect(next.hunks.map((hunk) => hunk.id)).toEqual(edit.hunks.map((hunk) => hunk.id));
    expect(renderEdit(next)).toBe(
      '---\ntitle: A\nsources:\n  - sources/a.md\n  - sources/c.md\n  - sources/b.md\nupdated_at: "2026-02-02T00:00:00Z"\n---\nText.\nMore.\n',
    );
    const onlyList = new Set([edit.hunks[0]!.id]);
    expect(renderEdit(next, onlyList)).toBe(current.replace('c.md\n', 'c.md\n  - sources/b.md\n'));
  });

  it('counts the lines of a conflict in the whole file, whatever changes in the frontmatter', () => {
    const page = '---\ntitle: A\n---\nOne.\n\nTwo.\n';
    const edit = update(page, [put(page, 'title: A', 'title: B'), put(page, 'Two', 'Deux')]);
    const result = rebaseEdit(edit, page.replace('title: A', 'title: A\nkind: note').replace('Two', 'Zwei'));
    const places = [{ base: 'Two.\n', baseLines: { line: 6 }, proposedLines: { line: 6 }, currentLines: { line: 7 } }];
    expect(result).toMatchObject({ conflicts: [{ hunks: [edit.hunks[1]?.id], places }] });
  });

  it('joins hunks that only work together, and reports the joined ids', () => {
    const page = '---\ntitle: A\n---\nText.\n';
    const edit = update(page, [before(page, '---\nText', 'tags:\n'), before(page, '---\nText', '  - x\n')]);
    const [first, second] = edit.hunks;
    const { edit: next, joined } = done(rebaseEdit(edit, page.replace('title: A\n', 'title: A\nkind: note\n')));
    expect(renderEdit(next)).toBe('---\ntitle: A\nkind: note\ntags:\n  - x\n---\nText.\n');
    expect(next.hunks.map((hunk) => hunk.id)).toEqual([first?.id]);
    expect([...joined]).toEqual([[second?.id, first?.id]]);
  });

  it('reports a conflict for a created file when another file is at its path', () => {
    const edit = buildCreation({ path: 'a.md', parts: [{ text: 'x\n', reason }], why: [] });
    expect(done(rebaseEdit(edit, 'x\n')).satisfied).toEqual([edit.hunks[0]?.id]);
    expect(rebaseEdit(edit, 'y\n')).toMatchObject({ conflicts: [{ reason: 'exists' }] });
  });

  it('deletes only a file that was not edited, and renames an edited one', () => {
    const gone = buildDeletion({ path: 'a.md', base, reason, why: [] });
    expect(done(rebaseEdit(gone, base)).edit).toBe(gone);
    expect(rebaseEdit(gone, `${base}!`)).toMatchObject({ conflicts: [{ reason: 'edited' }] });
    const moved = buildRename({ path: 'a.md', to: 'b.md', base, reason, why: [] });
    expect(renderEdit(done(rebaseEdit(moved, `${base}!`)).edit)).toBe(`${base}!`);
  });
});
