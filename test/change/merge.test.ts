import * as fc from 'fast-check';
import { finishInTurns, silentRun, YieldBudget, type Run } from '../../src/base';
import { buildUpdate, mergeText, mergeTextInSteps, planUndo, rebaseEdit, toFileChanges } from '../../src/change';
import { Git } from './support/git';
import { text, threeWay } from './support/texts';

describe('mergeText', () => {
  it('says on which lines of each side every conflict is', () => {
    const lines = (word: string, more = ''): string => `a\nb\n${word}\n${more}c\nd\n${word}\n`;
    const { conflicts } = mergeText(lines('x'), lines('p', 'q\n'), lines('n'));
    expect(
      conflicts.map(({ baseLines, proposedLines, currentLines }) => [baseLines, proposedLines, currentLines]),
    ).toEqual([
      [
        { line: 3, count: 1 },
        { line: 3, count: 2 },
        { line: 3, count: 1 },
      ],
      [
        { line: 6, count: 1 },
        { line: 7, count: 1 },
        { line: 6, count: 1 },
      ],
    ]);
  });

  it('obeys the laws of a merge for any texts', () => {
    fc.assert(
      fc.property(text, text, text, (base, one, two) => {
        expect(mergeText(base, base, two)).toEqual({ text: two, conflicts: [] });
        expect(mergeText(base, one, base)).toEqual({ text: one, conflicts: [] });
        expect(mergeText(base, one, one)).toEqual({ text: one, conflicts: [] });
        const merged = mergeText(base, one, two);
        const swapped = mergeText(base, two, one);
        expect(merged.conflicts.length).toBe(swapped.conflicts.length);
        if (merged.conflicts.length === 0) expect(merged.text).toBe(swapped.text);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every line that a side adds in the result or in a conflict', () => {
    fc.assert(
      fc.property(threeWay, ({ base, proposed, current }) => {
        const { text: merged, conflicts } = mergeText(base, proposed, current);
        const lines = (words: string): string[] => words.split(/\r?\n/);
        const all = new Set([merged, ...conflicts.flatMap((one) => [one.proposed, one.current])].flatMap(lines));
        for (const line of [...lines(proposed), ...lines(current)]) {
          const isNew = !lines(base).includes(line);
          if (isNew) expect(all).toContain(line);
        }
        // Without a conflict, a line that either side removed is not in the result.
        if (conflicts.length > 0) return;
        for (const line of lines(base)) {
          if (!lines(proposed).includes(line) || !lines(current).includes(line))
            expect(lines(merged)).not.toContain(line);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same text as git wherever git finds no conflict', () => {
    const git = new Git();
    let agreed = 0;
    try {
      fc.assert(
        fc.property(threeWay, ({ base, proposed, current }) => {
          const expected = git.merge(base, proposed, current);
          if (expected === null) return;
          agreed++;
          expect(mergeText(base, proposed, current)).toEqual({ text: expected, conflicts: [] });
        }),
        { numRuns: 250 },
      );
    } finally {
      git.close();
    }
    expect(agreed).toBeGreaterThan(30);
  });

  it('merges edits of adjacent lines and keeps line endings and a missing final line break', () => {
    expect(mergeText('a\nb\nc', 'A\nb\nc', 'a\nB\nc')).toEqual({ text: 'A\nB\nc', conflicts: [] });
    expect(mergeText('a\r\nb\nc', 'A\r\nb\nc', 'a\r\nb\nC')).toEqual({ text: 'A\r\nb\nC', conflicts: [] });
    expect(mergeText('a\nb\nc\n', 'a\nc\n', 'a\nb\nc\nd\n')).toEqual({ text: 'a\nc\nd\n', conflicts: [] });
  });

  it('applies an edit that both sides made once', () => {
    expect(mergeText('a\nb\nc\n', 'a\nX\nc\n', 'a\nX\nc\nd\n')).toEqual({ text: 'a\nX\nc\nd\n', conflicts: [] });
  });

  it('reports the text and lines of each side in a conflict', () => {
    const { conflicts } = mergeText('1\n2\n3\n4\n5\n', '1\nnew\n2\n3\nproposed\n5\n', '1\n2\n3\ncurrent\nmore\n5\n');
    expect(conflicts).toEqual([
      {
        base: '4\n',
        proposed: 'proposed\n',
        current: 'current\nmore\n',
        baseLines: { line: 4, count: 1 },
        proposedLines: { line: 5, count: 1 },
        currentLines: { line: 4, count: 2 },
      },
    ]);
    expect(mergeText('a\n', 'a\nx\n', 'a\ny\n').conflicts).toHaveLength(1);
    expect(mergeText('a\nb\n', 'A\nb\n', 'a\nx\nb\n').conflicts).toHaveLength(1);
  });

  it('merges hostile texts in bounded time', () => {
    const base = '\n'.repeat(20_000);
    const proposed = Array.from({ length: 20_000 }, (_, index) => (index % 2 ? '\n' : 'o\n')).join('');
    const current = Array.from({ length: 20_000 }, (_, index) => (index % 3 ? '\n' : 't\n')).join('');
    expect(mergeText(base, proposed, current).conflicts.length).toBeGreaterThan(0);
  });
});

describe('mergeText in frontmatter', () => {
  it('merges lists by their items while they are short, and asks a person about a long block with many changes', () => {
    const block = (word: string, count: number): string =>
      `---\ntags:\n  - x\n${Array.from({ length: count }, (_, at) => `  - ${word}${at}\n`).join('')}---\n`;
    const short = mergeText(block('a', 0), block('b', 5), block('c', 5));
    expect(short.conflicts).toEqual([]);
    expect(short.text).toContain('  - b4\n');
    expect(short.text).toContain('  - c4\n');
    const long = mergeText(block('a', 4_000), block('b', 4_000), block('c', 4_000));
    expect(long.conflicts.length).toBeGreaterThan(0);
    expect(long.text).toBe(block('c', 4_000));
  });

  const page = (yaml: string, body = 'Body.\n'): string => `---\n${yaml}---\n${body}`;

  it('merges keys that changed on one side, although their lines are adjacent', () => {
    const base = page('title: A\nkind: concept\nconfidence: 0.5\n');
    const proposed = page('title: A\nkind: concept\nconfidence: 0.9\ntags:\n  - x\n');
    const current = page('title: A\nkind: entity\nowner: me # by hand\nconfidence: 0.5\n');
    expect(mergeText(base, proposed, current)).toEqual({
      text: page('title: A\nkind: entity\nowner: me # by hand\nconfidence: 0.9\ntags:\n  - x\n'),
      conflicts: [],
    });
  });

  it('keeps list items that both sides add', () => {
    const base = page('sources:\n  - sources/a.md\n');
    const proposed = page('sources:\n  - sources/a.md\n  - sources/b.md\n');
    const current = page('sources:\n  - sources/a.md\n  - sources/c.md\n');
    expect(mergeText(base, proposed, current)).toEqual({
      text: page('sources:\n  - sources/a.md\n  - sources/c.md\n  - sources/b.md\n'),
      conflicts: [],
    });
  });

  it('takes the later of two update times, from either side', () => {
    const at = (day: string): string => page(`updated_at: "2026-04-${day}T00:00:00Z"\n`);
    expect(mergeText(at('01'), at('02'), at('03')).text).toBe(at('03'));
    expect(mergeText(at('01'), at('03'), at('02')).text).toBe(at('03'));
  });

  it('still merges the body by line', () => {
    const base = page('updated_at: "2026-04-01T00:00:00Z"\n', '1\n2\n3\n');
    const proposed = page('updated_at: "2026-04-02T00:00:00Z"\n', '1\n2\nproposed\n');
    const current = page('updated_at: "2026-04-03T00:00:00Z"\n', 'current\n2\n3\n');
    expect(mergeText(base, proposed, current)).toEqual({
      text: page('updated_at: "2026-04-03T00:00:00Z"\n', 'current\n2\nproposed\n'),
      conflicts: [],
    });
    const collision = mergeText(base, proposed, page('updated_at: "2026-04-03T00:00:00Z"\n', '1\n2\nmine\n'));
    expect(collision.conflicts).toMatchObject([
      { proposed: 'proposed\n', current: 'mine\n', baseLines: { line: 6, count: 1 } },
    ]);
  });

  it('reports a conflict when a key has two new values', () => {
    expect(mergeText(page('title: A\n'), page('title: B\n'), page('title: C\n')).conflicts).toHaveLength(1);
  });

  it('reports a conflict rather than losing a comment', () => {
    const base = page('title: A # old\nkind: x\n');
    const proposed = page('title: A # proposed\nkind: x\n');
    const current = page('title: A # current\nkind: x\n');
    expect(mergeText(base, proposed, current).conflicts).toHaveLength(1);
    const mixed = mergeText(base, page('title: B # proposed\nkind: x\n'), page('title: A # old\nkind: y\nnew: 1\n'));
    expect(mixed.text).toContain('# proposed');
  });

  it('reports a conflict when a block cannot be parsed', () => {
    expect(mergeText(page('a: 1\n'), page('a: [1\n'), page('a: 2\n')).conflicts).toHaveLength(1);
  });
});

describe('a long merge', () => {
  const side = (word: string): string =>
    Array.from({ length: 16_000 }, (_, at) => (at % 2 === 0 ? `l${at}\n` : `${word}${at}\n`)).join('');
  const [base, proposed, current] = [side('a'), side('b'), side('c')];

  /** Counts the turns that the host gets, and cancels after some. */
  function counting(limit = Infinity): { readonly run: Run; turns: number } {
    const controller = new AbortController();
    const counted = {
      turns: 0,
      run: {
        ...silentRun,
        signal: controller.signal,
        yieldToHost: () => {
          counted.turns += 1;
          if (counted.turns >= limit) controller.abort();
          return Promise.resolve();
        },
      },
    };
    return counted;
  }

  const edit = buildUpdate({
    path: 'a.md',
    base,
    splices: [{ start: 0, end: 2, text: 'L0', reason: 'r' }],
    why: [],
  });
  const works: readonly (readonly [string, (run: Run) => Promise<unknown>])[] = [
    ['a merge', (run) => finishInTurns(mergeTextInSteps(base, proposed, current), new YieldBudget(run))],
    [
      'an undo',
      (run) =>
        planUndo([{ op: 'update', path: 'a.md', before: proposed, after: base }], () => Promise.resolve(current), run),
    ],
    [
      'a change of a page that was edited since',
      (run) => {
        const changeSet = {
          ...{ title: '', files: [edit], sources: [], notes: [], facts: {} },
          producer: 'ingest',
          log: { event: 'ingest', subject: '', bullets: [] },
        } as const;
        return toFileChanges(changeSet, new Set(edit.hunks.map(({ id }) => id)), () => Promise.resolve(current), run);
      },
    ],
  ];

  it.each(works)('%s gives the host its turn, and ends at the next one when it is cancelled', async (_, work) => {
    const whole = counting();
    await work(whole.run);
    expect(whole.turns).toBeGreaterThan(10);
    const cut = counting(2);
    await expect(work(cut.run)).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
    expect(cut.turns).toBe(2);
  });

  it('a short one takes no turn at all', async () => {
    const counted = counting();
    await finishInTurns(mergeTextInSteps('a\nb\n', 'A\nb\n', 'a\nB\n'), new YieldBudget(counted.run));
    expect(counted.turns).toBe(0);
  });

  it('is done in bounded time where somebody rewrote each line under many hunks, and reports the hunks', () => {
    const lines = Array.from({ length: 2_000 }, (_, at) => `line ${at}\n`);
    const starts = lines.map((_, at) => lines.slice(0, at).join('').length);
    const splices = starts.map((start) => ({ start, end: start + 4, text: 'LINE', reason: 'r' }));
    const many = buildUpdate({ path: 'a.md', base: lines.join(''), splices, why: [] });
    const result = rebaseEdit(many, lines.map((line) => `other ${line}`).join(''));
    expect('conflicts' in result && result.conflicts.flatMap(({ hunks }) => hunks)).toHaveLength(2_000);
  });
});
