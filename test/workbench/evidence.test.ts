import { silentRun } from '../../src/base';
import { hashText } from '../../src/vault';
import { type PageEvidence, type Workbench } from '../../src/workbench';
import { quoteContext } from '../../src/workbench/evidence/quote-context';
import { testWiki, type TestWiki } from '../support/wiki';

/** What is behind the numbers of a page, and what each of its paragraphs rests on. */

const SOURCES = {
  'sources/memoir.md':
    '---\ndate: 2023-09-12\n---\n\n# Heights\n\nWe never measured. The Skerry Tower is 31 metres tall. The cook said less.\n\nIt was painted white.\n',
  'sources/survey.md':
    '---\nschema: knowledge.source/v1\ndate: 2026-04-18\nauthority: primary\n---\n\nThe Skerry Tower is 29.4 metres tall.\n\nThe rock is granite.\n',
};

const NOTES = [
  '[^memoir-1]: [memoir], under “Heights”, line 7: “The Skerry Tower is 31 metres tall.”',
  '[^survey-1]: [survey], line 6: “The Skerry Tower is 29.4 metres tall.”',
  '[^survey-2]: [survey], line 8: “The rock is granite.”',
  '[^memoir-2]: [memoir], line 9: “It was painted white.”',
  '[^memoir-3]: [memoir], line 9: “It was painted green.”',
  '[^lost-1]: [lost], line 1: “Nobody has it.”',
].join('\n');

function page(slug: string, kind: string, sources: readonly string[], body: string, contradicts = ''): string {
  const list = sources.map((source) => `\n  - sources/${source}.md`).join('');
  return `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: ${slug}\nsources:${list}\nupdated_at: "2026-04-27T15:00:00Z"\n${contradicts}---\n\n${body}\n`;
}

const BODY = `# Skerry Tower

The tower is 31 metres tall.[^memoir-1] The survey gives 29.4 metres.[^survey-1]

The rock is granite.[^survey-2]

It was painted white.[^memoir-2]

Nobody ever wrote this down.

- The rock is granite.[^survey-2]
- A loose remark.

| Part | What |
| --- | --- |
| Rock | granite[^survey-2] |
| Door | oak |

See also [[summaries/memoir]].

${NOTES}`;

const TOWER = 'entities/skerry-tower.md';

async function opened(): Promise<{ wiki: TestWiki; workbench: Workbench }> {
  const wiki = await testWiki({
    ...SOURCES,
    'summaries/memoir.md': page('memoir', 'summary', ['memoir'], 'A memoir.', 'contradicts:\n  - survey\n'),
    'summaries/survey.md': page('survey', 'summary', ['survey'], 'A survey.', 'contradicts:\n  - memoir\n'),
    [TOWER]: page('skerry-tower', 'entity', ['memoir', 'survey'], BODY),
    'notes/mine.md': 'A note of my own.\n',
  });
  return { wiki, workbench: await wiki.open() };
}

const shown = ({ blocks }: PageEvidence): readonly string[] =>
  blocks.map(({ kind, state, count, sentences }) => `${kind} ${state} ${String(count)}/${String(sentences)}`);

it('each paragraph, list item and row has the worst state of its sentences', async () => {
  const { workbench } = await opened();
  const evidence = await workbench.pageEvidence(TOWER);
  expect(shown(evidence)).toEqual([
    'paragraph contested 2/2',
    'paragraph quoted 1/1',
    'paragraph old 1/1',
    'paragraph uncited 1/1',
    'item quoted 1/1',
    'item uncited 1/1',
    'row quoted 1/1',
    'row uncited 1/1',
  ]);
  expect([...evidence.contested]).toEqual(['memoir-1', 'survey-1']);
  expect(evidence.counts).toEqual({ unfounded: 0, contested: 1, old: 1, uncited: 3, 'by-hand': 0, quoted: 3 });
  const lines = page('skerry-tower', 'entity', ['memoir', 'survey'], BODY).split('\n');
  expect(evidence.blocks.map(({ firstLine }) => lines[firstLine]?.slice(0, 12))).toEqual([
    'The tower is',
    'The rock is ',
    'It was paint',
    'Nobody ever ',
    '- The rock i',
    '- A loose re',
    '| Rock | gra',
    '| Door | oak',
  ]);
});

it('a note that is no page of the wiki, and a path that is nowhere, have none', async () => {
  const { workbench } = await opened();
  expect((await workbench.pageEvidence('notes/mine.md')).blocks).toEqual([]);
  expect((await workbench.pageEvidence('entities/nowhere.md', 'A sentence.')).blocks).toEqual([]);
  expect(await workbench.noteEvidence('notes/mine.md', 'survey-1')).toBeNull();
});

it('a sentence that a person adds to a page of the program is by hand, and one that the program brought is uncited', async () => {
  const { wiki, workbench } = await opened();
  const proposal = await workbench.proposeSettlement('1', 'both');
  const session = workbench.review(proposal?.id ?? '');
  const { files } = await session.load(silentRun);
  const all = files.flatMap(({ hunks }) => hunks.map(({ hunk }) => [hunk.id, { verdict: 'accepted' }] as const));
  await session.decide(Object.fromEntries(all));
  expect((await session.apply(silentRun)).kind).toBe('applied');
  const text = (await wiki.tree())[TOWER] ?? '';
  const mine = text.replace('Nobody ever wrote', 'I say so.\n\nNobody ever wrote');
  const { blocks } = await workbench.pageEvidence(TOWER, mine);
  const line = mine.split('\n').indexOf('I say so.');
  expect(blocks.find(({ firstLine }) => firstLine === line)?.state).toBe('by-hand');
  const changes = await workbench.pageHistory(TOWER);
  expect(changes.map(({ title, isOwn, models }) => [title, isOwn, models])).toEqual([
    [proposal?.changeSet.title, true, []],
  ]);
});

it('the number shows the quote between its neighbours, the date, the authority and what disagrees', async () => {
  const { workbench } = await opened();
  const note = await workbench.noteEvidence(TOWER, 'memoir-1');
  expect(note).toMatchObject({
    verdict: 'exact',
    source: { path: 'sources/memoir.md', date: '2023-09-12', authority: 'secondary' },
    place: 'line 7',
    oldAfter: 365,
    isChanged: false,
    context: { quote: 'The Skerry Tower is 31 metres tall.' },
    disagrees: [{ text: 'The Skerry Tower is 29.4 metres tall.', source: { path: 'sources/survey.md' } }],
  });
  expect(note?.context?.before).toMatch(/We never measured\.$/);
  expect(note?.context?.after).toMatch(/^The cook said less\. It was painted white\./);
  const survey = await workbench.noteEvidence(TOWER, 'SURVEY-1');
  expect([survey?.source?.authority, survey?.oldAfter]).toEqual(['primary', null]);
});

it('a quote that is not there, a source that is gone and a label that is none are told apart', async () => {
  const { workbench } = await opened();
  const verdict = async (label: string): Promise<unknown> => (await workbench.noteEvidence(TOWER, label))?.verdict;
  expect([await verdict('memoir-3'), await verdict('lost-1'), await verdict('nothing')]).toEqual([
    'missing',
    'gone',
    undefined,
  ]);
});

it('a paragraph whose footnote the card finds unfounded is marked so, whatever else is true of it', async () => {
  const { wiki, workbench } = await opened();
  const body = BODY.replace('white.[^memoir-2]', 'white.[^memoir-2][^memoir-3]').replace(
    'Nobody ever wrote this down.',
    'Nobody has it.[^lost-1]',
  );
  const text = page('skerry-tower', 'entity', ['memoir', 'survey'], body);
  const unfounded = await workbench.unfoundedNotes(TOWER, text);
  expect([...unfounded].sort()).toEqual(['lost-1', 'memoir-3']);
  for (const label of ['memoir-1', 'memoir-2', 'memoir-3', 'survey-1', 'survey-2', 'lost-1']) {
    const verdict = (await workbench.noteEvidence(TOWER, label, text))?.verdict;
    expect([label, verdict === 'missing' || verdict === 'gone']).toEqual([label, unfounded.has(label)]);
  }
  const evidence = await workbench.pageEvidence(TOWER, text, silentRun, unfounded);
  expect(shown(evidence).slice(0, 4)).toEqual([
    'paragraph contested 2/2',
    'paragraph quoted 1/1',
    'paragraph unfounded 1/1',
    'paragraph unfounded 1/1',
  ]);
  expect(evidence.counts.unfounded).toBe(2);
  // Once a quote was looked up, it is not read again until its source changes.
  const reads = jest.spyOn(wiki.vault, 'readBytes');
  await workbench.unfoundedNotes(TOWER, text);
  expect(reads).not.toHaveBeenCalled();
  await wiki.vault.write('sources/memoir.md', SOURCES['sources/memoir.md'].replace('white', 'green'));
  await workbench.refresh(['sources/memoir.md']);
  expect([...(await workbench.unfoundedNotes(TOWER, text))].sort()).toEqual(['lost-1', 'memoir-2']);
});

it('a source that was changed since it was read is marked', async () => {
  const { wiki, workbench } = await opened();
  await workbench.close();
  const manifest = {
    version: 1,
    hashAlgo: 'sha256',
    sources: { 'sources/survey.md': { contentHash: hashText('old'), slugs: [] } },
  };
  await wiki.vault.write('_manifest.json', JSON.stringify(manifest));
  const again = await wiki.open();
  expect((await again.noteEvidence(TOWER, 'survey-1'))?.isChanged).toBe(true);
});

it('the words around a quote are cut at words, and a quote over two passages is whole', () => {
  const long = 'word '.repeat(100);
  const passages = [{ text: `${long}one two` }, { text: `three four ${long}` }];
  const place = { passage: 0, start: long.length, lastPassage: 1, end: 10 };
  const { before, quote, after } = quoteContext(passages, place);
  expect(quote).toBe('one two three four');
  expect([before.slice(0, 7), after.slice(-7)]).toEqual(['… word ', ' word …']);
});

it('a page names what links to it and on what it rests, and a source the pages that rest on it', async () => {
  const { workbench } = await opened();
  const page = await workbench.pageRelations('summaries/memoir.md');
  expect(page?.links).toMatchObject([{ path: TOWER, count: 1 }]);
  expect(page?.declared).toMatchObject([{ path: 'summaries/survey.md' }]);
  const tower = await workbench.pageRelations(TOWER);
  expect(tower?.sources.map(({ path, count }) => [path, count])).toEqual([
    ['sources/survey.md', 4],
    ['sources/memoir.md', 2],
  ]);
  const survey = await workbench.pageRelations('sources/survey.md');
  expect(survey?.rests).toMatchObject([
    { path: TOWER, count: 4 },
    { path: 'summaries/survey.md', count: 0 },
  ]);
  expect(await workbench.pageRelations('nowhere.md')).toBeNull();
});
