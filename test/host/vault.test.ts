import { Plugin, TFolder, type App, type TFile } from 'obsidian';
import { Host } from '.';
import { manifest } from './support/plugins';

function listen(app: App): string[] {
  const seen: string[] = [];
  app.vault.on('create', ({ path }) => void seen.push(`create ${path}`));
  app.vault.on('modify', ({ path }) => void seen.push(`modify ${path}`));
  app.vault.on('delete', ({ path }) => void seen.push(`delete ${path}`));
  app.vault.on('rename', ({ path }, old) => void seen.push(`rename ${old} to ${path}`));
  return seen;
}

const fileAt = (host: Host, path: string): TFile => {
  const file = host.app.vault.getFileByPath(path);
  if (file === null) throw new Error(`no ${path}`);
  return file;
};

it('fires create for every file while it starts, before the layout is ready', async () => {
  const seen: string[] = [];
  class Probe extends Plugin {
    override onload(): void {
      seen.push(`${String(this.app.vault.getFiles().length)} files at onload`);
      this.registerEvent(this.app.vault.on('create', ({ path }) => void seen.push(path)));
      this.app.workspace.onLayoutReady(() => void seen.push('ready'));
    }
  }
  await Host.start({ files: { 'a.md': '', 'd/b.md': '', '.hidden/c.md': '' }, plugins: [{ type: Probe, manifest }] });
  expect(seen).toEqual(['0 files at onload', 'a.md', 'd', 'd/b.md', 'ready']);
});

describe('the file tree', () => {
  it('has folders, files and their parts, and nothing hidden', async () => {
    const host = await Host.start({ files: { 'd/a.b.MD': 'ä', '.wiki/x.json': '{}' } });
    const { vault } = host.app;
    const file = fileAt(host, 'd/a.b.MD');
    expect([file.name, file.basename, file.extension, file.stat.size]).toEqual(['a.b.MD', 'a.b', 'md', 2]);
    expect(file.parent).toBeInstanceOf(TFolder);
    expect(vault.getRoot().children).toEqual([file.parent]);
    expect(vault.getAbstractFileByPath('.wiki/x.json')).toBeNull();
    expect(await vault.adapter.read('.wiki/x.json')).toBe('{}');
    expect(await vault.adapter.list('')).toEqual({ files: [], folders: ['.wiki', 'd'] });
  });

  it('is case sensitive in itself, while the disk below takes no notice of case', async () => {
    const host = await Host.start({ files: { 'Note.md': '' } });
    const { vault } = host.app;
    expect(vault.getFileByPath('note.md')).toBeNull();
    expect(await vault.adapter.exists('note.md')).toBe(true);
    expect(await vault.adapter.exists('note.md', true)).toBe(false);
    await expect(vault.create('note.md', '')).rejects.toThrow('File already exists.');
    await vault.rename(fileAt(host, 'Note.md'), 'note.md');
    expect(fileAt(host, 'note.md').name).toBe('note.md');
  });

  it('keeps both where the disk tells case apart', async () => {
    const host = await Host.start({ files: { 'Note.md': '' }, caseSensitive: true });
    await host.app.vault.create('note.md', '');
    expect(host.app.vault.getFiles()).toHaveLength(2);
  });
});

describe('writing', () => {
  it('reports each change once, before the promise settles', async () => {
    const host = await Host.start({ files: { 'a.md': 'old' } });
    const seen = listen(host.app);
    const { vault } = host.app;
    const file = fileAt(host, 'a.md');
    await vault.modify(file, 'new');
    await vault.createFolder('d/e');
    await vault.create('d/e/b.md', '');
    await vault.adapter.write('d/c.md', '');
    await vault.adapter.write('.hidden', '');
    await vault.trash(file, true);
    expect(seen).toEqual(['modify a.md', 'create d', 'create d/e', 'create d/e/b.md', 'create d/c.md', 'delete a.md']);
  });

  it('a folder is renamed with all that is in it, and files stay the same objects', async () => {
    const host = await Host.start({ files: { 'd/a.md': '', 'd/e/b.md': '' } });
    const seen = listen(host.app);
    const file = fileAt(host, 'd/e/b.md');
    await host.app.vault.rename(host.app.vault.getFolderByPath('d')!, 'f');
    expect(file.path).toBe('f/e/b.md');
    expect(fileAt(host, 'f/e/b.md')).toBe(file);
    expect(seen).toEqual([
      'rename d to f',
      'rename d/e to f/e',
      'rename d/e/b.md to f/e/b.md',
      'rename d/a.md to f/a.md',
    ]);
  });

  it('refuses what the app refuses', async () => {
    const host = await Host.start({ files: { 'a.md': '', 'b.md': '', 'd/c.md': '' } });
    const { vault } = host.app;
    await expect(vault.create('nowhere/a.md', '')).rejects.toThrow('ENOENT');
    await expect(vault.createFolder('d')).rejects.toThrow('Folder already exists.');
    await expect(vault.rename(fileAt(host, 'a.md'), 'b.md')).rejects.toThrow('Destination file already exists!');
    await expect(vault.adapter.rmdir('d', false)).rejects.toThrow('ENOTEMPTY');
    await expect(vault.adapter.read('/a.md')).rejects.toThrow('normalizePath');
  });

  it('what goes to the trash is still there', async () => {
    const host = await Host.start({ files: { 'a.md': 'text' } });
    await host.app.vault.trash(fileAt(host, 'a.md'), false);
    expect(host.tree()).toEqual({ '.trash/a.md': 'text' });
  });
});

describe('process', () => {
  it('reads and writes in one step, whatever else is asked at once', async () => {
    const host = await Host.start({ files: { 'a.md': '' } });
    const file = fileAt(host, 'a.md');
    const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(letters.map((letter) => host.app.vault.process(file, (text) => text + letter)));
    expect(host.read('a.md')).toBe('abcdef');
  });

  it('leaves the file when its callback throws, and reports nothing', async () => {
    const host = await Host.start({ files: { 'a.md': 'text' } });
    const seen = listen(host.app);
    const refuse = (): never => {
      throw new Error('no');
    };
    await expect(host.app.vault.process(fileAt(host, 'a.md'), refuse)).rejects.toThrow('no');
    expect([host.read('a.md'), seen]).toEqual(['text', []]);
  });
});

it('a change from outside is reported later, and read at once', async () => {
  const host = await Host.start({ files: { 'a.md': 'old' } });
  const { vault } = host.app;
  const file = fileAt(host, 'a.md');
  await vault.cachedRead(file);
  const seen = listen(host.app);
  host.sync.write('a.md', 'new');
  expect([await vault.cachedRead(file), await vault.read(file), seen]).toEqual(['old', 'new', []]);
  await host.idle();
  expect([await vault.cachedRead(file), seen]).toEqual(['new', ['modify a.md']]);
});
