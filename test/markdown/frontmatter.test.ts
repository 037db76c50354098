import fc from 'fast-check';
import matter from 'gray-matter';
import { editFrontmatter, printFrontmatter, readFrontmatter } from '../../src/markdown';
import { parseMapping, parseFully } from '../../src/markdown/yaml-parse';
import { readSimpleMapping } from '../../src/markdown/yaml-subset';
import { block } from './yaml-arbitrary';

const read = (text: string) => readFrontmatter(text);
const bodyOf = (text: string) => text.slice(read(text).bodyStart);

describe('the range of frontmatter', () => {
  it.each([
    ['no block', 'text\n', 'text\n', false],
    ['a byte-order mark and no block', '\ufefftext', 'text', false],
    ['a block', '---\na: 1\n---\nbody', 'body', true],
    ['a byte-order mark and a block', '\ufeff---\na: 1\n---\nbody', 'body', true],
    ['Windows line endings', '---\r\na: 1\r\n---\r\nbody', 'body', true],
    ['blanks behind the fences', '---  \na: 1\n--- \t\nbody', 'body', true],
    ['an empty block', '---\n---\nbody', 'body', true],
    ['a block closed by the end of the text', '---\na: 1\n---', '', true],
    ['no closing fence', '---\na: 1\nbody', '---\na: 1\nbody', false],
    ['three dots, which close nothing', '---\na: 1\n...\nbody', '---\na: 1\n...\nbody', false],
    ['a fence that does not stand first', '\n---\na: 1\n---\n', '\n---\na: 1\n---\n', false],
    ['more dashes at the start', '----\na: 1\n---\n', '----\na: 1\n---\n', false],
    ['more dashes at the end, which Obsidian reads as body', '---\na: 1\n----\nbody', '-\nbody', true],
    ['an indented fence, which closes nothing', '---\na: |\n  x\n  ---\n---\nbody', 'body', true],
    ['a rule and a word, which is prose', '--- and so on\ntext\n---\n', '--- and so on\ntext\n---\n', false],
    ['nothing', '', '', false],
  ])('%s', (_name, text, body, present) => {
    expect(bodyOf(text)).toBe(body);
    expect(read(text).present).toBe(present);
  });

  it('has the offsets of the YAML', () => {
    const text = '\ufeff---\r\na: 1\r\nb: 2\r\n---\r\nbody';
    const { yamlStart, yamlEnd } = read(text);
    expect(text.slice(yamlStart, yamlEnd)).toBe('a: 1\r\nb: 2\r\n');
  });
});

describe('the data of frontmatter', () => {
  it('reads a timestamp as the text that was written, quoted or not', () => {
    const { data } = read('---\na: 2026-04-27T15:00:00Z\nb: "2026-04-27T15:00:00Z"\nc: 2026-04-27\n---\n');
    expect(data).toEqual({ a: '2026-04-27T15:00:00Z', b: '2026-04-27T15:00:00Z', c: '2026-04-27' });
  });

  it('follows YAML 1.2: yes is a word', () => {
    expect(read('---\na: yes\nb: true\nc: ~\nd: 007\ne: 0x1F\n---\n').data).toEqual({
      a: 'yes',
      b: true,
      c: null,
      d: 7,
      e: 31,
    });
  });

  it('has keys with special names as ordinary keys', () => {
    const { data } = read('---\n__proto__:\n  polluted: 1\nconstructor: 2\ntoString: 3\n---\n');
    expect(Object.keys(data)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  it('interprets no tags: the data is plain', () => {
    const { data } = read('---\na: !!binary aGVsbG8=\nb: !!set {x, y}\nc: !foo bar\n---\n');
    expect(data.a).toBe('aGVsbG8=');
    expect(data.b).toEqual({ x: null, y: null });
    expect(data.c).toBe('bar');
  });

  it('resolves a limited number of aliases', () => {
    expect(read('---\na: &x [1]\nb: *x\n---\n').data).toEqual({ a: [1], b: [1] });
  });

  it('refuses many aliases in linear time', () => {
    // Each alias read the whole block again: 4 seconds for 3,000.
    const { data, problems } = read(
      `---\na: &a [x]\n${Array.from({ length: 60_000 }, (_, at) => `b${at}: *a\n`).join('')}---\n`,
    );
    expect(data).toEqual({});
    expect(problems[0]?.message).toContain('aliases');
  });

  it('is empty for an empty block and for one of comments', () => {
    expect(read('---\n---\n')).toMatchObject({ data: {}, problems: [] });
    expect(read('---\n# only a comment\n\n---\n')).toMatchObject({ data: {}, problems: [] });
    expect(read('---\n\t\n\t# a comment behind a tab\n---\n')).toMatchObject({ data: {}, problems: [] });
  });

  it('is not cached', () => {
    for (let i = 0; i < 50; i++) read(`---\na: ${i}\n---\n`);
    const { cache } = matter as unknown as { cache: object };
    expect(Object.keys(cache)).toEqual([]);
  });
});

describe('frontmatter that cannot be read', () => {
  const levels = 'abcdefghi'.split('');
  const bomb = levels
    .map(
      (name, i) =>
        `${name}: &${name} [${Array(10)
          .fill(i === 0 ? 'x' : `*${levels[i - 1]!}`)
          .join(', ')}]\n`,
    )
    .join('');

  it.each([
    ['the same key twice', '---\na: 1\nb: 2\na: 3\n---\n', 4, 'occurs twice'],
    ['the same key twice, one in quotes', '---\na: 1\n"a": 3\n---\n', 3, 'occurs twice'],
    ['a list', '---\n- a\n---\n', 2, 'key: value'],
    ['a text', '---\njust words\n---\n', 2, 'key: value'],
    ['a tab', '---\na:\n\tb: 1\n---\n', 3, 'tab'],
    ['an open quote', '---\na: "x\n---\n', 3, 'quote'],
    ['a second colon', '---\ntitle: Search: an overview\n---\n', 2, 'quotes'],
    ['a second document', '---\na: 1\n...\nb: 1\n---\n', 4, 'second document'],
    ['an alias bomb', `---\n${bomb}---\n`, 2, 'aliases'],
    ['an alias to itself', '---\na: &a [*a]\n---\n', 2, 'alias'],
    ['endless nesting', `---\na: ${'['.repeat(30_000)}\n---\n`, 2, 'nested too deeply'],
    ['a list as a key', '---\n? [a]\n: b\n---\n', 2, 'key'],
    ['too much YAML', `---\na: ${'x'.repeat(1 << 20)}\n---\n`, 1, 'larger than 1 MB'],
  ])('%s', (_name, text, line, message) => {
    const { data, present, problems, bodyStart } = read(`${text}body`);
    expect(data).toEqual({});
    expect(present).toBe(true);
    expect(`${text}body`.slice(bodyStart)).toBe('body');
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThan(6);
    expect(problems[0]!.line).toBe(line);
    expect(problems.map((problem) => problem.message).join()).toContain(message);
  });

  it('has problems with line and column', () => {
    expect(read('---\na: 1\na: 2\n---\n').problems).toMatchObject([{ line: 3, column: 1 }]);
    expect(read('---\r\na: 1\r\nb: [c, @d]\r\n---\r\n').problems).toMatchObject([{ line: 3, column: 8 }]);
  });

  it('reports one syntax error once, and every duplicate key', () => {
    const messages = (text: string) => read(text).problems.map(({ line, message }) => `${line} ${message}`);
    // As found in published vaults: a placeholder of a template, a list beside its key, a mention.
    expect(messages('---\ntags: "{{a}}" b\nup: "{{c}}" d\n---\n')).toEqual([
      '2 There is text after the value. Put the whole value in quotes.',
    ]);
    expect(messages('---\naliases: - a\n- b\nc\n---\n')).toHaveLength(1);
    expect(messages('---\naliases: @me\ntags: @you\n---\n')).toHaveLength(1);
    expect(messages('---\na: 1\na: 2\nb: 1\nb: 2\n---\n').map((text) => text.slice(0, 1))).toEqual(['3', '5']);
  });

  it('never runs a JavaScript block', () => {
    const seen: unknown[] = [];
    (globalThis as Record<string, unknown>).frontmatterRan = (value: unknown) => seen.push(value);
    const call = '{ a: globalThis.frontmatterRan(1) }';
    for (const language of ['js', 'javascript', 'coffee', 'json', 'JS', ' js']) {
      const text = `---${language}\n${call}\n---\nbody`;
      expect(read(text)).toMatchObject({ present: true, data: {} });
      expect(read(text).problems[0]!.message).toContain('Only YAML');
      expect(() => editFrontmatter(text, [{ op: 'set', path: ['a'], value: 1 }])).toThrow('cannot be read');
    }
    expect(seen).toEqual([]);
    delete (globalThis as Record<string, unknown>).frontmatterRan;
  });

  it('is not edited', () => {
    const edit = () => editFrontmatter('---\na: 1\na: 2\n---\nbody', [{ op: 'set', path: ['b'], value: 1 }]);
    expect(edit).toThrow(expect.objectContaining({ code: 'living-wiki:frontmatter_unreadable', line: 3 }) as Error);
  });
});

describe('the quick reader of simple blocks', () => {
  const line = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('a', 'b', 'long-key', 'null', '__proto__', 'constructor', 'k_1', '1'),
        fc.constantFrom(': ', ':', ':  ', ' : '),
        fc.oneof(
          fc.constantFrom(
            '',
            'x',
            'two words',
            '1',
            '-1',
            '007',
            '1.50',
            '1e3',
            '.5',
            '0x1F',
            '0o7',
            'true',
            'True',
            'tRue',
            'null',
            '~',
            '2024-01-01',
            '2026-04-27T15:00:00Z',
            '1.2.3',
            '12:30',
            '"q"',
            "'q'",
            '"a\\nb"',
            "'it''s'",
            '"open',
            '[]',
            '[a, b]',
            '[a,]',
            '[1, "x", true]',
            '[[x]]',
            '[a: b]',
            '[a, [b]]',
            '{}',
            '{a: b}',
            '# c',
            'x # c',
            'x #c',
            'x#c',
            'x: y',
            'x:',
            'http://x.y',
            '&a x',
            '*a',
            '!t x',
            '| ',
            '>',
            '%x',
            '@x',
            '`x`',
            '- x',
            '-x',
            '? x',
            'x ',
            'é',
            '日本',
            '😀',
            '\u00a0x',
            'x\u0085y',
            '...',
            '/a/b',
            '_x_',
            '<x>',
            '=',
            '~x',
            '(x)',
            'x\ty',
            '\tx',
            '\ufeffx',
            'x\u2028y',
            '99999999999999999999',
            '1_000',
            '+1',
            '-.inf',
            '.nan',
            '1-2',
            '5-a:b',
            "it's",
            'a "b" c',
          ),
          fc.string({ maxLength: 6, unit: fc.constantFrom(...Array.from('ab1-:#. "\',[]{}')) }),
        ),
      )
      .map((parts) => parts.join('')),
    fc.constantFrom(
      '- x',
      '  - x',
      '    - y z',
      '  - "q"',
      '  - 1',
      '  - a: 1',
      '  -',
      '- ',
      '  more text',
      '',
      ' ',
      '# comment',
      '---x',
      '...',
      'bare',
      '\t',
    ),
  );
  const lines = fc.tuple(fc.array(line, { maxLength: 5 }), fc.constantFrom('\n', '\r\n'), fc.boolean());

  it('reads what the full parser reads, or gives up', () => {
    let simple = 0;
    fc.assert(
      fc.property(lines, ([list, eol, closed]) => {
        const yaml = list.join(eol) + (closed ? eol : '');
        const data = readSimpleMapping(yaml);
        if (data === null) return;
        simple++;
        expect({ data, problems: [] }).toEqual(parseFully(yaml));
        expect(Object.keys(data)).toEqual(Object.keys(parseFully(yaml).data));
      }),
      { numRuns: 8000 },
    );
    expect(simple).toBeGreaterThan(300);
  });

  it('agrees on whole blocks', () => {
    fc.assert(
      fc.property(block, (entries) => {
        const yaml = entries.map((entry) => `${[...entry.before, ...entry.lines].join('\n')}\n`).join('');
        expect(parseMapping(yaml)).toEqual(parseFully(yaml));
      }),
    );
  });

  it('reads the frontmatter of a typical page', () => {
    const yaml =
      'schema: knowledge/v1\nkind: concept\ntitle: "Search: an overview"\nsources:\n  - sources/a.md\nconfidence: 0.8\n' +
      'updated_at: "2026-04-27T15:00:00Z"\ntags: [search, vectors]\nsupersedes: []\n';
    expect(readSimpleMapping(yaml)).not.toBeNull();
  });
});

describe('printed frontmatter', () => {
  it('has quotes where YAML would not read text, and keeps the order', () => {
    const data = {
      title: 'Search: an overview',
      kind: 'concept',
      sources: ['sources/2026-04-15-paper.pdf', '2026-04-15'],
      updated_at: '2026-04-27T15:00:00Z',
      confidence: 0.8,
      answer: 'yes',
      none: null,
      tags: [],
      metadata: { acme: { cost_center: '12' } },
    };
    expect(printFrontmatter(data)).toBe(
      [
        '---',
        'title: "Search: an overview"',
        'kind: concept',
        'sources:',
        '  - sources/2026-04-15-paper.pdf',
        '  - "2026-04-15"',
        'updated_at: "2026-04-27T15:00:00Z"',
        'confidence: 0.8',
        'answer: "yes"',
        'none: null',
        'tags: []',
        'metadata:',
        '  acme:',
        '    cost_center: "12"',
        '---',
        '',
      ].join('\n'),
    );
  });

  it('reads back as the same data, with either line ending', () => {
    const any = fc.jsonValue({ maxDepth: 4, noUnicodeString: false, stringUnit: 'binary' });
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), any, { noNullPrototype: true }),
        fc.constantFrom('\n' as const, '\r\n' as const),
        (data, eol) => {
          const text = `${printFrontmatter(data as never, eol)}body`;
          const { data: again, problems, bodyStart } = read(text);
          expect(problems).toEqual([]);
          expect(text.slice(bodyStart)).toBe('body');
          // YAML numbers keep no sign of a zero that JSON would not print either.
          expect(JSON.stringify(again)).toBe(JSON.stringify(data));
          expect(Object.keys(again)).toEqual(Object.keys(data));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('an edit of frontmatter', () => {
  const edit = (text: string, ...edits: Parameters<typeof editFrontmatter>[1]) => editFrontmatter(text, edits);

  it('creates a block where there is none, after a byte-order mark and with the text’s line ending', () => {
    expect(edit('\ufeffbody\r\n', { op: 'set', path: ['a', 'b'], value: 'x' })).toBe(
      '\ufeff---\r\na:\r\n  b: x\r\n---\r\nbody\r\n',
    );
    expect(edit('body', { op: 'remove', path: ['a'] })).toBe('body');
  });

  it('fills an empty block', () => {
    expect(edit('---\n---\nbody', { op: 'add', path: ['tags'], value: 'x' })).toBe('---\ntags:\n  - x\n---\nbody');
  });

  it('is applied in the order given', () => {
    const text = '---\na: 1\n---\n';
    const result = edit(
      text,
      { op: 'set', path: ['b'], value: 2 },
      { op: 'remove', path: ['a'] },
      { op: 'set', path: ['b'], value: 3 },
    );
    expect(result).toBe('---\nb: 3\n---\n');
  });

  it('keeps the quotes that a value has', () => {
    const text = `---\na: 'x'\nb: "x"\nc: x\n---\n`;
    const result = edit(
      text,
      { op: 'set', path: ['a'], value: "it's" },
      { op: 'set', path: ['b'], value: 'y' },
      { op: 'set', path: ['c'], value: 'z' },
    );
    expect(result).toBe(`---\na: 'it''s'\nb: "y"\nc: z\n---\n`);
  });

  it('keeps a list in its form and indentation', () => {
    const text = '---\nflow: [a, b]   # why\nblock:\n- one\n- two # last\nnext: x\n---\n';
    const result = edit(
      text,
      { op: 'add', path: ['flow'], value: 'c' },
      { op: 'add', path: ['block'], value: 'three' },
    );
    expect(result).toBe('---\nflow: [a, b, c]   # why\nblock:\n- one\n- two # last\n- three\nnext: x\n---\n');
  });

  it('leaves an empty mapping or list behind, not a null', () => {
    expect(edit('---\na:\n  b: 1\n---\n', { op: 'remove', path: ['a', 'b'] })).toBe('---\na: {}\n---\n');
    expect(edit('---\na:\n  - b\n---\n', { op: 'drop', path: ['a'], value: 'b' })).toBe('---\na: []\n---\n');
  });

  it('refuses to remove what an alias needs', () => {
    const text = '---\na: &x [1]\nb: *x\n---\n';
    expect(() => edit(text, { op: 'remove', path: ['a'] })).toThrow('cannot be edited');
    expect(edit(text, { op: 'set', path: ['c'], value: 1 })).toBe('---\na: &x [1]\nb: *x\nc: 1\n---\n');
  });

  it('refuses a key within a text', () => {
    expect(() => edit('---\na: x\n---\n', { op: 'set', path: ['a', 'b'], value: 1 })).toThrow('"a.b" cannot be edited');
  });
});

describe('small input that could take long', () => {
  it('a frontmatter of 80,000 blank lines is refused at once', () => {
    const { data, problems } = readFrontmatter(`---\n${'\n'.repeat(80_000)}title: A\n---\n`);
    expect({ data, problems }).toEqual({
      data: {},
      problems: [{ message: 'The frontmatter has 1000 blank lines in a row. Remove them.', line: 1, column: 1 }],
    });
  });

  it('a frontmatter of 20,000 nested keys is read in linear time, and its duplicate keys are reported', () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `  key${at}: {a: ${at}}`).join('\n');
    expect(Object.keys(readFrontmatter(`---\nall:\n${keys}\n---\n`).data.all as object)).toHaveLength(20_000);
    const { problems } = readFrontmatter(`---\nall:\n${keys}\n  key7: 1\n---\n`);
    expect(problems).toEqual([{ message: 'This key occurs twice. Keep one of them.', line: 20_003, column: 3 }]);
  });

  it.each(['a: ', '- ', '? ', '[', '{a: ', '[a\n', 'a:: b '])(
    'frontmatter nested as deep as %j repeated is named, and does not end the process',
    (piece) => {
      for (const count of [200, 100_000 / piece.length]) {
        const { problems } = readFrontmatter(`---\n${piece.repeat(Math.floor(count))}\n---\n`);
        expect(problems.map(({ message }) => message)).toEqual([
          'The frontmatter is nested too deeply. Use fewer levels.',
        ]);
      }
    },
  );

  it('frontmatter whose nesting is hidden by comments is named as well', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `${' '.repeat(at * 40)}${'- '.repeat(20)}\n# x\n\n`).join('');
    const { problems } = readFrontmatter(`---\na:\n${lines}\n---\n`);
    expect(problems.map(({ message }) => message)).toEqual(['The frontmatter is nested too deeply. Use fewer levels.']);
  });
});
