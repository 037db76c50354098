import fc from 'fast-check';
import { readStatements } from '../../src/markdown';
import { compareLedgers, readLedger, renderNote, wordKey, type SourceNote } from '../../src/wiki';

const PAGE = `---
schema: knowledge/v1
title: Debian
---

Debian is a distribution, i.e. a system with packages.[^01-intro-4] It was founded by [[ian-murdock|Ian Murdock]] on
16 August 1993.[^01-intro-12][^02-dates-3] I like it.

## Releases

| Release | Date |
| --- | --- |
| 1.1 Buzz | 17 June 1996[^02-dates-7] |
| 1.2 Rex | 12 December 1996[^02-dates-8] |

- Each release has a name from a film.[^02-dates-2]
- \`a. B\` is code. So is this.

> "The mercury bath was removed." [03-notes], line 4

\`\`\`sh
apt update
\`\`\`

[^01-intro-4]: [01-intro], under “What is Debian?”, line 8: “Debian is a distribution …” ([[01-intro|summary]])
[^01-intro-12]: [01-intro], line 30: “The project was officially founded by Ian Murdock on August 16th, 1993.”
[^02-dates-2]: [02-dates], line 2: “Names come from a film.”
[^02-dates-3]: [02-dates], line 3: “16 August 1993: foundation”
[^02-dates-7]: [02-dates], line 7: “1.1 Buzz, June 17th, 1996”
[^02-dates-8]: [02-dates], line 8: “1.2 Rex, December 12th, 1996”
[^mine]: A remark of the owner.
`;

describe('the ledger of a page', () => {
  it('has every sentence with its footnotes, its heading and its line', () => {
    const { claims } = readLedger(PAGE);
    expect(
      claims.map(({ kind, text, heading, footnotes, line }) => [kind, text, heading, footnotes.join(' '), line]),
    ).toEqual([
      ['sentence', 'Debian is a distribution, i.e. a system with packages.', null, '01-intro-4', 6],
      ['sentence', 'It was founded by Ian Murdock on 16 August 1993.', null, '01-intro-12 02-dates-3', 6],
      ['sentence', 'I like it.', null, '', 7],
      ['row', '1.1 Buzz | 17 June 1996', 'Releases', '02-dates-7', 13],
      ['row', '1.2 Rex | 12 December 1996', 'Releases', '02-dates-8', 14],
      ['sentence', 'Each release has a name from a film.', 'Releases', '02-dates-2', 16],
      ['sentence', 'a. B is code.', 'Releases', '', 17],
      ['sentence', 'So is this.', 'Releases', '', 17],
      ['quote', '"The mercury bath was removed."', 'Releases', '', 19],
      ['code', 'apt update', 'Releases', '', 21],
    ]);
  });

  it('ends a sentence at the marks behind its stop, though the next begins with a small letter', () => {
    const text =
      'No other ran.[^a-1][^a-2] `dpkg` was. Acme, Inc.[^a-3] is a firm. farida-n agreed.[^a-4] okwu was the king.';
    expect(readLedger(text).claims.map(({ text: said, footnotes }) => [said, footnotes.join(' ')])).toEqual([
      ['No other ran.', 'a-1 a-2'],
      ['dpkg was.', ''],
      ['Acme, Inc. is a firm. farida-n agreed.', 'a-3 a-4'],
      ['okwu was the king.', ''],
    ]);
  });

  it('has code with the footnotes that stand alone below it', () => {
    const code = '```sh\napt update\n```\n\n';
    const notes = '\n[^a-1]: [a], line 1: “apt update”\n';
    const supportOf = (text: string): readonly string[] | undefined =>
      readLedger(`${text}\n${notes}`).claims.find(({ kind }) => kind === 'code')?.support;
    expect(supportOf(`${code}[^a-1]\n`)).toEqual(['a apt update']);
    expect(supportOf(`${code}It updates.[^a-1]\n`)).toEqual([]);
    expect(supportOf(`${code}## Next\n\n[^a-1]\n`)).toEqual([]);
  });

  it('says where each statement stands, its marks included', () => {
    const [first, second] = readLedger(PAGE).claims;
    expect(PAGE.slice(first?.start, first?.end)).toBe(
      'Debian is a distribution, i.e. a system with packages.[^01-intro-4]',
    );
    expect(PAGE.slice(second?.start, second?.end)).toMatch(/^It was[^]*1993\.\[\^01-intro-12\]\[\^02-dates-3\]$/);
  });

  it('gives each footnote its source, place and quote, and leaves out footnotes of a person', () => {
    const { notes } = readLedger(PAGE);
    expect([...notes.keys()]).not.toContain('mine');
    expect(notes.get('01-intro-4')).toMatchObject({
      sourceId: '01-intro',
      anchor: { heading: 'What is Debian?', line: 8 },
      quote: 'Debian is a distribution',
      cutAfter: true,
      cutBefore: false,
      summary: '01-intro',
    });
  });

  it('knows the quote of the older form as support', () => {
    const quote = readLedger(PAGE).claims.find(({ kind }) => kind === 'quote');
    expect(quote?.support).toEqual(['03-notes the mercury bath was removed']);
  });

  it('reads a page of 20,000 marks in one paragraph about as fast a word as a small one', () => {
    const sentence = 'It is so.[^a-1] ';
    const { statements } = readStatements(sentence.repeat(20_000));
    expect(statements).toHaveLength(20_000);
    expect(statements.every(({ footnotes }) => footnotes.length === 1)).toBe(true);
  });
});

describe('a footnote', () => {
  const note = fc.record<SourceNote>({
    sourceId: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/),
    anchor: fc.oneof(
      fc.record({ line: fc.integer({ min: 1, max: 999_999 }) }),
      fc.record({
        line: fc.integer({ min: 1, max: 99 }),
        heading: fc.stringMatching(/^[A-Z][a-z #:|*[\]]{0,40}[a-z?]$/),
      }),
      fc.record({ page: fc.integer({ min: 1, max: 9_999 }) }),
      fc.record({ time: fc.stringMatching(/^[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{3})?$/) }),
      fc.constant({}),
    ),
    speaker: fc.option(fc.stringMatching(/^[A-Z][a-z]{1,10} [A-Z][a-z]{1,10}$/)),
    quote: fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }).filter((text) => wordKey(text) !== ''),
    cutBefore: fc.boolean(),
    cutAfter: fc.boolean(),
    summary: fc.option(fc.stringMatching(/^[a-z][a-z0-9-]{1,20}$/)),
  });

  it('is read again as it was written, whatever it quotes', () => {
    fc.assert(
      fc.property(note, (written) => {
        const page = `A fact.[^x-1]\n\n[^x-1]: ${renderNote(written, 'markdown')}\n`;
        const read = readLedger(page).notes.get('x-1');
        expect(read).toBeDefined();
        expect(read?.sourceId).toBe(written.sourceId);
        expect(read?.summary).toBe(written.summary);
        const { line, page: number, time } = written.anchor;
        expect([read?.anchor.line, read?.anchor.page, read?.anchor.time]).toEqual([
          number === undefined ? line : undefined,
          number,
          time,
        ]);
        expect(read?.speaker).toBe(written.quote === null ? null : written.speaker);
        expect(wordKey(read?.quote ?? '')).toBe(wordKey(written.quote ?? ''));
        expect(readLedger(page).claims.map(({ text }) => text)).toEqual(['A fact.']);
      }),
    );
  });
});

describe('two versions of a page', () => {
  const compare = (edit: (page: string) => string): ReturnType<typeof compareLedgers> =>
    compareLedgers(readLedger(PAGE), readLedger(edit(PAGE)));

  it('that are equal keep everything', () => {
    const same = compare((page) => page);
    expect(same.kept).toHaveLength(10);
    expect([same.moved, same.reworded, same.dropped, same.ownDropped, same.added].flat()).toEqual([]);
  });

  it('tell a statement that is gone from one that is reworded', () => {
    const { dropped, reworded, weakened } = compare((page) =>
      page
        .replace('- Each release has a name from a film.[^02-dates-2]\n', '')
        .replace('Debian is a distribution, i.e. a system with packages.', 'Debian distributes a system of packages.'),
    );
    expect(dropped.map(({ text }) => text)).toEqual(['Each release has a name from a film.']);
    expect(reworded.map(({ after }) => after.text)).toEqual(['Debian distributes a system of packages.']);
    expect(weakened).toEqual([]);
  });

  it('tell a mark that stays on a sentence without its number', () => {
    const { weakened } = compare((page) => page.replace('on\n16 August 1993.[^01', 'long ago.[^01'));
    expect(weakened.map(({ before }) => before.text)).toEqual(['It was founded by Ian Murdock on 16 August 1993.']);
  });

  it('tell a sentence of a person that is gone or changed', () => {
    expect(
      compare((page) => page.replace(' I like it.', ' I do not like it.')).ownDropped.map(({ text }) => text),
    ).toEqual(['I like it.']);
  });

  it('tell a sentence that was edited by hand, though it has a source', () => {
    const { ownDropped, dropped } = compareLedgers(
      readLedger(PAGE),
      readLedger(PAGE.replace('Each release has a name', 'Releases have names')),
      ({ text }) => text.startsWith('Each release'),
    );
    expect(ownDropped.map(({ text }) => text)).toEqual(['Each release has a name from a film.']);
    expect(dropped).toEqual([]);
  });

  it('tell a statement that moved to another section', () => {
    const { moved, dropped } = compare((page) =>
      page.replace(' I like it.', '').replace('## Releases\n', '## Releases\n\nI like it.\n'),
    );
    expect(moved.map(({ before, after }) => [before.heading, after.heading])).toEqual([[null, 'Releases']]);
    expect(dropped).toEqual([]);
  });

  it('tell a source that was added to an old sentence', () => {
    const { resupported } = compare((page) => page.replace('packages.[^01-intro-4]', 'packages.[^02-dates-2]'));
    expect(resupported).toHaveLength(1);
  });

  it('account for every statement of the old text once', () => {
    const sentence = fc.constantFrom(...PAGE.split('\n').slice(4));
    fc.assert(
      fc.property(fc.array(sentence), fc.array(sentence), (one, other) => {
        const before = readLedger(one.join('\n'));
        const { kept, moved, reworded, dropped, ownDropped } = compareLedgers(before, readLedger(other.join('\n')));
        const accounted = [...kept, ...moved, ...reworded].map((pair) => pair.before).concat(dropped, ownDropped);
        expect(new Set(accounted)).toEqual(new Set(before.claims));
        expect(accounted).toHaveLength(before.claims.length);
      }),
    );
  });
});

it('the date line of a letter in plain text is no section, and a heading that is a date is one', () => {
  const note = (heading: string): SourceNote => ({
    ...{ sourceId: 'letter', anchor: { heading, line: 9 }, speaker: null, quote: 'The lock is shut.' },
    ...{ cutBefore: false, cutAfter: false, summary: null },
  });
  expect(renderNote(note('15 January 2024'), 'text')).toBe('[letter], line 9: “The lock is shut.”');
  expect(renderNote(note('15 January 2024'), 'markdown')).toContain('under “15 January 2024”');
  expect(renderNote(note('Meeting of 15 January 2024'), 'text')).toContain('under “Meeting of');
});
