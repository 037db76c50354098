import { type PluginController } from '../../src/obsidian/controller';
import { installDom } from '../host';
import { eventually } from '../vault/support/contract';
import { openController, page, wikiFiles, type OpenController } from './support/controller';

let takeAway: () => void;
beforeAll(() => (takeAway = installDom()));
afterAll(() => takeAway());

let open: OpenController;
afterEach(async () => {
  await open.controller.close();
  await open.host.quit();
});

const PAGES = { 'concepts/tower.md': page('Tower', 'A tower by the sea.') };

const dropped = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`sources/note-${at}.md`, `Gate ${at} is painted in shade ${at}.\n`]),
  );

/** Waits until a search gives something. */
async function found(controller: PluginController, query: string): Promise<readonly string[]> {
  for (let tries = 0; tries < 100; tries += 1) {
    const texts = await textsFor(controller, query);
    if (texts.length > 0) return texts;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return [];
}

async function textsFor(controller: PluginController, query: string): Promise<readonly string[]> {
  if (controller.state.kind !== 'ready') return [];
  return (await controller.state.workbench.searchSources({ query })).found.map(({ text }) => text);
}

/** Resolves once sources are being indexed. */
function begun(controller: PluginController): Promise<void> {
  return new Promise((resolve) => {
    const leave = controller.on('sources', () => {
      if (controller.sourceIndex.progress === null) return;
      leave();
      resolve();
    });
  });
}

it('indexes the sources in the background, and what is dropped or edited later', async () => {
  open = await openController({ files: await wikiFiles({ ...PAGES, ...dropped(3) }) });
  const { controller, host } = open;
  expect(await textsFor(controller, 'shade')).toEqual([]);
  expect(await found(controller, 'shade')).toHaveLength(3);
  expect(controller.sourceIndex).toEqual({
    progress: null,
    isPaused: false,
    isStopped: false,
    pending: 0,
    outside: 0,
  });
  await host.own.vault.create('wiki/sources/late.md', 'The lantern is amber.\n');
  expect(await found(controller, 'lantern')).toEqual(['The lantern is amber.']);
});

it('stops when a person stops it, keeps what is indexed, and goes on', async () => {
  open = await openController({ files: await wikiFiles({ ...PAGES, ...dropped(400) }) });
  const { controller } = open;
  await begun(controller);
  controller.stopIndexing();
  await eventually(() => expect(controller.sourceIndex.progress).toBeNull());
  const { pending } = controller.sourceIndex;
  expect(pending).toBeGreaterThan(0);
  expect(controller.sourceIndex.isStopped).toBe(true);
  controller.resumeIndexing();
  await eventually(() => expect(controller.sourceIndex).toMatchObject({ pending: 0, isStopped: false }));
  expect(await textsFor(controller, 'gate 399')).toContain('Gate 399 is painted in shade 399.');
});

it('waits while a job runs', async () => {
  open = await openController({ files: await wikiFiles({ ...PAGES, ...dropped(300) }) });
  const { controller } = open;
  const held: { release?: () => void } = {};
  await begun(controller);
  const job = controller.runJob('Long work', () => new Promise<void>((resolve) => (held.release = resolve)));
  await eventually(() => expect(controller.sourceIndex.isPaused).toBe(true));
  const { progress } = controller.sourceIndex;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(controller.sourceIndex.progress).toEqual(progress);
  held.release?.();
  await job;
  expect(await found(controller, 'gate 299')).toContain('Gate 299 is painted in shade 299.');
});

it('keeps to the limit of the settings, counts what is outside, and searches pages only with 0', async () => {
  open = await openController({ files: await wikiFiles({ ...PAGES, ...dropped(50) }) }, { sourceBudget: 0.0005 });
  const { controller } = open;
  await eventually(() => expect(controller.sourceIndex.outside).toBeGreaterThan(20));
  const { outside } = controller.sourceIndex;
  await controller.changeSettings({ sourceBudget: 60 });
  await eventually(() => expect(controller.sourceIndex.outside).toBe(0));
  expect(outside).toBeLessThan(50);
  await controller.changeSettings({ sourceBudget: 0 });
  expect(await textsFor(controller, 'shade')).toEqual([]);
});
