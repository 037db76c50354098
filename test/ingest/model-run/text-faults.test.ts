import { mergeRepair, showAnswer } from '../../../src/ingest/model-run/repair';
import { textFaults, type TextFaultContext } from '../../../src/ingest/model-run/text-faults';
import { readLedger, type PageNote } from '../../../src/wiki';

/** What a program sees that reads badly in a model's text is told to the model. */

const QUOTES: Readonly<Record<string, string>> = {
  '2009-report-1': 'Work parties meet every Sunday.',
  '2009-report-2': 'Nothing can be dug before the lease of the car park ends in 2016.',
  '2009-report-3': 'Evan Pugh was lengthsman from Lock 3 to Lock 12.',
  '2024-letter-1': 'Work parties meet on Thursdays.',
  '2024-letter-2': 'It was reopened on the second of April last year, by eighty-four people.',
  '2024-letter-3': 'She, a keeper for half her life, corrected her chapter.',
};

/** A page with a footnote for each mark. */
function page(body: string): string {
  const labels = [...new Set([...body.matchAll(/\[\^([^\]]+)\]/g)].map(([, label = '']) => label))];
  const notes = labels.map((label) => `[^${label}]: [${label.replace(/-\d$/, '')}]: “${QUOTES[label] ?? ''}”`);
  return `# Locks\n\n${body}\n\n${notes.join('\n')}\n`;
}

const dateOf = (id: string): string => `${id.slice(0, 4)}-01-15`;
const context: TextFaultContext = {
  title: 'Locks',
  names: ['Joan Stubbs'],
  dateOf,
  ofNote: ({ quote, sourceId }: PageNote) => [quote ?? '', sourceId],
  elsewhere: new Map(),
  own: new Set(),
};

function faultsIn(
  body: string,
  { before = '', ...rest }: Partial<TextFaultContext> & { before?: string } = {},
): string[] {
  const known = before === '' ? [] : readLedger(page(before)).claims;
  return textFaults(known, page(body), before === '', { ...context, ...rest }).map(({ text }) => text);
}

it('a date in another style is named, and alone is not worth a call', () => {
  const said =
    'The lease ends on 2016-03-01, not on Mar 2, 2016 or March 3, 2016, but on 4 March 2016.[^2009-report-2]';
  const quoted = { ofNote: () => ['2016-03-01, Mar 2, 2016, March 3, 2016, 4 March 2016'] };
  const faults = textFaults([], page(said), false, { ...context, ...quoted }).filter(
    ({ code }) => code === 'date_style',
  );
  expect(faults.map(({ text, isMinor }) => [/"([^"]+)"/.exec(text)?.[1], isMinor])).toEqual([
    ['2016-03-01', true],
    ['Mar 2, 2016', true],
    ['March 3, 2016', true],
  ]);
  // Code writes the day of an older source so.
  const past = '## History\n\n- As stated on 1 March 2016: The lease was to end.[^2009-report-2]';
  expect(faultsIn(`It has a lease.[^2009-report-2]\n\n${past}`).filter((text) => text.startsWith('Write'))).toEqual([]);
  const named = 'The report 2009-01-15-report and the file letters/2009-01-15 say so.[^2009-report-2]';
  expect(faultsIn(named).filter((text) => text.startsWith('Write'))).toEqual([]);
});

describe('details', () => {
  it('a figure that is shortened in the unit is not named', () => {
    const quoted = { ofNote: () => ['We raised $200k, and Halden gave 1.5M. The wall is 300 m long.'] };
    const said = (text: string): string[] => faultsIn(`${text}[^2009-report-2]`, quoted);
    expect(said('They raised 200,000 dollars, and Halden gave 1,500,000.')).toEqual([]);
    expect(said('The wall is 300,000 metres long, as they say.')).toHaveLength(1);
  });

  it('a figure or a month that no unit of the sentence has is named', () => {
    const [fault = '', ...more] = faultsIn('The work parties have met on Sundays since May 1987.[^2009-report-1]');
    expect(fault).toContain('"May", "1987"');
    expect(more).toEqual([]);
  });

  it('a full name that nothing on the page or in the wiki has is named, and one that it has may stand for a pronoun', () => {
    expect(faultsIn('Then Ada Moore corrected her chapter, a long one.[^2024-letter-3]')).toEqual([
      expect.stringContaining('Ada Moore"'),
    ]);
    expect(faultsIn('Then Joan Stubbs corrected her chapter, a long one.[^2024-letter-3]')).toEqual([]);
  });

  it('numbers in words, the year of the source, numbered names, links and headings count', () => {
    const said = [
      'It was reopened on 2 April 2023 by 84 people, among them those of [[group-1-4-0|the group]] 1.4.0.[^2024-letter-2]',
      '## State in 2014',
      'By 2014 Evan Pugh was lengthsman from Lock 3 to Lock 12.[^2009-report-3]',
    ];
    expect(faultsIn(said.join('\n\n'))).toEqual([]);
  });

  it('a line that leads to a table speaks of all its rows', () => {
    const rows =
      '| Where | Who |\n| --- | --- |\n| Sundays | Work parties[^2009-report-1] |\n| Lock 12 | Evan Pugh[^2009-report-3] |';
    expect(
      faultsIn(
        `A canal for the people of the locks.[^2009-report-1]\n\nUp to Lock 12, Evan Pugh and others had:[^2009-report-1]\n\n${rows}`,
      ),
    ).toEqual([]);
    expect(faultsIn('Up to Lock 12 the others had what they liked.[^2009-report-1]').join()).toContain('"12"');
  });

  it('what a sentence of the page said before of the same unit is not asked for again', () => {
    const before = 'Since 1987 work parties meet on Sundays.[^2009-report-1]';
    expect(faultsIn('Work parties have met on Sundays ever since 1987.[^2009-report-1]', { before })).toEqual([]);
  });
});

describe('what is past', () => {
  const newer = '## Work\n\nWork parties meet on every Thursday of the year.[^2024-letter-1]';

  it('what stands under "History" is told as what was said', () => {
    const told = 'Nothing can be dug before the lease of the car park ends in 2016.[^2009-report-2]';
    expect(faultsIn(`${newer}\n\n## Rules\n\n${told}`).join()).toContain('is past by 2024-01-15');
    expect(faultsIn(`${newer}\n\n## History\n\n- As stated on 15 January 2009: ${told}`).join()).not.toContain(
      'is past by',
    );
  });

  it('the first paragraph does not tell what held at an earlier date', () => {
    const lead = 'Work parties meet every Sunday in the year (2009).[^2009-report-1]';
    expect(faultsIn(`${lead}\n\n${newer}`)).toEqual([
      expect.stringMatching(/^The first paragraph .* sources up to 2024-01-15: "Work parties meet every Sunday/),
    ]);
    expect(faultsIn(lead)).toEqual([]);
    expect(faultsIn(`Work parties work on locks of the canal.[^2024-letter-1]\n\n## Past\n\n${lead}`)).toEqual([]);
  });

  it('the first paragraph may tell as of a date what no newer source speaks of', () => {
    const lead = 'As of 2009 Evan Pugh was the lengthsman of Locks 3 to 12.[^2009-report-3]';
    expect(faultsIn(`${lead}\n\n${newer}`)).toEqual([]);
    const now = '## Work\n\nEvan Pugh was the lengthsman no more in these days.[^2024-letter-1]';
    expect(faultsIn(`${lead}\n\n${now}`).join()).toContain('The first paragraph tells what held at an earlier date');
  });

  it('a year that has come is not told as to come', () => {
    const lease = 'Nothing can be dug before the lease of the car park ends in 2016.[^2009-report-2]';
    expect(faultsIn(`It has a car park above it all.[^2009-report-2]\n\n${lease}\n\n${newer}`)).toEqual([
      expect.stringMatching(/^This tells as to come what is past by 2024-01-15: "Nothing can be dug/),
    ]);
    expect(faultsIn(`It has a car park above it all.[^2009-report-2]\n\n${lease}`)).toEqual([]);
  });

  it('what a person wrote stays as it is', () => {
    const lead = 'Work parties meet every Sunday in the year (2009).[^2009-report-1]';
    const [claim] = readLedger(page(lead)).claims;
    expect(faultsIn(`${lead}\n\n${newer}`, { own: new Set([claim?.key ?? '']) })).toEqual([]);
  });
});

describe('repeats', () => {
  const once = 'Evan Pugh was the lengthsman from Lock 3 up to Lock 12.[^2009-report-3]';
  const again = 'From Lock 3 up to Lock 12 the lengthsman was Evan Pugh.[^2009-report-3]';

  it('a page does not say the same twice from one unit', () => {
    expect(faultsIn(`${once}\n\n${again}`)).toEqual([expect.stringMatching(/^The page says this twice: "Evan Pugh/)]);
    expect(faultsIn(`${once}\n\n${again.replace('2009-report-3', '2009-report-1')}`)).toEqual([]);
    expect(faultsIn(`${once}\n\n> [!warning] Contradiction: who\n> ${again}`)).toEqual([]);
  });

  it('a new sentence does not repeat another page', () => {
    const elsewhere = new Map([['pugh', readLedger(page(once)).claims]]);
    expect(faultsIn(again, { elsewhere })).toEqual([expect.stringMatching(/^"pugh" says this in the same words/)]);
    expect(faultsIn(again, { elsewhere, before: again })).toEqual([]);
  });

  it('two pages may say in the same words what one of them is about', () => {
    const defined = 'Evan Pugh was the lengthsman of all locks up to Lock 12.[^2009-report-3]';
    const long =
      'Evan Pugh was the lengthsman of all locks up to Lock 12, which he kept with his own hands for half of his life and left only then.[^2009-report-3]';
    const on = (slug: string, text: string) => new Map([[slug, readLedger(page(text)).claims]]);
    const same = (slug: string, text: string, more = {}): string[] =>
      faultsIn(text, { elsewhere: on(slug, text), ...more }).filter((fault) => fault.includes('same words'));
    expect(same('evan-pugh', defined)).toEqual([]);
    expect(same('locks', defined, { title: 'Evan Pugh' })).toEqual([]);
    expect(same('keepers', defined)).toHaveLength(1);
    expect(same('evan-pugh', long)).toHaveLength(1);
  });

  it('a sentence that another page has word for word is named, whatever the two rest on', () => {
    const elsewhere = new Map([['overview', readLedger(page(once.replace('report-3', 'report-2'))).claims]]);
    expect(faultsIn(once, { elsewhere })).toEqual([expect.stringMatching(/^"overview" says this in the same words/)]);
    const other = once.replace('Lock 12', 'Lock 14').replace('2009-report-3', '2009-report-1');
    expect(faultsIn(other, { elsewhere }).filter((fault) => fault.includes('same words'))).toEqual([]);
  });
});

it('a page begins with a paragraph, and a sentence that says next to nothing is told only besides', () => {
  expect(faultsIn('| Lock | Keeper |\n| --- | --- |\n| 3 to 12 | Evan Pugh[^2009-report-3] |')).toEqual([
    'The page does not begin with a paragraph that says what its subject is.',
  ]);
  const text = page(
    'Evan Pugh was the lengthsman from Lock 3 up to Lock 12.[^2009-report-3] He kept it.[^2009-report-3]',
  );
  expect(textFaults([], text, true, context)).toEqual([
    {
      code: 'says_too_little',
      text: expect.stringContaining('"He kept it."') as string,
      place: { statements: ['He kept it.'] },
      isMinor: true,
      onPage: null,
    },
  ]);
});

it('a repair of edits changes the blocks that it names and keeps the others', () => {
  const edit = (block: string, markdown: string) => ({ block, starts: '', do: 'append' as const, markdown });
  const answer = {
    slug: 'locks',
    title: '',
    markdown: '',
    edits: [edit('b2', 'First.{1.1}\n\nSecond.{1.2}'), edit('b4', 'Third.{1.3}')],
    aliases: [],
    left: [],
    dropped: [],
    conflicts: [],
    confidence: null,
    unread: [],
  } as unknown as Parameters<typeof showAnswer>[0];
  expect(showAnswer(answer)).toContain('[d2] Second.{1.2}\n\nappend b4 ():\n[d3] Third.{1.3}');
  const repaired = mergeRepair(answer, { ...answer, edits: [{ ...edit('d2', 'Better.{1.2}'), do: 'replace' }] });
  expect(repaired.edits.map(({ block, markdown }) => [block, markdown])).toEqual([
    ['b2', 'First.{1.1}\n\nBetter.{1.2}'],
    ['b4', 'Third.{1.3}'],
  ]);

  const ofPage = [
    { ...edit('b4', ''), do: 'delete' as const },
    { ...edit('[b2]', 'Fourth.{1.4}'), do: 'replace' as const },
  ];
  const more = mergeRepair(
    { ...answer, edits: [...answer.edits, { ...edit('b4', 'Now.{1.5}'), do: 'replace' }] },
    {
      ...answer,
      edits: ofPage,
    },
  );
  expect(more.edits).toEqual([...answer.edits, ...ofPage]);
});

it('a list item is named with its number or bullet, or without', () => {
  const answer = (markdown: string, edits: readonly object[] = []) =>
    ({
      slug: 'locks',
      markdown,
      edits,
      aliases: [],
      left: [],
      dropped: [],
      conflicts: [],
      confidence: null,
    }) as unknown as Parameters<typeof showAnswer>[0];
  const before = answer('1. Open the valve.{1.1}\n\nA gate.{1.2}\n\n- Close it.{1.3}');
  const repaired = (block: string, starts: string): string =>
    mergeRepair(before, answer('', [{ block, starts, do: 'replace', markdown: 'Better.{1.1}' }])).markdown;
  expect(repaired('d1', 'Open the')).toMatch(/^Better/);
  expect(repaired('d1', '1. Open the')).toMatch(/^Better/);
  expect(repaired('d2', '1. A gate')).toMatch(/Better[^]*Close it/);
  expect(repaired('d3', '- Close it')).toMatch(/Better\.\{1\.1\}$/);
  expect(repaired('d3', '1. Shut it')).toBe(before.markdown);
});

it('a block of which a repair saw only the first words keeps them all', () => {
  const page = (markdown: string, edits: readonly object[] = []) =>
    ({
      slug: 'locks',
      markdown,
      edits,
      aliases: [],
      left: [],
      dropped: [],
      conflicts: [],
      confidence: null,
    }) as unknown as Parameters<typeof showAnswer>[0];
  const before = page('The lock has two gates, one of them new.{1.1}\n\nIt was opend in 1801.{1.2}');
  const whole = new Set([2]);
  expect(showAnswer(before, whole)).toBe('[d1] The lock has two gates, …\n[d2] It was opend in 1801.{1.2}');
  const edits = [
    { block: 'd1', starts: 'The lock', do: 'replace', markdown: 'The lock has gates.{1.1}' },
    { block: 'd1', starts: 'The lock', do: 'insert_after', markdown: 'They are of oak.{1.3}' },
    { block: 'd2', starts: 'It was', do: 'replace', markdown: 'It was opened in 1801.{1.2}' },
  ];
  expect(mergeRepair(before, page('', edits), whole).markdown).toBe(
    'The lock has two gates, one of them new.{1.1}\n\nThey are of oak.{1.3}\n\nIt was opened in 1801.{1.2}',
  );
});

it('a row of a table is shown with its number and edited by it', () => {
  const page = (markdown: string, edits: readonly object[] = []) =>
    ({ slug: 'locks', markdown, edits, aliases: [], left: [], dropped: [], conflicts: [] }) as unknown as Parameters<
      typeof showAnswer
    >[0];
  const table = '| Lock | Keeper |\n| --- | --- |\n| 3 | Evan{1.1} |\n| 4 | Rhys{1.2} |';
  const before = page(`A canal.{1.3}\n\n${table}`);
  expect(showAnswer(before)).toBe(
    '[d1] A canal.{1.3}\n\n[d2] | Lock | Keeper |\n| --- | --- |\n[d2.1] | 3 | Evan{1.1} |\n[d2.2] | 4 | Rhys{1.2} |',
  );
  const edits = [
    { block: 'd2.1', starts: '| 3 | Evan', do: 'insert_after', markdown: '| 3b | Owen{1.4} |' },
    { block: 'd2.2', starts: '4 Rhys', do: 'replace', markdown: '| 4 | Rhys Pugh{1.2} |' },
    { block: 'd2.2', starts: 'another row', do: 'delete', markdown: '' },
  ];
  expect(mergeRepair(before, page('', edits)).markdown).toBe(
    'A canal.{1.3}\n\n| Lock | Keeper |\n| --- | --- |\n| 3 | Evan{1.1} |\n| 3b | Owen{1.4} |\n| 4 | Rhys Pugh{1.2} |',
  );
});
