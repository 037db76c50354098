import { page } from '../support/curated-wiki';
import { ModelServer } from '../../model/server/server';
import { answerWith, ModelWiki, pagesOf, planOf, rendered } from './support';

const TABLE = `The dates of the light.[^memoir-1]

| Date | Event |
| --- | --- |
| 1874 | The [[the-light\\|tower]] was built.[^memoir-1] |
| 1880 | It was painted.[^memoir-2] |
| 1899 | Grant left.[^memoir-3] |
| 1901 | It was painted again.[^memoir-4] |
| 1920 | It was closed.[^memoir-5] |
| [[the-light\\|1930]] | It fell.[^memoir-6] |`;
const QUOTES = [
  'It was built in 1874.',
  'Painted in 1880.',
  'Grant left in 1899.',
  'Painted in 1901.',
  'Closed in 1920.',
  'Fell in 1930.',
];
const FILES = {
  'entities/the-light.md': page(
    'the-light',
    'The light',
    `${TABLE}\n\n${QUOTES.map((quote, at) => `[^memoir-${at + 1}]: [memoir], line ${at + 1}: “${quote}”`).join('\n')}`,
    'sources:\n  - sources/memoir.md\n',
  ),
  'sources/memoir.md': `${QUOTES.join('\n\n')}\n`,
  'sources/light.md': '# The light\n\nIt was struck in 1885. It was sold in 1890. It fell in 1931.\n',
};

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

it('a long table is edited row by row', async () => {
  let prompt = '';
  server.script(
    answerWith(({ task, units, prompt: asked }) => {
      if (task === 'plan') return planOf([{ slug: 'the-light', op: 'edit', units: [...units.keys()] }]);
      // The reference to #447 is in no unit, so that the model is asked again.
      prompt ||= asked;
      const edits = [
        {
          block: 'b2.2',
          starts: '1880',
          do: 'insert_after',
          markdown: '| 1885 | It was struck; see [[the-light|it]].{1.1} |\n| 1890 | It was sold, see #447{1.2} |',
        },
        { block: 'b2.4', starts: '1901 It', do: 'delete', markdown: '' },
        { block: 'b2.6', starts: '1930 It', do: 'replace', markdown: '| 1930 or 1931 | It fell.{2.6}{1.3} |' },
      ];
      return pagesOf([{ slug: 'the-light', edits, dropped: [{ mark: '2.4', reason: 'wrong', by: '' }] }]);
    }),
  );
  const wiki = await ModelWiki.of(server, FILES);
  const changeSet = await wiki.curate('sources/light.md');
  expect(wiki.refused(changeSet)).toEqual([]);
  expect(prompt).toContain(
    '[b2] | Date | Event |\n| --- | --- |\n[b2.1] | 1874 | The [[the-light\\|tower]] was built.{2.1} |',
  );
  const everything = new Set(changeSet.files.flatMap(({ hunks }) => hunks.map(({ id }) => id)));
  const text = rendered(changeSet, everything)['entities/the-light.md'] ?? '';
  expect(text.slice(text.indexOf('| Date'), text.indexOf('\n\n[^'))).toBe(
    `| Date | Event |
| --- | --- |
| 1874 | The [[the-light\\|tower]] was built.[^memoir-1] |
| 1880 | It was painted.[^memoir-2] |
| 1885 | It was struck; see [[the-light\\|it]].[^light-1] |
| 1890 | It was sold, see #447[^light-2] |
| 1899 | Grant left.[^memoir-3] |
| 1920 | It was closed.[^memoir-5] |
| 1930 or 1931 | It fell.[^memoir-6][^light-3] |`,
  );
});
