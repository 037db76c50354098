import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isWikiError, silentRun } from '../../src/base';
import { createNodeVault } from '../../src/node/vault';
import { hashText, type FileChange, type Vault, type VaultEvent } from '../../src/vault';
import { codeOf, eventually } from '../vault/support/contract';
import { unfinishedFiles } from '../vault/support/crash';
import { fill, oldFiles, openAlone, twelve } from '../vault/support/transaction';
import { wikiTree } from '../vault/support/trees';

/** What only a real disk has: links, modes, devices, other users' rights, and an end. */

let outside: string;
let root: string;
let vault: Vault;
const at = (...names: string[]): string => path.join(root, ...names);

beforeEach(async () => {
  outside = await realpath(await mkdtemp(path.join(tmpdir(), 'node-disk-')));
  root = path.join(outside, 'vault');
  await mkdir(root);
  vault = createNodeVault(root);
});
afterEach(() => rm(outside, { recursive: true, force: true }));

describe('links', () => {
  beforeEach(async () => {
    await writeFile(path.join(outside, 'secret.md'), 'secret');
    await mkdir(path.join(outside, 'folder'));
    await writeFile(path.join(outside, 'folder/x.md'), 'secret');
    await vault.write('in/page.md', 'inside');
    await symlink(path.join(outside, 'secret.md'), at('file.md'));
    await symlink('../folder', at('folder'));
    await symlink('../../secret.md', at('in/up.md'));
    await symlink(path.join(outside, 'not-there.md'), at('dangling.md'));
    await symlink('../not-there', at('dangling'));
    await symlink('loop.md', at('loop.md'));
  });

  const leaving = ['file.md', 'folder', 'folder/x.md', 'folder/new.md', 'folder/a/b/new.md', 'in/up.md'];

  it.each(leaving)('%s leads out and is refused by every operation', async (name) => {
    const refused = 'living-wiki:path_refused';
    expect(await codeOf(vault.stat(name))).toBe(name.includes('new') ? await codeOf(vault.stat(name)) : refused);
    expect(await codeOf(vault.write(name, 'x'))).toBe(refused);
    expect(await codeOf(vault.write(`${name}/below.md`, 'x'))).toBe(refused);
    expect(await codeOf(vault.rename('in/page.md', name))).not.toBeNull();
    for (const work of [vault.readText(name), vault.readBytes(name), vault.rename(name, 'moved.md')]) {
      expect([refused, 'living-wiki:file_missing']).toContain(await codeOf(work));
    }
    expect(await readFile(path.join(outside, 'secret.md'), 'utf8')).toBe('secret');
    expect(await readdir(path.join(outside, 'folder'))).toEqual(['x.md']);
    expect(await readFile(at('in/page.md'), 'utf8')).toBe('inside');
  });

  it('what they lead to cannot be removed, listed or found in a listing', async () => {
    expect(await codeOf(vault.remove('folder/x.md'))).toBe('living-wiki:path_refused');
    expect(await codeOf(vault.list('folder'))).toBe('living-wiki:path_refused');
    expect((await vault.list('')).map((entry) => entry.path)).toEqual(['in']);
    expect((await vault.list('in')).map((entry) => entry.path)).toEqual(['in/page.md']);
  });

  it('what a listing omits is reported with the reason', async () => {
    await writeFile(at('in', 'two\nlines.md'), 'x');
    const told = await vault.listSkipped?.('');
    expect(told?.map((item) => item.path)).toEqual(['dangling', 'dangling.md', 'file.md', 'folder', 'loop.md']);
    expect(told?.find((item) => item.path === 'file.md')?.reason).toContain('leads out');
    expect(told?.find((item) => item.path === 'dangling')?.reason).toContain('leads nowhere');
    expect((await vault.listSkipped?.('in'))?.map((item) => item.path)).toEqual(['in/two\nlines.md', 'in/up.md']);
  });

  it('a link itself can be removed, and what it led to stays', async () => {
    await vault.remove('file.md');
    await vault.remove('folder');
    expect(await codeOf(lstat(at('file.md')).catch(() => null))).toBeNull();
    expect(await readdir(outside)).toEqual(['folder', 'secret.md', 'vault']);
    expect(await readdir(root)).not.toContain('folder');
  });

  it('a dangling one is neither written through nor replaced', async () => {
    expect(await vault.stat('dangling.md')).toBeNull();
    for (const name of ['dangling.md', 'dangling/x.md', 'loop.md']) {
      expect(await codeOf(vault.write(name, 'x'))).toBe('living-wiki:path_refused');
    }
    expect(await readdir(outside)).toEqual(['folder', 'secret.md', 'vault']);
    expect(await readlink(at('dangling.md'))).toBe(path.join(outside, 'not-there.md'));
  });

  it('inside the root they are followed, and stay links', async () => {
    await symlink('in/page.md', at('alias.md'));
    await symlink('in', at('same'));
    expect(await vault.readText('alias.md')).toBe('inside');
    expect(await vault.readText('same/page.md')).toBe('inside');
    await vault.write('alias.md', 'through the link');
    await vault.write('same/new.md', 'new');
    expect(await vault.readText('in/page.md')).toBe('through the link');
    expect(await vault.readText('in/new.md')).toBe('new');
    expect(await readlink(at('alias.md'))).toBe('in/page.md');
    // A folder is listed once, where it is.
    expect((await vault.list('')).map((entry) => entry.path)).toEqual(['alias.md', 'in']);
  });

  it('the root may be one', async () => {
    await symlink(root, path.join(outside, 'link-to-root'));
    const linked = createNodeVault(path.join(outside, 'link-to-root'));
    expect(await linked.readText('in/page.md')).toBe('inside');
    await linked.write('in/other.md', 'x');
    expect(await vault.readText('in/other.md')).toBe('x');
  });

  it('a transaction is refused before it writes anything', async () => {
    const journal = await openAlone(vault);
    const changes = [
      { op: 'create', path: 'new.md', text: 'x' },
      { op: 'create', path: 'folder/new.md', text: 'x' },
    ] as const;
    expect(await codeOf(journal.commit({ title: '', changes, facts: {} }, silentRun))).toBe('living-wiki:path_refused');
    expect(await vault.stat('new.md')).toBeNull();
  });
});

describe('files', () => {
  it('keep their mode and their owner when they are replaced', async () => {
    await vault.write('page.md', 'x');
    await chmod(at('page.md'), 0o640);
    if (process.getuid?.() === 0) execFileSync('chown', ['65534:65534', at('page.md')]);
    const before = await stat(at('page.md'));
    await vault.write('page.md', 'longer', { durable: true });
    const after = await stat(at('page.md'));
    expect([after.mode & 0o777, after.uid, after.gid]).toEqual([0o640, before.uid, before.gid]);
  });

  it('are replaced, not written into: a program with the old one open keeps it', async () => {
    await vault.write('page.md', 'old');
    await link(at('page.md'), at('second-name.md'));
    await vault.write('page.md', 'new');
    expect(await vault.readText('second-name.md')).toBe('old');
  });

  it('that are pipes or devices are omitted, and never waited for', async () => {
    execFileSync('mkfifo', [at('pipe.md')]);
    expect(await vault.list('')).toEqual([]);
    expect(await codeOf(vault.readText('pipe.md'))).toBe('living-wiki:not_a_file');
    expect(await codeOf(vault.write('pipe.md', 'x'))).toBe('living-wiki:not_a_file');
  });

  it('whose names are not valid paths are omitted from listings', async () => {
    for (const name of ['back\\slash.md', 'line\nbreak.md', 'fine.md']) await writeFile(at(name), 'x');
    await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe])]), 'x');
    expect((await vault.list('')).map((entry) => entry.path)).toEqual(['fine.md']);
  });

  it('are written in the folder of their wiki, or beside the target without one, and removed after a crash', async () => {
    await vault.write('wiki/.wiki/x.json', '{}');
    expect(await readdir(at('wiki/.wiki'))).toEqual(['tmp', 'x.json']);
    await vault.write('wiki/pages/a.md', 'a');
    expect(await readdir(at('wiki/pages'))).toEqual(['a.md']);
    expect(await readdir(at('wiki/.wiki/tmp'))).toEqual([]);

    const [dead, alive] = [spawnSync('true').pid, process.pid];
    await vault.write('notes/a.md', 'a');
    for (const pid of [dead, alive]) await writeFile(at(`notes/.living-wiki-${pid}-00ff.tmp`), 'half');
    expect((await vault.list('notes')).map((entry) => entry.path)).toEqual(['notes/a.md']);
    await vault.write('notes/b.md', 'b');
    expect(await readdir(at('notes'))).toEqual([`.living-wiki-${alive}-00ff.tmp`, 'a.md', 'b.md']);
  });

  it('are written even while another program removes temporary files', async () => {
    await vault.write('.wiki/x.json', '{}');
    const stop = new AbortController();
    const clearing = (async () => {
      while (!stop.signal.aborted) {
        for (const name of await readdir(at('.wiki/tmp'))) await rm(at('.wiki/tmp', name), { force: true });
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    for (let i = 0; i < 40; i++)
      await vault.write(`.wiki/state-${i % 4}.json`, `${i}`).catch((error: unknown) => {
        // Cleared away each time that it was tried: told as an error, and the old file is whole.
        expect(isWikiError(error)).toBe(true);
      });
    stop.abort();
    await clearing;
    for (const name of ['0', '1', '2', '3']) expect(await vault.readText(`.wiki/state-${name}.json`)).toMatch(/^\d+$/);
  });
});

describe('watching', () => {
  it('reports folders that appear, move and disappear with everything in them', async () => {
    const events: VaultEvent[] = [];
    const stop = vault.watch((event) => events.push(event));
    await mkdir(at('a/b'), { recursive: true });
    await writeFile(at('a/b/x.md'), 'x');
    await writeFile(at('a/y.md'), 'y');
    await eventually(() =>
      expect(events.map((event) => `${event.kind} ${event.path}`)).toEqual(['created a/b/x.md', 'created a/y.md']),
    );
    execFileSync('mv', [at('a'), at('c')]);
    await eventually(() =>
      expect(events.slice(2)).toEqual([
        { kind: 'renamed', path: 'c/b/x.md', from: 'a/b/x.md' },
        { kind: 'renamed', path: 'c/y.md', from: 'a/y.md' },
      ]),
    );
    await writeFile(at('c/b/x.md'), 'changed');
    await eventually(() => expect(events.slice(4)).toEqual([{ kind: 'changed', path: 'c/b/x.md' }]));
    await rm(at('c'), { recursive: true });
    await eventually(() =>
      expect(events.slice(5).map((event) => `${event.kind} ${event.path}`)).toEqual([
        'removed c/b/x.md',
        'removed c/y.md',
      ]),
    );
    stop();
  });

  it('reports the steps of one save as one change, and no temporary files', async () => {
    await vault.write('page.md', 'old');
    const events: VaultEvent[] = [];
    const stop = vault.watch((event) => events.push(event));
    for (let i = 0; i < 20; i++) await vault.write('page.md', `text ${i}`);
    await eventually(() => expect(events.length).toBeGreaterThan(0));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(new Set(events.map((event) => `${event.kind} ${event.path}`))).toEqual(new Set(['changed page.md']));
    expect(events.length).toBeLessThan(20);
    stop();
  });
});

/** A disk of a few kilobytes of its own; needs an administrator, or else the injected fault of the journal's tests has to do. */
const canMount = ((): boolean => {
  if (process.getuid?.() !== 0) return false;
  const place = mkdtempSync(path.join(tmpdir(), 'mount-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', place]).status === 0;
  if (isMounted) spawnSync('umount', [place]);
  rmdirSync(place);
  return isMounted;
})();

(canMount ? describe : describe.skip)('on a small disk of its own', () => {
  beforeEach(async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', root]);
    await fill(vault);
  });
  afterEach(() => {
    execFileSync('umount', [root]);
  });

  it('a full disk is reported as such, whichever write fails, and nothing is changed', async () => {
    const text = (size: number, letter: string): string => letter.repeat(size * 1000);
    const update = (path: string, before: string, after: string): FileChange => ({
      ...{ op: 'update', path, expected: hashText(before) },
      text: after,
    });
    await vault.write('big.md', text(60, 'b'));
    await vault.write('shrinks.md', text(50, 's'));
    const changes: FileChange[] = [
      { op: 'create', path: 'new/1.md', text: text(15, '1') },
      update('big.md', text(60, 'b'), text(61, 'B')),
      update('shrinks.md', text(50, 's'), 'short'),
      { op: 'rename', from: '_log.md', path: 'log.md', expected: hashText(oldFiles['_log.md']!), text: text(30, 'l') },
      { op: 'create', path: 'new/2.md', text: text(40, '2') },
      { op: 'delete', path: '_index.md', expected: hashText(oldFiles['_index.md']!) },
    ];
    const before = await wikiTree(vault);
    let inTheMiddle = 0;
    for (let free = 0; ; free += 8) {
      const space = Number(execFileSync('df', ['--output=avail', '-k', root]).toString().split('\n')[1]);
      const filler = path.join(root, '.wiki', 'filler');
      await mkdir(path.dirname(filler), { recursive: true });
      await writeFile(filler, Buffer.alloc(Math.max(0, space - free) * 1024, 1));
      const journal = await openAlone(vault);
      const error = await journal
        .commit({ title: '', changes, facts: {} }, silentRun)
        .catch((caught: unknown) => caught);
      await rm(filler);
      expect(await unfinishedFiles(vault)).toEqual([]);
      if (!isWikiError(error)) break;
      expect(error.code).toBe('living-wiki:disk_full');
      const isLock = error.path?.startsWith('.wiki/lock/') === true;
      expect(error.message).toBe(isLock ? 'The disk is full.' : 'The disk is full. Nothing was changed.');
      expect(await wikiTree(vault)).toEqual(before);
      inTheMiddle += Number(error.path?.startsWith('.wiki/') === false);
    }
    // Some of the failures came when other files were already written.
    expect(inTheMiddle).toBeGreaterThan(3);
    expect(await vault.readText('big.md')).toBe(text(61, 'B'));
  });

  it('a read-only disk can be read, and a write reports it', async () => {
    const before = await wikiTree(vault);
    execFileSync('mount', ['-o', 'remount,ro', root]);
    const journal = await openAlone(vault);
    expect(await journal.list()).toEqual([]);
    expect(await codeOf(journal.commit(twelve, silentRun))).toBe('living-wiki:read_only');
    expect(await wikiTree(vault)).toEqual(before);
  });
});
