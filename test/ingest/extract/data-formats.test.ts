import fc from 'fast-check';
import { isParseError, parseJson, type JsonNode } from '../../../src/ingest/extract/json-parser';
import { extracted, outline, refusal } from '../support/extract-source';

describe('CSV', () => {
  it('each row is a passage with the labels of the header and its line', async () => {
    const source = 'Name,Born,Note\r\n"Lovelace, Ada",1815,"said ""yes""\r\nand left"\r\nCharles,1791,\r\n';
    expect(await outline('a.csv', source)).toEqual([
      '2 row Name: Lovelace, Ada; Born: 1815; Note: said "yes" and left',
      '4 row Name: Charles; Born: 1791',
    ]);
  });

  it.each([
    ['a;b\n1,5;2\n', '2 row a: 1,5; b: 2'],
    ['a\tb\n1\t2\n', '2 row a: 1; b: 2'],
    ['a|b\n1|2\n', '2 row a: 1; b: 2'],
    ['sep=;\na;b\n1;2', '3 row a: 1; b: 2'],
  ])('the delimiter is detected: %j', async (source, row) => {
    expect(await outline('a.csv', source)).toEqual([row]);
  });

  it('columns without a header are numbered', async () => {
    expect(await outline('a.csv', '1815,Ada\n1791,Charles\n')).toEqual([
      '1 row Column 1: 1815; Column 2: Ada',
      '2 row Column 1: 1791; Column 2: Charles',
    ]);
  });

  it('an unclosed quote ends at the end of its line', async () => {
    expect(await outline('a.csv', 'a,b\n"x,1\ny,2\n')).toEqual(['2 row a: x,1', '3 row a: y; b: 2']);
  });

  it('a file with too many rows is cut with a note', async () => {
    const text = await extracted('a.csv', `a,b\n${'x,y\n'.repeat(50_010)}`);
    expect(text.passages).toHaveLength(50_000);
    expect(text.notes).toEqual(['Only the first 50000 rows were read.']);
  });

  it('a file written by RFC 4180 is read back exactly', async () => {
    // Cells that normalisation does not change, so that the comparison is exact.
    const cell = fc.stringMatching(/^[a-zA-Z",;|]{1,6}$/u).map((text) => `v${text}v`);
    const row = fc.array(cell, { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const width = Math.max(...rows.map((cells) => cells.length));
        const header = Array.from({ length: width }, (_, index) => `h${index}`);
        const print = (cells: string[]): string => cells.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
        const { passages } = await extracted('a.csv', [header, ...rows].map(print).join('\r\n'));
        expect(passages.map(({ text }) => text)).toEqual(
          rows.map((cells) => cells.map((value, index) => `h${index}: ${value}`).join('; ')),
        );
      }),
    );
  });
});

describe('JSON', () => {
  it('records become readable lines with the path of each value', async () => {
    const source =
      '[\n {"name": "Ada", "address": {"city": "London"}, "tags": ["a", "b"], "none": null},\n {"name": "Charles"}\n]';
    expect(await outline('a.json', source)).toEqual([
      '2 row name: Ada; address.city: London; tags: a, b',
      '3 row name: Charles',
    ]);
  });

  it('a document with parts gives its fields, then each part under its name, with long strings as prose', async () => {
    const prose = 'First paragraph.\\n\\nSecond paragraph.';
    const text = await extracted(
      'a.json',
      `{"title": "Engines", "date": "2026-04-15T10:00:00Z",\n"parts": [{"id": 7,\n"body": "${prose}"}]}`,
    );
    expect(text).toMatchObject({ title: 'Engines', date: '2026-04-15T10:00:00Z' });
    expect(text.passages.map(({ kind, text: words, anchor }) => [anchor.line, kind, words])).toEqual([
      [1, 'row', 'title: Engines; date: 2026-04-15T10:00:00Z'],
      [2, 'heading', 'parts'],
      [2, 'row', 'id: 7'],
      [3, 'paragraph', 'First paragraph.'],
      [3, 'paragraph', 'Second paragraph.'],
    ]);
  });

  it('a broken line among one value per line is noted, and the rest is kept', async () => {
    const text = await extracted('a.jsonl', '{"a": 1}\n{"a": \n\n{"a": 3}\n');
    expect(text.passages.map(({ anchor, text: words }) => `${anchor.line} ${words}`)).toEqual(['1 a: 1', '4 a: 3']);
    expect(text.notes).toEqual(['Line 2 is not valid JSON and was left out.']);
  });

  it('an exported conversation gives turns with their speakers, whatever exported it', async () => {
    const said = ['user: What is it?', 'assistant: An engine.'];
    const list =
      '[{"role": "user", "content": "What is it?"}, {"role": "assistant", "content": [{"type": "text", "text": "An engine."}]}]';
    const claude =
      '{"name": "T", "created_at": "2026-01-02T03:04:05Z", "chat_messages": [{"sender": "user", "text": "What is it?"}, {"sender": "assistant", "text": "An engine."}]}';
    const sharegpt =
      '{"conversations": [{"from": "user", "value": "What is it?"}, {"from": "assistant", "value": "An engine."}]}';
    const tree = JSON.stringify([
      {
        title: 'T',
        create_time: 1767323045,
        current_node: 'c',
        mapping: {
          // An abandoned branch, and a cycle of parents.
          x: { parent: 'a', message: { author: { role: 'assistant' }, content: { parts: ['Abandoned.'] } } },
          c: { parent: 'a', message: { author: { role: 'assistant' }, content: { parts: ['An engine.'] } } },
          a: { parent: 'c', message: { author: { role: 'user' }, content: { parts: ['What is it?'] } } },
        },
      },
    ]);
    for (const source of [list, claude, sharegpt, tree]) {
      const { passages } = await extracted('a.json', source);
      expect(passages.filter(({ kind }) => kind === 'paragraph').map(({ text }) => text)).toEqual(said);
    }
    expect(await extracted('a.json', tree)).toMatchObject({ title: 'T', date: '2026-01-02T03:04:05Z' });
  });

  it('a file that is not JSON is broken, and the message names the line', async () => {
    const error = await refusal('a.json', '{\n "a": 1,\n b\n}');
    expect(error.code).toBe('living-wiki:source_broken');
    expect(error.message).toContain('Line 3');
  });

  it('deep nesting and hostile keys do no harm', async () => {
    const deep = await refusal('a.json', '['.repeat(100_000));
    expect(deep.code).toBe('living-wiki:source_broken');
    const text = await extracted(
      'a.json',
      `{"__proto__": {"polluted": "yes"}, "constructor": "x", "deep": ${'['.repeat(1000)}1${']'.repeat(1000)}}`,
    );
    expect(text.passages[0]?.text).toContain('__proto__.polluted: yes');
    expect(text.notes.join()).toContain('levels deep');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it('the parser agrees with JSON.parse on what is JSON and what it means', () => {
    const plain = (node: JsonNode): unknown => {
      if (node.type === 'scalar') return node.value;
      if (node.type === 'array') return node.items.map(plain);
      const object = {};
      for (const [key, value] of node.entries)
        Object.defineProperty(object, key, {
          value: plain(value),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      return object;
    };
    const agrees = (text: string): void => {
      let expected: unknown;
      let valid = true;
      try {
        expected = JSON.parse(text);
      } catch {
        valid = false;
      }
      const result = parseJson(text);
      const accepted = !isParseError(result) && result.end === text.length;
      expect(accepted).toBe(valid);
      if (valid && !isParseError(result)) expect(plain(result.node)).toEqual(expected);
    };
    fc.assert(fc.property(fc.json(), agrees));
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom(',', '}', ']', '"', ' ', '{', ':', '1', '\\'),
        (json, seed, char) => {
          const at = seed % (json.length + 1);
          agrees(json.slice(0, at) + char + json.slice(at));
          agrees(json.slice(0, at) + json.slice(at + 1));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('subtitles', () => {
  const srt = [
    '1',
    '00:00:01,000 --> 00:00:03,000',
    '<i>The engine was never</i>',
    '',
    '2',
    '00:00:03,100 --> 00:00:05,000',
    'finished. It stood',
    '',
    '3',
    '00:00:05,000 --> 00:00:06,000',
    'in London.',
    '',
    '4',
    '01:02:03,500 --> 01:02:05,000',
    '- Was it?',
    '- MARY: {\\an8}It was &amp; is.',
  ].join('\r\n');

  it('cues become sentences with the line and the time at which they begin', async () => {
    const text = await extracted('a.srt', srt);
    expect(text.format).toBe('srt');
    expect(text.passages).toEqual([
      {
        kind: 'cue',
        text: 'The engine was never finished. It stood in London.',
        anchor: { line: 3, time: '00:00:01' },
      },
      { kind: 'cue', text: 'Was it?', anchor: { line: 15, time: '01:02:03' } },
      { kind: 'cue', text: 'MARY: It was & is.', anchor: { line: 16, time: '01:02:03' } },
    ]);
  });

  it('a VTT file keeps its voices and drops notes, styles and settings', async () => {
    const vtt =
      'WEBVTT - T\nLanguage: de\n\nNOTE not shown\n\nSTYLE\n::cue { color: red }\n\nid\n00:01.000 --> 00:02.000 align:start\n<v.loud Roger Bingham>We are <c.x>here</c>.</v>\n';
    const text = await extracted('a.vtt', vtt);
    expect(text).toMatchObject({ format: 'vtt', language: 'de' });
    expect(text.passages).toEqual([
      { kind: 'cue', text: 'Roger Bingham: We are here.', anchor: { line: 11, time: '00:00:01' } },
    ]);
  });

  it('a line that rolling captions repeat appears once', async () => {
    const shown = [['one two'], ['one two', 'three four'], ['three four'], ['three four', 'five six']];
    const cues = shown.map((texts, at) => `00:00:0${at}.000 --> 00:00:0${at + 1}.000\n${texts.join('\n')}\n`);
    expect(await outline('a.vtt', `WEBVTT\n\n${cues.join('\n')}`)).toEqual(['4 cue one two three four five six']);
  });

  it('a file without cue times is broken', async () => {
    expect((await refusal('a.srt', 'just words')).code).toBe('living-wiki:source_broken');
  });
});
