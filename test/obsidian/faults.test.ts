import { installDom, type Host } from '../host';
import { diskError, type DiskAction } from '../host/vault/faults';
import { type PluginController } from '../../src/obsidian/controller';
import { type ReviewOutcome } from '../../src/workbench';
import { LENS_SOURCE } from '../support/wiki';
import { eventually } from '../vault/support/contract';
import {
  controllerOn,
  noticesOf,
  openController,
  page,
  wikiFiles,
  wikiTree,
  type OpenController,
} from './support/controller';

let takeAway: () => void;
beforeAll(() => {
  takeAway = installDom();
});
afterAll(() => takeAway());

/** A wiki with a page that the proposal, which waits, changes, and one that it has nothing to do with. */
async function proposed(files?: Record<string, string>): Promise<OpenController & { id: string }> {
  const opened = await openController({ files: files ?? (await startingFiles()) });
  const { controller } = opened;
  await controller.ingest(undefined, 'extractive');
  await eventually(() => expect(controller.proposals.length).toBe(1));
  const { id, changeSet } = controller.proposals[0]!;
  const all = changeSet.files.flatMap(({ hunks }) => hunks.map((hunk) => [hunk.id, { verdict: 'accepted' }] as const));
  await controller.runWikiJob('Accept', (_, wiki) => wiki.review(id).decide(Object.fromEntries(all)));
  return { ...opened, id };
}

let made: Promise<Record<string, string>> | undefined;
/** Made once: a hundred apps begin with them. */
const startingFiles = (): Promise<Record<string, string>> =>
  (made ??= wikiFiles({
    'sources/lens.md': LENS_SOURCE,
    'concepts/fresnel-lens.md': page('Fresnel lens', 'A lens for lighthouses.'),
    'concepts/other.md': page('Other', 'Nothing to do with it. See [[fresnel-lens]].'),
  }));

function apply(controller: PluginController, id: string): Promise<unknown> {
  return controller.runWikiJob('Apply', (run, wiki) => wiki.review(id).apply(run));
}

/** The app is started again: another session of the same device. */
async function startAnew(host: Host): Promise<PluginController> {
  const began = window.performance.timeOrigin;
  Object.defineProperty(window.performance, 'timeOrigin', { configurable: true, value: began + 1_000 });
  await host.restart();
  return controllerOn(host);
}

const touched = 'wiki/concepts/fresnel-lens.md';

/** What is on the disk when nothing goes wrong, and what it takes. */
async function uneventful(): Promise<{
  before: Record<string, string>;
  after: Record<string, string>;
  writes: readonly { readonly action: DiskAction; readonly path: string }[];
}> {
  const { host, controller, id } = await proposed();
  const before = wikiTree(host);
  host.faults.calls.length = 0;
  await apply(controller, id);
  const writes = host.faults.calls.filter(({ action }) => action !== 'read' && action !== 'list');
  const after = wikiTree(host);
  await controller.close();
  await host.quit();
  return { before, after, writes };
}

/** Times differ from run to run; nothing else may. */
const timeless = (tree: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tree).map(([path, text]) => [path, text.replace(/\d{4}-\d\d-\d\d(?:T[\d:]+Z)?/g, 'TIME')]),
  );

it('the app is closed at any moment of an apply: the wiki is as it was or as it was to be', async () => {
  const { before, after, writes } = await uneventful();
  expect(after[touched]).not.toBe(before[touched]);
  expect(writes.length).toBeGreaterThan(8);
  const ends = new Set<string>();
  for (let nth = 1; nth <= writes.length; nth += 1) {
    const { host, controller, id } = await proposed();
    const isWriting = (action: string): boolean => action !== 'read' && action !== 'list';
    let seen = 0;
    for (const action of ['write', 'remove', 'rename', 'mkdir'] as const) {
      host.faults.before({ action, forever: true }, () => {
        if (isWriting(action)) seen += 1;
        if (seen === nth) host.faults.stop();
      });
    }
    void apply(controller, id);
    await eventually(() => expect(host.faults.crashed).toBe(true));
    host.crash();
    const again = await startAnew(host);
    expect(again.state.kind).toBe('ready');
    const tree = timeless(wikiTree(host));
    const end = JSON.stringify(tree) === JSON.stringify(timeless(before)) ? 'before' : 'after';
    expect(tree).toEqual(timeless(end === 'before' ? before : after));
    ends.add(end);
    // Every recovery is reported.
    if (end === 'after') await eventually(() => expect(again.proposals.length).toBe(0));
    await again.close();
    await host.quit();
  }
  expect([...ends].sort()).toEqual(['after', 'before']);
}, 120_000);

describe('one write of an apply fails, whichever it is: all is as it was, and it says so, or all is as it was to be;', () => {
  const held = (path: string): Error => diskError('EBUSY', 'resource busy or locked', path);
  const full = (path: string): Error => diskError('ENOSPC', 'no space left on device', path);

  /** @param strike the error of a call, where it is to fail */
  async function applyWith(
    strike: (nth: number, action: DiskAction, path: string) => Error | null,
    { before, after }: { before: Record<string, string>; after: Record<string, string> },
  ): Promise<string> {
    const { host, controller, id } = await proposed();
    let seen = 0;
    for (const action of ['write', 'remove', 'rename', 'mkdir'] as const) {
      host.faults.before({ action, forever: true }, () => {
        seen += 1;
        const error = strike(seen, action, host.faults.calls.at(-1)?.path ?? '');
        if (error) throw error;
      });
    }
    const result = await apply(controller, id);
    const tree = timeless(wikiTree(host));
    const said = noticesOf(host).join('\n');
    if (result === null) {
      expect(tree).toEqual(timeless(before));
      expect(said).not.toBe('');
      host.faults.clear();
      await controller.refresh();
      expect(await apply(controller, id)).toMatchObject({ kind: 'applied' });
    } else expect(said).toBe('');
    expect(timeless(wikiTree(host))).toEqual(timeless(after));
    await controller.refresh();
    await eventually(() => expect(controller.proposals.length).toBe(0));
    await controller.close();
    await host.quit();
    return said;
  }

  it('a file that another program holds', async () => {
    const { writes, ...trees } = await uneventful();
    for (const [at, { path }] of writes.entries()) {
      const said = await applyWith((nth) => (nth === at + 1 ? held(path) : null), trees);
      if (!path.includes('.wiki/lock/') && said !== '') {
        expect(said).toMatch(/Another program is using the file.* Nothing was changed\. Wait until it has finished/);
      }
    }
  }, 120_000);

  it('a disk that is full from then on, until something is removed', async () => {
    const { writes, ...trees } = await uneventful();
    for (const [at, { path }] of writes.entries()) {
      if (path.includes('.wiki/')) continue;
      let isFreed = false;
      const said = await applyWith((nth, action, now) => {
        if (action === 'remove') isFreed = true;
        const needsRoom = action === 'write' || action === 'mkdir';
        return needsRoom && !isFreed && nth > at ? full(now) : null;
      }, trees);
      expect(said).toBe('No space left on this device. Nothing was changed. Free up space, then try again.');
    }
  }, 120_000);
});

it('a notice reports that an interrupted change was finished or rolled back', async () => {
  const { host, controller, id } = await proposed();
  host.faults.crash({ action: 'write', path: touched });
  void apply(controller, id);
  await eventually(() => expect(host.faults.crashed).toBe(true));
  host.crash();
  const again = await startAnew(host);
  await eventually(() =>
    expect(host.notices.join('\n')).toMatch(/was interrupted and has been (?:finished|rolled back)/),
  );
  await again.close();
  await host.quit();
});

describe('sync gets in the way of an apply:', () => {
  it('a file that it changes keeps its text, and nothing else is changed', async () => {
    const { host, controller, id } = await proposed();
    const before = wikiTree(host);
    const theirs = page('Fresnel lens', 'Written on another device.');
    host.faults.before({ action: 'write', path: touched }, () => host.machine.disk.put(touched, theirs));
    // The app cannot lock a file against other programs: what it wrote last is seen and kept all the same.
    host.faults.before({ action: 'read', path: touched, nth: 3 }, () => host.machine.disk.put(touched, theirs));
    expect(await apply(controller, id)).toBeNull();
    expect(wikiTree(host)).toEqual({ ...before, [touched]: theirs });
    expect(host.notices.join('\n')).toMatch(/changed in the meantime/);
    await controller.close();
    await host.quit();
  });

  it('a file that it removes stays removed, and nothing else is changed', async () => {
    const { host, controller, id } = await proposed();
    const before = wikiTree(host);
    host.faults.before({ action: 'read', path: touched, nth: 3 }, () => {
      host.machine.disk.remove(touched);
      host.own.vault.hostReconcile(touched);
    });
    await apply(controller, id);
    const others = Object.entries(before).filter(([path]) => path !== touched);
    expect(wikiTree(host)).toEqual(Object.fromEntries(others));
    const sentence =
      /fresnel-lens\.md: The file was (?:removed|changed) in the meantime\. Nothing was changed\. Review/;
    expect(noticesOf(host)).toEqual([expect.stringMatching(sentence)]);
    await controller.close();
    await host.quit();
  });

  it('a file that it locks: nothing is changed, and a message says so', async () => {
    const { host, controller, id } = await proposed();
    const before = wikiTree(host);
    host.faults.lock({ action: 'write', path: touched });
    expect(await apply(controller, id)).toBeNull();
    expect(wikiTree(host)).toEqual(before);
    expect(host.notices.join('\n')).toMatch(/Another program is using the file/);
    host.faults.clear();
    await apply(controller, id);
    expect(wikiTree(host)[touched]).not.toBe(before[touched]);
    await controller.close();
    await host.quit();
  });
});

it('the storage is full: nothing is changed, and it says so', async () => {
  const { host, controller, id } = await proposed();
  const before = wikiTree(host);
  host.faults.full({ path: /^wiki\/(?!\.wiki\/)/ });
  expect(await apply(controller, id)).toBeNull();
  expect(wikiTree(host)).toEqual(before);
  expect(host.notices.join('\n')).toMatch(/No space left on this device/);
  host.faults.clear();
  await controller.refresh();
  await eventually(() => expect(controller.proposals.length).toBe(1));
  await controller.close();
  await host.quit();
});

it('the page of a proposal is renamed: the change goes to the new path, and the old one does not come back', async () => {
  const { host, controller, id } = await proposed();
  await host.app.fileManager.renameFile(host.app.vault.getFileByPath(touched)!, 'wiki/concepts/zone-lens.md');
  await controller.refresh();
  const result = (await apply(controller, id)) as ReviewOutcome | null;
  expect(result).toMatchObject({
    kind: 'applied',
    files: expect.arrayContaining(['concepts/zone-lens.md']) as unknown,
  });
  const after = wikiTree(host);
  expect(after[touched]).toBeUndefined();
  expect(after['wiki/concepts/zone-lens.md']).toContain('rings of prisms');
  await eventually(() => expect(controller.proposals.length).toBe(0));
  await controller.close();
  await host.quit();
});

it('a person types into a page that is being written: what was typed is kept, and nothing else is changed', async () => {
  const { host, controller, id } = await proposed();
  const before = wikiTree(host);
  const leaf = host.app.workspace.getLeaf('tab');
  await leaf.openFile(host.app.vault.getFileByPath(touched)!);
  const view = leaf.view as unknown as { editor: { setValue(text: string): void } };
  const typed = `${before[touched]!}Typed just now.\n`;
  host.faults.before({ action: 'write', path: /\.wiki\/journal\/open\/[^.]+\.json$/ }, () =>
    view.editor.setValue(typed),
  );
  await apply(controller, id);
  expect(wikiTree(host)).toEqual({ ...before, [touched]: typed });
  expect(host.notices.join('\n')).toMatch(/changed in the meantime/);
  await controller.close();
  await host.quit();
});

it('state files that are broken are set aside with a notice, and the rest goes on', async () => {
  const { host, controller } = await proposed();
  await controller.close();
  const [file] = Object.keys(host.tree()).filter((path) => path.startsWith('wiki/.wiki/proposals/'));
  host.machine.disk.put(file!, '{ not json');
  const again = await controllerOn(host);
  await eventually(() => expect(noticesOf(host)).not.toEqual([]));
  expect(again.proposals.length).toBe(0);
  expect(Object.values(host.tree())).toContain('{ not json');
  await again.close();
  await host.quit();
});
