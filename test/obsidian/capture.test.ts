import fc from 'fast-check';
import { asLink, fileNameFor, titleFor, toNote } from '../../src/obsidian/capture/note';
import { readFrontmatter } from '../../src/markdown';
import { checkPortablePath } from '../../src/vault';

describe('a text that is kept as a source', () => {
  it('has its title, address and date as properties, whatever was pasted', () => {
    fc.assert(
      fc.property(fc.string(), fc.webUrl(), fc.string(), (title, address, text) => {
        const note = toNote({ title, address, date: '2026-05-03', text });
        const { data, problems, bodyStart } = readFrontmatter(note);
        expect(problems).toEqual([]);
        expect(data).toMatchObject({ title, source: address, date: '2026-05-03' });
        expect(note.slice(bodyStart).trim()).toBe(text.replace(/\r\n?/g, '\n').trim());
      }),
    );
  });

  it('has a name that every system takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        const name = fileNameFor(title);
        expect(name).toMatch(/[^.]\.md$/);
        expect(() => checkPortablePath(`sources/${name}`)).not.toThrow();
      }),
    );
    expect(fileNameFor('Who was here? A/B: "notes"')).toBe('Who was here A B notes.md');
  });

  it('is a link only if it is nothing else, and of the web', () => {
    expect(asLink(' https://example.org/page \n')).toBe('https://example.org/page');
    expect(asLink('See https://example.org/page')).toBeNull();
    expect(asLink('file:///etc/passwd')).toBeNull();
    expect(asLink('javascript:alert(1)')).toBeNull();
  });

  it('is called by its first line with words', () => {
    expect(titleFor('\n---\n## The engine house\n\nIt is old.')).toBe('The engine house');
    expect(titleFor('')).toBe('');
  });
});
