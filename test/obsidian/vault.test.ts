import { MarkdownView } from 'obsidian';
import { hashText, type VaultEvent } from '../../src/vault';
import { ObsidianVault } from '../../src/obsidian/vault';
import { Host, type HostOptions } from '../host';
import { codeOf, eventually, vaultContract } from '../vault/support/contract';

async function started(options: HostOptions = {}): Promise<{ host: Host; vault: ObsidianVault }> {
  const host = await Host.start(options);
  return { host, vault: new ObsidianVault(host.app) };
}

for (const device of ['desktop', 'phone'] as const) {
  vaultContract(`the app's vault on a ${device}`, async () => {
    const { host, vault } = await started({ device, caseSensitive: true });
    return { vault, composedOnly: true, close: () => host.quit() };
  });
}

/** The text of a page in an editor, with something typed that is not saved. */
async function typing(host: Host, path: string, text: string): Promise<MarkdownView> {
  const leaf = host.app.workspace.getLeaf('tab');
  await leaf.openFile(host.app.vault.getFileByPath(path)!);
  const { view } = leaf;
  if (!(view instanceof MarkdownView)) throw new Error('not an editor');
  view.editor.setValue(text);
  return view;
}

describe('text that a person typed and the app has not saved', () => {
  it.each(['merge', 'overwrite'] as const)('is read as what the file holds (app: %s)', async (unsaved) => {
    const { host, vault } = await started({ files: { 'page.md': 'old\n' }, unsaved });
    await typing(host, 'page.md', 'old\ntyped\n');
    expect(await vault.readText('page.md')).toBe('old\ntyped\n');
    expect(host.read('page.md')).toBe('old\ntyped\n');
    await host.quit();
  });

  it.each(['merge', 'overwrite'] as const)('is not overwritten (app: %s)', async (unsaved) => {
    const { host, vault } = await started({ files: { 'page.md': 'old\n' }, unsaved });
    const view = await typing(host, 'page.md', 'old\ntyped\n');
    expect(await codeOf(vault.write('page.md', 'new\n', { expected: hashText('old\n') }))).toBe(
      'living-wiki:edited_meanwhile',
    );
    expect(view.getViewData()).toBe('old\ntyped\n');
    await host.saveEditors();
    expect(host.read('page.md')).toBe('old\ntyped\n');
    await host.quit();
  });

  it('is left alone if it differs only in what an editor does not keep', async () => {
    const text = '\ufeffone\r\ntwo\r\n';
    const { host, vault } = await started({ files: { 'page.md': text } });
    await typing(host, 'page.md', 'one\ntwo\n');
    expect(await vault.readText('page.md')).toBe(text);
    expect(host.read('page.md')).toBe(text);
    await vault.write('page.md', `${text}three\r\n`, { expected: hashText(text) });
    expect(host.read('page.md')).toBe(`${text}three\r\n`);
    await host.quit();
  });
});

describe('a write', () => {
  it('is refused when the file changed at the last moment', async () => {
    const { host, vault } = await started({ files: { 'page.md': 'old' } });
    host.faults.before({ action: 'read', path: 'page.md', nth: 2 }, () => host.machine.disk.put('page.md', 'theirs'));
    expect(await codeOf(vault.write('page.md', 'ours', { expected: hashText('old') }))).toBe(
      'living-wiki:edited_meanwhile',
    );
    expect(host.read('page.md')).toBe('theirs');
    await host.quit();
  });

  it('is refused when a file exists that should not, or is missing', async () => {
    const { host, vault } = await started({ files: { 'page.md': 'theirs' } });
    expect(await codeOf(vault.write('page.md', 'ours', { expected: null }))).toBe('living-wiki:edited_meanwhile');
    expect(await codeOf(vault.write('gone.md', 'ours', { expected: hashText('x') }))).toBe(
      'living-wiki:edited_meanwhile',
    );
    expect(host.tree()).toEqual({ 'page.md': 'theirs' });
    await host.quit();
  });

  it('keeps a byte-order mark, which the app drops from the text', async () => {
    const { host, vault } = await started({ files: { 'page.md': '\ufeffold' } });
    const app = host.app.vault;
    const process = app.process.bind(app);
    app.process = (file, fn) => process(file, (data) => fn(data.replace(/^\ufeff/, '')));
    await vault.write('page.md', '\ufeffnew', { expected: hashText('\ufeffold') });
    expect(host.read('page.md')).toBe('\ufeffnew');
    await host.quit();
  });
});

it.each([
  ['full', 'living-wiki:disk_full'],
  ['lock', 'living-wiki:file_system'],
] as const)('a disk that is at fault (%s) is told in the words of the vault', async (fault, code) => {
  const { host, vault } = await started({ files: { 'page.md': 'old' } });
  host.faults[fault]({ action: 'write' });
  expect(await codeOf(vault.write('page.md', 'new'))).toBe(code);
  expect(await codeOf(vault.write('.wiki/state.json', 'new'))).toBe(code);
  expect(host.tree()).toEqual({ 'page.md': 'old' });
  host.faults.clear();
  await host.quit();
});

it('a rename leaves links as they are: whoever renames rewrites them in the same transaction', async () => {
  const { host, vault } = await started({ files: { 'a.md': 'text', 'b.md': 'see [[a]]' } });
  await vault.rename('a.md', 'c.md');
  expect(host.tree()).toEqual({ 'b.md': 'see [[a]]', 'c.md': 'text' });
  await host.quit();
});

it('a removed file goes to the trash that the user chose', async () => {
  const { host, vault } = await started({ files: { 'a.md': 'text' } });
  await vault.remove('a.md');
  expect(host.machine.disk.systemTrash).toEqual(['a.md']);
  await host.quit();
});

it('hidden folders are listed by their own path, and not among visible files', async () => {
  const { host, vault } = await started({ files: { 'a.md': 'x', '.wiki/cache/b.json': '{}' } });
  expect((await vault.list('')).map(({ path }) => path)).toEqual(['a.md']);
  expect(await vault.list('.wiki/cache')).toMatchObject([{ path: '.wiki/cache/b.json', kind: 'file', size: 2 }]);
  expect((await vault.stat('.wiki'))?.kind).toBe('folder');
  await host.quit();
});

it('own writes are not reported; those of others are, even after ours', async () => {
  const { host, vault } = await started({ files: { 'a.md': 'x' } });
  const news: VaultEvent[] = [];
  const stop = vault.watchOthers((event) => news.push(event));
  await vault.write('a.md', 'ours');
  await vault.write('new.md', 'ours');
  await vault.rename('new.md', 'moved.md');
  await vault.write('gone.md', 'ours');
  await vault.remove('gone.md');
  await host.idle();
  expect(news).toEqual([]);
  host.sync.write('a.md', 'theirs');
  await eventually(() => expect(news).toEqual([{ kind: 'changed', path: 'a.md' }]));
  host.sync.remove('moved.md');
  await eventually(() => expect(news).toContainEqual({ kind: 'removed', path: 'moved.md' }));
  stop();
  host.sync.write('b.md', 'theirs');
  await host.idle();
  expect(news).toHaveLength(2);
  await host.quit();
});
