import * as fc from 'fast-check';
import { markWords, tokensOf } from '../../../src/obsidian/review/model/words';
import type { Piece } from '../../../src/obsidian/review/model/words';

const shown = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, marked }) => (marked ? `{${text}}` : text)).join('');
const plain = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

describe('markWords', () => {
  it('marks the words that differ, and a changed phrase as one', () => {
    const { before, after } = markWords(
      'It works well for most questions.',
      'It works on single facts, for most questions.',
    );
    expect(shown(before)).toBe('It works {well} for most questions.');
    expect(shown(after)).toBe('It works {on single facts,} for most questions.');
  });

  it('marks of a link only what differs within it', () => {
    const { before, after } = markWords(
      'See [[retrieval|RAG]] for more.',
      'See [[retrieval-then-answer|RAG]] for more.',
    );
    expect(shown(before)).toBe('See [[retrieval|RAG]] for more.');
    expect(shown(after)).toBe('See [[retrieval{-then-answer}|RAG]] for more.');
  });

  it('compares Chinese and Japanese by character', () => {
    const { before, after } = markWords('灯台は三十八メートルです', '灯台は四十メートルです');
    expect(shown(before)).toContain('{');
    expect(shown(after)).toContain('灯台は{四}十');
  });

  it('marks nothing where lines have nothing in common', () => {
    const { before, after } = markWords('The tower is tall.', 'Vier Boote fuhren hinaus.');
    expect([...before, ...after].some(({ marked }) => marked)).toBe(false);
  });

  it('gives both lines again, whatever they hold', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '[[', ']]', '](', '|', '*', '\t', '漢', '😀', 'é') });
    fc.assert(
      fc.property(line, line, (one, other) => {
        const { before, after } = markWords(one, other);
        expect(plain(before)).toBe(one);
        expect(plain(after)).toBe(other);
        expect(tokensOf(one).join('')).toBe(one);
      }),
    );
  });

  it('bears a line without an end', () => {
    const long = '[['.repeat(200_000);
    expect(plain(markWords(long, `${long}x`).after)).toBe(`${long}x`);
  });
});
