import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { escapeMarkdown, inertLine, inertMarkdown } from '../../src/markdown';
import { PIECES } from './hostile-pieces';
import { liveParts } from './inert-oracle';

const corpus = readFileSync(path.join(__dirname, '../fixtures/plugin-syntaxes/syntaxes.txt'), 'utf8')
  .trimEnd()
  .split('\n=====\n');

/** `INERT_TEXTS=100000` is the long run, of an hour or so. */
const FUZZED_TEXTS = Number(process.env.INERT_TEXTS ?? 2500);

describe('an untrusted text', () => {
  it.each(corpus)('has nothing alive: %j', (syntax) => {
    for (const text of [
      syntax,
      `Words ${syntax} words`,
      `> ${syntax}`,
      `- ${syntax}\n- b`,
      `| a |\n|-|\n| ${syntax} |`,
    ]) {
      expect(liveParts(inertMarkdown(text), false)).toEqual([]);
      expect(liveParts(inertMarkdown(text, { asPage: true }), true)).toEqual([]);
      expect(liveParts(inertLine(text), false)).toEqual([]);
      expect(liveParts(`- ${escapeMarkdown(text)}`, false)).toEqual([]);
    }
  });

  it('is alive as it was written, so that the other parser can tell', () => {
    const found = corpus.filter((syntax) => liveParts(syntax, false).length > 0);
    expect(found.length).toBeGreaterThan(120);
  });

  it(
    'has nothing alive in the eyes of another parser, whatever it is made of',
    () => {
      const piece = fc.oneof(
        fc.constantFrom(...corpus),
        fc.constantFrom(...PIECES),
        fc.constantFrom(
          '\n',
          '\n\n',
          '`',
          '``',
          '```',
          '~~~',
          '> ',
          '- ',
          '1. ',
          '    ',
          '\t',
          '|',
          '|-|\n',
          '[',
          ']',
          '(',
          ')',
        ),
        fc.constantFrom(
          '\\',
          '<',
          '>',
          '!',
          '![',
          '[[',
          ']]',
          '](',
          'https://e.x',
          'www.e.x',
          ':',
          '%',
          '$',
          '=',
          '#',
          '^',
          '&#96;',
          '&lt;',
          '&#x3c;img src=x&#x3e;',
          '&colon;',
          '<!--',
          '-->',
          '[^1]: ',
          '[x]: /y\n',
          '[x]',
          '$$',
          '<%',
          '%>',
          '::',
          'a@b.example',
          'mailto:a@b.example',
          'ftp://e.x',
          'javascript:',
          '\\\n',
          '  \n',
          '\r\n',
          '\r',
          '\u0000',
          '\u00a0',
          '\u2028',
          '---\n',
          '===\n',
          'a',
        ),
      );
      const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
      fc.assert(
        fc.property(text, (written) => {
          expect(liveParts(inertMarkdown(written), false)).toEqual([]);
          expect(liveParts(inertMarkdown(written, { asPage: true }), true)).toEqual([]);
          expect(liveParts(inertLine(written), false)).toEqual([]);
          expect(liveParts(`- ${escapeMarkdown(written)}`, false)).toEqual([]);
        }),
        { numRuns: FUZZED_TEXTS },
      );
    },
    Math.max(600_000, FUZZED_TEXTS * 120),
  );

  it.each([
    '# A\n\nText with `code`, **bold**, [a](b.md), [[c#d|e]] and [source-id].\n\n- a\n  - b\n- [ ] c\n\n1. x\n2. y\n\n> q\n\n| a | b |\n| - | :-: |\n| [[c\\|d]] | `x` |\n\n```python\nx = 1\n```',
    '> [!warning]- Title\n> Words.\n\nText[^1] and <https://example.org/a>. A changed file: this one, with data: 5.\n\n[^1]: A note.\n\n***\n\n[a](https://example.org) #tag ^id',
  ])('keeps what is allowed: %j', (text) => {
    expect(inertMarkdown(text, { asPage: true })).toBe(text);
  });

  it.each([
    [
      'embeds and images become links',
      '![[a]] ![b](c.png) ![d](https://e.example)',
      '[[a]] [b](c.png) [d](https://e.example)',
    ],
    ['a code block of a plugin becomes text', '> ```dataviewjs\n> x()\n> ```', '> ```text\n> x()\n> ```'],
    ['HTML becomes words', '\\<img> <image src=x>', '\\<img> \\<image src=x>'],
    ['an address of a scheme is no link', 'file:a javascript:x', 'file\\:a javascript\\:x'],
    ['a template command is taken apart', '<% x %> `<% y %>`', '<\\% x %> `< % y %>`'],
  ])('%s', (_, text, expected) => {
    expect(inertMarkdown(text, { asPage: true })).toBe(expected);
  });

  it('a long text of half-open marks is read to its end', () => {
    const texts = [
      '`'.repeat(1e5),
      '` `` ``` '.repeat(11_000),
      '\\`'.repeat(5e4),
      '['.repeat(1e5),
      '[a]('.repeat(25_000),
      '[[a'.repeat(33_000),
      `\` ${'a'.repeat(1e5)}\``,
      `\`${' '.repeat(1e5)}\``,
      `\` ${'a '.repeat(5e4)}b\``,
      '[a '.repeat(2e4) + '](b)'.repeat(2e4),
      '![a '.repeat(2e4) + '](b)'.repeat(2e4),
    ];
    for (const text of texts) {
      // A quadratic scan takes minutes, longer than a test may.
      expect(inertMarkdown(text).length).toBeGreaterThan(0);
    }
  });
});
