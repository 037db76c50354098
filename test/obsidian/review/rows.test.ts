import * as fc from 'fast-check';
import { fileLines } from '../../../src/obsidian/review/view-model/lines';
import { pairLines, splitRows, unifiedRows, type Row } from '../../../src/obsidian/review/view-model/rows';

const textOf = (row: Row | null): string | null => row?.pieces.map(({ text }) => text).join('') ?? null;

describe('unifiedRows', () => {
  it('shows removed before added lines, with a gap for hidden lines', () => {
    const before = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', ''].join('\n');
    const rows = [...unifiedRows(fileLines('a.md', before, before.replace('two', 'two!').replace('nine', 'nine!')))];
    expect(rows.map((row) => `${row.kind} ${textOf(row) ?? ''}`.trim())).toEqual([
      'context one',
      'removed two',
      'added two!',
      'context three',
      'context four',
      'gap',
      'context seven',
      'context eight',
      'removed nine',
      'added nine!',
      'context ten',
    ]);
  });
});

describe('splitRows', () => {
  it('puts a line beside its new version, and leaves the other side of a single line empty', () => {
    const before = 'The tower is 31 metres tall.\nGone for good.\nStays.\n';
    const after = 'A new beginning here.\nThe tower is 29 metres tall.\nStays.\n';
    const rows = [...splitRows(fileLines('a.md', before, after))];
    expect(rows.map(({ left, right }) => [textOf(left), textOf(right)])).toEqual([
      [null, 'A new beginning here.'],
      ['The tower is 31 metres tall.', 'The tower is 29 metres tall.'],
      ['Gone for good.', null],
      ['Stays.', 'Stays.'],
    ]);
  });

  it('shows every line of both texts once, on its side, in its order', () => {
    const text = fc.array(fc.constantFrom('alpha beta', 'beta gamma', 'gamma', '', 'delta epsilon zeta'), {
      maxLength: 9,
    });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [one, other].map((lines) => lines.map((line) => `${line}\n`).join('')) as [
          string,
          string,
        ];
        fc.pre(before !== after);
        const lines = fileLines('a.md', before, after);
        const rows = [...splitRows(lines)].filter(({ left }) => left?.kind !== 'gap');
        const side = (kind: string): string[] => lines.filter((line) => line.kind !== kind).map((line) => line.text);
        expect(rows.flatMap(({ left }) => textOf(left) ?? [])).toEqual(side('added'));
        expect(rows.flatMap(({ right }) => textOf(right) ?? [])).toEqual(side('removed'));
      }),
    );
  });
});

describe('pairLines', () => {
  it('pairs the lines that are most alike, in rising order', () => {
    expect(pairLines(['a b c d', 'x y z'], ['new', 'a b c e', 'x y w'])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it('pairs long runs in their order, without comparing each with each', () => {
    const many = Array.from({ length: 3000 }, (_, index) => `line ${index}`);
    expect(pairLines(many, many)).toHaveLength(3000);
  });
});
