import { findValues } from '../../../src/ingest/contradictions/stated-values';
import { compareValues, type Relation } from '../../../src/ingest/contradictions/compare-values';
import { CuratedWiki, page } from '../support/curated-wiki';

/** How the first claims of two sentences about one subject stand to each other; `none` when one of them makes none. */
function between(
  a: string,
  b: string,
  subject = 'Acme',
  years: readonly [number | null, number | null] = [2026, 2026],
): Relation | 'none' {
  const [first, second] = [findValues(a, [subject])[0], findValues(b, [subject])[0]];
  return first === undefined || second === undefined ? 'none' : compareValues(first, second, years);
}

describe('two statements about one attribute', () => {
  it.each([
    ['Acme was founded in 1998.', 'Acme, established in 1999, makes robots.'],
    ['Acme was founded in May 1998.', 'Acme was founded on 3 June 1998.'],
    ['Acme has a population of 1.2 million.', 'The population of Acme is 1.4 million.'],
    ['Acme has 1,200 employees.', 'Acme has 1,350 employees.'],
    ['Acme was taken out in 1983, and all is quiet.', 'The old Acme was removed in May 1986.'],
    ['Acme is 324 metres tall.', 'The height of Acme is 330 m.'],
    ['The budget of Acme was $5 million.', 'Acme has a budget of $6 million.'],
    ['Acme was born on 12 February 1809.', 'Acme was born on February 13, 1809.'],
    ['Acme wurde 1998 gegründet, am 3. Mai 1998.', 'Acme wurde gegründet am 3. Mai 1997.'],
  ])('conflict if they differ: %s / %s', (a, b) => {
    expect(between(a, b)).toBe('conflict');
  });

  it.each([
    ['the same', 'Acme was founded in 1998.', 'Acme was founded on 12 May 1998.'],
    ['the same, rounded', 'Acme has a population of about 1.2 million.', 'Acme has a population of 1,214,300.'],
    ['the same, spelt otherwise', 'Acme was born on 12 February 1809.', 'Acme was born on February 12, 1809.'],
  ])('agree if they are %s', (_, a, b) => {
    expect(between(a, b)).toBe('agree');
  });

  it.each([
    [
      'other years stated',
      'In 2010 Acme had a population of 1.2 million.',
      'In 2020 Acme had a population of 1.4 million.',
      [null, null],
    ],
    [
      'sources of other years',
      'The revenue of Acme was $5 million.',
      'The revenue of Acme was $7 million.',
      [1861, 1862],
    ],
  ] as const)('changed: %s', (_, a, b, years) => {
    expect(between(a, b, 'Acme', years)).toBe('changed');
  });

  it.each([
    ['another attribute', 'Acme was founded in 1998.', 'Acme opened in 1999.'],
    ['another unit', 'Acme is 324 metres tall.', 'Acme is 1,063 feet tall.'],
  ])('are unrelated: %s', (_, a, b) => {
    expect(between(a, b)).toBe('unrelated');
  });

  it.each([
    ['another subject', 'Bolt was founded in 1999, and Acme liked it.'],
    ['a longer name', 'Acme Labs was founded in 1999.'],
    ['a number of something else', 'Acme sold 1,400 robots in 1999.'],
    ['a part of the whole', 'Acme lost 300 of its employees.'],
    ['a denial', 'Acme was not founded in 1999.'],
    ['a bound', 'Acme was founded before 1999.'],
    ['no subject', 'It was founded in 1999.'],
    ['what it did to something else', 'Acme opened an office in 1999.'],
    ['a change of amount', 'The population of Acme grew by 20,000.'],
  ])('are not found where the sentence is not about the subject: %s', (_, sentence) => {
    expect(findValues(sentence, ['Acme'])).toEqual([]);
  });
});

const ONE = 'sources/2026-01-10-one.txt';
const TWO = 'sources/2026-02-20-two.txt';
const SOURCES = {
  [ONE]: 'Acme Robotics is a company in Bern. Acme Robotics was founded in 1998. It makes robots.',
  [TWO]: 'Acme Robotics was founded in 1999, people say. The robots of Acme Robotics are red.',
};

describe('a contradiction on a page', () => {
  const ingested = async (
    more = '',
    sources: Readonly<Record<string, string>> = SOURCES,
  ): Promise<{ wiki: CuratedWiki; notes: string; bullets: readonly string[]; acme: string }> => {
    const wiki = await CuratedWiki.of(sources, more);
    await wiki.ingest(ONE);
    const changeSet = await wiki.ingest(TWO);
    return {
      wiki,
      notes: changeSet.notes.join('\n'),
      bullets: changeSet.log.bullets,
      acme: (await wiki.pages())['entities/acme-robotics.md'] ?? '',
    };
  };

  it('is flagged below the earlier statement, on the page, in the notes, in the log, and by contradicts both ways', async () => {
    const { wiki, notes, bullets, acme } = await ingested();
    expect(acme).toMatch(
      /Acme Robotics was founded in 1998\.\[\^[^\]]+\]\n\n(?:.*\n\n)?> \[!warning\] Contradiction: founded\n> Acme Robotics was founded in 1999, people say\.\[\^[^\]]+\]\n/,
    );
    expect(notes).toContain('disagree on "founded"');
    expect(bullets).toEqual(['Contradiction on Acme Robotics: founded']);
    expect(wiki.snapshot.pageBySlug('2026-01-10-one')?.contradicts).toEqual(['2026-02-20-two']);
    expect(wiki.snapshot.pageBySlug('2026-02-20-two')?.contradicts).toEqual(['2026-01-10-one']);
  });

  it('is decided for the newer source if the manifest says recency', async () => {
    const { wiki, notes, acme } = await ingested('curation:\n  conflictResolution: recency\n');
    expect(acme).toContain('> [!info] Sources disagree: founded. This is kept, from the newer source.');
    expect(notes).toContain('recency');
    expect(wiki.snapshot.pageBySlug('2026-01-10-one')?.contradicts).toEqual([]);
  });

  it('stays open under authority if both sources have the same', async () => {
    expect((await ingested('curation:\n  conflictResolution: authority\n')).acme).toContain(
      '[!warning] Contradiction: founded',
    );
  });

  it('with the page itself links the page and the new summary', async () => {
    const wiki = await CuratedWiki.of({
      [TWO]: SOURCES[TWO],
      'entities/acme-robotics.md':
        '---\nschema: knowledge/v1\nslug: acme-robotics\nkind: entity\ntitle: Acme Robotics\nsources: []\nupdated_at: "2026-01-01T00:00:00Z"\n---\n\n# Acme Robotics\n\nAcme Robotics was founded in 1997.\n',
    });
    await wiki.ingest(TWO);
    expect((await wiki.pages())['entities/acme-robotics.md']).toMatch(
      /founded in 1997\.\n\n(?:.*\n\n)?> \[!warning\] Contradiction: founded\n> Acme Robotics was founded in 1999/,
    );
    expect(wiki.snapshot.pageBySlug('acme-robotics')?.contradicts).toEqual(['2026-02-20-two']);
    expect(wiki.snapshot.pageBySlug('2026-02-20-two')?.contradicts).toEqual(['acme-robotics']);
  });

  it('does not include numbers that change over the years', async () => {
    const { acme, notes } = await ingested('', {
      [ONE]: 'Acme Robotics is a company in Bern. In 2020 Acme Robotics had 1,200 employees.',
      [TWO]: 'In 2024 Acme Robotics had 1,500 employees. Acme Robotics grows.',
    });
    expect(acme).not.toContain('Contradiction');
    expect(notes).toContain('for different years');
  });
});

describe('a statement about a part', () => {
  const lighthouse = (body: string): Readonly<Record<string, string>> => ({
    'sources/2026-04-18-survey.md': `# Laser survey of the Skerry Point Lighthouse\n\n## Heights\n\n${body}\n`,
    'entities/skerry-point-lighthouse.md': page(
      'skerry-point-lighthouse',
      'Skerry Point Lighthouse',
      '> "The tower is 31 metres tall from the rock to the vane." [memoir], line 12',
    ),
    'sources/memoir.txt': 'The tower is 31 metres tall from the rock to the vane.',
    'concepts/focal-plane.md': page('focal-plane', 'Focal plane', 'Text.', '', 'concept'),
  });
  const pageAfter = async (body: string): Promise<string> => {
    const wiki = await CuratedWiki.of(lighthouse(body));
    await wiki.ingest('sources/2026-04-18-survey.md');
    return (await wiki.pages())['entities/skerry-point-lighthouse.md'] ?? '';
  };

  it('is said and compared if the title names the page and the page mentions that part', async () => {
    const text = await pageAfter('The tower is 29.4 metres tall. The door is 2 metres tall.');
    expect(text).toContain('> [!warning] Contradiction: height of the tower\n> The tower is 29.4 metres tall.[^');
  });

  it('contradicts the page once, whether it is found by the part or by the page', async () => {
    const text = await pageAfter(
      'The tower is 29.4 metres tall from the rock to the vane. The focal plane is 38 metres above mean high water.',
    );
    expect(text.match(/\[!warning\] Contradiction: .*/g)).toEqual(['[!warning] Contradiction: height of the tower']);
  });

  it('is ignored if the page does not mention the part, or the part has its own page', async () => {
    expect(await pageAfter('The door is 2 metres tall. The focal plane is 38 metres tall.')).not.toContain(
      'metres tall. ',
    );
    expect(await pageAfter('The door is 2 metres tall.')).not.toContain('2026-04-18-survey');
  });

  it('is said beside a sentence that names the page itself', async () => {
    const text = await pageAfter('The tower is 31 metres tall. The Skerry Point Lighthouse stands on a rock.');
    expect(text).toContain('The Skerry Point Lighthouse stands on a rock.[^2026-04-18-survey-2]');
    expect(text).not.toContain('Contradiction');
  });
});

describe('a sentence that continues about the subject', () => {
  const withPage = async (quotes: string): Promise<string> => {
    const wiki = await CuratedWiki.of({
      'sources/2026-05-02-talk.txt': 'The diaphone was taken out in 1986. The compressor is still there.',
      'sources/memoir.txt': 'The diaphone ate air. It was taken out in 1983.',
      'concepts/diaphone.md': page('diaphone', 'Diaphone', quotes, '', 'concept'),
    });
    await wiki.ingest('sources/2026-05-02-talk.txt');
    return (await wiki.pages())['concepts/diaphone.md'] ?? '';
  };
  const it1983 = '> "It was taken out in 1983." [memoir], line 1';

  it('counts if the sentence before starts with the subject', async () => {
    const text = await withPage(`> "The diaphone ate air." [memoir], line 1\n\n${it1983}`);
    expect(text).toContain('> [!warning] Contradiction: removed\n> The diaphone was taken out in 1986.[^');
  });

  it('does not count after a sentence about something else', async () => {
    expect(await withPage(`> "The pump ate the diaphone." [memoir], line 1\n\n${it1983}`)).not.toContain(
      'Contradiction',
    );
  });
});
