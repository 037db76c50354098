import * as fc from 'fast-check';
import { pageParts, splitBlocks } from '../../../src/obsidian/review/view-model/rendered';
import { inertMarkdown } from '../../../src/workbench';
import { creating, hunk, replacing } from './support';

const safeMarkdown = (text: string): string => inertMarkdown(text, { asPage: true });

const shape = (parts: ReturnType<typeof pageParts>): unknown =>
  parts.map((part) =>
    part.kind === 'context' ? part.text.trim() : part.pieces.map(({ kind, text }) => `${kind}: ${text.trim()}`),
  );

describe('splitBlocks', () => {
  it('keeps code and lists whole, and is the text again', () => {
    const text = 'One\ntwo\n\n```js\n\ncode\n\n```\n\n- a\n\n  more of a\n\n# End\n';
    expect(splitBlocks(text)).toHaveLength(4);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\n\n', '```', ' ', '~~~', '\r\n') }), (any) => {
        expect(splitBlocks(any).join('')).toBe(any);
      }),
    );
  });
});

describe('renderedParts', () => {
  it('shows the blocks that a hunk changes between those that stay', () => {
    const edit = replacing('---\nt: 1\n---\n\n# Head\n\nFirst.\n\nSecond.\n', ['First', 'Changed']);
    expect(shape(pageParts(edit, edit.hunks))).toEqual(['# Head', ['removed: First.', 'added: Changed.'], 'Second.']);
  });

  it('shows a section put in after a line without that line', () => {
    const base = '# Head\n\nLast.\n';
    const edit = { ...replacing(base), hunks: [hunk(13, 13, '\n\n## New\n\nText.')] };
    expect(shape(pageParts(edit, edit.hunks))).toEqual(['# Head\n\nLast.', ['added: ## New\n\nText.']]);
  });

  it('shows two hunks of one paragraph each alone', () => {
    const edit = replacing('One two three.\n', ['One', '1'], ['three', '3']);
    expect(shape(pageParts(edit, edit.hunks))).toEqual([
      ['removed: One two three.', 'added: 1 two three.'],
      ['removed: One two three.', 'added: One two 3.'],
    ]);
  });

  it('shows several hunks put in at the end, each once', () => {
    const base = 'Text.\n';
    const edit = { ...replacing(base), hunks: [hunk(5, 5, '\n\nOne.'), hunk(5, 5, '\n\nTwo.')] };
    expect(shape(pageParts(edit, edit.hunks))).toEqual(['Text.', ['added: One.'], ['added: Two.']]);
  });

  it('leaves frontmatter to the list of properties', () => {
    const edit = replacing('---\nt: 1\n---\nBody.\n', ['1', '2']);
    expect(shape(pageParts(edit, edit.hunks))).toEqual([[], 'Body.']);
    const made = creating('---\nt: 1\n---\n\n# New\n', '\nMore.\n');
    expect(shape(pageParts(made, made.hunks))).toEqual([['added: # New'], ['added: More.']]);
  });
});

describe('a page drawn for review', () => {
  it('fetches nothing and runs nothing', () => {
    expect(safeMarkdown('![x](https://evil.test/p.png) ![y](pic.png)')).toBe(
      '[x](https://evil.test/p.png) [y](pic.png)',
    );
    expect(safeMarkdown('![x](//evil.test/p)')).toBe('x');
    expect(safeMarkdown('![x][ref]')).toBe('\\!\\[x] [ref]');
    expect(safeMarkdown('<img src=x> <IFRAME src=y></IFRAME> <b>')).toBe(
      '\\<img src=x> \\<IFRAME src=y>\\</IFRAME> \\<b>',
    );
    expect(safeMarkdown('```dataviewjs\nrun()\n```')).toBe('```text\nrun()\n```');
    expect(safeMarkdown('> - ~~~js x\n> code')).toBe('> - ```text\n>   code\n>   ```');
    const images = [
      '![a [b]](http:\\\\//e.test)',
      '![a\nb](http\\\\://e.test)',
      `![${'x'.repeat(500)}](https&#58;//e.test)`,
      '![a][r]\n\n[r]: http://e.test',
    ];
    for (const image of images) expect(safeMarkdown(image)).not.toMatch(/(?<!\\)!\[/);
    expect(safeMarkdown('<div style="a"> <table background="//e.test">')).toBe(
      '\\<div style="a"> \\<table background="//e.test">',
    );
    expect(safeMarkdown('~~~x `` `\nrun()\n~~~')).toBe('```text\nrun()\n```');
    expect(safeMarkdown('`$= run()`')).not.toContain('`$=');
  });

  it('leaves other text as it is', () => {
    const text = '# A\n\nText with `code`, [a](b.md), [[c]] and `inline` code.';
    expect(safeMarkdown(text)).toBe(text);
  });
});
