import * as fc from 'fast-check';
import { collapsedEnds, markWords, tokensOf, type DiffPiece } from '../../../src/obsidian/review/view-model/word-diff';

const shown = (pieces: readonly DiffPiece[]): string =>
  pieces.map(({ text, marked }) => (marked ? `{${text}}` : text)).join('');
const plain = (pieces: readonly DiffPiece[]): string => pieces.map(({ text }) => text).join('');

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

  it('finds the word that differs in a line of any length', () => {
    const sentence = 'The lamp is lit by hand each evening. ';
    const [lead, rest] = [sentence.repeat(900), sentence.repeat(1100)];
    const { before, after } = markWords(
      `${lead}It is lit by hand. ${rest}`,
      `${lead}It is lit by clockwork now. ${rest}`,
    );
    expect(before.filter(({ marked }) => marked)).toEqual([{ text: 'hand.', marked: true }]);
    expect(after.filter(({ marked }) => marked)).toEqual([{ text: 'clockwork now.', marked: true }]);
    expect(plain(after)).toBe(`${lead}It is lit by clockwork now. ${rest}`);
    const apart = markWords(`${lead}one`, `two${'x'.repeat(20_000)}`);
    expect([...apart.before, ...apart.after].some(({ marked }) => marked)).toBe(false);
  });

  it('gives long lines again, and marks all between their ends where that is too long to compare', () => {
    const words = fc.array(fc.constantFrom('a ', 'bb ', 'c', '[[x y]] '), { minLength: 0, maxLength: 40 });
    fc.assert(
      fc.property(words, words, fc.nat(6), (one, other, times) => {
        const ends = 'alpha beta '.repeat(1000);
        const middle = (list: readonly string[]): string => list.join('').repeat(times * 200);
        const [left, right] = [ends + middle(one) + ends, ends + middle(other) + ends];
        const { before, after } = markWords(left, right);
        expect(plain(before)).toBe(left);
        expect(plain(after)).toBe(right);
        const differs = [...before, ...after].some(({ marked }) => marked);
        if (left === right) expect(differs).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('bears a line without an end', () => {
    const long = '[['.repeat(200_000);
    expect(plain(markWords(long, `${long}x`).after)).toBe(`${long}x`);
  });
});

describe('endsOf', () => {
  it('keeps the ends of a long stretch that stays, and everything else whole', () => {
    const long = `begin${'.'.repeat(3000)}end`;
    const [head, tail] = collapsedEnds({ text: long, marked: false }) ?? ['', ''];
    expect([head.startsWith('begin'), tail.endsWith('end')]).toEqual([true, true]);
    expect(head.length + tail.length).toBeLessThan(long.length / 2);
    expect(collapsedEnds({ text: long, marked: true })).toBeNull();
    expect(collapsedEnds({ text: long.slice(0, 800), marked: false })).toBeNull();
  });
});
