import { silentRun } from '../../../src/base';
import { composeDisputesPage } from '../../../src/wiki';
import { figuresThatDiffer } from '../../../src/wiki/disputes/figures-that-differ';
import { openFiles } from '../support/wiki';

type Side = readonly [statement: string, quote: string];

const FIRST: Side = [
  'The store kept up with more than 400 GB per month.',
  'The database store kept up with a volume that is currently above 400 GB per month.',
];
const SECOND: Side = [
  'Its database grew by about 450 GB per month.',
  'For Oak, the database currently grows at a rate of about 450 GB per month.',
];

const page = (slug: string, [statement, quote]: Side, source = '2022-post', kind = 'entity'): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: ${slug}\nsources: [sources/${source}.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# ${slug}\n\n${statement}[^${slug}]\n\n[^${slug}]: [${source}], line 1: “${quote}”\n`;

async function found(first: Side, second: Side, ...more: readonly [string?, string?]): Promise<readonly string[]> {
  const snapshot = await openFiles({
    'sources/2022-post.md': 'A post.',
    'store.md': page('store', first),
    'oak.md': page('oak', second, ...more),
  });
  const figures = await figuresThatDiffer([...snapshot.pages.values()], snapshot, new Set(), silentRun);
  return figures.map(({ title }) => title);
}

describe('figures that differ', () => {
  it('are two of one source, of the same unit and for the same time, that two pages tell', async () => {
    expect(await found(FIRST, SECOND)).toEqual(['450 GB or 400 GB per month']);
  });

  it('may be on a page about a subject and on the summary of the source, and not on summaries alone', async () => {
    expect(await found(FIRST, SECOND, '2022-post', 'summary')).toHaveLength(1);
    const snapshot = await openFiles({
      'a.md': page('a', FIRST, '2022-post', 'summary'),
      'b.md': page('b', SECOND, '2022-post', 'summary'),
    });
    expect(await figuresThatDiffer([...snapshot.pages.values()], snapshot, new Set(), silentRun)).toEqual([]);
  });

  const changed = ([statement, quote]: Side, from: string, to: string): Side => [
    statement.replace(from, to),
    quote.replace(from, to),
  ];

  it.each<[string, Side, Side]>([
    ['are the same', FIRST, changed(SECOND, '450', '400')],
    ['are of another unit', FIRST, changed(SECOND, 'GB', 'litres')],
    ['are for another time', FIRST, changed(SECOND, 'per month', 'per day')],
    ['are far apart', FIRST, changed(SECOND, '450', '4,500')],
    ['have a limit that the other keeps', FIRST, changed(SECOND, 'about', 'up to')],
    [
      'are of two things with names',
      changed(FIRST, 'above', 'at Hallow'),
      changed(SECOND, 'at a rate of', 'at Penn by'),
    ],
    ['are of two years', changed(FIRST, 'currently', 'in 2021'), changed(SECOND, 'currently', 'in 2022')],
    [
      'are lengths of two things',
      ['The pier is 120 metres long.', 'The pier that the harbour built is 120 metres long.'],
      ['The slip is 131 metres long.', 'The slip below the crane is 131 metres long.'],
    ],
  ])('are none if they %s', async (_, first, second) => {
    expect(await found(first, second)).toEqual([]);
  });

  it('are none if they are of two sources, where a later one may only be newer', async () => {
    expect(await found(FIRST, SECOND, '2023-post')).toEqual([]);
  });

  it('stand on the page of disputes with both sides, beside what else it tells', async () => {
    const callout = (slug: string): string =>
      `\n\n> [!warning] Contradiction: length\n>\n> - The pier is 120 metres long.[^${slug}]\n> - The pier is 131 metres long.[^d]\n`;
    const store = page('store', FIRST).replace('[^store]\n', `[^store]${callout('c')}\n`);
    const notes = '[^c]: [2021-post], line 1: “120 metres.”\n[^d]: [2022-post], line 9: “131 metres.”\n';
    const next = await openFiles({
      'sources/2022-post.md': '---\ndate: 2022-05-19\n---\n\nA post.',
      'store.md': store + notes,
      'oak.md': page('oak', SECOND),
    });
    const request = { current: next, next, touched: ['oak.md'], overtaken: [], now: 0, run: silentRun };
    const text = (await composeDisputesPage({ ...request, isWhole: true })) ?? '';
    expect(text).toContain('1 contradiction waits for a decision. 1 figure of one source differs.');
    expect(text).toContain(`## Figures that differ

### 450 GB or 400 GB per month

- [[oak|oak]], 2022-05-19: ${SECOND[0]}[^oak]
- [[store|store]], 2022-05-19: ${FIRST[0]}[^store]
`);
  });
});
