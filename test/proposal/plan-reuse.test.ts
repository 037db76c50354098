import { silentRun } from '../../src/base';
import { Workbench } from '../../src/workbench';
import { testWiki, type Tree } from '../support/wiki';

/** A proposal that is applied as soon as it is checked is not planned twice. What is written must be the same. */

const SOURCES: Tree = {
  'sources/2020-01-01-quay.md': `# The quay

The Skerry Trust is a charity that looks after the quay. Since 1990 the Skerry Trust hires out the crane.

The Halcyon Board is a public body that runs the lights. Every year the Halcyon Board pays the keepers of the lights.
`,
  'sources/2021-01-01-lights.md': `# The lights

The Halcyon Board was founded in 1921. The Skerry Trust has forty members, and the Skerry Trust meets in the harbour office.

The Lantern Room is a museum that the Halcyon Board opened in 1987. The Lantern Room has six lamps.
`,
};

const CLOCK = { now: () => Date.parse('2026-05-01T08:00:00Z') };

async function treeAfter(steps: readonly { readonly apply: boolean }[]): Promise<Tree> {
  const wiki = await testWiki(SOURCES);
  const { vault, random, device } = wiki;
  const workbench = await Workbench.open({ vault, root: '', clock: CLOCK, random, device }, silentRun);
  await workbench.confirmChanges(await workbench.unconfirmedChanges());
  for (const source of Object.keys(SOURCES)) {
    for (const { apply } of steps) {
      const { failed } = await workbench.ingest({ curator: 'extractive', sources: [source], apply }, silentRun);
      expect(failed).toEqual([]);
    }
  }
  await workbench.close();
  return wiki.tree();
}

it('applying at once writes what applying a waiting proposal writes', async () => {
  const atOnce = await treeAfter([{ apply: true }]);
  const later = await treeAfter([{ apply: false }, { apply: true }]);
  expect(Object.keys(atOnce).filter((path) => path.endsWith('halcyon-board.md'))).toHaveLength(1);
  expect(atOnce).toEqual(later);
});

it('an open wiki holds what the files say, also where another program saved a page as soon as it was written', async () => {
  const { vault, random, device } = await testWiki(SOURCES);
  const write = vault.write.bind(vault);
  vault.write = async (path, content, options) => {
    await write(path, content, options);
    if (path.endsWith('/halcyon-board.md') && typeof content === 'string')
      await write(path, `${content}\nIt [[keeps]] a boat.\n`);
  };
  const host = { vault, root: '', clock: CLOCK, random, device };
  const workbench = await Workbench.open(host, silentRun);
  await workbench.confirmChanges(await workbench.unconfirmedChanges());
  const { failed } = await workbench.ingest({ curator: 'extractive', apply: true }, silentRun);
  const { pages, indexLines, provenance } = workbench.snapshot;
  await workbench.close();
  const anew = await Workbench.open(host, silentRun);
  expect(failed).toEqual([]);
  expect([...pages.values()].flatMap(({ links }) => links.map(({ target }) => target))).toContain('keeps');
  expect([...pages]).toEqual([...anew.snapshot.pages]);
  expect([indexLines, provenance]).toEqual([anew.snapshot.indexLines, anew.snapshot.provenance]);
});
