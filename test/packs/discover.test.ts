import { silentRun } from '../../src/base';
import { discoverPacks } from '../../src/packs';
import { MemoryVault } from '../../src/vault';
import { findPacks, guide, packVault } from './pack-fixtures';

describe('discovery of packs', () => {
  it('finds a folder with a file named exactly KNOWLEDGE.md', async () => {
    const vault = new MemoryVault({
      'acme-product-brief/KNOWLEDGE.md': guide(),
      'other/knowledge.md': guide({ name: 'other' }),
    });
    const { packs } = await findPacks(vault);
    expect(packs.map(({ item }) => item.location)).toEqual([
      '/vault/.agents/knowledge/acme-product-brief/KNOWLEDGE.md',
    ]);
    expect(packs[0]?.item.packRoot).toBe('/vault/.agents/knowledge/acme-product-brief');
  });

  it.each(['.git', 'node_modules', 'dist', 'build', '.cache', 'indexes'])('skips %s', async (folder) => {
    const { packs } = await findPacks(new MemoryVault({ [`${folder}/acme-product-brief/KNOWLEDGE.md`]: guide() }));
    expect(packs).toEqual([]);
  });

  it('respects .gitignore files, those above the place too, and says so', async () => {
    const files = {
      '.gitignore': 'secret-*/\n',
      'secret-one/KNOWLEDGE.md': guide({ name: 'secret-one' }),
      'outer/KNOWLEDGE.md': guide({ name: 'outer' }),
      'acme-product-brief/KNOWLEDGE.md': guide(),
    };
    const ignored = { rules: '.agents/knowledge/outer\n', path: '.agents/knowledge' };
    const scope = { kind: 'project', place: '/k', vault: new MemoryVault(files), ignored } as const;
    const { packs, leftOut } = await discoverPacks([scope], silentRun);
    expect(packs.map(({ item }) => item.name)).toEqual(['acme-product-brief']);
    expect(leftOut.map(({ place, reason }) => `${place} ${reason}`)).toEqual([
      '/k/outer ignored',
      '/k/secret-one ignored',
    ]);
  });

  it('names the limit that it reaches', async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}/x.txt`, '']));
    const vault = new MemoryVault({ ...files, 'a/b/c/d/KNOWLEDGE.md': guide({ name: 'd' }) });
    const scope = { kind: 'project', place: '/k', vault } as const;
    const wide = await discoverPacks([scope], silentRun, { folders: 10 });
    expect(wide.leftOut).toContainEqual({
      place: '/k',
      reason: 'limit',
      message: 'Only the first 10 folders were looked into.',
    });
    const deep = await discoverPacks([scope], silentRun, { depth: 2 });
    expect(deep.packs).toEqual([]);
    expect(deep.leftOut).toContainEqual({
      place: '/k',
      reason: 'limit',
      message: 'Folders below level 2 were not looked into.',
    });
  });

  it('a nearer pack shadows one of the same name, which is named', async () => {
    const near = packVault({ 'KNOWLEDGE.md': guide({ version: '1.0.0' }) });
    const far = packVault({ 'KNOWLEDGE.md': guide({ version: '2.0.0' }) });
    const { packs, leftOut } = await discoverPacks(
      [
        { kind: 'user', place: '/home/.agents/knowledge', vault: far },
        { kind: 'project', place: '/vault/.agents/knowledge', vault: near },
      ],
      silentRun,
    );
    expect(packs.map(({ item }) => item.version)).toEqual(['1.0.0']);
    expect(leftOut).toEqual([
      {
        place: '/home/.agents/knowledge/acme-product-brief/KNOWLEDGE.md',
        reason: 'shadowed',
        name: 'acme-product-brief',
        message:
          'Another pack named "acme-product-brief" is used instead: /vault/.agents/knowledge/acme-product-brief/KNOWLEDGE.md',
      },
    ]);
  });

  it('a wiki is no pack, and neither is a folder named KNOWLEDGE.md', async () => {
    const vault = new MemoryVault({
      'wiki/KNOWLEDGE.md': '---\nschema: knowledge.workspace/v1\nname: w\n---\n',
      'odd/KNOWLEDGE.md/x.md': 'x',
    });
    const { packs, leftOut } = await findPacks(vault);
    expect(packs).toEqual([]);
    expect(leftOut.map(({ reason }) => reason).sort()).toEqual(['a-wiki', 'not-a-file']);
  });

  it('a guide of 50 MB is not read', async () => {
    const vault = packVault({ 'KNOWLEDGE.md': `${guide()}${'x'.repeat(50_000_000)}` });
    let reads = 0;
    const readText = vault.readText.bind(vault);
    vault.readText = (path) => {
      reads += 1;
      return readText(path);
    };
    const { packs, leftOut } = await findPacks(vault);
    expect([packs.length, leftOut[0]?.reason, reads]).toEqual([0, 'too-large', 0]);
  });

  it('a place that does not exist is listed as such', async () => {
    const { scanned } = await findPacks(new MemoryVault());
    expect(scanned).toEqual([
      { kind: 'project', place: '/vault/.agents/knowledge', folders: 0, packs: [], exists: false },
    ]);
  });
});
