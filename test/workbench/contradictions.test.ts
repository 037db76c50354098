import { silentRun } from '../../src/base';
import { pageAccount, type SettledContradiction, type Workbench } from '../../src/workbench';
import { testWiki, type TestWiki } from '../support/wiki';

/** Contradictions that stand on pages are listed with both statements, and settled by a proposal. */

const SOURCES = {
  'sources/memoir.md': '---\ndate: 2025-09-12\n---\n\nThe Skerry Tower is 31 metres tall.\n\nIt was painted in 1961.\n',
  'sources/survey.md': '---\ndate: 2026-04-18\n---\n\nThe Skerry Tower is 29.4 metres tall.\n',
};
const NOTES = [
  '[^memoir-1]: [memoir], line 5: “The Skerry Tower is 31 metres tall.”',
  '[^survey-1]: [survey], line 5: “The Skerry Tower is 29.4 metres tall.”',
].join('\n');

function page(slug: string, kind: string, sources: readonly string[], body: string, contradicts = ''): string {
  const list = sources.map((source) => `\n  - sources/${source}.md`).join('');
  return `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: ${slug}\nsources:${list}\nupdated_at: "2026-04-27T15:00:00Z"\n${contradicts}---\n\n${body}\n`;
}

const marks = (slug: string): string => `contradicts:\n  - ${slug}\n`;
const SUMMARIES = {
  'summaries/memoir.md': page('memoir', 'summary', ['memoir'], 'A memoir.', marks('survey')),
  'summaries/survey.md': page('survey', 'summary', ['survey'], 'A survey.', marks('memoir')),
};

async function opened(
  body: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly wiki: TestWiki; readonly workbench: Workbench }> {
  const tower = page('skerry-tower', 'entity', ['memoir', 'survey'], body);
  const wiki = await testWiki({ ...SOURCES, ...SUMMARIES, 'entities/skerry-tower.md': tower, ...more });
  return { wiki, workbench: await wiki.open() };
}

const BOTH = `The Skerry Tower stands on a rock. The tower is 31 metres tall.[^memoir-1] The survey gives 29.4 metres.[^survey-1]\n\n${NOTES}`;

async function settledAs(
  { wiki, workbench }: Awaited<ReturnType<typeof opened>>,
  answer: SettledContradiction,
): Promise<Readonly<Record<string, string>>> {
  const proposal = await workbench.proposeSettlement('1', answer);
  expect(proposal?.changeSet.files.flatMap(({ hunks }) => hunks.flatMap(({ drops = [] }) => drops))).toEqual([]);
  const session = workbench.review(proposal?.id ?? '');
  const { files } = await session.load(silentRun);
  const tower = files.find(({ path }) => path === 'entities/skerry-tower.md');
  if (answer === 'current' && tower !== undefined) {
    const { moved, dropped } = pageAccount(tower, files) ?? { moved: [], dropped: [] };
    expect([moved.map(({ heading }) => heading), dropped]).toEqual([['History'], []]);
  }
  const all = files.flatMap(({ hunks }) => hunks.map(({ hunk }) => [hunk.id, { verdict: 'accepted' }] as const));
  await session.decide(Object.fromEntries(all));
  expect((await session.apply(silentRun)).kind).toBe('applied');
  expect(await workbench.contradictions()).toEqual([]);
  const tree = await wiki.tree();
  expect(tree['summaries/memoir.md']).not.toMatch(/- survey/);
  expect(tree['summaries/survey.md']).not.toMatch(/- memoir\n/);
  return tree;
}

describe('contradictions of a wiki', () => {
  it('are not guessed from sentences that are alike where another page tells what is disputed', async () => {
    const alike =
      'The lamp of the old harbour light was painted green by keepers.[^memoir-2] The lamp of the old harbour light burns oil of keepers.[^survey-2]';
    const notes =
      '[^memoir-2]: [memoir], line 7: “The lamp of the old harbour light was painted green by keepers.”\n[^survey-2]: [survey], line 7: “The lamp of the old harbour light burns oil of keepers.”';
    const { workbench } = await opened(BOTH, {
      'entities/lamp.md': page('lamp', 'entity', ['memoir', 'survey'], `${alike}\n\n${notes}`),
    });
    expect((await workbench.contradictions()).map(({ pages }) => pages)).toEqual([['entities/skerry-tower.md']]);
  });

  it('are guessed only on the page that the log names, from the sentences that speak of what it says', async () => {
    const line = (source: string, at: number, text: string): string =>
      `[^${source}-${at}]: [${source}], line ${at}: “${text}”`;
    const said = {
      lens: [
        'The lens of the tower was ground in Paris by the brothers Sautter.',
        'The lens of the tower was ground by the brothers Sautter of Paris.',
      ],
      paint: ['The paint of 1961 was black.', 'The paint was green.'],
      oil: [
        'The lamp of the tower burns the oil of whales in winter.',
        'In winter the lamp of the tower burns oil of whales.',
      ],
    } as const;
    const told = (at: number, [one, other]: readonly [string, string]): string =>
      `${one}[^memoir-${at}] ${other}[^survey-${at}]`;
    const notes = Object.values(said).flatMap(([one, other], at) => [
      line('memoir', 20 + at, one),
      line('survey', 20 + at, other),
    ]);
    const body = `${told(20, said.lens)} ${told(21, said.paint)}\n\n${notes.slice(0, 4).join('\n')}`;
    const { workbench } = await opened(body, {
      'entities/lamp.md': page(
        'lamp',
        'entity',
        ['memoir', 'survey'],
        `${told(22, said.oil)}\n\n${notes.slice(4).join('\n')}`,
      ),
      '_log.md':
        '# Log\n\n## [2026-04-27T15:00:00Z] ingest | sources/survey.md\n\n- Contradiction on skerry-tower: whether the paint was black or green\n',
    });
    expect(
      (await workbench.contradictions()).map(({ attribute, sides }) => [attribute, sides?.map(({ text }) => text)]),
    ).toEqual([['whether the paint was black or green', [...said.paint]]]);
  });

  it('are listed with both statements and the pages that make them', async () => {
    const { workbench } = await opened(BOTH);
    expect(await workbench.contradictions()).toMatchObject([
      {
        sides: [
          { text: 'The Skerry Tower is 31 metres tall.', source: 'sources/memoir.md', anchor: { line: 5 } },
          { text: 'The Skerry Tower is 29.4 metres tall.', source: 'sources/survey.md' },
        ],
        pages: ['entities/skerry-tower.md'],
        declaredBy: ['summaries/memoir.md', 'summaries/survey.md'],
      },
    ]);
  });

  it('keep what holds in the text and move the other statement to History with its date', async () => {
    const tree = await settledAs(await opened(BOTH), 'proposed');
    expect(tree['entities/skerry-tower.md']).toContain(
      'The Skerry Tower stands on a rock. The survey gives 29.4 metres.[^survey-1]\n\n## History\n\n- As stated on 12 September 2025: The tower is 31 metres tall.[^memoir-1]\n\n[^memoir-1]:',
    );
  });

  it('can be decided for the earlier statement', async () => {
    const tree = await settledAs(await opened(BOTH), 'current');
    expect(tree['entities/skerry-tower.md']).toContain(
      'The tower is 31 metres tall.[^memoir-1]\n\n## History\n\n- As stated on 18 April 2026: The survey gives 29.4 metres.[^survey-1]',
    );
  });

  it('say that both hold', async () => {
    const tree = await settledAs(await opened(BOTH), 'both');
    expect(tree['entities/skerry-tower.md']).toMatch(
      /29\.4 metres\.\[\^survey-1\]\n\n> \[!info\] Sources disagree: .+\. Both are kept, as you decided\.\n/,
    );
  });

  it('of one sentence become the words of each source', async () => {
    const joined = `The Skerry Tower is 31 metres tall[^memoir-1] or, by the survey, 29.4 metres.[^survey-1]\n\n## History\n\n- It was built in 1874.\n\n${NOTES}`;
    const tree = await settledAs(await opened(joined), 'proposed');
    expect(tree['entities/skerry-tower.md']).toContain(
      'The Skerry Tower is 29.4 metres tall.[^survey-1]\n\n## History\n\n- It was built in 1874.\n- As stated on 12 September 2025: The Skerry Tower is 31 metres tall.[^memoir-1]\n',
    );
  });

  it('in a callout leave the callout', async () => {
    const body = `The tower is 31 metres tall.[^memoir-1]\n\n> [!warning] Contradiction: height\n> The Skerry Tower is 29.4 metres tall.[^survey-1]\n\nIt is white.\n\n${NOTES}`;
    const tree = await settledAs(await opened(body), 'proposed');
    expect(tree['entities/skerry-tower.md']).toContain(
      'The Skerry Tower is 29.4 metres tall.[^survey-1]\n\nIt is white.\n\n## History\n\n- As stated on 12 September 2025: The tower is 31 metres tall.[^memoir-1]\n',
    );
    expect(tree['entities/skerry-tower.md']).not.toContain('[!');
  });

  it('are settled on every page that says what moves', async () => {
    const list = `- The tower is 31 metres tall.[^memoir-1]\n- It was painted.\n\n${NOTES.split('\n')[0] ?? ''}`;
    const years = page('years', 'concept', ['memoir'], list);
    const tree = await settledAs(await opened(BOTH, { 'concepts/years.md': years }), 'proposed');
    expect(tree['concepts/years.md']).toContain(
      '- The survey gives 29.4 metres.[^survey-1]\n- It was painted.\n\n## History\n\n- As stated on 12 September 2025: The tower is 31 metres tall.[^memoir-1]\n',
    );
    expect(tree['concepts/years.md']).toContain('[^survey-1]: [survey], line 5');
  });

  it('of pages whose statements do not show it can only be unmarked', async () => {
    const pages = await opened('The Skerry Tower stands on a rock.');
    const [found] = await pages.workbench.contradictions();
    expect(found).toMatchObject({ sides: null, declaredBy: ['summaries/memoir.md', 'summaries/survey.md'] });
    await expect(pages.workbench.proposeSettlement(found?.id ?? '', 'current')).rejects.toMatchObject({
      code: 'living-wiki:contradiction_unclear',
    });
    await settledAs(pages, 'both');
  });

  it('that do not exist cannot be settled', async () => {
    const { workbench } = await opened(BOTH);
    await expect(workbench.proposeSettlement('nothing', 'both')).rejects.toMatchObject({
      code: 'living-wiki:contradiction_missing',
    });
  });

  it('of which several have ids that begin so are named, and none is settled', async () => {
    const names = Array.from({ length: 17 }, (_, at) => `page-${String(at)}`);
    const pages = names.map((name): [string, string] => [
      `concepts/${name}.md`,
      `---\nschema: knowledge/v1\nslug: ${name}\nkind: concept\ntitle: ${name}\ncontradicts: [skerry-tower]\n---\n\nWords.\n`,
    ]);
    const { workbench } = await opened('The Skerry Tower stands on a rock.', Object.fromEntries(pages));
    const ids = (await workbench.contradictions()).map(({ id }) => id);
    const first = ids.map((id) => id.charAt(0)).find((char, at, all) => all.indexOf(char) !== at) ?? '';
    const alike = ids.filter((id) => id.startsWith(first));
    expect(alike.length).toBeGreaterThan(1);
    const settled = workbench.proposeSettlement(first, 'both');
    await expect(settled).rejects.toMatchObject({ code: 'living-wiki:contradiction_ambiguous' });
    await expect(settled).rejects.toThrow(alike[1]);
    expect(await workbench.proposeSettlement(alike[1] ?? '', 'both')).not.toBeNull();
  });
});
