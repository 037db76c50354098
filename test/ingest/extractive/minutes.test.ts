import { CuratedWiki } from '../support/curated-wiki';

const TALK = `# Harbour committee call 2025-03-04

Present: Orla, Bram, Wen (remotely), Ivo

Regrets: Tilda

Scribe: bramv

## Agenda

* Signal lamps
* Landing fees

## Minutes

### Signal lamps [#41](https://example.org/41)

Orla: The lamps of Skerry Point are what people ask me about all the time.

Bram: You get what you pay for, and Skerry Point is where the good lamps are.

Wen: I will write to the makers of the lamps.

Orla: Skerry Point has good people. People at Skerry Point want good lamps. That is how Skerry Point is.

RESOLVED: Buy two lamps of the small kind

### Landing fees

Bram: PROPOSED RESOLUTION: Double the fees

Ivo: Could we agree to do that next year?

Ivo: I think it's too early.

ACTION: Ivo to ask the skippers what they pay elsewhere

## Next meeting

See the calendar.
`;

const NOTES = `# Steering group meeting 2024-05-06

## Attendees

* Rosa Quint @rquint (chair)
* Emil Vastad @evastad
- [ ] Nobody Here

## Notes

### group/pier

* pier: replace the planks of the lower deck #812
  * Rosa, would rather wait for the spring
  * Emil - the planks are rotten, nobody wants to wait
  * Emil to open an issue about the planks
  * Agreed to close the lower deck until the planks are replaced

* crane: move the controls #790
  * The new crane lifts 12 tonnes and was delivered on 2 May 2024.

## Action items

* Rosa to publish the notes of the last three meetings
* ~~Emil to order planks~~
`;

const wikiOf = async (text: string): Promise<Record<string, string>> => {
  const wiki = await CuratedWiki.of({ 'sources/2025-03-04-call.md': text });
  await wiki.ingest('sources/2025-03-04-call.md');
  return { ...(await wiki.pages()) };
};
const summaryOf = async (text: string): Promise<string> =>
  Object.entries(await wikiOf(text)).find(([path]) => path.startsWith('summaries/'))?.[1] ?? '';

/** The items of a section, without their footnotes. */
const items = (summary: string, heading: string): readonly string[] =>
  (new RegExp(`\n## ${heading}\n\n((?:- .*\n)*)`).exec(summary)?.[1] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(2).replace(/\[\^[^\]]+\]/g, ''));

describe('the minutes of a meeting', () => {
  it('are summarised by day, people, decisions and tasks', async () => {
    const summary = await summaryOf(TALK);
    expect(summary).toContain('Minutes of a meeting of 4 March 2025, with 4 people present.');
    expect(summary).toContain('- Present: Orla, Bram, Wen and Ivo');
    expect(items(summary, 'Decided')).toEqual(['Signal lamps #41: RESOLVED: Buy two lamps of the small kind']);
    expect(items(summary, 'To do')).toEqual([
      'Signal lamps #41: Wen: “I will write to the makers of the lamps.”',
      'Landing fees: ACTION: Ivo to ask the skippers what they pay elsewhere',
    ]);
    expect(items(summary, 'Discussed')).toEqual(['Signal lamps #41 (Orla, Bram, Wen)', 'Landing fees (Bram, Ivo)']);
    expect(summary).not.toMatch(/What it says|PROPOSED|too early/);
  });

  it('make no page of what people only said in passing, nor of those who were there', async () => {
    const pages = Object.keys(await wikiOf(TALK));
    expect(pages.filter((path) => !path.startsWith('summaries/'))).toEqual([]);
  });

  it('are read where they are notes in lists, with the matter of each entry', async () => {
    const summary = await summaryOf(NOTES);
    expect(summary).toContain('with 2 people present.');
    expect(items(summary, 'Decided')).toEqual([
      'pier: replace the planks of the lower deck #812: Agreed to close the lower deck until the planks are replaced.',
    ]);
    expect(items(summary, 'To do')).toEqual([
      'pier: replace the planks of the lower deck #812: Emil to open an issue about the planks.',
      'Rosa to publish the notes of the last three meetings.',
    ]);
    expect(items(summary, 'Discussed')).toEqual([
      'pier: replace the planks of the lower deck #812',
      'crane: move the controls #790',
    ]);
    expect(items(summary, 'What it says')).toEqual(['The new crane lifts 12 tonnes and was delivered on 2 May 2024.']);
  });

  it('take a label in capitals within a line, but no decision of another day, and no task that is done at once', async () => {
    const summary = await summaryOf(
      TALK.replace('RESOLVED: Buy', 'Wen: That is the way RESOLVED: Buy').replace(
        'Ivo: I think',
        'Ivo: The old list had more of them, but we decided to drop them.\n\nBram: I will share my screen.\n\nIvo: I think',
      ),
    );
    expect(items(summary, 'Decided')).toHaveLength(1);
    expect(items(summary, 'Decided')[0]).toContain('RESOLVED: Buy two lamps of the small kind');
    expect(items(summary, 'To do')).toHaveLength(2);
  });

  it('say that a meeting was cancelled', async () => {
    const summary = await summaryOf(`# Harbour committee call 2025-03-04

## Participants

Orla Quay
Bram Vos

## Agenda items

Presentation: New lamps for old (Wen Li).

Canceled due to illness of speaker.
`);
    expect(items(summary, 'Decided')).toEqual(['Canceled due to illness of speaker.']);
  });

  it('are not seen in a report that only mentions a meeting', async () => {
    const summary = await summaryOf(
      '# The harbour\n\nThe harbour was dredged in 1912. A meeting of the owners approved the plan.\n\n## Present state\n\nTwo basins remain.\n',
    );
    expect(summary).not.toContain('Minutes of a meeting');
  });
});
