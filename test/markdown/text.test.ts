import fc from 'fast-check';
import {
  applySplices,
  countWords,
  createLineIndex,
  eolOf,
  firstSentence,
  plainText,
  retargetLink,
  scanText,
  shorten,
  splitSentences,
  structureOf,
  wordsOf,
} from '../../src/markdown';

describe('a citation and its place', () => {
  it.each([
    '> "It floats." [2026-01-02-buoys], line 12',
    '> "It floats." [2026-01-02-buoys], page 4',
    '> "It floats." [2026-01-02-buoys], at 00:01:02',
    '> "It floats." [2026-01-02-buoys], under “On buoys”',
  ])('is no part of the sentence in %s', (text) => {
    expect(plainText(text).trim()).toBe('"It floats."');
    expect(firstSentence(`# Buoy\n\n${text}\n`)).toBe('"It floats."');
  });

  it('text that only begins like a place stays', () => {
    expect(plainText('See [2026-01-02-buoys], line by line.')).toBe('See, line by line.');
  });
});

describe('plain text', () => {
  it.each([
    ['**bold** *it* __b__ _i_ ~~gone~~ ==mark==', 'bold it b i gone mark'],
    ['2 * 3 * 4, snake_case_name, a * b', '2 * 3 * 4, snake_case_name, a * b'],
    ['[text](a.md) [[a]] [[a|b]] [[a#H]] [[#H]] ![[x.png]] ![alt](y.png)', 'text a b a > H H'],
    ['`code *x*` $x_1$ <b>html</b> <!-- no --> %%no%%', 'code *x* x_1 html'],
    ['\\*not\\* &amp; &#8212; &copy;', '*not* & — ©'],
    ['As shown [paper-1], and more[^1].', 'As shown, and more.'],
    ['# Head\n\npara one\nstill one\n\n- a\n- b', 'Head\npara one still one\na\nb'],
    ['> [!note]- Title\n> body', 'Title body'],
    ['| a | **b** |\n|---|---|\n| [[c]] | |', 'a b\nc'],
    ['```js\nlet x;\n```', 'let x;'],
    ['---\ntitle: x\n---\nbody ^id', 'body'],
    ['<div>\nhtml\n</div>\n\n%%\nno\n%%', ''],
    ['a<br>b', 'a b'],
    ['<https://a.b/c_d_e>', 'https://a.b/c_d_e'],
  ])('%j', (markdown, expected) => {
    expect(plainText(markdown)).toBe(expected);
  });

  it('never throws and is no longer than the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('ab *_`[]()<>!#$%~=|-:\n\\^日')), maxLength: 60 }),
        (text) => {
          expect(plainText(text).length).toBeLessThanOrEqual(text.length + 3);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('the first sentence', () => {
  it.each([
    ['# Title\n\nFirst one. Second one.', 'First one.'],
    ['---\na: 1\n---\n\n```\ncode.\n```\n\n| t. |\n|---|\n\nText here. More.', 'Text here.'],
    ['> [!info] Callout\n> Its body. More.', 'Its body.'],
    ['%% hidden. %%\n\n<!-- hidden. -->\n\nShown.', 'Shown.'],
    ['![[picture.png]]\n\nShown.', 'Shown.'],
    ['**Vector search** finds [[neighbour|neighbours]] [paper-1]. More.', 'Vector search finds neighbours.'],
    ['- A list item. More.', 'A list item.'],
    ['[r]: x\n\nText [r].', 'Text r.'],
    [
      'Software in the Public Interest, Inc. is a trust.[^a-1] More.',
      'Software in the Public Interest, Inc. is a trust.',
    ],
    [
      'Software in the Public Interest, Inc. (SPI) is a trust. More.',
      'Software in the Public Interest, Inc. (SPI) is a trust.',
    ],
    [
      'Software in the Public Interest, Inc.[^a-1] is a trust. More.',
      'Software in the Public Interest, Inc. is a trust.',
    ],
    ['It is held by Acme, Inc. The trust is old.', 'It is held by Acme, Inc.'],
    [
      '[[debian-project]] is free, see [[a]] and [[x-y|old-stable]]. More.',
      'debian project is free, see a and old-stable.',
    ],
    ['# Only a heading', ''],
    ['', ''],
    ['***\n\n…', ''],
  ])('%j', (text, expected) => {
    expect(firstSentence(text)).toBe(expected);
  });

  it('leaves out the citations of a scan, with or without a hyphen', () => {
    const text = 'As said [paper]. More.';
    expect(firstSentence(text)).toBe('As said [paper].');
    expect(firstSentence(text, scanText(text))).toBe('As said.');
  });

  it('is none of a page that has only a table and links to others', () => {
    expect(
      firstSentence('# Time\n\n| Date | Event |\n| --- | --- |\n| 1874 | Built |\n\nSee also: [[people|People]]\n'),
    ).toBe('');
    expect(firstSentence('See also: [[people]].\n\nThe light is red.\n')).toBe('The light is red.');
  });

  it('is cut after a word', () => {
    const sentence = firstSentence('word '.repeat(100));
    expect(sentence.length).toBeLessThanOrEqual(240);
    expect(sentence).toMatch(/word…$/);
    expect(firstSentence('字'.repeat(300))).toBe(`${'字'.repeat(239)}…`);
    expect(shorten('a😀😀', 3)).toBe('a…');
  });
});

describe('sentences', () => {
  const split = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

  it.each([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    [
      'Dr. Smith met Mr. Jones, e.g. at 3.14 p.m. on the U.S. coast. Then left.',
      ['Dr. Smith met Mr. Jones, e.g. at 3.14 p.m. on the U.S. coast.', 'Then left.'],
    ],
    [
      'Hans v. Bülow played Op. 57. We set v. Then we left with the op. Nobody saw it.',
      ['Hans v. Bülow played Op. 57.', 'We set v.', 'Then we left with the op.', 'Nobody saw it.'],
    ],
    ['J. R. R. Tolkien wrote it. He did.', ['J. R. R. Tolkien wrote it.', 'He did.']],
    [
      'It is common in lat. 47° south. The wall is 5 m long. 12 stones fell. MM. Lund and Clausen found it.',
      ['It is common in lat. 47° south.', 'The wall is 5 m long.', '12 stones fell.', 'MM. Lund and Clausen found it.'],
    ],
    ['It stops at 88 °C. The oil is hot.', ['It stops at 88 °C.', 'The oil is hot.']],
    ['See Fig. 3 and No. 5. No. That is all.', ['See Fig. 3 and No. 5.', 'No.', 'That is all.']],
    ['He asked "Why?" and left. "Yes." She stayed.', ['He asked "Why?" and left.', '"Yes."', 'She stayed.']],
    ['Acme Inc. is big. It works at Acme Inc. They pay.', ['Acme Inc. is big.', 'It works at Acme Inc.', 'They pay.']],
    ['Visit a.b.com now. Use v1.2.3. Done...', ['Visit a.b.com now.', 'Use v1.2.3.', 'Done...']],
    ['これは文です。次の文！終わり？', ['これは文です。', '次の文！', '終わり？']],
    ['他说：“你好。”然后走了。', ['他说：“你好。”', '然后走了。']],
    ['One\n\nTwo', ['One', 'Two']],
    ['One\ntwo. Three', ['One\ntwo.', 'Three']],
    ['1. First. 2. Second.', ['1. First.', '2. Second.']],
    ['Das ist z.B. so. Und bzw. so.', ['Das ist z.B. so.', 'Und bzw. so.']],
    ['', []],
    [' \n ', []],
  ])('%j', (text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it('cover everything but white space, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('aB1 .!?。"\n)é')), maxLength: 50 }), (text) => {
        let at = 0;
        for (const { start, end } of splitSentences(text)) {
          expect(text.slice(at, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('words', () => {
  it.each([
    ["don't self-made snake_case v1.2 x", 5],
    ['a — b, (c) "d" ...', 4],
    ['日本語です', 5],
    ['日本 and 中国', 5],
    ['한국어 단어', 2],
    ['naïve café', 2],
    ['ไทย', 3],
    ['𠀀𠀁 😀', 2],
    ['', 0],
  ])('%j', (text, count) => {
    expect(countWords(text)).toBe(count);
    expect(wordsOf(text)).toHaveLength(count);
  });
});

describe('places and splices', () => {
  it('counts lines and columns from 1', () => {
    const index = createLineIndex('ab\r\nc\n\nd');
    expect([0, 3, 4, 5, 6, 7, 8, 99, -1].map((offset) => index.placeAt(offset))).toEqual(
      [
        [1, 1],
        [1, 4],
        [2, 1],
        [2, 2],
        [3, 1],
        [4, 1],
        [4, 2],
        [4, 2],
        [1, 1],
      ].map(([line, column]) => ({ line, column })),
    );
  });

  it('finds the line ending of most lines', () => {
    expect(['a\r\nb\r\nc\n', 'a\nb\r\n', '', 'a'].map(eolOf)).toEqual(['\r\n', '\n', '\n', '\n']);
  });

  it('applies splices in any order, but insertions at one place in the order given', () => {
    const splices = [
      { start: 4, end: 5, text: 'E' },
      { start: 2, end: 2, text: 'x' },
      { start: 2, end: 2, text: 'y' },
      { start: 0, end: 1, text: '' },
    ];
    expect(applySplices('abcdef', splices)).toBe('bxycdEf');
    expect(applySplices('abc', [])).toBe('abc');
  });

  it('applies equal replacements once, and refuses different ones', () => {
    expect(
      applySplices('abc', [
        { start: 0, end: 2, text: 'x' },
        { start: 0, end: 2, text: 'x' },
      ]),
    ).toBe('xc');
    const overlap = () =>
      applySplices('abc', [
        { start: 0, end: 2, text: 'x' },
        { start: 1, end: 3, text: 'y' },
      ]);
    expect(overlap).toThrow(expect.objectContaining({ code: 'living-wiki:edits_overlap' }) as Error);
    expect(() => applySplices('abc', [{ start: 2, end: 9, text: '' }])).toThrow('Two edits');
  });
});

describe('retargeted links', () => {
  const retarget = (text: string, target: string) =>
    applySplices(
      text,
      scanText(text).links.map((link) => retargetLink(text, link, target)),
    );

  it.each([
    ['[[a#h|t]] ![[a]]', 'b c', '[[b c#h|t]] ![[b c]]'],
    ['[t](a.md#h "x")', 'b c.md', '[t](b%20c.md#h "x")'],
    ['[t](<a.md#h>)', 'b (c).md', '[t](<b (c).md#h>)'],
    ['![t](a.png)', 'x_(1).png', '![t](x_%281%29.png)'],
    ['[t][r] [r]\n\n[r]: a.md#h "t"', 'b.md', '[t][r] [r]\n\n[r]: b.md#h "t"'],
    ['| x |\n|---|\n| [[a\\|t]] |', 'b', '| x |\n|---|\n| [[b\\|t]] |'],
    ['[t](a.md)', '100% #1.md', '[t](100%25%20%231.md)'],
  ])('%j to %s', (text, target, expected) => {
    expect(retarget(text, target)).toBe(expected);
    for (const link of scanText(expected).links) expect(link.target).toBe(target);
  });

  it('lead to the new target and keep everything else', () => {
    const name = fc.string({
      unit: fc.constantFrom(...Array.from('ab c%()<>&_*é日😀"\'~`!')),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        name.filter((target) => target.trim() === target),
        fc.constantFrom('[t](a.md#h "x")', '[t](<a.md#h> "x")', '![t](a.md#h)'),
        (target, text) => {
          const result = retarget(text, target);
          const [before] = scanText(text).links;
          const [after] = scanText(result).links;
          expect(after).toMatchObject({ target, fragment: 'h', text: 't', embed: before!.embed, form: 'markdown' });
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('structure', () => {
  it('lists the elements of a text', () => {
    const text =
      '---\na: [[no]]\n---\n# Head *x* ^id\n\nSome words[^1] [t](a%20b.md#c) ![[e]].\n\n> quoted line\n>\n> ## In quote\n\n```js\ncode();\n```\n\n' +
      '| A | b |\n|---|---|\n| c | |\n\n[^1]: A note\n';
    expect(structureOf(text)).toEqual({
      headings: ['# Head x', '## In quote'],
      links: ['a b.md#c', '!e'],
      quotes: ['quoted line', 'In quote'],
      code: ['code();'],
      tables: ['A', 'b', 'c'],
      footnotes: ['[^1]', '[^1]:'],
      words: ['head', 'x', 'some', 'words', 't', 'quoted', 'line', 'in', 'quote', 'code', 'a', 'b', 'c', 'a', 'note'],
    });
  });
});
