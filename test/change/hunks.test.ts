import * as fc from 'fast-check';
import {
  allHunks,
  checkChangeSet,
  withDependencies,
  buildCreation,
  buildDeletion,
  diffToHunks,
  buildRename,
  renderEdit,
  renderedPath,
  buildUpdate,
  type ChangeSet,
  type FileEdit,
} from '../../src/change';
import { text, textWithSplices } from './support/texts';

const reason = 'It is a test.';

/** The plainest reading of what hunks mean: from the last to the first, cut and put in. */
function naive(edit: FileEdit, accepted: ReadonlySet<string>): string {
  let out = edit.base;
  for (const hunk of [...edit.hunks].reverse()) {
    if (accepted.has(hunk.id)) out = out.slice(0, hunk.start) + hunk.text + out.slice(hunk.end);
  }
  return out;
}

/** What a call throws. */
function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return null;
}

describe('hunks', () => {
  it('give the same text for any accepted subset as a naive implementation', () => {
    fc.assert(
      fc.property(textWithSplices, fc.infiniteStream(fc.boolean()), ({ base, splices }, coins) => {
        const edit = buildUpdate({ path: 'a.md', base, splices: splices.map((one) => ({ ...one, reason })), why: [] });
        checkChangeSet({ files: [edit] });
        const accepted = new Set(edit.hunks.filter(() => coins.next().value).map((hunk) => hunk.id));
        expect(renderEdit(edit, accepted)).toBe(naive(edit, accepted));
      }),
    );
  });

  it('have unique and stable ids', () => {
    const splices = ['x', 'x', 'y'].map((words) => ({ start: 1, end: 1, text: words, reason }));
    const make = (): FileEdit => buildUpdate({ path: 'a.md', base: 'abc', splices, why: [] });
    const ids = make().hunks.map((hunk) => hunk.id);
    expect(new Set(ids).size).toBe(3);
    expect(make().hunks.map((hunk) => hunk.id)).toEqual(ids);
    expect(buildUpdate({ path: 'b.md', base: 'abc', splices, why: [] }).hunks[0]?.id).not.toBe(ids[0]);
  });

  it('are refused when they overlap or reach outside the text', () => {
    const make = (splices: readonly (readonly [number, number])[]): FileEdit =>
      buildUpdate({
        path: 'a.md',
        base: 'abcdef',
        splices: splices.map(([start, end]) => ({ start, end, text: '-', reason })),
        why: [],
      });
    expect(
      thrown(() =>
        make([
          [0, 3],
          [2, 4],
        ]),
      ),
    ).toMatchObject({ code: 'living-wiki:change_invalid', path: 'a.md' });
    expect(thrown(() => make([[5, 9]]))).toMatchObject({ code: 'living-wiki:change_invalid' });
    expect(
      renderEdit(
        make([
          [3, 4],
          [0, 3],
        ]),
      ),
    ).toBe('--ef');
  });

  it('are titled by their section', () => {
    const base = '---\ntitle: A\n---\n# A\n\nIntro.\n\n## Limits\n\nOld.\n\n## Cost\n\nMuch.\n';
    const at = (part: string): number => base.indexOf(part);
    const title = (start: number, end: number, words: string): string | undefined =>
      buildUpdate({ path: 'a.md', base, splices: [{ start, end, text: words, reason }], why: [] }).hunks[0]?.title;
    expect(title(at('title: A'), at('title: A') + 8, 'title: B')).toBe('Properties');
    expect(title(at('Old'), at('Old') + 3, 'New')).toBe('Section "Limits"');
    expect(title(at('## Cost'), at('## Cost'), 'More.\n\n')).toBe('Section "Limits"');
    expect(title(base.length, base.length, '\n## Fees\n\nNone.\n')).toBe('New section "Fees"');
    expect(
      buildUpdate({ path: 'a.md', base: 'plain', splices: [{ start: 0, end: 0, text: 'x', reason }], why: [] }).hunks[0]
        ?.title,
    ).toBe('Opening');
  });

  it('of a new page need only its first part', () => {
    const parts = ['---\ntitle: A\n---\n# A\n', '\n## One\n\n1\n', '\n## Two\n\n2\n'].map((words) => ({
      text: words,
      reason,
    }));
    const edit = buildCreation({ path: 'a.md', parts, why: [] });
    const [first, one, two] = edit.hunks;
    expect(edit.hunks.map((hunk) => hunk.title)).toEqual(['New page "A"', 'New section "One"', 'New section "Two"']);
    expect(renderEdit(edit, withDependencies({ files: [edit] }, [two!.id], 'accept'))).toBe(
      parts[0]!.text + parts[2]!.text,
    );
    expect(withDependencies({ files: [edit] }, [first!.id], 'reject').size).toBe(3);
    expect([...withDependencies({ files: [edit] }, [one!.id], 'reject')]).toEqual([one!.id]);
    expect(renderEdit(edit, new Set())).toBeNull();
  });

  it('of a rename or a deletion form one decision', () => {
    const base = '---\nslug: a\n---\nText.\n';
    const renamed = buildRename({
      path: 'a.md',
      to: 'b.md',
      base,
      splices: [{ start: 10, end: 11, text: 'b', reason }],
      reason,
      why: [],
    });
    expect(withDependencies({ files: [renamed] }, [renamed.hunks[1]!.id], 'accept').size).toBe(2);
    expect(renderedPath(renamed, new Set())).toBe('a.md');
    expect(renderedPath(renamed)).toBe('b.md');
    expect(renderEdit(renamed)).toBe(base.replace('slug: a', 'slug: b'));
    const deleted = buildDeletion({ path: 'a.md', base, reason, why: [] });
    expect(deleted.hunks).toHaveLength(1);
    expect(renderEdit(deleted)).toBeNull();
    expect(renderEdit(deleted, new Set())).toBe(base);
  });

  it('are decided together along needs, across files and around cycles', () => {
    const edit = (path: string, needs: readonly string[]): FileEdit =>
      buildUpdate({ path, base: 'x', splices: [{ start: 0, end: 1, text: path, reason, needs }], why: [] });
    const id = (file: FileEdit): string => file.hunks[0]!.id;
    const a = edit('a.md', ['elsewhere']);
    const b = edit('b.md', [id(a)]);
    const c = edit('c.md', [id(b)]);
    const looped = { ...a, hunks: a.hunks.map((hunk) => ({ ...hunk, needs: [id(c)] })) };
    const chain = { files: [a, b, c] };
    expect([...withDependencies(chain, [id(c)], 'accept')].sort()).toEqual([id(a), id(b), id(c)].sort());
    expect([...withDependencies(chain, [id(b)], 'reject')].sort()).toEqual([id(b), id(c)].sort());
    expect([...withDependencies(chain, [id(a), 'unknown'], 'accept')]).toEqual([id(a)]);
    expect(withDependencies({ files: [looped, b, c] }, [id(a)], 'accept').size).toBe(3);
    expect(withDependencies({ files: [looped, b, c] }, [id(b)], 'reject').size).toBe(3);
    expect(allHunks(chain).map(({ edit: { path } }) => path)).toEqual(['a.md', 'b.md', 'c.md']);
  });

  it('refer to others of the same call by name', () => {
    const edit = buildUpdate({
      path: 'a.md',
      base: 'abc',
      splices: [
        { start: 0, end: 1, text: 'x', reason, needs: ['end'] },
        { start: 2, end: 3, text: 'y', reason, name: 'end' },
      ],
      why: [],
    });
    expect(edit.hunks[0]?.needs).toEqual([edit.hunks[1]?.id]);
  });
});

describe('diffToHunks', () => {
  it('turns any text into any other, byte for byte', () => {
    fc.assert(
      fc.property(text, text, (base, next) => {
        const hunks = diffToHunks(base, next, 'a.md', { reason });
        const edit: FileEdit = { kind: 'updated', path: 'a.md', base, hunks, why: [] };
        checkChangeSet({ files: [edit] } satisfies Pick<ChangeSet, 'files'>);
        expect(renderEdit(edit)).toBe(next);
      }),
      { numRuns: 500 },
    );
  });

  it('changes only the characters that differ', () => {
    expect(diffToHunks('one\ntwo\nthree\n', 'one\ntWo\nthree\n', 'a.md', { reason })).toMatchObject([
      { start: 5, end: 6, text: 'W' },
    ]);
    // Neither half of a surrogate pair, nor of a Windows line break, is left behind.
    expect(diffToHunks('a 😀 b', 'a 😁 b', 'a.md', { reason })).toMatchObject([{ start: 2, end: 4, text: '😁' }]);
    expect(diffToHunks('a\r\nb', 'a\nb', 'a.md', { reason })).toMatchObject([{ start: 1, end: 3, text: '\n' }]);
  });

  it('makes one hunk per place', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}\n`);
    const next = lines.map((line, index) => (index % 50 === 0 ? `new ${index}\n` : line));
    expect(diffToHunks(lines.join(''), next.join(''), 'a.md', { reason })).toHaveLength(4);
  });

  it('handles large texts that share little or repeat a lot in bounded time', () => {
    const same = 'x\n'.repeat(30_000);
    const odd = Array.from({ length: 30_000 }, (_, index) => (index % 3 === 0 ? 'y\n' : 'x\n')).join('');
    const apart = Array.from({ length: 30_000 }, (_, index) => `${index * 7}\n`).join('');
    const mirrored = apart.split('\n').reverse().join('\n');
    for (const [base, next] of [
      [same, odd],
      [apart, mirrored],
      [same, apart],
    ] as const) {
      const hunks = diffToHunks(base, next, 'a.md', { reason });
      expect(renderEdit({ kind: 'updated', path: 'a.md', base, hunks, why: [] })).toBe(next);
    }
  });
});
