import { type WorkspaceLeaf } from 'obsidian';
import { Host } from '.';
import { manifest, WordPlugin, WordView } from './support/plugins';

const start = (files = {}): Promise<Host> => Host.start({ files, plugins: [{ type: WordPlugin, manifest }] });

async function showWord(leaf: WorkspaceLeaf, word: string, active = true): Promise<void> {
  await leaf.setViewState({ type: 'word', state: { word }, active });
}

const wordOf = (leaf: WorkspaceLeaf | undefined): string =>
  leaf?.view instanceof WordView ? leaf.view.word : 'deferred';

describe('after a restart', () => {
  it('views come back with their state; those in the background are deferred until they are shown', async () => {
    const host = await start();
    await showWord(host.app.workspace.getLeaf('tab'), 'one');
    await showWord(host.app.workspace.getLeaf('tab'), 'two');
    await host.restart();
    const { workspace } = host.app;
    const leaves = workspace.getLeavesOfType('word');
    expect(leaves.map(wordOf)).toEqual(['deferred', 'two']);
    expect([leaves[0]?.isDeferred, leaves[0]?.getDisplayText()]).toEqual([true, 'Word one']);
    await workspace.revealLeaf(leaves[0]!);
    expect(leaves.map(wordOf)).toEqual(['one', 'two']);
  });

  it('a deferred view is restored with its state once more, though it was never loaded', async () => {
    const host = await start();
    await showWord(host.app.workspace.getLeaf('tab'), 'one');
    await showWord(host.app.workspace.getLeaf('tab'), 'two');
    await host.restart();
    await host.restart();
    const [leaf] = host.app.workspace.getLeavesOfType('word');
    await leaf?.loadIfDeferred();
    expect(wordOf(leaf)).toBe('one');
  });

  it('a view in a closed sidebar is deferred', async () => {
    const host = await start();
    const leaf = await host.app.workspace.ensureSideLeaf('word', 'right', { state: { word: 'side' } });
    expect(wordOf(leaf)).toBe('side');
    host.app.workspace.rightSplit.collapse();
    await host.restart();
    const [again] = host.app.workspace.getLeavesOfType('word');
    expect(again?.isDeferred).toBe(true);
    expect(host.app.workspace.rightSplit.collapsed).toBe(true);
  });

  it('after a crash the layout is as it was last saved', async () => {
    const host = await start();
    await showWord(host.app.workspace.getLeaf('tab'), 'saved');
    await host.app.workspace.requestSaveLayout.run();
    await showWord(host.app.workspace.getLeaf('tab'), 'lost');
    host.crash();
    await host.restart();
    expect(host.app.workspace.getLeavesOfType('word').map(wordOf)).toEqual(['saved']);
  });
});

it('a leaf is shown once, however often it is asked to load', async () => {
  const host = await start();
  const leaf = host.app.workspace.getRightLeaf(false)!;
  await showWord(leaf, 'side', false);
  expect(leaf.isDeferred).toBe(true);
  await Promise.all([leaf.loadIfDeferred(), leaf.loadIfDeferred(), host.app.workspace.revealLeaf(leaf)]);
  const { view } = leaf;
  await leaf.loadIfDeferred();
  expect(leaf.view).toBe(view);
});

it('the leaves of a plugin that goes keep their state for when it comes back', async () => {
  const host = await start();
  await showWord(host.app.workspace.getLeaf('tab'), 'kept');
  host.disable(manifest.id);
  await host.idle();
  const [leaf] = host.app.workspace.getLeavesOfType('word');
  expect(leaf?.view).not.toBeInstanceOf(WordView);
  await host.enable(WordPlugin, manifest);
  await host.idle();
  expect(wordOf(leaf)).toBe('kept');
});

it('reports the active leaf and file in a later task, once', async () => {
  const host = await start({ 'a.md': '' });
  await host.idle();
  const seen: string[] = [];
  const { workspace, vault } = host.app;
  workspace.on('active-leaf-change', (leaf) => void seen.push(`leaf ${leaf?.view.getViewType() ?? ''}`));
  workspace.on('file-open', (file) => void seen.push(`file ${file?.path ?? 'none'}`));
  await workspace.getLeaf('tab').openFile(vault.getFileByPath('a.md')!);
  await showWord(workspace.getLeaf('tab'), 'x');
  await host.idle();
  expect(seen).toEqual(['leaf markdown', 'file a.md', 'leaf word', 'file none']);
});

describe('getLeaf', () => {
  it('gives a leaf to navigate, and a new one where the active one is not for that', async () => {
    const host = await start();
    const { workspace } = host.app;
    const leaf = workspace.getLeaf();
    expect(workspace.getLeaf()).toBe(leaf);
    await showWord(leaf, 'fixed');
    expect(workspace.getLeaf()).not.toBe(leaf);
  });

  it('splits', async () => {
    const host = await start();
    const { workspace } = host.app;
    const leaf = workspace.getLeaf('split', 'horizontal');
    expect(leaf.parent).not.toBe(workspace.getLeaf().parent.parent);
    expect(workspace.getLayout().main).toMatchObject({ direction: 'horizontal', children: [{}, {}] });
  });
});

it('a link opens its file, and makes the note where there is none', async () => {
  const host = await start({ 'd/a.md': '# A\n\n## Part\n\ntext', 'b.md': '', 'data.csv': '1,2' });
  const { workspace } = host.app;
  await workspace.openLinkText('a#Part', 'b.md');
  expect(workspace.getActiveFile()?.path).toBe('d/a.md');
  expect(workspace.activeEditor?.editor?.getCursor()).toEqual({ line: 2, ch: 0 });
  await workspace.openLinkText('new', 'b.md');
  expect(host.exists('new.md')).toBe(true);
  await workspace.openLinkText('data.csv', 'b.md');
  expect(host.machine.openedOutside).toEqual(['data.csv']);
});

it('a phone has drawers, and no pop-out windows', async () => {
  const host = await Host.start({ device: 'phone', plugins: [{ type: WordPlugin, manifest }] });
  const { workspace } = host.app;
  expect(() => workspace.getLeaf('window')).toThrow('pop-out');
  const leaf = await workspace.ensureSideLeaf('word', 'right');
  expect([workspace.rightSplit.collapsed, wordOf(leaf)]).toEqual([false, '']);
  await host.restart();
  expect(host.app.workspace.getLeavesOfType('word')).toHaveLength(1);
});
