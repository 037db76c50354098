import fc from 'fast-check';
import { locateStatements, soughtWords } from '../../../src/obsidian/review/view-model/locate-statements';

const found = (text: string, ...statements: readonly string[]): readonly (readonly [number, string])[] =>
  locateStatements(text, statements.map(soughtWords)).flatMap((piece) =>
    piece.statement === null ? [] : [[piece.statement, piece.text] as const],
  );

describe('statements in a rendered page', () => {
  it('are found by their words, across links and cells, with their full stop', () => {
    const text = 'It is built of\ngranite\n. It is white. Name\nHeight\nTower\n29.4 m';
    expect(found(text, 'It is built of granite.', 'Tower | 29.4 m')).toEqual([
      [0, 'It is built of\ngranite\n.'],
      [1, 'Tower\n29.4 m'],
    ]);
  });

  it('are each found where they are next, and left out where they are not', () => {
    expect(found('It is white. It is white.', 'It is white.', 'It is red.', 'It is white.')).toEqual([
      [0, 'It is white.'],
      [2, 'It is white.'],
    ]);
    expect(found('One two.', '')).toEqual([]);
  });

  it('leave every character of the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (text, statements) => {
        expect(
          locateStatements(text, statements.map(soughtWords))
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
