import { type TFile } from 'obsidian';
import { Host } from '.';

let host: Host;

beforeEach(async () => {
  host = await Host.start({ files: { 'a.md': 'a', 'b.md': 'b' } });
});

// The app saves its layout seconds later; what is left running would run into the faults of its test after its end.
afterEach(async () => {
  host.faults.clear();
  await host.quit();
});

const file = (path: string): TFile => host.app.vault.getFileByPath(path)!;
const write = (path: string, text: string): Promise<void> => host.app.vault.modify(file(path), text);

it('fails on the nth write to a path, and only then', async () => {
  host.faults.fail({ action: 'write', path: 'a.md', nth: 2 });
  await write('a.md', '1');
  await expect(write('a.md', '2')).rejects.toThrow('EIO');
  await write('a.md', '3');
  expect(host.read('a.md')).toBe('3');
});

it('a full storage fails every write from then on, and no reading', async () => {
  host.faults.full({ nth: 2 });
  await write('a.md', '1');
  await expect(write('b.md', '2')).rejects.toMatchObject({ code: 'ENOSPC' });
  await expect(write('a.md', '3')).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await host.app.vault.read(file('a.md'))).toBe('1');
});

it('a locked file is locked for that file until the fault is cleared', async () => {
  host.faults.lock({ path: 'a.md', action: 'write' });
  await expect(write('a.md', '1')).rejects.toMatchObject({ code: 'EBUSY' });
  await write('b.md', '2');
  host.faults.clear();
  await write('a.md', '3');
  expect(host.tree()).toEqual({ 'a.md': '3', 'b.md': '2' });
});

it('another program changes a file between two calls', async () => {
  host.faults.before({ action: 'read', path: 'a.md' }, () => host.sync.write('a.md', 'from elsewhere'));
  await host.app.vault.process(file('a.md'), (text) => `${text}, and more`);
  expect(host.read('a.md')).toBe('from elsewhere, and more');
});

it('after a crash nothing happens any more, and a restart finds the disk as it was', async () => {
  host.faults.crash({ action: 'write', nth: 2 });
  let isDone = false;
  const work = async (): Promise<void> => {
    await write('a.md', '1');
    await write('b.md', '2');
    isDone = true;
  };
  void work();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await host.restart();
  expect([isDone, host.tree()]).toEqual([false, { 'a.md': '1', 'b.md': 'b' }]);
  await write('b.md', '3');
  expect(host.read('b.md')).toBe('3');
});
