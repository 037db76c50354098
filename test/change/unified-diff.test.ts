import * as fc from 'fast-check';
import {
  buildCreation,
  buildDeletion,
  buildRename,
  renderEdit,
  unifiedDiff,
  buildUpdate,
  type UnifiedDiff,
} from '../../src/change';
import { splitLines } from '../../src/change/lines';
import { textWithSplices } from './support/texts';

const reason = 'It is a test.';
const signs = { context: ' ', added: '+', removed: '-' } as const;
const drawn = (view: UnifiedDiff): string[] =>
  view.blocks.flatMap(({ lines }) => lines.map(({ kind, text }) => signs[kind] + text));

describe('unifiedDiff', () => {
  it('contains the whole text before and after, with enough context', () => {
    fc.assert(
      fc.property(textWithSplices, ({ base, splices }) => {
        const edit = buildUpdate({ path: 'a.md', base, splices: splices.map((one) => ({ ...one, reason })), why: [] });
        const after = renderEdit(edit) ?? '';
        const lines = unifiedDiff(edit, 1000).blocks.flatMap((block) => block.lines);
        if (lines.length === 0) {
          expect(after).toBe(base);
          return;
        }
        const side = (without: string): string =>
          lines
            .filter(({ kind }) => kind !== without)
            .map(({ text, newline }) => text + (newline ? '\n' : ''))
            .join('');
        const unix = (text: string): string => text.replace(/\r\n/g, '\n');
        expect(side('added')).toBe(unix(base));
        expect(side('removed')).toBe(unix(after));
        for (const { kind, text, oldLine, newLine } of lines) {
          if (kind !== 'added') expect(splitLines(base)[oldLine! - 1]?.replace(/\r?\n$/, '')).toBe(text);
          if (kind !== 'removed') expect(splitLines(after)[newLine! - 1]?.replace(/\r?\n$/, '')).toBe(text);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('refers to the hunks of each line and block', () => {
    const base = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('');
    const at = (part: string): { start: number; end: number } => ({
      start: base.indexOf(part),
      end: base.indexOf(part) + part.length,
    });
    const edit = buildUpdate({
      path: 'a.md',
      base,
      splices: [
        { ...at('line 2'), text: 'LINE 2', reason },
        { start: base.indexOf('line 4'), end: base.indexOf('line 4'), text: 'new\n', reason },
        { ...at('line 15'), text: 'LINE', reason },
        { start: at('line 15').end, end: at('line 15').end, text: '!', reason },
      ],
      why: [],
    });
    const [a, b, c, d] = edit.hunks.map((hunk) => hunk.id);
    const { blocks } = unifiedDiff(edit, 1);
    expect(blocks.map(({ hunks }) => hunks.map((hunk) => hunk.id))).toEqual([
      [a, b],
      [c, d],
    ]);
    expect(blocks[0]?.lines.map(({ kind, text, hunks }) => [kind, text, hunks])).toEqual([
      ['context', 'line 1', []],
      ['removed', 'line 2', [a]],
      ['added', 'LINE 2', [a]],
      ['context', 'line 3', []],
      ['added', 'new', [b]],
      ['context', 'line 4', []],
    ]);
    expect(blocks[1]?.lines.filter(({ kind }) => kind !== 'context').map(({ text, hunks }) => [text, hunks])).toEqual([
      ['line 15', [c, d]],
      ['LINE!', [c, d]],
    ]);
  });

  it('shows created, deleted and renamed files', () => {
    const parts = [
      { text: '# A\n', reason },
      { text: '\n## B\n\nText.\n', reason },
    ];
    expect(drawn(unifiedDiff(buildCreation({ path: 'a.md', parts, why: [] })))).toEqual([
      '+# A',
      '+',
      '+## B',
      '+',
      '+Text.',
    ]);
    expect(drawn(unifiedDiff(buildDeletion({ path: 'a.md', base: 'x\ny', reason, why: [] })))).toEqual(['-x', '-y']);
    const renamed = unifiedDiff(buildRename({ path: 'a.md', to: 'b.md', base: 'x\n', reason, why: [] }));
    expect(renamed).toMatchObject({ kind: 'renamed', path: 'a.md', to: 'b.md', blocks: [{ lines: [] }] });
  });
});
