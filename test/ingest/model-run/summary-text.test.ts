import { ModelServer } from '../../model/server/server';
import { answerWith, ModelWiki, pagesOf, planOf, rendered } from './support';

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

const LETTER = `SKERRY LIGHT SOCIETY
9 Mole Street, Leith

Prepared for the members by Ida Lund, secretary of the society

The Skerry Light was lit in 1874, and the tower was painted in May 2003. The lamp room is closed to visitors. We have moved.
The Mole Pier was sold to the county in April 2003.
`;

async function madeFrom(markdown: string, points: readonly string[]): Promise<Record<string, string>> {
  server.script(
    answerWith(({ task, units }) =>
      task === 'plan'
        ? planOf([{ slug: 'skerry-light', title: 'Skerry Light', units: [...units.keys()] }], {
            source: { what: 'A letter of the society.', date: '2003-06-02', points },
          })
        : pagesOf([{ slug: 'skerry-light', markdown }]),
    ),
  );
  const wiki = await ModelWiki.of(server, {
    'sources/2003-06-02-letter.txt': LETTER,
    'places/mole-pier.md':
      '---\nschema: knowledge/v1\nslug: mole-pier\nkind: place\ntitle: Mole Pier\nupdated_at: "2001-01-01T00:00:00Z"\n---\n\n# Mole Pier\n\nA pier.\n',
  });
  const changeSet = await wiki.curate('sources/2003-06-02-letter.txt');
  expect(wiki.refused(changeSet)).toEqual([]);
  return rendered(changeSet);
}

it('a summary links the first mention of each page, new ones too, and leaves out what says nothing alone', async () => {
  const texts = await madeFrom('The Skerry Light was lit in 1874.{1.3} The lamp room was closed in 2003.{1.4}', [
    'The Skerry Light was lit in 1874.{1.3}',
    'The Skerry Light and the Mole Pier are in good hands.{1.3}{1.6}',
  ]);
  const summary = texts['summaries/2003-06-02-letter.md'] ?? '';
  expect(summary).toContain('- The [[skerry-light|Skerry Light]] was lit in 1874.');
  expect(summary).toContain('- The Skerry Light and the [[mole-pier|Mole Pier]] are in good hands.');
  expect(summary).not.toContain('We have moved');
  expect(summary).not.toContain('Mole Street');
  expect(summary).toContain('## Further details\n\n- The Mole Pier was sold to the county in April 2003.');
});

it('a summary has at most ten points, each once, and none that rests only on a letterhead or on what says nothing', async () => {
  const points = Array.from({ length: 12 }, (_, at) => `The Skerry Light has ${at} keepers.{1.3}`);
  const texts = await madeFrom('The Skerry Light was lit in 1874.{1.3}', [
    'The society lives in Mole Street.{1.1}',
    'They have moved.{1.5}',
    'The Skerry Light was lit in 1874.{1.3}',
    'The Skerry Light was lit in 1874.{1.3}',
    ...points,
  ]);
  const summary = texts['summaries/2003-06-02-letter.md'] ?? '';
  const listed = /## What it says\n\n([^]*?)\n\n## /.exec(summary)?.[1]?.split('\n') ?? [];
  expect(listed).toHaveLength(10);
  expect(listed[0]).toContain('was lit in 1874.');
  expect(listed.join('\n')).not.toMatch(/Mole Street|have moved|lit in 1874.*\n.*lit in 1874/);
});

it('a letterhead is no evidence beside a unit that says it, and stays where only it does', async () => {
  const texts = await madeFrom(
    'In 2003 the tower was painted.{1.2}{1.3} Ida Lund was secretary when the lamp room was closed.{1.2}{1.4} Its address is 9 Mole Street.{1.1}',
    [],
  );
  const page = Object.entries(texts).find(([path]) => path.endsWith('skerry-light.md'))?.[1] ?? '';
  expect(page).toContain('In 2003 the tower was painted.[^2003-06-02-letter-3] Ida Lund');
  expect(page).toContain('closed.[^2003-06-02-letter-2][^2003-06-02-letter-4]');
  expect(page).toMatch(/9 Mole Street\.\[\^2003-06-02-letter-1\]/);
});

it('further details have the words that they stand under, and none is a scrap', async () => {
  server.script(
    answerWith(({ task, units }) =>
      task === 'plan'
        ? planOf([{ slug: 'skerry-light', title: 'Skerry Light', units: [...units.keys()] }])
        : pagesOf([{ slug: 'skerry-light', markdown: 'The Skerry Light was lit in 1874.{1.1}' }]),
    ),
  );
  const lists =
    '# Minutes\n\nThe Skerry Light was lit in 1874.\n\n## Trustees\n\n- Ida Lund\n- Nora Pell took the chair after a long debate.\n\nNot yet known:\n\n- the cause of the fire\n';
  const wiki = await ModelWiki.of(server, { 'sources/minutes.md': lists });
  const summary = rendered(await wiki.curate('sources/minutes.md'))['summaries/minutes-summary.md'] ?? '';
  expect(summary.replace(/\[\^[^\]]+\]/g, '')).toContain(
    '## Further details\n\n- Trustees: Ida Lund\n- Nora Pell took the chair after a long debate.\n- Not yet known: the cause of the fire\n',
  );
  const bare = 'The Skerry Light was lit in 1874.\n\n- Ida Lund\n- The light has a second keeper since spring.\n';
  const plain = await ModelWiki.of(server, { 'sources/minutes.md': bare });
  const other = rendered(await plain.curate('sources/minutes.md'))['summaries/minutes-summary.md'] ?? '';
  expect(other).toContain('second keeper since spring');
  expect(other).not.toContain('- Ida Lund');
});
