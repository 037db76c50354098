import {
  findHeading,
  findSection,
  hasFragment,
  headingKey,
  inlineText,
  scanText,
  structureOf,
} from '../../src/markdown';

const scan = (text: string) => scanText(text, 0);
const targets = (text: string) =>
  scan(text).links.map(
    ({ embed, target, fragment }) => `${embed ? '!' : ''}${target}${fragment === null ? '' : `#${fragment}`}`,
  );

describe('wikilinks', () => {
  it.each([
    ['[[a]]', ['a']],
    ['[[a|text]]', ['a']],
    ['[[a#Heading]]', ['a#Heading']],
    ['[[a#Heading#Sub]]', ['a#Heading#Sub']],
    ['[[a#^block|t]]', ['a#^block']],
    ['[[#Heading]]', ['#Heading']],
    ['![[a.png|100]]', ['!a.png']],
    ['[[ a b ]]', ['a b']],
    ['[[folder/a.md]]', ['folder/a.md']],
    ['[[a#]]', ['a']],
    ['[[日本語]] [[é|x]]', ['日本語', 'é']],
    ['[[a]][[b]]', ['a', 'b']],
    ['[[a [[b]]', ['b']],
    ['[[a\nb]]', []],
    ['[[]] [[ ]]', []],
    ['\\[[a]]', []],
    ['*[[a]]* ==[[b]]==', ['a', 'b']],
    ['- [ ] [[a]]', ['a']],
    ['> [!note] [[a]]\n> [[b]]', ['a', 'b']],
    ['# [[a]]', ['a']],
    ['[^1]: [[a]]', ['a']],
  ])('%j', (text, expected) => {
    expect(targets(text)).toEqual(expected);
  });

  it('a wikilink to an address is not external: Obsidian leaves it unresolved', () => {
    expect(scan('[[https://a.b]]').links[0]).toMatchObject({ target: 'https://a.b', external: false });
  });

  it('a wikilink in a table has an escaped bar', () => {
    const text = '| x | y |\n|---|---|\n| [[a\\|text]] | [[b#c\\|t]] |';
    expect(scan(text).links).toMatchObject([
      { target: 'a', text: 'text' },
      { target: 'b', fragment: 'c', text: 't' },
    ]);
    expect(scan(text).links.map((link) => text.slice(link.targetStart, link.targetEnd))).toEqual(['a', 'b']);
  });
});

describe('markdown links', () => {
  it.each([
    ['[t](a.md)', ['a.md']],
    ['[t](a%20b.md#A%20c "title")', ['a b.md#A c']],
    ['[t](<a b.md>)', ['a b.md']],
    ['![t](a.png)', ['!a.png']],
    ['[a [b] c](d(e).md)', ['d(e).md']],
    ['[t](100%.md)', ['100%.md']],
    ['[t](%23a.md)', ['#a.md']],
    ['[t](a\\_b.md)', ['a_b.md']],
    ['[t](a b.md)', []],
    ['[t] (a.md)', []],
    ['[t][r] [r][] [R]\n\n[r]: a.md#x "t"', ['a.md#x', 'a.md#x', 'a.md#x']],
    ['[r]: a.md', []],
    ['[![i](p.png)](a.md)', ['a.md', '!p.png']],
    ['[see ![[p.png]]](a.md)', ['a.md', '!p.png']],
    ['![x [a](b) y](c.png)', ['!c.png']],
    ['[t](a.md', []],
  ])('%j', (text, expected) => {
    expect(targets(text)).toEqual(expected);
  });

  it('are external with a URL scheme', () => {
    const external = (text: string) => scan(text).links[0]?.external;
    expect(['https://a.b', 'mailto:a@b.c', 'obsidian://open', '//cdn.x'].map((url) => external(`[t](${url})`))).toEqual(
      [true, true, true, true],
    );
    expect(['a.md', './a.md', '#h', 'C:/a.md'].map((url) => external(`[t](${url})`))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('have the offsets of the link and of its target, in quotes too', () => {
    const text = '---\na: 1\n---\n\n> x\r\n> y [t\r\n> u](a%20b.md#c) [[d#e|f]]';
    const { links } = scanText(text);
    expect(links.map((link) => text.slice(link.start, link.end))).toEqual(['[t\r\n> u](a%20b.md#c)', '[[d#e|f]]']);
    expect(links.map((link) => text.slice(link.targetStart, link.targetEnd))).toEqual(['a%20b.md', 'd']);
    expect(links.map(({ line, column }) => [line, column])).toEqual([
      [6, 5],
      [7, 18],
    ]);
  });

  it('have the definition as the target of a reference', () => {
    const text = '[t][r]\n\n[r]: <a b.md#c>\n';
    const [link] = scan(text).links;
    expect(text.slice(link!.start, link!.end)).toBe('[t][r]');
    expect(text.slice(link!.targetStart, link!.targetEnd)).toBe('a b.md');
  });
});

describe('text that contains no links', () => {
  it.each([
    ['a code span', '`[[a]]` ``[[b]] ` [[c]]``'],
    ['a code span over two lines', '`x\n[[a]]`'],
    ['a fenced block', '```\n[[a]]\n```'],
    ['a fenced block without an end', '~~~md\n[[a]]\n'],
    ['a fenced block in a list', '- x\n  ```\n  [[a]]\n  ```'],
    ['indented code', 'x\n\n    [[a]]'],
    ['an HTML comment', 'x <!-- [[a]] --> y'],
    ['an HTML comment of several paragraphs', '<!--\n[[a]]\n\n[[b]]\n-->'],
    ['a comment', 'x %%[[a]]%% y'],
    ['a comment of several paragraphs', '%%\n[[a]]\n\n[[b]]\n%%'],
    ['an HTML block', '<div>\n[[a]]\n</div>'],
    ['an attribute', 'x <a title="[[a]]">'],
    ['a formula', '$[[a]]$ and $$[[b]]$$'],
    ['a formula block', '$$\n[[a]]\n\n[[b]]\n$$'],
    ['an address', '<https://a.b/[[c]]>'],
  ])('%s', (_name, text) => {
    expect(scan(text).links).toEqual([]);
  });

  it.each([
    ['a backtick without a partner', '`[[a]]'],
    ['a comment mark without a partner', '%% [[a]]\n\nx'],
    ['prices', 'costs $5 [[a]] and $6'],
    ['a comment that ended', '%%\nx\n%%\n[[a]]'],
    ['text behind the end of a comment block', '%%\nx\n%% [[a]]'],
    ['a paragraph behind an HTML block', '<div>\n\n[[a]]\n\n</div>'],
    ['an indented line in a paragraph', 'x\n    [[a]]'],
    ['an indented line in a list', '- x\n\n    [[a]]'],
    ['a nested list with tabs', '- x\n\t- y\n\t\t- [[a]]'],
    ['a fence that a quote ends', '> ```\n> x\n\n[[a]]'],
    ['a smaller than', 'a < b [[a]] > c'],
    ['an escaped backtick', '\\`[[a]]\\`'],
  ])('but %s does', (_name, text) => {
    expect(targets(text)).toEqual(['a']);
  });
});

describe('citations', () => {
  const ids = (text: string) => scan(text).citations.map((citation) => citation.id);

  it.each([
    ['As shown [2026-04-15-paper].', ['2026-04-15-paper']],
    ['[a-1][b-2]', ['a-1', 'b-2']],
    ['[a-1], [b-2]\nand [c]', ['a-1', 'b-2', 'c']],
    ['[t](a.md) [t][r] [r]\n\n[r]: x', []],
    ['- [ ] task\n- [x] done [a-1]', ['a-1']],
    ['note[^1] `[a]` [Not] [two words] ![a] [[a]] [[a]', []],
    ['[see a [b] c](d.md)', []],
    ['[^1]: from [a-1]', ['a-1']],
    ['> [!note]\n> [a-1]', ['a-1']],
  ])('%j', (text, expected) => {
    expect(ids(text)).toEqual(expected);
  });

  it('have their place', () => {
    expect(scan('x\n> y [a-1]').citations).toEqual([{ id: 'a-1', start: 6, end: 11, line: 2, column: 5 }]);
  });
});

describe('headings', () => {
  it('are plain text with their level and place', () => {
    const text =
      '# One *two* `three` ##\n#tag\n####### no\n\nSet\next\n===\n\nx\n---\n> # quoted\n\n```\n# code\n```\n## [[a|b]] [c](d) ^id';
    expect(scan(text).headings).toEqual([
      { level: 1, text: 'One two three', raw: 'One *two* `three`', start: 0, end: 22, line: 1 },
      { level: 1, text: 'Set ext', start: 40, end: 51, line: 5 },
      { level: 2, text: 'x', start: 53, end: 58, line: 9 },
      { level: 2, text: 'b c', raw: '[[a|b]] [c](d) ^id', start: 86, end: 107, line: 16 },
    ]);
  });

  it('compare as Obsidian compares them', () => {
    expect(headingKey('What? A “test”: [[a|b]]/c')).toBe(headingKey('what a “test” a b c'));
    expect(headingKey('Größe_x-y')).toBe('größe_x-y');
    expect(headingKey('a: b')).not.toBe(headingKey('ab'));
  });

  const outline = scan('# A\n## B\n# C\n## B\n### D\n').headings;
  it.each([
    ['A', 0],
    ['a', 0],
    ['B', 1],
    ['C#B', 3],
    ['C#D', 4],
    ['A#C', -1],
    ['missing', -1],
    ['', -1],
  ])('%s is found', (fragment, index) => {
    expect(findHeading(outline, fragment)).toBe(index);
  });

  it('are found as written and as displayed', () => {
    const page = scan('## The **bold** [[a|b]]\n\ntext ^Id');
    expect(
      ['The bold b', 'the bold a b', '^id', '^other', 'bold'].map((fragment) => hasFragment(page, fragment)),
    ).toEqual([true, true, true, false, false]);
  });
});

describe('sections', () => {
  const text = '---\nx: 1\n---\nintro\n\n# A\na\n## B\nb\n\n# C\n\n- item ^one\n\n| t |\n|---|\n| u |\n\n^two\n';
  const page = scanText(text);
  const section = (fragment: string) => {
    const range = findSection(text, page, fragment);
    return range === null ? null : text.slice(range.start, range.end);
  };

  it('run to the next heading of their level', () => {
    expect(section('A')).toBe('# A\na\n## B\nb\n\n');
    expect(section('A#B')).toBe('## B\nb\n\n');
    expect(section('C')).toBe(text.slice(text.indexOf('# C')));
  });

  it('for a block id are the block, or the block above an id alone in its paragraph', () => {
    expect(section('^one')).toBe('item ^one');
    expect(section('^TWO')).toBe('| t |\n|---|\n| u |');
    expect(section('^none')).toBeNull();
  });
});

describe('block ids', () => {
  it('are at the end of a block', () => {
    const text =
      'text ^a-1\n\n- item ^b\n- ^c\n\n> quote\n> ^d\n\nnot^e and ^f here\n\n`x ^g`\n\n```\nx ^h\n```\n\n| t |\n|---|\n^i';
    expect(scan(text).blockIds).toEqual(['a-1', 'b', 'c', 'd', 'i']);
  });

  it('may be on the last line of a block, right below its text', () => {
    const text = 'words\n^a\n\n- item\n  ^b\n\n![[picture.png]]\n  ^c\n\n> quote\n^d\n\nwords ^no\nwent on\n';
    expect(scan(text).blockIds).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are found by links in any case', () => {
    expect(hasFragment(scan('words\n^Note-1\n'), '^note-1')).toBe(true);
  });
});

describe('tags', () => {
  it.each([
    ['#tag and #nested/tag-x_1', ['tag', 'nested/tag-x_1']],
    ['#été #日本 #🙂 #a1', ['été', '日本', '🙂', 'a1']],
    ['#1234 #12a', ['12a']],
    ['a#b (#c) x/#d', []],
    ['#a.b #c, #d!', ['a', 'c', 'd']],
    ['**#a** ==#b==', ['a', 'b']],
    ['`#a` [[x#b]] https://x.y/#c [t](#d)', []],
    ['\\#a', []],
    ['# heading #a', ['a']],
  ])('%j', (text, expected) => {
    expect(scan(text).tags).toEqual(expected);
  });
});

describe('hostile text', () => {
  const n = 50_000;
  it.each([
    ['backticks', '`'.repeat(n)],
    ['runs of backticks', Array.from({ length: 8_000 }, (_, i) => '`'.repeat(i + 1)).join(' ')],
    ['open brackets', '['.repeat(n)],
    ['nested brackets', '['.repeat(n) + ']'.repeat(n)],
    ['half links', '[a]('.repeat(n)],
    ['half wikilinks', '[[a'.repeat(n)],
    ['half tags', '<a b="'.repeat(n)],
    ['quotes', '>'.repeat(n)],
    ['list marks', '- '.repeat(n)],
    ['lists that stay open over blank lines', '+ '.repeat(4 * n) + 'a' + '\n'.repeat(4 * n)],
    ['definitions', '[a]: b\n'.repeat(n) + '[a]'.repeat(n)],
    ['emphasis', '**a_b'.repeat(n)],
    ['table cells', `${'|a'.repeat(n)}\n${'|-'.repeat(n)}\n|b`],
  ])('of %s is read in time about linear', (_name, text) => {
    // A quadratic scan of these takes minutes, more than the time limit of a test.
    expect(() => scan(text)).not.toThrow();
  });
});

describe('links to the headings and blocks of a long page', () => {
  const n = 50_000;

  it('are resolved in linear time', () => {
    const { headings, blockIds } = scan(
      Array.from({ length: n }, (_, at) => `# Part\n\n## Part ${at}\n\nText ^b-${at}\n\n`).join(''),
    );
    for (let at = 0; at < n; at += 1) {
      expect(findHeading(headings, `Part ${at}`) === 2 * at + 1 && findHeading(headings, `Part#Part ${at}`) > 0).toBe(
        true,
      );
      if (!hasFragment({ headings, blockIds }, `^B-${at}`)) throw new Error(`Block ${at} is lost.`);
    }
    expect(findHeading(headings, `Part ${n - 1}#Part 0`)).toBe(-1);
  });

  it('name the first heading below those that they name before it', () => {
    const { headings } = scan('# A\n\n## B\n\n# C\n\n### B\n\n## B\n\n## D\n');
    const found = ['A', 'A#B', 'C#B', 'B#D', 'C#D', 'D#B', 'A#A', '', '#', 'A##B'].map((each) =>
      findHeading(headings, each),
    );
    expect(found).toEqual([0, 1, 3, -1, 5, -1, -1, -1, -1, 1]);
  });
});

describe('the text of hostile inline markup', () => {
  const n = 200_000;
  it.each([
    ['footnotes without blanks', '[^a]: '.repeat(n)],
    ['definitions in a line', 'x [a-1]: '.repeat(n)],
    ['runs of backticks', Array.from({ length: 2_000 }, (_, i) => '`'.repeat(i + 1)).join(' ')],
  ])('of %s is read in linear time', (_name, text) => {
    expect(inlineText(text).length).toBeLessThanOrEqual(text.length);
  });

  it('is compared without a call for each line or cell', () => {
    expect(structureOf('> a\n'.repeat(n)).quotes).toHaveLength(n);
    expect(structureOf(`${'|a'.repeat(n)}|\n${'|-'.repeat(n)}|\n`).tables).toHaveLength(n);
  });
});
