import { clip, fileStem, isMapping, noteName, plural } from '../../src/base';

describe('isMapping', () => {
  it.each([{}, { a: 1 }, Object.create(null) as unknown])('accepts a mapping', (value) => {
    expect(isMapping(value)).toBe(true);
  });

  it.each([null, undefined, [], ['a'], 'a', 1, true, new Date(0)])('refuses %p', (value) => {
    expect(isMapping(value)).toBe(false);
  });
});

describe('clip', () => {
  it('leaves a short text as it is', () => {
    expect(clip('a short text', 12)).toBe('a short text');
  });

  it('puts a text on one line', () => {
    expect(clip('  two\r\n\tlines\u0000 ', 60)).toBe('two lines');
  });

  it('cuts a long text with an ellipsis, which counts', () => {
    expect(clip('abcdefghij', 5)).toBe('abcd…');
  });

  it('cuts no character in half', () => {
    expect(clip('abc😀def', 5)).toBe('abc…');
  });
});

describe('plural', () => {
  it('names one and many', () => {
    expect([0, 1, 2].map((count) => plural(count, 'page'))).toEqual(['0 pages', '1 page', '2 pages']);
  });

  it('takes an irregular plural', () => {
    expect(plural(3, 'entry', 'entries')).toBe('3 entries');
  });
});

describe('file names', () => {
  it.each([
    ['entities/ada-lovelace.md', 'ada-lovelace'],
    ['README.MD', 'README'],
    ['sources/table.csv', 'table.csv'],
    ['v1.2.md', 'v1.2'],
  ])('the note name of %s is %s', (path, name) => {
    expect(noteName(path)).toBe(name);
  });

  it.each([
    ['sources/2026/report.final.pdf', 'report.final'],
    ['notes', 'notes'],
    ['a.b/.gitignore', '.gitignore'],
  ])('the stem of %s is %s', (path, stem) => {
    expect(fileStem(path)).toBe(stem);
  });
});
