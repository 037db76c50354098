import { ModelServer } from '../../model/server/server';
import { answerWith, ModelWiki, pagesOf, planOf, rendered } from './support';

/** A source without a date gets the one that the plan reads in its text, if a passage gives it. */

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

const LETTER =
  'This is what the keepers agreed in their meeting of 14 March 1998.\n\nThe light has two keepers now.\n\nThe harbour is open in summer.\n';

const BEFORE = `---
schema: knowledge/v1
slug: the-light
kind: entity
title: The light
sources: [sources/memoir.md]
updated_at: "2026-01-01T00:00:00Z"
---

# The light

The light has three keepers.[^memoir-1]

[^memoir-1]: [memoir], line 7: “The light has three keepers.”
`;
const memoir = (day: string): string =>
  `---\nschema: knowledge.source/v1\nid: memoir\ntitle: Memoir\ncaptured_at: ${day}\n---\n\nThe light has three keepers.\n`;

interface Curated {
  readonly summary: string;
  readonly texts: Record<string, string>;
  readonly notes: string;
  readonly plan: string;
  readonly prompt: string;
  readonly recorded: unknown;
}

async function curate(
  date: string | null,
  { letter = LETTER, memoirDay = '1990-05-01', isEnding = false } = {},
): Promise<Curated> {
  const prompts: string[] = [];
  server.script(
    answerWith(({ task, prompt, units }) => {
      prompts.push(prompt);
      if (task === 'plan')
        return planOf([{ slug: 'the-light', op: 'edit', units: [...units.keys()] }], {
          source: { what: 'A letter of the keepers.', date, points: [] },
          ...(isEnding && { ended: [{ statement: /^(s\w{3}) the-light/m.exec(prompt)?.[1] ?? '', units: ['2'] }] }),
        });
      const markdown = 'The light has two keepers.{1.2} The keepers met.{1.1} The harbour is open in summer.{1.3}';
      const edits = [{ block: 'b1', starts: 'The light', do: 'replace', markdown }];
      return pagesOf([{ slug: 'the-light', edits, dropped: [{ mark: '2.1', reason: 'superseded_by', by: '1.2' }] }]);
    }),
  );
  const wiki = await ModelWiki.of(server, {
    'sources/letter.md': letter,
    'sources/memoir.md': memoir(memoirDay),
    'entities/the-light.md': BEFORE,
  });
  const changeSet = await wiki.curate('sources/letter.md');
  const recorded = changeSet.sources.map((source) => source.date);
  const texts = rendered(changeSet);
  const summary = Object.entries(texts).find(([path]) => path.startsWith('summaries/'))?.[1] ?? '';
  return {
    texts,
    summary,
    notes: changeSet.notes.join('\n'),
    plan: prompts[0] ?? '',
    prompt: prompts[1] ?? '',
    recorded,
  };
}

it('is told to the writer, shown on the summary and recorded, as said by the text', async () => {
  const { summary, notes, prompt, recorded } = await curate('1998-03-14');
  expect(prompt).toContain('{1.…} is letter, 1998-03-14 by its own text, secondary, the new source');
  expect(summary).toContain('A letter of the keepers (14 March 1998). [letter]');
  expect(summary).toContain('- Date: 1998-03-14, as the text says\n');
  expect(notes).toContain(
    'The source is dated 14 March 1998, as its text says: “This is what the keepers agreed in their meeting of 14 March 1998.”',
  );
  expect(recorded).toEqual(['1998-03-14']);
});

it('counts before the date of the last change if the head of the text gives it, and only then', async () => {
  const changed = `Last modified: 2025-07-15\n\n${LETTER}`;
  const { prompt, recorded } = await curate('1998-03-14', { letter: changed });
  expect(prompt).toContain('{1.…} is letter, 1998-03-14');
  expect(recorded).toEqual(['1998-03-14']);
  expect((await curate('1997-03-14', { letter: changed })).recorded).toEqual(['2025-07-15']);
  const published = `Published: 2024-07-15\n\n${LETTER}`;
  expect((await curate('1998-03-14', { letter: published })).recorded).toEqual(['2024-07-15']);
});

it('decides which of two statements is the newer one', async () => {
  expect((await curate('1998-03-14')).texts['entities/the-light.md']).toContain(
    '## History\n\n- As stated on 1 May 1990: The light has three keepers.',
  );
  const { notes } = await curate('1998-03-14', { memoirDay: '2001-01-01' });
  expect(notes).toContain('`dropped` gives a reason for {2.1} that does not hold');
});

it('is as precise as the text, and none where no passage gives it', async () => {
  const month = LETTER.replace('14 March 1998', 'March 1998');
  expect((await curate('1998-03-01', { letter: month })).recorded).toEqual(['1998-03']);
  const { summary, notes, prompt, recorded } = await curate('1998-03-15');
  expect(recorded).toEqual([undefined]);
  expect(prompt).toContain('{1.…} is letter, no date, secondary, the new source');
  expect(summary).toContain('- Date: unknown\n');
  expect(notes).toContain('The plan dates the source 1998-03-15, but no passage gives that date.');
});

it('may be only a month or a year of what a passage or the title gives', async () => {
  expect((await curate('1998-03')).recorded).toEqual(['1998-03']);
  expect((await curate('1998')).recorded).toEqual(['1998']);
  expect((await curate('1998-04')).recorded).toEqual([undefined]);
  const letter = LETTER.replace('of 14 March 1998', 'in spring');
  const titled = `---\ntitle: Minutes of March 1998\n---\n\n${letter}`;
  const { recorded, notes } = await curate('1998-03', { letter: titled });
  expect(recorded).toEqual(['1998-03']);
  expect(notes).toContain('The source is dated March 1998, as its text says: “Minutes of March 1998”');
});

it('is asked of the plan together with the older statements, of which only those older than it are ended', async () => {
  const ending = (memoirDay: string) => curate('1998-03', { memoirDay, isEnding: true });
  const older = await ending('1990-05-01');
  expect(older.plan).toMatch(/Pages say this from the sources of these years[^]*the-light 1990: The light has three/);
  expect(older.prompt).toContain('Ended: "The light has three keepers." by 1.2');
  const newer = await ending('2001-01-01');
  expect(newer.prompt).not.toContain('Ended:');
});

it('of a source that has one stays its own', async () => {
  const letter = `---\nschema: knowledge.source/v1\nid: letter\ntitle: Letter\ncaptured_at: 1999-01-02\n---\n\n${LETTER}`;
  const { summary, recorded } = await curate('1998-03-14', { letter });
  expect(summary).toContain('- Date: 1999-01-02\n');
  expect(recorded).toEqual([undefined]);
});
