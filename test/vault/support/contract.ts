import fc from 'fast-check';
import { isWikiError } from '../../../src/base';
import { hashText, MemoryVault, type Vault, type VaultEvent } from '../../../src/vault';
import { treeOf } from './trees';

/** A fresh, empty vault, and what has to be done when the test is over. */
export interface Subject {
  readonly vault: Vault;
  readonly close?: () => Promise<void>;
  /** The host knows names in their composed form only, and refuses others. */
  readonly composedOnly?: boolean;
}

/** The code of the error that `work` ends in; `null` when it ends well. */
export async function codeOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return error.code;
  }
}

const refused = [
  '',
  '.',
  '..',
  '../x',
  'a/../../x',
  '/etc/passwd',
  'C:\\x',
  'C:x',
  'a\\b',
  'a\0b',
  'a//b',
  'a/',
  '.. /x',
];
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

type Step =
  | { readonly op: 'write'; readonly path: string; readonly text: string }
  | { readonly op: 'rename'; readonly path: string; readonly to: string }
  | { readonly op: 'remove'; readonly path: string };

function perform(vault: Vault, step: Step): Promise<void> {
  switch (step.op) {
    case 'write':
      return vault.write(step.path, step.text);
    case 'rename':
      return vault.rename(step.path, step.to);
    case 'remove':
      return vault.remove(step.path);
  }
}

/** What every adapter of the vault promises. */
export function vaultContract(name: string, make: () => Promise<Subject>): void {
  describe(`${name} keeps the contract of a vault:`, () => {
    let subject: Subject;
    let vault: Vault;

    beforeEach(async () => {
      subject = await make();
      vault = subject.vault;
    });
    afterEach(async () => subject.close?.());

    it('moves a folder with all that is in it, to a free name only', async () => {
      const { vault, close } = await make();
      if (vault.renameFolder !== undefined) {
        await vault.write('packs/.new/a.md', 'a');
        await vault.write('packs/.new/b/c.md', 'c');
        await vault.write('packs/other/x.md', 'x');
        expect(await codeOf(vault.renameFolder('packs/.new', 'packs/other'))).toBe('living-wiki:file_exists');
        expect(await codeOf(vault.renameFolder('packs/none', 'packs/free'))).toBe('living-wiki:file_missing');
        expect(await codeOf(vault.renameFolder('packs/.new', '../out'))).toBe('living-wiki:path_refused');
        await vault.renameFolder('packs/.new', 'packs/mine');
        expect([await vault.readText('packs/mine/a.md'), await vault.readText('packs/mine/b/c.md')]).toEqual([
          'a',
          'c',
        ]);
        expect((await vault.list('packs')).map(({ path }) => path)).toEqual(['packs/mine', 'packs/other']);
      }
      await close?.();
    });

    it('an empty vault has a root and nothing in it', async () => {
      expect(await vault.list('')).toEqual([]);
      expect((await vault.stat(''))?.kind).toBe('folder');
      expect(await vault.stat('a.md')).toBeNull();
      expect(await vault.list('no/such/folder')).toEqual([]);
    });

    it('a change of a file that is not as expected is refused, and changes nothing', async () => {
      await vault.write('a.md', 'edited');
      await vault.write('.wiki/b.json', 'edited');
      for (const path of ['a.md', '.wiki/b.json']) {
        const late = { expected: hashText('old') };
        for (const work of [
          () => vault.write(path, 'new', late),
          () => vault.write(path, bytes('new'), late),
          () => vault.write(path, 'new', { expected: null }),
          () => vault.write('missing.md', 'new', late),
          () => vault.rename(path, 'moved.md', late),
          () => vault.remove(path, late),
        ]) {
          expect(await codeOf(work())).toBe('living-wiki:edited_meanwhile');
          expect(await vault.readText(path)).toBe('edited');
        }
      }
      expect([await vault.stat('missing.md'), await vault.stat('moved.md')]).toEqual([null, null]);
      await vault.write('a.md', 'new', { expected: hashText('edited') });
      await vault.rename('a.md', 'c.md', { expected: hashText('new') });
      await vault.write('d.md', 'd', { expected: null });
      await vault.remove('d.md', { expected: hashText('d') });
      expect(await vault.readText('c.md')).toBe('new');
      expect([await vault.stat('a.md'), await vault.stat('d.md')]).toEqual([null, null]);
    });

    it('a file reads back byte for byte as it was written', async () => {
      const text = '\ufeff---\r\ntitle: "é"\r\n---\n\n日本語 👩‍💻\n\n';
      await vault.write('a/b/page.md', text);
      expect(await vault.readText('a/b/page.md')).toBe(text);
      expect([...(await vault.readBytes('a/b/page.md'))]).toEqual([...bytes(text)]);
      await vault.write('raw.bin', new Uint8Array([0, 255, 254, 10]));
      expect([...(await vault.readBytes('raw.bin'))]).toEqual([0, 255, 254, 10]);
      await vault.write('empty.md', '');
      expect(await vault.readText('empty.md')).toBe('');
    });

    it('a write replaces the whole file and changes its size and time', async () => {
      await vault.write('a.md', 'a long first text');
      const first = await vault.stat('a.md');
      await vault.write('a.md', 'short', { durable: true });
      const second = await vault.stat('a.md');
      expect(await vault.readText('a.md')).toBe('short');
      expect(second).toMatchObject({ kind: 'file', size: 5 });
      expect(second!.mtime).toBeGreaterThanOrEqual(first!.mtime);
    });

    it('the caller and the vault share no bytes', async () => {
      const content = bytes('abc');
      await vault.write('a.md', content);
      content[0] = 0;
      const read = await vault.readBytes('a.md');
      read[1] = 0;
      expect(await vault.readText('a.md')).toBe('abc');
    });

    it('a folder lists its children in the order of their code units', async () => {
      for (const path of ['b.md', 'B.md', 'a/x.md', 'a/deep/y.md', 'a-b.md', 'é.md', '10.md', '9.md']) {
        await vault.write(path, path);
      }
      expect((await vault.list('')).map((entry) => [entry.path, entry.kind])).toEqual([
        ['10.md', 'file'],
        ['9.md', 'file'],
        ['B.md', 'file'],
        ['a', 'folder'],
        ['a-b.md', 'file'],
        ['b.md', 'file'],
        ['é.md', 'file'],
      ]);
      expect(await vault.list('a')).toMatchObject([
        { path: 'a/deep', kind: 'folder', size: 0 },
        { path: 'a/x.md', kind: 'file', size: 6 },
      ]);
      const [file] = (await vault.list('a')).slice(1);
      expect(await vault.stat('a/x.md')).toEqual({ kind: 'file', size: file?.size, mtime: file?.mtime });
    });

    it('two Unicode forms of one name are two files', async () => {
      await vault.write('\u00e9.md', 'composed');
      if (subject.composedOnly === true) {
        expect(await vault.stat('e\u0301.md')).toBeNull();
        expect(await codeOf(vault.readText('e\u0301.md'))).toBe('living-wiki:file_missing');
        expect(await codeOf(vault.write('e\u0301.md', 'decomposed'))).toBe('living-wiki:path_refused');
        return;
      }
      await vault.write('e\u0301.md', 'decomposed');
      expect(await vault.readText('\u00e9.md')).toBe('composed');
      expect(await vault.readText('e\u0301.md')).toBe('decomposed');
    });

    it('a rename creates the folders that it needs', async () => {
      await vault.write('a.md', 'text');
      await vault.rename('a.md', 'x/y/b.md', { durable: true });
      expect(await vault.stat('a.md')).toBeNull();
      expect(await vault.readText('x/y/b.md')).toBe('text');
      await vault.rename('x/y/b.md', 'x/y/b.md');
      expect(await vault.readText('x/y/b.md')).toBe('text');
    });

    it('a rename may change only the case of a name', async () => {
      await vault.write('page.md', 'text');
      await vault.rename('page.md', 'Page.md');
      expect((await vault.list('')).map((entry) => entry.path)).toEqual(['Page.md']);
      expect(await vault.readText('Page.md')).toBe('text');
    });

    it('files and empty folders can be removed, and a missing path is no error', async () => {
      await vault.write('a/b.md', 'x');
      expect(await codeOf(vault.remove('a'))).toBe('living-wiki:folder_not_empty');
      await vault.remove('a/b.md', { durable: true });
      expect(await vault.list('a')).toEqual([]);
      expect((await vault.stat('a'))?.kind).toBe('folder');
      await vault.remove('a');
      expect(await vault.stat('a')).toBeNull();
      await vault.remove('a');
      await vault.remove('a/b.md');
      await vault.write('a/b.md', 'again');
      expect(await vault.readText('a/b.md')).toBe('again');
    });

    it('a failed operation has a code and changes nothing', async () => {
      await vault.write('file.md', 'x');
      await vault.write('folder/other.md', 'y');
      const before = await treeOf(vault);
      expect(await codeOf(vault.readText('none.md'))).toBe('living-wiki:file_missing');
      expect(await codeOf(vault.readBytes('none/none.md'))).toBe('living-wiki:file_missing');
      expect(await codeOf(vault.readText('file.md/below.md'))).toBe('living-wiki:file_missing');
      expect(await codeOf(vault.readText('folder'))).toBe('living-wiki:not_a_file');
      expect(await codeOf(vault.write('folder', 'x'))).toBe('living-wiki:not_a_file');
      expect(await codeOf(vault.write('file.md/below.md', 'x'))).toBe('living-wiki:not_a_folder');
      expect(await codeOf(vault.list('file.md'))).toBe('living-wiki:not_a_folder');
      expect(await codeOf(vault.rename('none.md', 'x.md'))).toBe('living-wiki:file_missing');
      expect(await codeOf(vault.rename('folder', 'x'))).toBe('living-wiki:not_a_file');
      expect(await codeOf(vault.rename('file.md', 'folder/other.md'))).toBe('living-wiki:file_exists');
      expect(await codeOf(vault.rename('file.md', 'folder'))).toBe('living-wiki:file_exists');
      expect(await codeOf(vault.rename('folder/other.md', 'file.md/x.md'))).toBe('living-wiki:not_a_folder');
      expect(await codeOf(vault.write('half.md', 'a\ud800b'))).toBe('living-wiki:not_utf8');
      expect(await treeOf(vault)).toEqual(before);
    });

    it('bytes that are not UTF-8 are never read as text', async () => {
      await vault.write('latin.md', new Uint8Array([0x63, 0xe9]));
      expect(await codeOf(vault.readText('latin.md'))).toBe('living-wiki:not_utf8');
      expect([...(await vault.readBytes('latin.md'))]).toEqual([0x63, 0xe9]);
    });

    it.each(refused)('every operation refuses the path %j', async (path) => {
      await vault.write('a.md', 'x');
      const code = 'living-wiki:path_refused';
      expect(await codeOf(vault.readText(path))).toBe(code);
      expect(await codeOf(vault.readBytes(path))).toBe(code);
      expect(await codeOf(vault.write(path, 'x'))).toBe(code);
      expect(await codeOf(vault.rename('a.md', path))).toBe(code);
      expect(await codeOf(vault.rename(path, 'b.md'))).toBe(code);
      expect(await codeOf(vault.remove(path))).toBe(code);
      if (path === '') return;
      expect(await codeOf(vault.stat(path))).toBe(code);
      expect(await codeOf(vault.list(path))).toBe(code);
    });

    it('a file with a name that is refused today stays reachable', async () => {
      for (const path of ['Acme Inc./page.md', 'aux.md', 'at 10:30.md', 'really?.md']) {
        await vault.write(path, path);
        expect(await vault.readText(path)).toBe(path);
      }
    });

    it('a watcher reports changes until it stops', async () => {
      await vault.write('old.md', 'x');
      const events: VaultEvent[] = [];
      const stop = vault.watch((event) => events.push(event));
      await vault.write('new.md', 'created');
      await eventually(() => expect(events).toContainEqual({ kind: 'created', path: 'new.md' }));
      await vault.write('old.md', 'changed text');
      await eventually(() => expect(events).toContainEqual({ kind: 'changed', path: 'old.md' }));
      await vault.rename('new.md', 'folder/moved.md');
      await eventually(() =>
        expect(events).toContainEqual({ kind: 'renamed', path: 'folder/moved.md', from: 'new.md' }),
      );
      await vault.remove('folder/moved.md');
      await eventually(() => expect(events).toContainEqual({ kind: 'removed', path: 'folder/moved.md' }));
      expect(events).toHaveLength(4);
      stop();
      await vault.write('after.md', 'x');
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(events).toHaveLength(4);
    });

    it('any sequence of operations gives what a plain table of files gives', async () => {
      const path = fc.constantFrom('a.md', 'b.md', 'd/a.md', 'd/b.md', 'd/e/a.md', 'd');
      const step = fc.oneof<fc.Arbitrary<Step>[]>(
        fc.record({ op: fc.constant('write' as const), path, text: fc.string({ maxLength: 3 }) }),
        fc.record({ op: fc.constant('rename' as const), path, to: path }),
        fc.record({ op: fc.constant('remove' as const), path }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const own = await make();
          const memory = new MemoryVault();
          const table = new Map<string, string>();
          for (const each of steps) {
            const code = await codeOf(perform(own.vault, each));
            // Success and failure are the same everywhere.
            expect(code).toBe(await codeOf(perform(memory, each)));
            if (code !== null) continue;
            const text = table.get(each.path);
            if (each.op === 'write') table.set(each.path, each.text);
            else table.delete(each.path);
            if (each.op === 'rename') table.set(each.to, text!);
          }
          expect(await treeOf(own.vault)).toEqual(await treeOf(memory));
          expect(await treeOf(own.vault, { folders: false })).toEqual(new Map([...table].sort()));
          await own.close?.();
        }),
        { numRuns: 60 },
      );
    });
  });
}

/** Milliseconds; a machine that does much else is slow. */
const GOOD_TIME = 20_000;

/** Waits until an expectation holds; fails with it when it does not in good time. */
export async function eventually(expectation: () => void): Promise<void> {
  const latest = performance.now() + GOOD_TIME;
  for (;;) {
    try {
      expectation();
      return;
    } catch (error) {
      if (performance.now() > latest) throw error;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}
