import fc from 'fast-check';
import { silentRun } from '../../src/base';
import { hashText, MemoryVault, OverlayVault, scopeVault, type FileChange, type VaultEvent } from '../../src/vault';
import { codeOf, eventually } from './support/contract';
import { openAlone } from './support/transaction';
import { treeOf, wikiTree } from './support/trees';

const files = { 'a.md': 'A', 'b.md': 'B', 'd/c.md': 'C', 'd/e.md': 'E', 'd/f/g.md': 'G' };

describe('the difference of an overlay', () => {
  const after = async (work: (vault: OverlayVault) => Promise<unknown>): Promise<readonly FileChange[]> => {
    const base = new MemoryVault(files);
    const overlay = new OverlayVault(base);
    await work(overlay);
    expect(await treeOf(base)).toEqual(await treeOf(new MemoryVault(files)));
    return overlay.difference();
  };

  it('is empty when nothing was changed, or every change was reverted', async () => {
    expect(await after((vault) => vault.readText('a.md'))).toEqual([]);
    const undone = async (vault: OverlayVault): Promise<void> => {
      await vault.write('a.md', 'other');
      await vault.write('a.md', 'A');
      await vault.rename('b.md', 'moved.md');
      await vault.rename('moved.md', 'b.md');
      await vault.remove('d/c.md');
      await vault.write('d/c.md', 'C');
      await vault.write('new.md', 'x');
      await vault.remove('new.md');
    };
    expect(await after(undone)).toEqual([]);
  });

  it('lists created, updated and deleted files by path', async () => {
    const work = async (vault: OverlayVault): Promise<void> => {
      await vault.write('z.md', 'new');
      await vault.write('b.md', 'B2');
      await vault.remove('a.md');
    };
    expect(await after(work)).toEqual([
      { op: 'delete', path: 'a.md', expected: hashText('A') },
      { op: 'update', path: 'b.md', expected: hashText('B'), text: 'B2' },
      { op: 'create', path: 'z.md', text: 'new' },
    ]);
  });

  it('shows a rename as a rename, through several steps and with a new text', async () => {
    const work = async (vault: OverlayVault): Promise<void> => {
      await vault.rename('a.md', 'x/1.md');
      await vault.write('x/1.md', 'rewritten');
      await vault.rename('x/1.md', 'x/2.md');
    };
    expect(await after(work)).toEqual([
      { op: 'rename', from: 'a.md', path: 'x/2.md', expected: hashText('A'), text: 'rewritten' },
    ]);
  });

  it('shows a rename where a file was written elsewhere and removed here', async () => {
    const work = async (vault: OverlayVault): Promise<void> => {
      await vault.write('x.md', 'A');
      await vault.remove('a.md');
    };
    expect(await after(work)).toEqual([
      { op: 'rename', from: 'a.md', path: 'x.md', expected: hashText('A'), text: 'A' },
    ]);
  });

  it('shows an update and a new file when another file took the old path', async () => {
    const work = async (vault: OverlayVault): Promise<void> => {
      await vault.rename('a.md', 'x.md');
      await vault.write('a.md', 'someone else');
    };
    expect(await after(work)).toEqual([
      { op: 'update', path: 'a.md', expected: hashText('A'), text: 'someone else' },
      { op: 'create', path: 'x.md', text: 'A' },
    ]);
  });

  it('expects the text that was read here, not a later one', async () => {
    const base = new MemoryVault(files);
    const overlay = new OverlayVault(base);
    const text = await overlay.readText('a.md');
    await base.write('a.md', 'changed by a person');
    await overlay.write('a.md', `${text} and more`);
    await base.write('b.md', 'changed, but not read here before');
    await overlay.remove('b.md');
    expect(await overlay.difference()).toEqual([
      { op: 'update', path: 'a.md', expected: hashText('A'), text: 'A and more' },
      { op: 'delete', path: 'b.md', expected: hashText('changed, but not read here before') },
    ]);
  });

  it('refuses bytes that are not text', async () => {
    const overlay = new OverlayVault(new MemoryVault(files));
    await overlay.write('a.md', new Uint8Array([0xff]));
    expect(await codeOf(overlay.difference())).toBe('living-wiki:not_utf8');
  });

  it('applied to the base, gives the tree that the overlay shows', async () => {
    const path = fc.constantFrom(...Object.keys(files), 'n.md', 'd/n.md', 'd/f/n.md');
    const text = fc.constantFrom('A', 'B', 'C', 'x', '');
    const step = fc.oneof(
      fc.tuple(fc.constant('write' as const), path, text),
      fc.tuple(fc.constant('rename' as const), path, path),
      fc.tuple(fc.constant('remove' as const), path, path),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const base = new MemoryVault(files);
        const overlay = new OverlayVault(base);
        for (const [op, first, second] of steps) {
          const work = op === 'remove' ? overlay.remove(first) : overlay[op](first, second);
          await work.catch(() => undefined);
        }
        const shown = await treeOf(overlay, { folders: false });
        const journal = await openAlone(base);
        const changes = await overlay.difference();
        await journal.commit({ title: 'Difference', changes, facts: {} }, silentRun);
        const done = await wikiTree(base);
        expect(new Map([...done].filter(([, content]) => content !== '(folder)'))).toEqual(shown);
      }),
      { numRuns: 300 },
    );
  });
});

it('a file that was changed through an overlay differs in size or time', async () => {
  const base = new MemoryVault(files, { now: () => 5_000 });
  const overlay = new OverlayVault(base, { now: () => 1 });
  const before = await overlay.stat('a.md');
  await overlay.write('a.md', 'Z');
  const written = await overlay.stat('a.md');
  expect(written!.mtime).toBeGreaterThan(before!.mtime);
  await overlay.write('a.md', 'Y');
  expect((await overlay.stat('a.md'))!.mtime).toBeGreaterThan(written!.mtime);
});

it('an overlay reports a change of its base only where it is visible', async () => {
  const base = new MemoryVault(files);
  const overlay = new OverlayVault(base);
  await overlay.write('a.md', 'mine');
  await overlay.remove('b.md');
  const events: VaultEvent[] = [];
  overlay.watch((event) => events.push(event));
  await base.write('a.md', 'covered');
  await base.write('b.md', 'hidden');
  await base.rename('a.md', 'seen.md');
  await base.write('d/c.md', 'seen');
  await eventually(() =>
    expect(events).toEqual([
      { kind: 'created', path: 'seen.md' },
      { kind: 'changed', path: 'd/c.md' },
    ]),
  );
});

it('a folder of a vault shows and reports only what is in it', async () => {
  const outer = new MemoryVault({ 'w/a.md': 'A', 'w2/b.md': 'B', 'c.md': 'C' });
  const inner = scopeVault(outer, 'w');
  const events: VaultEvent[] = [];
  inner.watch((event) => events.push(event));
  await outer.write('w2/b.md', 'no');
  await outer.rename('c.md', 'w/c.md');
  await outer.rename('w/a.md', 'w/sub/a.md');
  await outer.rename('w/c.md', 'c.md');
  await eventually(() =>
    expect(events).toEqual([
      { kind: 'created', path: 'c.md' },
      { kind: 'renamed', path: 'sub/a.md', from: 'a.md' },
      { kind: 'removed', path: 'c.md' },
    ]),
  );
  expect([...(await treeOf(inner)).keys()]).toEqual(['sub', 'sub/a.md']);
  const error = await inner.readText('no.md').catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'living-wiki:file_missing', path: 'no.md' });
  expect(scopeVault(outer, '')).toBe(outer);
  expect(await codeOf(new Promise((resolve) => resolve(scopeVault(outer, '../x'))))).toBe('living-wiki:path_refused');
});

it('every change of a vault in memory has a time of its own', async () => {
  const vault = new MemoryVault({ 'b.md': '1', 'a.md': '2' }, { now: () => 100 });
  const times = [(await vault.stat('a.md'))!.mtime, (await vault.stat('b.md'))!.mtime];
  await vault.write('a.md', '3');
  times.push((await vault.stat('a.md'))!.mtime);
  expect(times).toEqual([100, 101, 102]);
});
