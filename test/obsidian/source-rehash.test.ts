import { installDom } from '../host';
import { LENS_SOURCE } from '../support/wiki';
import { eventually } from '../vault/support/contract';
import { openController, wikiFiles } from './support/controller';

let takeAway: () => void;
beforeAll(() => (takeAway = installDom()));
afterAll(() => takeAway());
afterEach(() => jest.restoreAllMocks());

/** That an ordinary look does not find it is shown where no cache of an earlier session matters: test/workbench/rehash-sources. */
it('the app finds a source that was changed with its size and time kept, a while after the wiki was opened', async () => {
  const wait = window.setTimeout.bind(window);
  let look: (() => void) | null = null;
  const held = (work: () => void, ms = 0): number => {
    if (ms !== 60_000) return wait(work, ms);
    look = work;
    return 0;
  };
  const { host, controller } = await openController({ files: await wikiFiles({ 'sources/lens.md': LENS_SOURCE }) });
  try {
    const { state } = controller;
    if (state.kind !== 'ready') throw new Error('The wiki is not open.');
    const { workbench } = state;
    await controller.inBackground(() => workbench.ingest({ apply: true }));
    await eventually(() => expect(controller.newSources).toEqual([]));
    const changed = LENS_SOURCE.replace('lenses', 'LENSES');
    expect(changed).not.toBe(LENS_SOURCE);
    const before = host.machine.disk.get('wiki/sources/lens.md');
    if (before?.kind !== 'file') throw new Error('There is no source.');
    host.machine.disk.write('wiki/sources/lens.md', changed, { mtime: before.mtime, ctime: before.ctime });
    jest.spyOn(window, 'setTimeout').mockImplementation(held as typeof window.setTimeout);
    // The wiki is opened anew, which begins a look.
    await controller.start();
    await eventually(() => expect(look).not.toBeNull());
    const opened = controller.state;
    if (opened.kind !== 'ready') throw new Error('The wiki is not open.');
    const rehash = jest.spyOn(opened.workbench, 'rehashSources');
    (look as (() => void) | null)?.();
    await eventually(() => expect(rehash).toHaveBeenCalledWith(null, expect.anything()));
    await expect(rehash.mock.results[0]?.value).resolves.toMatchObject({ next: null });
    await eventually(() => expect(controller.newSources).toEqual(['sources/lens.md']));
  } finally {
    await controller.close();
    await host.quit();
  }
});
