import { mergeText } from '../../src/change';

/** The base, and a side that deletes a section. The other side adds text next to it. */
const BASE = '# A\n\nFirst.\n\n## Gone\n\nText.\n\n## Stays\n\nLast.\n';
const DELETED = '# A\n\nFirst.\n\n## Stays\n\nLast.\n';

describe('an insertion at the edge of a deletion', () => {
  it.each([
    ['above', BASE.replace('First.\n', 'First.\n\nMine.\n'), DELETED.replace('First.\n', 'First.\n\nMine.\n')],
    ['below', BASE.replace('Text.\n\n', 'Text.\n\nMine.\n\n'), null],
    [
      'below, as its own section',
      BASE.replace('## Stays', '## Mine\n\nMine.\n\n## Stays'),
      DELETED.replace('## Stays', '## Mine\n\nMine.\n\n## Stays'),
    ],
    ['within', BASE.replace('## Gone\n', '## Gone\n\nMine.\n'), null],
  ])('is kept %s', (_, edited, expected) => {
    for (const [proposed, current] of [
      [DELETED, edited],
      [edited, DELETED],
    ] as const) {
      const merged = mergeText(BASE, proposed, current);
      if (expected === null && merged.conflicts.length > 0) continue;
      expect(merged).toEqual({ text: expected ?? merged.text, conflicts: [] });
      expect(merged.text).toContain('Mine.');
      expect(merged.text).not.toContain('## Gone');
    }
  });

  it('is kept when the deletion reaches the end of the file', () => {
    const base = 'a\nb\n\n## New\n\nx\n';
    expect(mergeText(base, 'a\nb\n', 'a\nb\n\nmine\n\n## New\n\nx\n')).toEqual({
      text: 'a\nb\n\nmine\n',
      conflicts: [],
    });
    expect(mergeText(base, 'a\nb\n', `${base}\nmine\n`)).toEqual({ text: 'a\nb\n\nmine\n', conflicts: [] });
  });

  it('is a conflict when its side also replaces an adjacent line', () => {
    const edited = BASE.replace('First.\n\n## Gone\n', 'First, mine.\n## Gone, mine\n');
    expect(mergeText(BASE, DELETED, edited).conflicts.length).toBe(1);
  });

  it('is a conflict below an empty first line that the deletion includes', () => {
    const base = '\na\nb\n';
    for (const [proposed, current] of [
      ['b\n', '\nnew\na\nb\n'],
      ['\nnew\na\nb\n', 'b\n'],
    ] as const) {
      expect(mergeText(base, proposed, current).conflicts).toHaveLength(1);
    }
  });

  it('is kept below an empty first line when it adds an empty line', () => {
    expect(mergeText('\na\nb\n', 'b\n', '\nnew\n\na\nb\n')).toEqual({ text: '\nnew\nb\n', conflicts: [] });
  });
});
