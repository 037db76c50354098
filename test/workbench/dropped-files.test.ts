import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { markupReader } from '../../src/node/markup';
import { MemoryVault } from '../../src/vault';
import { createSourceSearch, Workbench } from '../../src/workbench';

const SOURCES = path.join(__dirname, '..', '..', 'examples', 'vault', 'lighthouse', 'sources');

const MANIFEST = `---
schema: knowledge.workspace/v1
name: lighthouse
title: The lighthouse
description: A lighthouse and those who keep it.
version: 1.0.0
---
`;

/** The sources of the example, dropped into a wiki that has no page. */
async function open(): Promise<Workbench> {
  const files: Record<string, Uint8Array | string> = { 'KNOWLEDGE.md': MANIFEST };
  for (const name of readdirSync(SOURCES)) files[`sources/${name}`] = readFileSync(path.join(SOURCES, name));
  return Workbench.open({
    vault: new MemoryVault(files, { now: () => Date.parse('2026-11-23T00:00:00Z') }),
    root: '',
    clock: { now: () => 0 },
    random: { id: () => 'x' },
    markup: markupReader,
    sourceSearch: createSourceSearch,
  });
}

/** Questions, what the answer must say, and where: in notes, letters, tables, pages of the web, subtitles and documents. */
const QUESTIONS: readonly (readonly [question: string, answer: RegExp, place: string])[] = [
  ['How many visitors came in 2024?', /visitors: 3922/, 'sources/2026-02-14-visitor-numbers.csv line 5'],
  ['In how many parts is the grant paid?', /three parts/, 'sources/2026-05-09-grant-letter.txt line 11'],
  ['What is matched funding?', /money that a funder pays/, 'sources/2026-05-09-grant-letter.txt line 12'],
  ['From how many positions was the tower scanned?', /fourteen positions/, 'sources/2026-04-18-laser-survey.html '],
  ['How far is the lens out of plumb?', /11 (?:millimetres|mm)/, 'sources/2026-04-18-laser-survey.html '],
  ['Where is the compressor of the diaphone?', /engine house/, 'sources/2026-05-02-interview.vtt at 00:00:35'],
  ['How many pounds are in the restoration fund?', /61,300/, 'sources/2026-01-20-trust-meeting.md line 13'],
  ['How many watts does an LED lamp draw?', /36 watts/, 'sources/2026-01-20-trust-meeting.md line 19'],
  ['How many visitors may climb at a time?', /twelve/, 'sources/2026-05-20-volunteer-handbook.docx '],
  ['Where does the boat leave?', /Ardmore Quay/, 'sources/2026-05-20-volunteer-handbook.docx '],
];

describe('what only a dropped file says', () => {
  it.each(QUESTIONS)('answers "%s" within the first five passages, with its place', async (question, answer, where) => {
    const workbench = await open();
    const { found } = await workbench.searchSources({ query: question });
    const said = found.map(({ lead, text, path: file, place }) => ({
      text: `${lead ?? ''} ${text}`,
      where: `${file} ${place}`,
    }));
    expect(said.length).toBeLessThanOrEqual(5);
    expect(said.filter(({ text }) => answer.test(text)).map((each) => each.where)).toContain(where);
  });

  it('is the answer of `ask` without a model, which cites the place', async () => {
    const workbench = await open();
    const answer = await workbench.ask('In how many parts is the grant paid?', { by: 'passages' });
    expect(answer.text.split('\n')[0]).toMatch(
      /^- The grant is paid in three parts: .* \[2026-05-09-grant-letter, line 11\] \(in a source, not yet in the wiki\)$/,
    );
    expect(answer.sourceCitations[0]).toMatchObject({
      path: 'sources/2026-05-09-grant-letter.txt',
      place: 'line 11',
      quote: expect.stringMatching(/^The grant is paid in three parts/) as string,
    });
  });
});
