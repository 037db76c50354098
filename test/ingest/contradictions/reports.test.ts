import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findDifferentReports } from '../../../src/ingest/contradictions';
import { splitSentences } from '../../../src/markdown';

const found = (...texts: readonly string[]): readonly string[] =>
  findDifferentReports(texts.map((text) => ({ text }))).map(
    ({ attribute, first, second }) => `${attribute}: ${first.text} | ${second.text}`,
  );

it.each([
  ['number', 'The message puts the interest at 5 per cent.', 'Mr Pell has seen 4½ in the contract.'],
  ['number', 'The register has 418 metres.', 'According to the surveyor it is 412 metres.'],
  ['season', 'The message says that they first met in summer.', 'One of their clerks says the spring.'],
])('two reports with different values of one %s are found', (attribute, first, second) => {
  expect(found(first, second)).toEqual([`${attribute}: ${first} | ${second}`]);
});

it.each([
  ['the same value', 'The list has 85 of them.', 'The letter says 85.'],
  ['other things', 'The list has 85 captives.', 'The letter says 88 ships.'],
  ['a round figure and the exact one', 'The message says about 4,000 people.', 'The return gave 3,929.'],
  ['values far apart', 'He said that 3 came.', 'She said that 40 stayed.'],
  ['years', 'He says that it was in 1801.', 'She says that it was in 1803.'],
  ['nobody who says it', 'It is 418 metres long.', 'According to the surveyor it is 412 metres.'],
  ['several values', 'The list has 85 of 90.', 'The letter says 88.'],
])('%s are no difference', (_, first, second) => expect(found(first, second)).toEqual([]));

it('in the sources of the sets, only what the almanac plants is found', () => {
  const sets = path.join(__dirname, '..', '..', '..', 'quality', 'sets');
  const reports = readdirSync(sets).flatMap((set) =>
    readdirSync(path.join(sets, set, 'sources')).flatMap((file) => {
      const text = readFileSync(path.join(sets, set, 'sources', file), 'utf8').replace(/\s+/g, ' ');
      return found(...splitSentences(text).map(({ start, end }) => text.slice(start, end))).map(
        (each) => `${file}: ${each}`,
      );
    }),
  );
  expect(reports).toEqual([
    expect.stringContaining('a loan of 3,000,000 florins was completed there. | Mr Pell'),
    expect.stringContaining('The message puts the interest at 5 per cent. | Mr Pell has seen 4½'),
    expect.stringContaining('they first met in the summer of 1797. | One of their clerks says the spring.'),
  ]);
});
