import * as fc from 'fast-check';
import { unifiedDiff } from '../../../src/workbench';
import { hunkLines } from '../../../src/obsidian/review/view-model/lines';
import { creating, hunk, only, replacing } from './support';

describe('hunkLines', () => {
  it('shows a change within a line as that line, with its neighbours and their numbers', () => {
    const edit = replacing('one\ntwo\nthree\nfour\nfive\nsix\n', ['fou', 'FOU']);
    expect(hunkLines(edit, only(edit), 1).map(({ kind, text, oldLine }) => [kind, text, oldLine])).toEqual([
      ['context', 'three', 3],
      ['removed', 'four', 4],
      ['added', 'FOUr', null],
      ['context', 'five', 5],
    ]);
  });

  it('shows of two hunks of one line each alone', () => {
    const edit = replacing('a long line of words\n', ['long', 'short'], ['words', 'letters']);
    const added = edit.hunks.map((one) => hunkLines(edit, one).find(({ kind }) => kind === 'added')?.text);
    expect(added).toEqual(['a short line of words', 'a long line of letters']);
  });

  it('shows of a new page what one hunk brings', () => {
    const edit = creating('# Title\n', '\n## Part\n');
    expect(hunkLines(edit, edit.hunks[1]!).map(({ kind, text }) => [kind, text])).toEqual([
      ['added', ''],
      ['added', '## Part'],
    ]);
  });

  it('is what the whole text shows, though it looks at a part of it', () => {
    const text = fc.array(fc.constantFrom('a\n', 'bb\n', '\n', 'c\r\n', 'word word\n', 'end'), { maxLength: 12 });
    fc.assert(
      fc.property(
        text,
        fc.nat(),
        fc.nat(),
        fc.constantFrom('', 'x', 'x\n', '\n\nnew', '\r\n'),
        (parts, from, length, put) => {
          const base = parts.join('');
          const start = from % (base.length + 1);
          const end = Math.min(base.length, start + (length % 9));
          fc.pre(base.slice(start, end) !== put);
          const edit = { kind: 'updated' as const, path: 'a.md', base, hunks: [hunk(start, end, put)], why: [] };
          const whole = unifiedDiff(edit, 2).blocks.flatMap(({ lines }) => lines);
          const simple = (lines: typeof whole): unknown =>
            lines.map(({ kind, text: line, oldLine }) => [kind, line, oldLine]);
          expect(simple([...hunkLines(edit, only(edit), 2)])).toEqual(simple(whole));
        },
      ),
      { numRuns: 500 },
    );
  });
});
