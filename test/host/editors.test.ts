import { MarkdownView, type TFile } from 'obsidian';
import { Host } from '.';

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${String(at)}\n`).join('');

async function openNote(unsaved: 'merge' | 'overwrite'): Promise<{ host: Host; view: MarkdownView; file: TFile }> {
  const host = await Host.start({ files: { 'a.md': lines(12) }, unsaved });
  const file = host.app.vault.getFileByPath('a.md')!;
  await host.app.workspace.getLeaf().openFile(file);
  return { host, file, view: host.app.workspace.getActiveViewOfType(MarkdownView)! };
}

const until = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

it('an editor follows its file as long as nothing is typed', async () => {
  const { host, file, view } = await openNote('merge');
  await host.app.vault.process(file, (text) => `${text}end\n`);
  await host.idle();
  expect(view.getViewData()).toBe(`${lines(12)}end\n`);
});

it('typed text is on the disk two seconds later, and not before', async () => {
  const { host, view } = await openNote('merge');
  view.editor.setValue('typed');
  expect(host.read('a.md')).toBe(lines(12));
  await until(2_200);
  expect(host.read('a.md')).toBe('typed');
});

it('merge: text that is not saved goes on top of what came in', async () => {
  const { host, file, view } = await openNote('merge');
  view.editor.replaceRange('typed ', { line: 0, ch: 0 });
  await host.app.vault.process(file, (text) => `${text}end\n`);
  await host.idle();
  await view.save();
  expect(host.read('a.md')).toBe(`typed ${lines(12)}end\n`);
});

it('overwrite: text that is not saved takes the place of what came in', async () => {
  const { host, file, view } = await openNote('overwrite');
  view.editor.replaceRange('typed ', { line: 0, ch: 0 });
  await host.app.vault.process(file, (text) => `${text}end\n`);
  await host.idle();
  await view.save();
  expect(host.read('a.md')).toBe(`typed ${lines(12)}`);
});

it('process reads the disk, not the editor', async () => {
  const { host, file, view } = await openNote('merge');
  view.editor.setValue('typed');
  let read = '';
  await host.app.vault.process(file, (text) => (read = text));
  expect(read).toBe(lines(12));
});

it('a note that is deleted closes, and is not brought back', async () => {
  const { host, file, view } = await openNote('merge');
  view.editor.setValue('typed');
  await host.app.vault.delete(file);
  await host.idle();
  expect(host.exists('a.md')).toBe(false);
  expect(host.app.workspace.getLeavesOfType('markdown')).toEqual([]);
});
