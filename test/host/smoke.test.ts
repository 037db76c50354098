import { Plugin, TFile } from 'obsidian';
import { Host } from '.';

const manifest = { id: 'p', name: 'P', version: '1.0.0', minAppVersion: '1.13.0', description: '', author: '' };

test('starts, fires create for every file before the layout is ready, and then none', async () => {
  const seen: string[] = [];
  class Probe extends Plugin {
    override onload(): void {
      this.registerEvent(this.app.vault.on('create', (file) => void seen.push(`create ${file.path}`)));
      this.app.workspace.onLayoutReady(() => void seen.push('ready'));
    }
  }
  const host = await Host.start({
    files: { 'a.md': 'x [[b]]', 'd/b.md': '# B' },
    plugins: [{ type: Probe, manifest }],
  });
  expect(seen).toEqual(['create a.md', 'create d', 'create d/b.md', 'ready']);
  expect(host.app.vault.getAbstractFileByPath('a.md')).toBeInstanceOf(TFile);
  expect(host.app.metadataCache.resolvedLinks).toEqual({ 'a.md': { 'd/b.md': 1 }, 'd/b.md': {} });
  await host.quit();
});
