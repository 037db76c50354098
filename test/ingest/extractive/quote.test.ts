import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { escapeSentence } from '../../../src/ingest/extractive/footnotes';
import { findQuotes, unescapeMarkdown } from '../../../src/wiki';
import { escapeMarkdown } from '../../../src/markdown';
import { scanText } from '../../../src/markdown';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** The parser decides what is a link; the utility's own search for addresses in finished text is another matter. */
function withoutGuesses<T extends object>(extension: T): T {
  return { ...extension, transforms: [] };
}

/** What a reader sees, by a parser that we did not write, and the kinds of nodes that it found. */
function rendered(markdown: string): { shown: string; types: ReadonlySet<string> } {
  const types = new Set<string>();
  let shown = '';
  const visit = (node: Node): void => {
    types.add(node.type);
    shown += node.value ?? '';
    node.children?.forEach(visit);
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown().map(withoutGuesses)] }));
  return { shown, types };
}

const hostile = [
  '[[secret]] and ![[embed#x]]',
  '<script>alert(1)</script> <img src=x onerror=y>',
  '%% hidden %%',
  '`code` and ```js',
  '~~~',
  '#tag and ##heading and (#other)',
  'ends with ^block-id',
  '==mark== $x^2$ $$y$$',
  '[a](https://b.c) ![i](j.png) [r][s]',
  'https://evil.example/path www.evil.example me@evil.example',
  '&lt;b&gt; &amp; &#35;x',
  '[^1] ^[inline note]',
  '*bold* __under__ _i_ snake_case_name',
  '\\[[x]] \\\\ \\# \\',
  '--- \n---\nkey: value\n---\n# Heading\n> quote\n- item\n1. one',
  '[paper] [2026-01-01-other]',
  'a | b | c\n--- | --- | ---',
  'key:: value [k:: v]',
  'Fixed in #3450 (see #12), not in #3a or #1/2',
  'C# and issue#3 at 100% of 5% a < b > c x^2 ~5',
  '"quoted" “curly”',
  '<!-- comment --> <?php ?>',
  'a\u202Eb\u200Bc\u0000d',
];
const safeTypes = new Set(['root', 'blockquote', 'paragraph', 'text']);

describe('text of a source on a page', () => {
  it.each(hostile)('shows %j as it is, and makes nothing of it', (text) => {
    const line = `${escapeSentence(text)}[^paper-1]`;
    const scan = scanText(`${line}\n`);
    expect(scan.links).toEqual([]);
    expect(scan.tags).toEqual([]);
    expect(scan.blockIds).toEqual([]);
    expect(scan.headings).toEqual([]);
    expect(scan.citations).toEqual([]);
    const { shown, types } = rendered(line);
    expect([...types].filter((type) => !safeTypes.has(type))).toEqual([]);
    const visible = text
      .replace(/(?![\t\n])[\p{Cc}\p{Cf}]/gu, '')
      .replace(/\s+/g, ' ')
      .trim();
    expect(shown).toContain(visible);
  });

  it('stays text, whatever it contains', () => {
    const marks = fc.constantFrom(
      ...'[]()!<>#^%=~$`*_|\\&:;/@-+.{}"\' \n'.split(''),
      'a',
      'b1',
      'www.',
      'http://',
      '%%',
      '[[',
      ']]',
      '::',
      '&amp;',
      '\u200d',
    );
    fc.assert(
      fc.property(
        fc.array(marks, { maxLength: 30 }).map((parts) => parts.join('')),
        (text) => {
          const line = `> "${escapeMarkdown(text)}" [paper]`;
          const scan = scanText(`${line}\n`);
          expect([scan.links, scan.tags, scan.blockIds, scan.headings]).toEqual([[], [], [], []]);
          expect(scan.citations.length).toBe(1);
          expect([...rendered(line).types].filter((type) => !safeTypes.has(type))).toEqual([]);
          expect(unescapeMarkdown(escapeMarkdown(text))).toBe(text.replace(/\s+/g, ' ').trim());
        },
      ),
      { numRuns: 1500, examples: [['a@.http://'], ['a@_b.c']] },
    );
  });

  it('of older pages is read back with its source and place', () => {
    const quotes = [
      '"One \\[x\\] word." [paper], page 4',
      '"… cut here …" [paper], at 00:01:02',
      '"Lines." [paper], line 12',
      '"Under." [paper], under “A \\[b\\] \\#c”',
    ];
    const text = `${quotes.map((quote) => `> ${quote}`).join('\n>\n')}\n\n- Name (3 times): ${quotes[0] ?? ''}\n`;
    const found = findQuotes(text);
    expect(found.map((quote) => quote.text)).toEqual([
      'One [x] word.',
      'cut here',
      'Lines.',
      'Under.',
      'One [x] word.',
    ]);
    expect(found.map((quote) => quote.anchor)).toEqual([
      { page: 4 },
      { time: '00:01:02' },
      { line: 12 },
      { heading: 'A [b] #c' },
      { page: 4 },
    ]);
    expect(found[4]?.markdown).toBe(quotes[0]);
  });
});
