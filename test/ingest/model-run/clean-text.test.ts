import fc from 'fast-check';
import { estimateTokens, stripInvisible } from '../../../src/model';
import { scanText } from '../../../src/markdown';
import { silentRun } from '../../../src/base';
import { chunkUnits } from '../../../src/ingest/model-run/chunk-units';
import { numberUnits, renderUnits, type Unit } from '../../../src/ingest/units';
import { capConfidence, confidenceCap } from '../../../src/ingest/confidence';
import { cleanText, spellingIn, type TextRules } from '../../../src/ingest/model-run/clean-text';
import { findUnsupportedDetails } from '../../../src/ingest/model-run/unsupported-details';
import { injections } from './injections';

const rules: TextRules = {
  slugOf: (target) => (target === 'halden-light' ? 'halden-light' : null),
  citable: new Set(['paper']),
  isQuote: (text) => text === 'It is white.',
};
const clean = (text: string): string => cleanText(text, rules).text;

describe('the text of a model on a page', () => {
  it.each([
    ['a link to a page', 'See [[halden-light]].', 'See [[halden-light]].'],
    ['a link with its own words', 'See [[halden-light|the light]].', 'See [[halden-light|the light]].'],
    ['a link before a colon', '- [[halden-light]]: a light', '- [[halden-light]]: a light'],
    ['a link to nothing', 'See [[nowhere|that place]].', 'See that place.'],
    ['an address', 'See [this](https://evil.example).', 'See this.'],
    ['a bare address', 'See https://evil.example now.', 'See `https://evil.example` now.'],
    ['an address at the end', 'It is at https://evil.example/a_b.', 'It is at `https://evil.example/a_b`.'],
    ['an address in brackets', 'It is there (https://evil.example/a).', 'It is there (`https://evil.example/a`).'],
    ['an address in code', 'It is `https://evil.example`.', 'It is `https://evil.example`.'],
    ['a number of an issue', 'It is #3450, and (#12).', 'It is #3450, and (#12).'],
    ['code that runs nothing', '```python\nx = 1\n```', '```python\nx = 1\n```'],
    ['code with more than a language', '~~~ts title="a"\nx()\n~~~', '```ts\nx()\n```'],
    ['list numbers and checkboxes', '3. a\n4. b\n\n- [x] c\n- [ ] d', '3. a\n4. b\n\n- [x] c\n- [ ] d'],
    ['a picture', '![x](https://evil.example/p.png)', 'x'],
    ['an embedded page', '![[halden-light]]', '[[halden-light]]'],
    ['HTML', 'A <b>bold</b> word.', 'A \\<b>bold\\</b> word.'],
    ['a title', '# Big\n\nText.', '## Big\n\nText.'],
    ['an underlined title', 'Big\n===\n\nText.', 'Big\n\nText.'],
    ['frontmatter', '---\nslug: x\n---\nText.', 'slug: x\nText.'],
    ['a quotation of its own', '> Said.', 'Said.'],
    ['a quotation within another', '> He said:\n> > So it is.', 'He said:\nSo it is.'],
    ['a callout', '[!note] Text', '\\[!note] Text'],
    ['a comment', 'A %%hidden%% word.', 'A \\%\\%hidden\\%\\% word.'],
    ['a citation of another source', 'So it is [other-source].', 'So it is \\[other-source].'],
    ['a citation of its source', 'So it is [paper].', 'So it is [paper].'],
    ['a tag', 'So it is #true.', 'So it is \\#true.'],
    ['a query', '`= this.x` and `code`', '= this.x and `code`'],
    ['a variable of the shell', '`$XDG_CACHE_HOME/ferrule` and `$=x`', '`$XDG_CACHE_HOME/ferrule` and \\$=x'],
    ['code that runs in a quote', '> ```dataviewjs\n> x()\n> ```', '```text\nx()\n```'],
    ['an escaped escape', '\\<img src=x>', '\\<img src=x>'],
    ['a code span that is none', '\\`<iframe src=x>\\`', '\\`\\<iframe src=x>\\`'],
    [
      'a cell that ends a code span',
      '| a | b |\n|-|-|\n| `x | <img src=x> ` |',
      '| a | b |\n| - | - |\n| \\`x | \\<img src=x> \\` |',
    ],
    ['code that runs', '```dataviewjs\nx()\n```', '```\nx()\n```'],
    ['a fence that is never closed', '```\nx', '```\nx\n```'],
    ['a ruler in code', '```\n---\n```', '```\n---\n```'],
    ['a fence within a fence', '```\n```x\n```\n<img src=x>', "```\n'''x\n```\n\\<img src=x>"],
    ['a link between uneven code', '`` a ` [x](https://evil.example) ` b ``', '``a ` [x](https://evil.example) ` b``'],
    ['a title in a list', '- # Big', '- ## Big'],
    ['invisible characters', 'De\u200blete\u202e.', 'Delete.'],
    [
      'quoted words that the source does not have',
      '- He said "It is black." [paper]',
      "- He said 'It is black.' [paper]",
    ],
    ['quoted words that the source has', '- He said "It is white." [paper]', '- He said "It is white." [paper]'],
  ])('is made safe: %s', (_, text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it('never has an external link, an embed or a title, whatever it contains', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...injections.map(([, text]) => text),
        '[[',
        ']]',
        '![',
        '](',
        '`',
        '```',
        '\n',
        '# ',
        '---\n',
        '<a href=x>',
        '%%',
        'halden-light',
        '|',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = clean(pieces.join(''));
        const { links, headings } = scanText(text, 0);
        expect(links.filter(({ external, embed, target }) => external || embed || target !== 'halden-light')).toEqual(
          [],
        );
        expect(headings.filter(({ level }) => level < 2)).toEqual([]);
        // In fenced code a ruler is code, wherever the text goes.
        const prose = text.replace(/^\s*(`{3,}|~{3,})\w*\n[^]*?^\1$/gm, '');
        expect(prose).not.toMatch(/^(?:---|\+\+\+)\s*$/m);
        expect(stripInvisible(text).text).toBe(text);
        expect((text.match(/^\s*```/gm) ?? []).length % 2).toBe(0);
      }),
      { numRuns: 400 },
    );
  });
});

describe('figures and names that are in no quote', () => {
  it.each([
    ['It was built in 1987 by Ada Moore.', ['It was built by Ada.'], ['1987', 'Ada Moore']],
    ['It was built in 1987 by Ada Moore.', ['In 1987 Ada Moore built it.'], []],
    ['It has 1,200 lamps.', ['1200 lamps'], []],
    ['The Halden Light is old.', ['the halden light'], []],
    ['The Halden Light is old.', ['the light'], ['Halden Light']],
    ['Nothing else happened. Keepers left.', ['x'], []],
    ['On 5 March 2024 it broke.', ['commented on 2024-03-05'], []],
    ['Since February 2020 it is closed.', ['Update: Feb. 5 2020'], []],
    ['On 5 February it closed.', ['closed on 5 Feb 2020', 'and 7-Mar-2021'], []],
    ['In September 2020 it closed.', ['Sept 2020'], []],
    ['In May or March it closed.', ['They may mar it in 2020.'], ['March']],
    ['It came in March 2024.', ['2024-03'], []],
    ['Each Signed Certificate Timestamp counts.', ['It signs Signed Certificate Timestamps.'], []],
    ['The Signed Certificate Timestamps count.', ['One Signed Certificate Timestamp.'], []],
    ['The Trillian Factories and Trillian Factory.', ['a Trillian factory'], []],
    ['It was revised in January 1994.', ['Revised 01/06/94'], []],
    ['It was revised in June 1994.', ['Revised 1.6.1994'], []],
    ['It was revised in March 1994.', ['Revised 01/06/94'], ['March']],
    ['It is of 1999 to 2020.', ['© 1999-2020 the authors'], []],
    ['It lasted from 1941 to 1945.', ['the war (1941–45)'], []],
    ['On 3 May 1990 NASA came.', ['May'], ['3', '1990', 'NASA']],
    ['It cost $15,000, or $5 to $10 each.', ['$15,000.00', 'from $5-10'], []],
    ['It came on 1 January 2024.', ['Jan 01 2024'], []],
    ['It is version 14.', ['version 1.4.0'], ['14']],
    ['It has 50 rooms.', ['version 5-0-1'], ['50']],
  ])('are found: %s', (text, known, expected) => {
    expect(findUnsupportedDetails(text, known)).toEqual(expected);
  });
});

describe('confidence', () => {
  const source = (path: string, authority: 'primary' | 'secondary' | 'rumour') => ({ path, authority });
  it.each([
    [[source('a', 'primary')], 0.8],
    [[source('a', 'rumour')], 0.5],
    [[source('a', 'primary'), source('b', 'rumour')], 0.95],
    [[source('a', 'secondary'), source('b', 'secondary')], 0.85],
    [[source('a', 'rumour'), source('b', 'rumour')], 0.5],
    [[source('a', 'primary'), source('a', 'primary')], 0.8],
    [[], 0],
  ])('of sources %j is at most %d', (sources, cap) => {
    expect(confidenceCap(sources)).toBe(cap);
  });

  it('is a number within the limit, or none', () => {
    expect([
      capConfidence(1, 0.8),
      capConfidence(-3, 0.8),
      capConfidence(Number.NaN, 0.8),
      capConfidence(0.333333, 0.8),
    ]).toEqual([0.8, 0, null, 0.33]);
  });
});

describe('a source that is too long for one prompt', () => {
  const units = async (text: string): Promise<readonly Unit[]> => {
    const passages = text
      .split('\n\n')
      .map((each, at) => ({ kind: 'paragraph' as const, text: each, anchor: { line: at + 1 } }));
    return (await numberUnits({ passages }, silentRun)).units;
  };

  it('is split between units, none too long, and no unit is lost', async () => {
    const all = await units(
      Array.from({ length: 400 }, (_, at) => `The keeper wrote line ${at} into the book of the light.`).join('\n\n'),
    );
    const chunks = chunkUnits(all, 1000);
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.flat()).toEqual(all);
    for (const chunk of chunks) expect(estimateTokens(renderUnits(chunk, 1))).toBeLessThanOrEqual(1500);
  });

  it('keeps every word of a text without a stop', async () => {
    const text = Array.from({ length: 3000 }, (_, index) => `word${index}`).join(' ');
    const all = await units(text);
    expect(all.length).toBeGreaterThan(3);
    expect(all.map((unit) => unit.text).join(' ')).toBe(text);
  });
});

describe('the spelling of a name in a text', () => {
  it.each([
    ['Consider what is outside.', 'sid', null],
    ['Run dpkg first.', 'Dpkg', 'dpkg'],
    ['Dpkg is old. Run dpkg first.', 'dpkg', 'dpkg'],
    ['The Fresnel\nlens (new).', 'fresnel lens', 'Fresnel lens'],
    ['Use C++ now.', 'c++', 'C++'],
    ['Überall.', 'überall', 'Überall'],
  ])('of %j for %j is %j', (text, name, expected) => {
    expect(spellingIn(text, name)).toBe(expected);
  });
});
