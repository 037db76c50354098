import { silentRun } from '../../src/base';
import { type Workbench } from '../../src/workbench';
import { testWiki, type TestWiki } from '../support/wiki';

/** A source may contradict what an earlier one says and no page does. Both statements are shown, with their dates and sources. */

const MINUTES = `# Minutes of the Harbour Rowing Club, 18 January 2022

## Report

The boathouse was painted in the spring. Members cleaned the yard and mended the fence. The slipway needs new boards. The winter dinner was held at the inn, and the guests stayed until midnight. The club owns nine boats.
`;
const PAPER = `A century on the water

The regatta drew a large crowd on Saturday. Visitors came from all along the coast, and the band played until dusk. The Harbour Rowing Club owns eleven boats, and the newest of them won its first race. The prizes were given by the harbour master.
`;
const FILES = { 'sources/2022-01-18-minutes.md': MINUTES, 'sources/2022-02-03-local-paper.txt': PAPER };
const SUMMARY = 'summaries/2022-02-03-local-paper.md';
const PAGE = 'entities/harbour-rowing-club.md';

async function ingested(
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly wiki: TestWiki; readonly workbench: Workbench }> {
  const wiki = await testWiki({ ...FILES, ...more });
  const workbench = await wiki.open();
  expect((await workbench.ingest({ apply: true })).failed).toEqual([]);
  return { wiki, workbench };
}

it('without a page about it, the summary of the later source shows both statements', async () => {
  const { wiki, workbench } = await ingested();
  const tree = await wiki.tree();
  expect(tree[SUMMARY]).toContain(
    [
      '> [!warning] Contradiction: number of boats',
      '> 18 January 2022: The club owns nine boats.[^2022-01-18-minutes-5]',
      '>',
      '> 3 February 2022: The Harbour Rowing Club owns eleven boats, and the newest of them won its first race.[^2022-paper-4]',
    ].join('\n'),
  );
  // Each source names the other's summary.
  expect(tree[SUMMARY]).toContain('contradicts:\n  - "2022-01-18-minutes-summary"');
  expect(tree['summaries/2022-01-18-minutes-summary.md']).toContain('contradicts:\n  - "2022-02-03-local-paper"');
  const { findings } = await workbench.lint({}, silentRun);
  expect(findings.map(({ message }) => message.replace(/".*/, ''))).toEqual(['Contradicts ']);
});

it('a page about it shows both statements, and cites both sources', async () => {
  const page = `---\nschema: knowledge/v1\nslug: harbour-rowing-club\nkind: entity\ntitle: Harbour Rowing Club\nupdated_at: "2026-01-01T00:00:00Z"\n---\n\n# Harbour Rowing Club\n\nThe Harbour Rowing Club rows.\n`;
  const { wiki } = await ingested({ [PAGE]: page });
  const tree = await wiki.tree();
  expect(tree[PAGE]?.match(/Contradiction: number of boats/g)).toHaveLength(1);
  expect(tree[PAGE]).toMatch(/nine boats[^]*eleven boats/);
  expect(tree[PAGE]).toContain('  - sources/2022-01-18-minutes.md\n  - sources/2022-02-03-local-paper.txt');
  expect(tree[SUMMARY]).not.toContain('nine boats');
});

it('what the summary shows is listed and can be settled', async () => {
  const { wiki, workbench } = await ingested();
  const [only, ...others] = await workbench.contradictions();
  expect(others).toEqual([]);
  expect(only?.sides?.map(({ text }) => text)).toEqual([
    'The club owns nine boats.',
    'The Harbour Rowing Club owns eleven boats, and the newest of them won its first race.',
  ]);
  expect(only?.pages).toEqual([SUMMARY]);
  const proposal = await workbench.proposeSettlement(only?.id ?? '', 'proposed');
  const session = workbench.review(proposal?.id ?? '');
  const { files } = await session.load(silentRun);
  const all = files.flatMap(({ hunks }) => hunks.map(({ hunk }) => [hunk.id, { verdict: 'accepted' }] as const));
  await session.decide(Object.fromEntries(all));
  expect((await session.apply(silentRun)).kind).toBe('applied');
  expect(await workbench.contradictions()).toEqual([]);
  const text = (await wiki.tree())[SUMMARY];
  expect(text).toContain('\n\nThe Harbour Rowing Club owns eleven boats');
  expect(text).toContain('- As stated on 18 January 2022: The club owns nine boats.[^');
  expect(text).not.toContain('[!warning]');
});
