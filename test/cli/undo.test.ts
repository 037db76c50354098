import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Bench, bytesBelow } from './support';

let bench: Bench;
let wiki: string;
let first: string;
let second: string;

/** The second ingest adds to the page that the first one made. */
beforeEach(async () => {
  bench = new Bench();
  wiki = bench.at('wiki');
  await bench.run(bench.folder, 'init', 'wiki');
  mkdirSync(path.join(wiki, 'sources'), { recursive: true });
  const ingest = async (name: string, text: string): Promise<string> => {
    writeFileSync(path.join(wiki, 'sources', name), text);
    const ran = await bench.run(wiki, 'ingest', '--apply', '--json');
    const [proposal] = ran.json<{ proposals: { transaction: string | null }[] }>().proposals;
    return proposal?.transaction ?? '';
  };
  first = await ingest(
    'a.md',
    '# Amber\n\nAmber is a fossil resin of trees. Amber floats in salt water. People have traded amber since the Stone Age.\n',
  );
  second = await ingest('b.md', '# On amber\n\nAmber burns with a clear flame. Amber smells of pine when it burns.\n');
});
afterEach(() => bench.remove());

it('a blocked undo names the changes to undo first', async () => {
  const ran = await bench.run(wiki, 'undo', first);
  expect(ran.exit).toBe(1);
  expect(ran.err).toContain('Later changes build on it. Undo these first, in this order:');
  expect(ran.err).toContain(second);
  expect(ran.err).toContain(`living-wiki undo --through ${first}`);
  const { undoFirst } = (await bench.run(wiki, 'undo', first, '--json')).json<{ undoFirst: { id: string }[] }>();
  expect(undoFirst.map(({ id }) => id)).toEqual([second]);
});

it('undo --through shows the list, asks, and undoes in order', async () => {
  const before = await bytesBelow(wiki);
  const asked = await bench.run(wiki, 'undo', '--through', first);
  expect(asked.exit).toBe(1);
  expect(asked.out.indexOf(second)).toBeGreaterThan(-1);
  expect(asked.out.indexOf(first)).toBeGreaterThan(asked.out.indexOf(second));
  expect(asked.err).toContain('Add --yes');
  expect(await bytesBelow(wiki)).toEqual(before);
  const done = await bench.run(wiki, 'undo', '--through', first, '--yes');
  expect(done.exit).toBe(0);
  expect(Object.keys(await bytesBelow(wiki)).join(' ')).not.toContain('amber');
  expect(readFileSync(path.join(wiki, '_log.md'), 'utf8').match(/\| undo /g)).toHaveLength(2);
});

it('undo --through as JSON asks nothing and does nothing without --yes', async () => {
  const ran = await bench.run(wiki, 'undo', '--through', first, '--json');
  expect(ran.exit).toBe(1);
  expect(ran.json<{ steps: { id: string }[] }>()).toMatchObject({
    steps: [{ id: second }, { id: first }],
    results: [],
  });
  const done = await bench.run(wiki, 'undo', '--through', first, '--yes', '--json');
  expect(done.json<{ results: object[] }>().results).toMatchObject([{ undid: second }, { undid: first }]);
});
