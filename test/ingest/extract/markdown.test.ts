import { MAX_BLOCKS } from '../../../src/ingest/extract/limits';
import { extracted, outline } from '../support/extract-source';

const lines = (...text: string[]): string => text.join('\n');

describe('Markdown', () => {
  it('frontmatter gives title, date and language and is not a passage', async () => {
    const source = lines(
      '---',
      'title: "On: engines"',
      'date: 2026-04-15',
      'lang: en-GB',
      'x: [1, 2]',
      '---',
      '',
      'First words.',
    );
    const text = await extracted('a.md', source);
    expect(text).toMatchObject({ format: 'markdown', title: 'On: engines', date: '2026-04-15', language: 'en-GB' });
    expect(text.passages).toEqual([{ kind: 'paragraph', text: 'First words.', anchor: { line: 8 } }]);
  });

  it('frontmatter says who wrote it, in whatever form', async () => {
    const authors = async (yaml: string) => (await extracted('a.md', `---\n${yaml}\n---\n\nFirst words.`)).authors;
    expect(await authors('author: Ida Lund')).toBe('Ida Lund');
    expect(await authors('authors: [Ida Lund, "[[nora-pell|Nora Pell]]"]')).toBe('Ida Lund, Nora Pell');
    expect(await authors('authors:\n  - name: Ida Lund\n    email: ida@example.org')).toBe('Ida Lund');
    expect(await authors('author: ""')).toBeUndefined();
    expect((await authors(`author: ${'Ida Lund '.repeat(40)}`))?.length).toBeLessThanOrEqual(160);
  });

  it('the first heading is the title if the frontmatter has none', async () => {
    expect((await extracted('a.md', '# The *engine* #\n\ntext')).title).toBe('The engine');
  });

  it('a heading beside others, after text, is not the title', async () => {
    const readme = lines('A web framework.', '', '## Contents', '', '- One', '', '## Philosophy', '', 'Small tools.');
    expect((await extracted('a.md', readme)).title).toBe(null);
    const listed = lines('## Contents', '', '- One', '', '# Ropes', '', 'Words.', '', '## Knots', '', 'Words.');
    expect((await extracted('a.md', listed)).title).toBe('Ropes');
    expect((await extracted('a.md', lines('## Knots', '', 'Words.', '', '## Bends', '', 'Words.'))).title).toBe(
      'Knots',
    );
  });

  it('what is struck out is not said', async () => {
    const source = lines(
      'The lock was ~~closed in 1990~~ opened in ~~1992~~, and `a ~~b~~ c` stays; so does \\~~this~~ and ~one~.',
      '',
      '~~The canal is 40 miles long.~~',
      '',
      '- ~~an old item~~',
      '- a new item',
      '',
      '| Lock | State |',
      '| --- | --- |',
      '| 3 | ~~derelict~~ restored |',
    );
    const text = await extracted('a.md', source);
    const said = text.passages.map((passage) => passage.text);
    expect(said).toEqual([
      'The lock was opened in, and a ~~b~~ c stays; so does ~~this~~ and ~one~.',
      'a new item',
      'Lock: 3; State: restored',
    ]);
    const page = await extracted('a.html', '<p>The lock was <del>closed</del> <s>shut</s> opened in 1991.</p>');
    expect(page.passages.map((passage) => passage.text)).toEqual(['The lock was opened in 1991.']);
  });

  it('broken frontmatter is noted, and the text is not lost', async () => {
    const text = await extracted('a.md', '---\ntitle: [\n---\nThe body stays.');
    expect(text.passages.map((passage) => passage.text)).toEqual(['The body stays.']);
    expect(text.notes.join()).toMatch(/frontmatter/u);
  });

  it('blocks become passages with the line of their first words', async () => {
    const source = lines(
      'A paragraph that', // 1
      'was wrapped.', // 2
      '', // 3
      '## Parts', // 4
      '- first', // 5
      '  goes on', // 6
      '- [x] second', // 7
      '   1. inner', // 8
      '', // 9
      'Under', // 10
      '-----', // 11
      '> quoted', // 12
      '> words', // 13
      '', // 14
      '```js', // 15
      '', // 16
      'const a = `1`;', // 17
      '  b();', // 18
      '```', // 19
      '| Name | Born |', // 20
      '|:-----|-----:|', // 21
      '| Ada \\| A. | 1815 |', // 22
      '| Charles | 1791 |', // 23
      '***', // 24
      '    indented code', // 25
    );
    expect(await outline('a.md', source)).toEqual([
      '1 paragraph A paragraph that was wrapped.',
      '4 heading2 Parts',
      '5 list first goes on',
      '7 list [x] second',
      '8 list inner',
      '10 heading2 Under',
      '12 quote quoted words',
      '17 code const a = `1`;\n  b();',
      '22 table Name: Ada | A.; Born: 1815',
      '23 table Name: Charles; Born: 1791',
      '25 code indented code',
    ]);
  });

  it('anchors name the nearest heading above', async () => {
    const { passages } = await extracted('a.md', '# One\n\na\n\n## Two\n\nb');
    expect(passages.map(({ anchor }) => anchor.heading)).toEqual([undefined, 'One', undefined, 'Two']);
  });

  it.each([
    ['a [[Ada Lovelace|Countess]] and [[notes/Engine#Parts]]', 'a Countess and notes/Engine > Parts'],
    ['a [link [with] brackets](<https://x.y/a b>) there', 'a link [with] brackets there'],
    ['**bold** and *it* and ***both*** and ~~gone~~ ==marked==', 'bold and it and both and marked'],
    ['2 * 3 * 4, snake_case_name, a*b and __init__', '2 * 3 * 4, snake_case_name, a*b and init'],
    ['code `a*b*c` and ``x ` y``', 'code a*b*c and x ` y'],
    ['\\*not emphasis\\* and \\[not a link\\]', '*not emphasis* and [not a link]'],
    ['a footnote[^1] and a reference [text][ref] here\n\n[ref]: https://x.y', 'a footnote and a reference text here'],
    ['a [text][nothing] that nothing defines', 'a [text][nothing] that nothing defines'],
    ['a [link] (that is none), a [smith-2020] and [1]', 'a [link] (that is none), a [smith-2020] and [1]'],
    [
      'a formula $x_1 * y_1$ keeps its marks, 5 $ and 6 $ too',
      'a formula $x_1 * y_1$ keeps its marks, 5 $ and 6 $ too',
    ],
    ['shown ![[#^id]]. Or ![[p.png]], and so on : ) . ', 'shown. Or, and so on : ) .'],
    ['a hard break\\\nin a line', 'a hard break in a line'],
    [
      'an <b>HTML</b> tag, <https://x.y>, 1 < 2 > 0 &amp; &#8212; &unknown;',
      'an HTML tag, https://x.y, 1 < 2 > 0 & — &unknown;',
    ],
    ['seen %%not seen%% seen <!-- nor this --> end ^block-id', 'seen seen end'],
    ['a lone [bracket and a lone ] and ** stay', 'a lone [bracket and a lone ] and ** stay'],
    ['[*a* b](c) *d*', 'a b d'],
  ])('inline markup becomes plain text: %s', async (markdown, text) => {
    expect((await extracted('a.md', markdown)).passages.map((passage) => passage.text)).toEqual([text]);
  });

  it('callouts are quotes with their title first', async () => {
    expect(await outline('a.md', '> [!warning]- Mind the *gap*\n> It is wide.\n>\n> Very.')).toEqual([
      '1 quote Mind the gap',
      '2 quote It is wide.',
      '4 quote Very.',
    ]);
  });

  it('a comment over many lines is left out, but not inside code', async () => {
    const source = lines('before', '%%', 'hidden', '', 'hidden', '%%', 'after', '', '```', '%% code %%', '```');
    expect(await outline('a.md', source)).toEqual(['1 paragraph before', '7 paragraph after', '10 code %% code %%']);
  });

  it('a list that is indented too far is still a list', async () => {
    expect(await outline('a.md', 'Colours:\n      - red\n      - [ ] blue\n\n- [ ]\n- a\n          * b')).toEqual([
      '1 paragraph Colours:',
      '2 list red',
      '3 list blue',
      '6 list a',
      '7 list b',
    ]);
  });

  it('a number in brackets is text, an empty task is not', async () => {
    expect(await outline('a.md', '[1]\nSmith, 2020.\n\n[2]\n\n- [x]\n- b')).toEqual([
      '1 paragraph [1] Smith, 2020.',
      '4 paragraph [2]',
      '7 list b',
    ]);
  });

  it('a quoted table with only a header has the line of its header', async () => {
    expect(await outline('a.md', 'a\n\n> | A | B |\n> |---|---|')).toEqual(['1 paragraph a', '3 table A | B']);
  });

  it('HTML gives its words, with their line', async () => {
    const source = lines(
      '<div>',
      '<p>One</p><p>two</p>',
      '</div>',
      '',
      '<script>',
      'no()',
      '</script>',
      '',
      '<!--',
      '- no',
      '-->',
      'end',
    );
    expect(await outline('a.md', source)).toEqual(['2 paragraph One two', '12 paragraph end']);
  });

  it('a formula block is code, and a table with only a header is a passage', async () => {
    expect(await outline('a.md', 'a\n\n$$\n\nx = 1\n$$\n\n| A | B |\n|---|---|\n\n| C |\n|---|\n| d |')).toEqual([
      '1 paragraph a',
      '5 code x = 1',
      '8 table A | B',
      '13 table C: d',
    ]);
  });

  it('a wrapped line that begins with a year is not a list', async () => {
    expect(await outline('a.md', 'It happened in\n1815. Nobody saw it.')).toEqual([
      '1 paragraph It happened in 1815. Nobody saw it.',
    ]);
  });

  it('footnotes are paragraphs; targets of reference links are not text; pictures are noted', async () => {
    const text = await extracted(
      'a.md',
      'See it[^n]. ![[plan.png]] ![alt](x.jpg)\n\n[ref]: https://x.y "T"\n[^n]: The note.',
    );
    expect(text.passages.map((passage) => passage.text)).toEqual(['See it.', 'The note.']);
    expect(text.notes).toEqual(['Pictures and other embedded files were left out.']);
  });

  it('texts of links and code are names', async () => {
    const { linkTexts } = await extracted('a.md', '[[Ada]] wrote `note_g` for [the engine](e.md), and [[Ada]] again.');
    expect(linkTexts).toEqual(['Ada', 'note_g', 'the engine']);
  });

  it('line ends of all kinds count the same, even mixed in one file', async () => {
    expect(await outline('a.md', 'a\r\n\r\nb\r\rc\n\nd')).toEqual([
      '1 paragraph a',
      '3 paragraph b',
      '5 paragraph c',
      '7 paragraph d',
    ]);
  });

  it('lines of a script without spaces are joined without a space', async () => {
    expect(await outline('a.md', '日本語の\n文章です。')).toEqual(['1 paragraph 日本語の文章です。']);
  });

  it.each([
    '['.repeat(200_000),
    '[['.repeat(100_000),
    '`'.repeat(100_001),
    '<a '.repeat(100_000),
    '*a '.repeat(100_000),
    '>'.repeat(200_000),
    '| '.repeat(50_000),
    '![a]('.repeat(50_000),
    '- '.repeat(100_000),
  ])('a hostile line is read in linear time: %.6s…', async (source) => {
    // A quadratic scan of any of these would run into the test's time limit.
    const result = await extracted('a.md', `${source}\n${source}\n\nend`);
    expect(result.passages.at(-1)?.text).toBe('end');
  });

  it('of more blocks than a text of prose has is read up to there, with a note', async () => {
    const { passages, notes } = await extracted('a.md', '- a\n'.repeat(MAX_BLOCKS + 10));
    expect(passages).toHaveLength(MAX_BLOCKS);
    expect(notes.join(' ')).toContain(`first ${MAX_BLOCKS}`);
  });
});
