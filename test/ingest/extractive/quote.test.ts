import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { cutQuote, renderQuote } from '../../../src/ingest/extractive/quote';
import { findQuotes, unescapeMarkdown } from '../../../src/wiki';
import { escapeMarkdown } from '../../../src/markdown';
import { scanText } from '../../../src/markdown';

const source = { path: 'sources/paper.pdf', hash: 'h', format: 'pdf', citation: '[paper]' };

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
  'C# and issue#3 at 100% of 5% a < b > c x^2 ~5',
  '"quoted" “curly”',
  '<!-- comment --> <?php ?>',
  'a\u202Eb\u200Bc\u0000d',
];
const safeTypes = new Set(['root', 'blockquote', 'paragraph', 'text']);

describe('text of a source on a page', () => {
  it.each(hostile)('shows %j as it is, and makes nothing of it', (text) => {
    const line = `> ${renderQuote(cutQuote({ text, anchor: { page: 4 } }, 500), source)}`;
    const scan = scanText(`${line}\n`);
    expect(scan.links).toEqual([]);
    expect(scan.tags).toEqual([]);
    expect(scan.blockIds).toEqual([]);
    expect(scan.headings).toEqual([]);
    expect(scan.citations.map((citation) => citation.id)).toEqual(['paper']);
    const { shown, types } = rendered(line);
    expect([...types].filter((type) => !safeTypes.has(type))).toEqual([]);
    const visible = text
      .replace(/(?![\t\n])[\p{Cc}\p{Cf}]/gu, '')
      .replace(/\s+/g, ' ')
      .trim();
    expect(shown).toContain(visible.replace(/^"([^"]*)"$/, '$1'));
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

  it('is read back with its source and place', () => {
    const quotes = [
      renderQuote({ exact: 'One "inner" [x] word.', cutBefore: false, cutAfter: false, anchor: { page: 4 } }, source),
      renderQuote(
        { exact: 'cut here', cutBefore: true, cutAfter: true, anchor: { time: '00:01:02' } },
        { ...source, format: 'vtt' },
      ),
      renderQuote(
        { exact: 'Lines.', cutBefore: false, cutAfter: false, anchor: { line: 12 } },
        { ...source, format: 'text' },
      ),
      renderQuote(
        { exact: 'Under.', cutBefore: false, cutAfter: false, anchor: { heading: 'A [b] #c', line: 3 } },
        { ...source, format: 'html' },
      ),
    ];
    const text = `${quotes.map((quote) => `> ${quote}`).join('\n>\n')}\n\n- Name (3 times): ${quotes[0] ?? ''}\n`;
    const found = findQuotes(text);
    expect(found.map((quote) => quote.text)).toEqual([
      'One "inner" [x] word.',
      'cut here',
      'Lines.',
      'Under.',
      'One "inner" [x] word.',
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

describe('a long sentence', () => {
  const text = `${'word '.repeat(60)}NEEDLE ${'tail '.repeat(60)}end.`;

  it('is cut between words, around its subject, and stays exact', () => {
    const quote = cutQuote({ text, anchor: {} }, 120, text.indexOf('NEEDLE'));
    expect(text).toContain(quote.exact);
    expect(quote.exact).toContain('NEEDLE');
    expect(quote.exact.length).toBeLessThanOrEqual(120);
    expect([quote.cutBefore, quote.cutAfter]).toEqual([true, true]);
    expect(quote.exact).toMatch(/^word.*tail$/);
  });

  it('is never cut inside a character', () => {
    const faces = '😀'.repeat(300);
    fc.assert(
      fc.property(fc.nat(599), (focus) => {
        const { exact } = cutQuote({ text: faces, anchor: {} }, 101, focus);
        expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(exact)).toBe(false);
      }),
    );
  });
});
