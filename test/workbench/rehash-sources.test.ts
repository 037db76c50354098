import { silentRun } from '../../src/base';
import { MemoryVault, type Vault } from '../../src/vault';
import { testWiki, type TestWiki } from '../support/wiki';

const OLD = 'The tower of the Cordouan Lighthouse is 67 metres tall.\n';
const NEW = 'The tower of the Cordouan Lighthouse is 68 metres tall.\n';

/** A disk that tells no time of its own: every file has the same, as after a program that puts times back. */
async function wikiOf(count: number): Promise<TestWiki & { readonly read: string[] }> {
  const read: string[] = [];
  const disk: Vault = new MemoryVault({}, { now: () => Date.parse('2026-05-01T08:00:00Z') });
  const wiki = await testWiki({}, disk);
  for (let at = 0; at < count; at += 1) await disk.write(`sources/s${String(at).padStart(3, '0')}.txt`, `${at} ${OLD}`);
  const readBytes = disk.readBytes.bind(disk);
  disk.readBytes = (path) => {
    if (path.startsWith('sources/')) read.push(path);
    return readBytes(path);
  };
  return Object.assign(wiki, { read });
}

describe('a source that another program changes with its size and time kept', () => {
  it('is found by a look at the contents, and is an error from then on', async () => {
    const wiki = await wikiOf(3);
    const workbench = await wiki.open();
    await workbench.ingest({ apply: true });
    await workbench.status();
    await wiki.vault.write('sources/s001.txt', `1 ${NEW}`);
    await workbench.refresh([]);
    expect((await workbench.status()).sources.changed).toEqual([]);
    expect(await workbench.rehashSources(null)).toEqual({ changed: ['sources/s001.txt'], next: null });
    expect((await workbench.status()).sources.changed).toEqual(['sources/s001.txt']);
    const { findings } = await workbench.lint({});
    expect(findings.filter(({ code }) => code === 'source_hash_mismatch').map(({ path }) => path)).toEqual([
      'sources/s001.txt',
    ]);
    expect(await workbench.rehashSources(null)).toEqual({ changed: [], next: null });
  });

  it('is looked for in slices that go on where the last one ended', async () => {
    const wiki = await wikiOf(1);
    await (await wiki.open()).ingest({ apply: true });
    const manifest = JSON.parse(await wiki.vault.readText('_manifest.json')) as { sources: Record<string, object> };
    const entry = manifest.sources['sources/s000.txt']!;
    for (let at = 1; at < 230; at += 1) {
      const path = `sources/s${String(at).padStart(3, '0')}.txt`;
      await wiki.vault.write(path, `${at} ${OLD}`);
      manifest.sources[path] = entry;
    }
    await wiki.vault.write('_manifest.json', JSON.stringify(manifest));
    const workbench = await wiki.open();
    await workbench.status();
    wiki.read.length = 0;
    const sizes: number[] = [];
    for (let after: string | null = null, at = 0; at < 5; at += 1) {
      const before = wiki.read.length;
      ({ next: after } = await workbench.rehashSources(after));
      sizes.push(wiki.read.length - before);
      if (after === null) break;
    }
    expect(sizes).toEqual([200, 30]);
    expect(new Set(wiki.read).size).toBe(230);
  });

  it('is not looked for any more once the wiki is closed', async () => {
    const wiki = await wikiOf(3);
    const workbench = await wiki.open();
    await workbench.ingest({ apply: true });
    await workbench.status();
    wiki.read.length = 0;
    const aborter = new AbortController();
    const run = {
      ...silentRun,
      signal: aborter.signal,
      yieldToHost: () => {
        aborter.abort();
        return Promise.resolve();
      },
    };
    await expect(workbench.rehashSources(null, run)).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
    expect(wiki.read).toHaveLength(1);
  });
});
