import { silentRun } from '../../src/base';
import { MemoryVault } from '../../src/vault';
import { undoChange, setUpWiki, findWikiRoot, Workbench, verify } from '../../src/workbench';
import { countingRandom, steadyClock, treeOf } from '../support/wiki';

function request(vault: MemoryVault, more: object = {}): Parameters<typeof setUpWiki>[0] {
  return { vault, root: '', folderName: 'my notes', clock: steadyClock(), random: countingRandom(), ...more };
}

describe('setting up a wiki', () => {
  it('makes an empty folder a wiki that lint and verify find clean', async () => {
    const vault = new MemoryVault({}, steadyClock());
    const result = await setUpWiki(request(vault), silentRun);
    expect([...result.created].sort()).toEqual(['AGENTS.md', 'KNOWLEDGE.md', '_index.md', '_log.md', '_manifest.json']);
    expect((await vault.stat('sources'))?.kind).toBe('folder');
    const workbench = await Workbench.open({ vault, root: '', clock: steadyClock(), random: countingRandom() });
    expect((await workbench.lint({})).findings).toEqual([]);
    expect(await verify(workbench)).toMatchObject({ ok: true, failures: [] });
    expect((await workbench.status()).wiki).toMatchObject({ name: 'my-notes', title: 'My notes' });
  });

  it('warns of a file with the name of a generated file', async () => {
    const notes = { '_index.md': 'My own list.\n', 'a.md': 'A.\n' };
    const vault = new MemoryVault(notes, steadyClock());
    const { notes: said } = await setUpWiki(request(vault, { adopt: true }), silentRun);
    expect(await treeOf(vault)).toMatchObject(notes);
    expect(said.join(' ')).toMatch(/^_index\.md is the name of a generated file, and the first change replaces it\./);
  });

  it('refuses a folder of notes unless it is to adopt them, and then changes none of them', async () => {
    const notes = {
      'index.md': '# Index\n\n- [[moths]]\n',
      'log.md': '# Log\n',
      'moths.md': 'Moths.  \r\nNo frontmatter here.\r\n',
      'raw/paper.txt': 'text',
    };
    const vault = new MemoryVault(notes, steadyClock());
    await expect(setUpWiki(request(vault), silentRun)).rejects.toMatchObject({ code: 'living-wiki:folder_not_empty' });
    expect(await treeOf(vault)).toEqual(notes);
    const result = await setUpWiki(request(vault, { adopt: true }), silentRun);
    expect(await treeOf(vault)).toMatchObject(notes);
    expect(result.kept.pages).toBe(3);
    expect(result.notes.join(' ')).toMatch(/_index\.md.*sources\//s);
    const workbench = await Workbench.open({ vault, root: '', clock: steadyClock(), random: countingRandom() });
    // Notes that were there before are no reproach, one by one.
    const { counts, findings } = await workbench.lint({});
    expect(counts).toEqual({ error: 0, warn: 0, info: 3 });
    expect(findings.every(({ rule }) => rule === 'schema-missing')).toBe(true);
    expect(await verify(workbench)).toMatchObject({ ok: true });
  });

  it('adopts a folder whose sources/ already holds a .gitkeep', async () => {
    const files = { 'moths.md': 'Moths.\n', 'sources/.gitkeep': '# keep\n', 'sources/moths.txt': 'Moths fly.\n' };
    const vault = new MemoryVault(files, steadyClock());
    const result = await setUpWiki(request(vault, { adopt: true }), silentRun);
    expect(await vault.readText('sources/.gitkeep')).toBe('# keep\n');
    expect(result.kept).toMatchObject({ pages: 1, sources: 1 });
    expect(result.created).toContain('KNOWLEDGE.md');
  });

  it('refuses a folder that is a wiki, and one whose KNOWLEDGE.md belongs to another format', async () => {
    const wiki = new MemoryVault({}, steadyClock());
    await setUpWiki(request(wiki), silentRun);
    await expect(setUpWiki(request(wiki), silentRun)).rejects.toMatchObject({ code: 'living-wiki:already_a_wiki' });
    const pack = new MemoryVault({ 'KNOWLEDGE.md': '---\nname: a-pack\n---\n' }, steadyClock());
    await expect(setUpWiki(request(pack), silentRun)).rejects.toMatchObject({ code: 'living-wiki:other_manifest' });
  });

  it('can be undone, to the byte, when that is asked for by name', async () => {
    const notes = { 'moths.md': 'Moths.\n' };
    const vault = new MemoryVault(notes, steadyClock());
    const { transaction } = await setUpWiki(request(vault, { adopt: true }), silentRun);
    const workbench = await Workbench.open({ vault, root: '', clock: steadyClock(), random: countingRandom() });
    await expect(undoChange(workbench, undefined)).rejects.toMatchObject({ code: 'living-wiki:nothing_to_undo' });
    await undoChange(workbench, transaction);
    const { '_log.md': log, ...rest } = await treeOf(vault);
    expect(rest).toEqual(notes);
    expect(log).toContain('undo');
  });
});

describe('finding the wiki of a folder', () => {
  it('is the nearest folder upward with a workspace root, not with a view or a pack', async () => {
    const vault = new MemoryVault({}, steadyClock());
    await setUpWiki(request(vault, { root: 'a/wiki' }), silentRun);
    await vault.write(
      'a/wiki/team/KNOWLEDGE.md',
      '---\nschema: knowledge.workspace/v1\nname: view-a\ntitle: V\ndescription: D\nversion: 1.0.0\nextends: ../KNOWLEDGE.md\n---\n',
    );
    await vault.write('a/wiki/pack/KNOWLEDGE.md', '---\nname: pack\n---\n');
    expect(await findWikiRoot(vault, 'a/wiki/team')).toBe('a/wiki');
    expect(await findWikiRoot(vault, 'a/wiki/pack')).toBe('a/wiki');
    expect(await findWikiRoot(vault, 'a')).toBeNull();
    await vault.write('a/wiki/KNOWLEDGE.md', 'Its frontmatter is gone.\n');
    expect(await findWikiRoot(vault, 'a/wiki/pack')).toBe('a/wiki');
  });
});
