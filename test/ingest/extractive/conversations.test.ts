import { titleFromFileName } from '../../../src/ingest/extractive/context';
import { readLedger } from '../../../src/wiki';
import { silentRun, YieldBudget } from '../../../src/base';
import { parseSource } from '../../../src/ingest/extractive/parse-source';
import { CuratedWiki, page, prose } from '../support/curated-wiki';

const TALK = `WEBVTT

00:04.000 --> 00:09.500
<v Zebedee Quill>Tomas, why does the mercury have to go before anything else?

00:10.000 --> 00:17.200
<v Tomas Reyes>The vapour of mercury is poisonous, and nobody may work in the lantern room.

00:45.000 --> 00:52.000
<v Zebedee Quill>The trust sounds it once a year on the rock.
`;

describe('a conversation', () => {
  const ingested = async (more: Readonly<Record<string, string>> = {}): Promise<Readonly<Record<string, string>>> => {
    const wiki = await CuratedWiki.of({ 'sources/2026-05-02-interview.vtt': TALK, ...more });
    const changeSet = await wiki.ingest('sources/2026-05-02-interview.vtt');
    expect(await wiki.missingQuotes(changeSet, 'sources/2026-05-02-interview.vtt')).toEqual([]);
    return wiki.pages();
  };

  it('is quoted with the speaker first, statements before questions', async () => {
    const summary = (await ingested())['summaries/2026-05-02-interview.md'] ?? '';
    expect(summary).toContain('# Interview, 2026-05-02');
    expect([...readLedger(summary).notes.values()].map(({ speaker, quote }) => [speaker, quote])).toEqual([
      ['Tomas Reyes', 'The vapour of mercury is poisonous, and nobody may work in the lantern room.'],
      ['Zebedee Quill', 'The trust sounds it once a year on the rock.'],
    ]);
    expect(summary).toContain(
      'A conversation of 2 May 2026 with Zebedee Quill and Tomas Reyes. [2026-05-02-interview]',
    );
    expect(summary).toContain('- Zebedee Quill: “The trust sounds it once a year on the rock.”[^');
  });

  it('names its speakers', async () => {
    const pages = await ingested({ 'entities/tomas-reyes.md': page('tomas-reyes', 'Tomas Reyes', 'Text.') });
    expect(pages['entities/tomas-reyes.md']).toContain('Tomas Reyes: “The vapour of mercury is poisonous');
  });

  it('is not a paragraph that only starts with a name and a colon', async () => {
    const speakers = async (text: string): Promise<readonly (string | null)[]> =>
      (await parseSource(prose(text), new YieldBudget(silentRun))).sentences.map(({ speaker }) => speaker);
    expect(await speakers('Ann: Good.\n\nBob: Yes.\n\nAnn: We go.')).toEqual(['Ann', 'Bob', 'Ann']);
    expect(await speakers('Summary: All is well.\n\nPrice: Low.\n\nLisbon: A city of hills.')).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('a letter', () => {
  it('is quoted without greetings, and gives no page to a last name alone', async () => {
    const wiki = await CuratedWiki.of(
      {
        'sources/2026-05-09-letter.txt':
          'Dear Ms Quill,\n\nThe Coastal Fund is pleased to offer a grant for the work. We wish Zora Blint well.\n\nYours sincerely,\nRosalind Achterberg\nDirector of grants\n',
        'sources/2026-05-10-letter.txt': 'Dear Ms Quill,\n\nThank you for the offer of the Coastal Fund.\n',
      },
      'curation:\n  newEntryThreshold: named twice\n',
    );
    await wiki.ingest('sources/2026-05-09-letter.txt');
    await wiki.ingest('sources/2026-05-10-letter.txt');
    const pages = await wiki.pages();
    expect(Object.keys(pages)).not.toContain('entities/quill.md');
    const summary = pages['summaries/2026-05-09-letter.md'] ?? '';
    expect(summary).not.toMatch(/Dear|sincerely|Director/);
    expect(summary).toContain('- Rosalind Achterberg\n');
  });

  it('mentions the one person with that last name', async () => {
    const wiki = await CuratedWiki.of(
      {
        'sources/letter.txt': 'The grant was sent to Ms Quill in May. The fund thanks Ms Quill for the report.',
        'people/zebedee-quill.md': page('zebedee-quill', 'Zebedee Quill', 'Text.', '', 'person'),
      },
      'entityTypes:\n  - name: Person\n',
    );
    await wiki.ingest('sources/letter.txt');
    expect((await wiki.pages())['people/zebedee-quill.md']).toContain(
      'The grant was sent to Ms Quill in May.[^letter-1]',
    );
  });
});

describe('the title of a file', () => {
  it.each([
    ['2026-05-02-interview', 'Interview, 2026-05-02'],
    ['2026-05-09-grant-letter', 'Grant letter, 2026-05-09'],
    ['team_notes_2026-02', 'Team notes, 2026-02'],
    ['1862-annual-message', 'Annual message, 1862'],
    ['2026-02-20', '2026-02-20'],
    ['read-me', 'Read me'],
    ['04-social-contract', 'Social contract'],
    ['01_intro', 'Intro'],
    ['3-phase-motor', '3 phase motor'],
    ['802.11-networks', '802.11 networks'],
    ['apollo-2011-crew', 'Apollo 2011 crew'],
  ])('of %s is %s', (stem, title) => {
    expect(titleFromFileName(stem)).toBe(title);
  });
});
