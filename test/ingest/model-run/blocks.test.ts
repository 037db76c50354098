import { page } from '../support/curated-wiki';
import { ModelServer } from '../../model/server/server';
import { answerWith, ModelWiki, pagesOf, planOf, rendered } from './support';

const BODY = `The light stands on a rock.[^memoir-1]

I doubt all of this.

## Keepers

Grant kept it.[^memoir-2]

## History

\`\`\`
lamp   on


lamp   off
\`\`\`

[^memoir-2]`;
const NOTES = `[^memoir-1]: [memoir], line 1: “The light stands on a rock.”
[^memoir-2]: [memoir], line 3: “Grant kept it.”`;
const FILES = {
  'entities/the-light.md': page('the-light', 'The light', `${BODY}\n\n${NOTES}`, 'sources:\n  - sources/memoir.md\n'),
  'sources/memoir.md': 'The light stands on a rock.\n\nGrant kept it.\n',
  'sources/light.md': '# The light\n\nIt was sold in 1890. Ives kept it from 1885.\n',
};

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

/** The content of the page after the model's answer, and what it was shown. */
async function change(
  op: 'compose' | 'edit',
  answer: object,
  files: Readonly<Record<string, string>> = FILES,
): Promise<{ readonly text: string; readonly notes: string }> {
  server.script(
    answerWith(({ task, units }) =>
      task === 'plan'
        ? planOf([{ slug: 'the-light', op, units: [...units.keys()] }])
        : pagesOf([{ slug: 'the-light', ...answer }]),
    ),
  );
  const wiki = await ModelWiki.of(server, files);
  const changeSet = await wiki.curate('sources/light.md');
  expect(wiki.refused(changeSet)).toEqual([]);
  const all = rendered(changeSet)['entities/the-light.md'] ?? '';
  return {
    text: all.slice(all.indexOf('\n\n', all.indexOf('# The light')) + 2, all.indexOf('\n\n[^memoir-1]:')),
    notes: changeSet.notes.join('\n'),
  };
}

it('a page that is written anew keeps blocks by their numbers, to the letter', async () => {
  const markdown =
    'The light, sold in 1890, stands on a rock.{1.1}{2.1}\n\n{b2}\n\n{b3}\n\n{b4} \n\nIves kept it from 1885.{1.2}\n\n{b5}\n{b6}';
  const { text, notes } = await change('compose', { markdown });
  expect(text).toBe(
    BODY.replace(
      'The light stands on a rock.[^memoir-1]',
      'The light, sold in 1890, stands on a rock.[^light-1][^memoir-1]',
    ).replace('kept it.[^memoir-2]', 'kept it.[^memoir-2]\n\nIves kept it from 1885.[^light-2]'),
  );
  expect(notes).not.toContain('the-light:');
});

it('code of the page is one block with its marks, and is kept by its mark too', async () => {
  const markdown = '{b1}\n\n{o1}\n\n{b3}\n\n{b4}\n\nSold in 1890.{1.1}{1.2}\n\n{b5}\n\n{2.2!}';
  const { text, notes } = await change('compose', { markdown });
  expect(text).toContain('```\nlamp   on\n\n\nlamp   off\n```\n\n[^memoir-2]');
  expect(notes).not.toContain('the-light:');
});

it('a block that the page does not have cannot be kept, and a kept block does not repeat the owner', async () => {
  const markdown = '{b1}\n\n{b2}\n\n{o1}\n\n{b3}\n\n{b4}\n\nSold in 1890.{1.1}{1.2}\n\n{b5}\n\n{b6}\n\n{b19}';
  const { text, notes } = await change('compose', { markdown });
  expect(text.match(/I doubt all of this/g)).toHaveLength(1);
  expect(notes).toContain('There is no {b19} on this page.');
});

it('sections about years are put in order of time, in a page that is written anew and in one that gets a section', async () => {
  const markdown =
    'The light was sold in 1890.{1.1}{2.1}\n\n{b2}\n\n## Sale of 1890\n\nSold.{1.1}\n\n## Keeper from 1885\n\nIves.{1.2}\n\n{b3}\n\n{b4}\n\n{b5}\n\n{b6}';
  const composed = await change('compose', { markdown });
  expect(composed.text.match(/^## .*/gm)).toEqual([
    '## Keeper from 1885',
    '## Sale of 1890',
    '## Keepers',
    '## History',
  ]);
  const section = '## Sale of 1890\n\nSold in 1890.{1.1}{1.2}';
  const edited = await change('edit', { edits: [{ block: '', do: 'append', markdown: section }] });
  expect(edited.text.match(/^## .*/gm)).toEqual(['## Keepers', '## Sale of 1890', '## History']);
  expect([composed, edited].map(({ notes }) => notes.includes('the-light:'))).toEqual([false, false]);
});

it.each([
  [
    'a section',
    'b3',
    'Grant kept it.[^memoir-2]\n\nIves kept it from 1885.[^light-2]\n\nSold in 1890.[^light-1]\n\n## History',
  ],
  ['the page', '', '[^memoir-2]\n\nIves kept it from 1885.[^light-2]\n\nSold in 1890.[^light-1]'],
])('text is appended to %s', async (_, block, expected) => {
  const markdown = 'Ives kept it from 1885.{1.2}\n\nSold in 1890.{1.1}';
  const { text, notes } = await change('edit', { edits: [{ block, do: 'append', markdown }] });
  expect(text).toContain(expected);
  expect(notes).not.toContain('the-light:');
});

it('text is appended before a line that leads on to other pages', async () => {
  const path = 'entities/the-light.md';
  const files = { ...FILES, [path]: FILES[path].replace('\n\n[^memoir-2]\n', '\n\n[^memoir-2]\n\nSee also: [[x]]\n') };
  const edits = [{ block: '', do: 'append', markdown: 'Sold in 1890.{1.1}{1.2}' }];
  const { text } = await change('edit', { edits }, files);
  expect(text).toMatch(/\[\^memoir-2\]\n\nSold in 1890\.\[\^light-1\]\[\^light-2\]\n\nSee also: \[\[x\]\]$/);
});

it('what is below a heading is kept without it, also where no blank line is between them', async () => {
  const path = 'entities/the-light.md';
  const files = { ...FILES, [path]: FILES[path].replace('## Keepers\n\nGrant', '## Keepers\nGrant') };
  const markdown = '{b1}\n\n{b2}\n\n## Staff\n\n{b4}\n\nSold in 1890.{1.1}{1.2}\n\n{b5}\n\n{b6}';
  const { text, notes } = await change('compose', { markdown }, files);
  expect(text.match(/^## .*/gm)).toEqual(['## Staff', '## History']);
  expect(text).toContain('## Staff\nGrant kept it.[^memoir-2]\n\nSold in 1890.');
  expect(notes).not.toContain('the-light:');
  // What comes between the two is a paragraph of its own.
  const sold = 'Sold in 1890.{1.1}{1.2}';
  const inserted = await change('edit', { edits: [{ block: 'b3', do: 'insert_after', markdown: sold }] }, files);
  const composed = await change(
    'compose',
    { markdown: `{b1}\n\n{b2}\n\n{b3}\n\n${sold}\n\n{b4}\n\n{b5}\n\n{b6}` },
    files,
  );
  for (const each of [inserted, composed])
    expect(each.text).toContain('## Keepers\n\nSold in 1890.[^light-1][^light-2]\n\nGrant kept it.');
});

it('rows of the page are kept by their numbers, in a table and alone', async () => {
  const table =
    '| Year | Event |\n| --- | --- |\n| 1874 | Built on a rock.[^memoir-1] |\n| 1880 | Grant came.[^memoir-2] |';
  const path = 'entities/the-light.md';
  const files = { ...FILES, [path]: FILES[path].replace('Grant kept it.[^memoir-2]', table) };
  const head = '{b1}\n\n{b2}\n\n{b3}\n\n';
  const compose = async (rows: string): Promise<string> =>
    (await change('compose', { markdown: `${head}${rows}\n\n{b5}\n\n{b6}` }, files)).text;
  const within = await compose(
    '| Year | Event |\n| --- | --- |\n{b4.1}\n| 1885 | Ives came.{1.2} |\n{b4.2}\n| 1890 | Sold.{1.1} |',
  );
  expect(within).toContain(
    '| 1874 | Built on a rock.[^memoir-1] |\n| 1885 | Ives came.[^light-2] |\n| 1880 | Grant came.[^memoir-2] |\n| 1890 | Sold.[^light-1] |',
  );
  expect(await compose('{b4.1}\n{b4.2}\n\nIves came, and it was sold.{1.1}{1.2}')).toContain(`${table}\n\nIves came`);
});
