import { silentRun, YieldBudget } from '../../../src/base';
import { extract } from '../../../src/ingest';
import { compareFacts, readFacts, type DatedFacts, type FactSentence } from '../../../src/ingest/contradictions';
import { parseSource } from '../../../src/ingest/extractive/parse-source';
import { CuratedWiki } from '../support/curated-wiki';
import { FIFTH_SET } from './planted/fifth-set';
import { FOURTH_SET } from './planted/fourth-set';
import { HELD_OUT } from './planted/held-out';
import { SECOND_HELD_OUT } from './planted/second-held-out';
import { TUNED } from './planted/tuned';
import { THIRD_HELD_OUT } from './planted/third-held-out';
import { type PlantedTexts } from './planted/types';

async function readText(name: string, text: string): Promise<DatedFacts<FactSentence>> {
  const bytes = new TextEncoder().encode(text);
  const extracted = await extract({ path: `sources/${name}`, bytes, hash: '0', run: silentRun });
  const { sentences } = await parseSource(extracted, new YieldBudget(silentRun));
  const own = sentences.map(({ text: said, anchor, passage }) => ({
    text: said,
    heading: anchor.heading ?? null,
    passage,
  }));
  return {
    facts: await readFacts(extracted.title ?? '', own, new YieldBudget(silentRun)),
    year: Number(name.slice(0, 4)),
  };
}

/** The pairs of sentences that are found to contradict each other, whichever text is read first. */
async function contradictionsIn(
  { files }: PlantedTexts,
  isReversed: boolean,
): Promise<readonly (readonly [string, string])[]> {
  const [one, other] = await Promise.all(Object.entries(files).map(([name, text]) => readText(name, text)));
  if (one === undefined || other === undefined) throw new Error('Two texts are compared.');
  const [known, read] = isReversed ? [other, one] : [one, other];
  return compareFacts([known], read)
    .filter(({ relation }) => relation === 'conflict')
    .map((pair) =>
      isReversed
        ? [pair.fact.sentence.text, pair.known.sentence.text]
        : [pair.known.sentence.text, pair.fact.sentence.text],
    );
}

const has = ([one, other]: readonly [string, string], [a, b]: readonly [string, string]): boolean =>
  one.includes(a) && other.includes(b);

async function score(
  sets: readonly PlantedTexts[],
  isReversed: boolean,
): Promise<{ found: number; all: number; unexpected: readonly unknown[] }> {
  let [found, all] = [0, 0];
  const unexpected: unknown[] = [];
  for (const set of sets) {
    const pairs = await contradictionsIn(set, isReversed);
    all += set.pairs.length;
    found += set.pairs.filter((planted) => pairs.some((pair) => has(pair, planted))).length;
    unexpected.push(...pairs.filter((pair) => !set.pairs.some((planted) => has(pair, planted))));
  }
  return { found, all, unexpected };
}

describe.each([false, true])('of the planted contradictions, read in the opposite order: %s,', (isReversed) => {
  it('all of the texts that were looked at are found, and nothing else', async () => {
    expect(await score(TUNED, isReversed)).toEqual({ found: 17, all: 17, unexpected: [] });
  });

  it.each([
    ['the first', HELD_OUT, 15, 14],
    ['the second', SECOND_HELD_OUT, 17, 14],
    ['the third', THIRD_HELD_OUT, 16, 13],
    ['the fourth', FOURTH_SET, 18, 14],
    ['the fifth', FIFTH_SET, 15, 10],
  ] as const)('of %s set of texts so many are found, and nothing else', async (_, texts, count, least) => {
    const { found, all, unexpected } = await score(texts, isReversed);
    expect({ all, unexpected }).toEqual({ all: count, unexpected: [] });
    expect(found).toBeGreaterThanOrEqual(least);
  });

  it('only look-alikes that the texts have are told from them', () => {
    const missing = [...TUNED, ...HELD_OUT, ...SECOND_HELD_OUT, ...THIRD_HELD_OUT, ...FOURTH_SET, ...FIFTH_SET].flatMap(
      ({ files, pairs, decoys }) =>
        [...pairs, ...decoys].filter(
          (pair) => !has(Object.values(files).map((t) => t.replace(/\s+/g, ' ')) as [string, string], pair),
        ),
    );
    expect(missing.map(([one]) => one)).toEqual([]);
  });
});

/** Of the sentences that a callout shows, or of the one above it and what it shows. */
async function calloutsOf({ files }: PlantedTexts, isReversed: boolean): Promise<readonly string[]> {
  const sources = Object.entries(files).map(([name, text]) => [`sources/${name}`, text] as const);
  const wiki = await CuratedWiki.of(Object.fromEntries(sources));
  for (const [path] of isReversed ? [...sources].reverse() : sources) await wiki.ingest(path);
  return Object.values(await wiki.pages()).flatMap((text) => {
    const blocks = text.replace(/\\/g, '').split(/\n{2,}/);
    return blocks.flatMap((block, at) => (block.startsWith('> [!') ? [`${blocks[at - 1] ?? ''} ${block}`] : []));
  });
}

describe.each([false, true])('of the planted contradictions, ingested in the opposite order: %s,', (isReversed) => {
  it('pages and summaries show all, wherever the earlier statement stands', async () => {
    const missing: unknown[] = [];
    for (const set of TUNED) {
      const callouts = (await calloutsOf(set, isReversed)).map((text) => text.replace(/\s+/g, ' '));
      missing.push(...set.pairs.filter((pair) => !callouts.some((text) => pair.every((each) => text.includes(each)))));
    }
    expect(missing).toEqual([]);
  });
});

it.each([
  [
    'works of a kind',
    'Kuhnau published a sonata for the organ in 1695.',
    'Kuhnau published his first sonatas in 1683.',
  ],
  [
    'an adjective',
    'The sonata of 1781 has an opening theme in the form of a march.',
    'The sonata of 1779 ends like its opening movement in the form of a canon.',
  ],
  [
    'the numbers of issues',
    'On 12 August 2020 #271 addresses this issue.',
    'On 13 August 2020 #272 addresses this issue.',
  ],
])('no contradiction is made of %s', async (_, one, other) => {
  const [known, read] = await Promise.all([
    readText('1895-sonatas.md', `# Sonatas\n\n${one}\n`),
    readText('1896-sonatas.md', `# Sonatas\n\n${other}\n`),
  ]);
  expect(compareFacts([known], read).filter(({ relation }) => relation === 'conflict')).toEqual([]);
});

it.each(['The next sonata, No. 10, has three movements.', 'See #271 addresses.', '#272 addresses this issue.'])(
  'another thing than the one before, and the number of an issue, give no fact: %s',
  async (text) => {
    expect((await readText('1895-sonatas.md', `# Sonatas\n\n${text}\n`)).facts).toEqual([]);
  },
);

it('facts of a long text are read in turns, so that nothing freezes', async () => {
  const text = 'The mill has 14 rooms and was built in 1801.';
  const sentences = Array.from({ length: 5_000 }, (_, passage) => ({ text, heading: null, passage }));
  let turns = 0;
  const yieldToHost = (): Promise<void> => {
    turns += 1;
    return Promise.resolve();
  };
  const facts = await readFacts('The mill', sentences, new YieldBudget({ ...silentRun, yieldToHost }));
  expect(facts.length).toBeGreaterThanOrEqual(5_000);
  // 30,000 characters at most between two turns.
  expect(turns).toBeGreaterThanOrEqual((5_000 * text.length) / 30_000);
});
