import * as fc from 'fast-check';
import { mergeText } from '../../src/change';
import { Git } from './support/git';
import { text, threeWay } from './support/texts';

describe('mergeText', () => {
  it('keeps the laws of a merge for any texts', () => {
    fc.assert(
      fc.property(text, text, text, (base, one, two) => {
        expect(mergeText(base, base, two)).toEqual({ text: two, conflicts: [] });
        expect(mergeText(base, one, base)).toEqual({ text: one, conflicts: [] });
        expect(mergeText(base, one, one)).toEqual({ text: one, conflicts: [] });
        const there = mergeText(base, one, two);
        const back = mergeText(base, two, one);
        expect(there.conflicts.length).toBe(back.conflicts.length);
        if (there.conflicts.length === 0) expect(there.text).toBe(back.text);
      }),
      { numRuns: 500 },
    );
  });

  it('loses no edit: every line that a side adds is in the result or in a conflict', () => {
    fc.assert(
      fc.property(threeWay, ({ base, ours, theirs }) => {
        const { text: merged, conflicts } = mergeText(base, ours, theirs);
        const lines = (words: string): string[] => words.split(/\r?\n/);
        const all = new Set([merged, ...conflicts.flatMap((one) => [one.proposed, one.current])].flatMap(lines));
        for (const line of [...lines(ours), ...lines(theirs)]) {
          const isNew = !lines(base).includes(line);
          if (isNew) expect(all).toContain(line);
        }
        // What either side took out stays out, unless that is what the conflict is about.
        if (conflicts.length > 0) return;
        for (const line of lines(base)) {
          if (!lines(ours).includes(line) || !lines(theirs).includes(line)) expect(lines(merged)).not.toContain(line);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('gives what git gives wherever git sees no conflict', () => {
    const git = new Git();
    let agreed = 0;
    try {
      fc.assert(
        fc.property(threeWay, ({ base, ours, theirs }) => {
          const expected = git.merge(base, ours, theirs);
          if (expected === null) return;
          agreed++;
          expect(mergeText(base, ours, theirs)).toEqual({ text: expected, conflicts: [] });
        }),
        { numRuns: 250 },
      );
    } finally {
      git.close();
    }
    expect(agreed).toBeGreaterThan(30);
  });

  it('merges edits of neighbouring lines, keeps line endings and a missing last line break', () => {
    expect(mergeText('a\nb\nc', 'A\nb\nc', 'a\nB\nc')).toEqual({ text: 'A\nB\nc', conflicts: [] });
    expect(mergeText('a\r\nb\nc', 'A\r\nb\nc', 'a\r\nb\nC')).toEqual({ text: 'A\r\nb\nC', conflicts: [] });
    expect(mergeText('a\nb\nc\n', 'a\nc\n', 'a\nb\nc\nd\n')).toEqual({ text: 'a\nc\nd\n', conflicts: [] });
  });

  it('makes the same edit once', () => {
    expect(mergeText('a\nb\nc\n', 'a\nX\nc\n', 'a\nX\nc\nd\n')).toEqual({ text: 'a\nX\nc\nd\n', conflicts: [] });
  });

  it('tells where the sides differ when they touch', () => {
    const { conflicts } = mergeText('1\n2\n3\n4\n5\n', '1\nnew\n2\n3\nours\n5\n', '1\n2\n3\ntheirs\nmore\n5\n');
    expect(conflicts).toEqual([
      {
        base: '4\n',
        ours: 'ours\n',
        theirs: 'theirs\nmore\n',
        baseLines: { line: 4, count: 1 },
        oursLines: { line: 5, count: 1 },
        theirsLines: { line: 4, count: 2 },
      },
    ]);
    expect(mergeText('a\n', 'a\nx\n', 'a\ny\n').conflicts).toHaveLength(1);
    expect(mergeText('a\nb\n', 'A\nb\n', 'a\nx\nb\n').conflicts).toHaveLength(1);
  });

  it('stays within bounds for hostile texts', () => {
    const base = '\n'.repeat(20_000);
    const ours = Array.from({ length: 20_000 }, (_, index) => (index % 2 ? '\n' : 'o\n')).join('');
    const theirs = Array.from({ length: 20_000 }, (_, index) => (index % 3 ? '\n' : 't\n')).join('');
    expect(mergeText(base, ours, theirs).conflicts.length).toBeGreaterThan(0);
  });
});

describe('mergeText in frontmatter', () => {
  const page = (yaml: string, body = 'Body.\n'): string => `---\n${yaml}---\n${body}`;

  it('merges keys that are changed on one side each, though their lines touch', () => {
    const base = page('title: A\nkind: concept\nconfidence: 0.5\n');
    const ours = page('title: A\nkind: concept\nconfidence: 0.9\ntags:\n  - x\n');
    const theirs = page('title: A\nkind: entity\nowner: me # by hand\nconfidence: 0.5\n');
    expect(mergeText(base, ours, theirs)).toEqual({
      text: page('title: A\nkind: entity\nowner: me # by hand\nconfidence: 0.9\ntags:\n  - x\n'),
      conflicts: [],
    });
  });

  it('keeps the items that both sides add to a list', () => {
    const base = page('sources:\n  - sources/a.md\n');
    const ours = page('sources:\n  - sources/a.md\n  - sources/b.md\n');
    const theirs = page('sources:\n  - sources/a.md\n  - sources/c.md\n');
    expect(mergeText(base, ours, theirs)).toEqual({
      text: page('sources:\n  - sources/a.md\n  - sources/c.md\n  - sources/b.md\n'),
      conflicts: [],
    });
  });

  it('takes the later of two times of the last change, whichever side it is on', () => {
    const at = (day: string): string => page(`updated_at: "2026-04-${day}T00:00:00Z"\n`);
    expect(mergeText(at('01'), at('02'), at('03')).text).toBe(at('03'));
    expect(mergeText(at('01'), at('03'), at('02')).text).toBe(at('03'));
  });

  it('merges the body by line all the same', () => {
    const base = page('updated_at: "2026-04-01T00:00:00Z"\n', '1\n2\n3\n');
    const ours = page('updated_at: "2026-04-02T00:00:00Z"\n', '1\n2\nours\n');
    const theirs = page('updated_at: "2026-04-03T00:00:00Z"\n', 'theirs\n2\n3\n');
    expect(mergeText(base, ours, theirs)).toEqual({
      text: page('updated_at: "2026-04-03T00:00:00Z"\n', 'theirs\n2\nours\n'),
      conflicts: [],
    });
    const clash = mergeText(base, ours, page('updated_at: "2026-04-03T00:00:00Z"\n', '1\n2\nmine\n'));
    expect(clash.conflicts).toMatchObject([{ ours: 'ours\n', theirs: 'mine\n', baseLines: { line: 6, count: 1 } }]);
  });

  it('is a conflict when one fact has two new values', () => {
    expect(mergeText(page('title: A\n'), page('title: B\n'), page('title: C\n')).conflicts).toHaveLength(1);
  });

  it('is a conflict rather than the loss of a comment', () => {
    const base = page('title: A # old\nkind: x\n');
    const ours = page('title: A # ours\nkind: x\n');
    const theirs = page('title: A # theirs\nkind: x\n');
    expect(mergeText(base, ours, theirs).conflicts).toHaveLength(1);
    const mixed = mergeText(base, page('title: B # ours\nkind: x\n'), page('title: A # old\nkind: y\nnew: 1\n'));
    expect(mixed.text).toContain('# ours');
  });

  it('is a conflict when a block cannot be read', () => {
    expect(mergeText(page('a: 1\n'), page('a: [1\n'), page('a: 2\n')).conflicts).toHaveLength(1);
  });
});
