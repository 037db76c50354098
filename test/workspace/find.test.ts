import { isWikiError, silentRun, type Run } from '../../src/base';
import { findManifests, listLenses, type Lens } from '../../src/workspace';
import { manifestText, vaultOf } from './builders';

const view = (extending: string, name: string, more: object = {}) => ({ name, extends: extending, ...more });
const view1 = view('../wiki/KNOWLEDGE.md', 'view-one');

describe('findManifests', () => {
  it('finds wikis, views and files of another format anywhere, sorted, but none that is hidden or a source', async () => {
    const vault = vaultOf({
      'KNOWLEDGE.md': '# A pack\n',
      wiki: {},
      'deep/er/wiki': {},
      'operators/ann': view('../../wiki/KNOWLEDGE.md', 'ann'),
      'broken/KNOWLEDGE.md': manifestText({ version: 1 }),
      '.obsidian/x': {},
      'wiki/.wiki/proposals': {},
      'wiki/sources/copied': {},
      'tool/node_modules/x': {},
      'elsewhere/sources/kept': {},
      'folder/KNOWLEDGE.md/x.md': '',
      'wiki/knowledge.md': manifestText(),
    });
    const found = await findManifests(vault, silentRun);
    expect(found.map(({ path, parsed }) => `${path} ${parsed.kind}`)).toEqual([
      'KNOWLEDGE.md other',
      'broken/KNOWLEDGE.md invalid',
      'deep/er/wiki/KNOWLEDGE.md manifest',
      'elsewhere/sources/kept/KNOWLEDGE.md manifest',
      'operators/ann/KNOWLEDGE.md manifest',
      'wiki/KNOWLEDGE.md manifest',
    ]);
  });

  it('reports a file that is not text, and finds the rest', async () => {
    const vault = vaultOf({ wiki: {} });
    await vault.write('bytes/KNOWLEDGE.md', new Uint8Array([0xff]));
    const found = await findManifests(vault, silentRun);
    expect(found).toMatchObject([
      { path: 'bytes/KNOWLEDGE.md', parsed: { kind: 'invalid', error: { code: 'living-wiki:not_utf8' } } },
      { path: 'wiki/KNOWLEDGE.md' },
    ]);
  });

  it('stops when it is cancelled', async () => {
    const control = new AbortController();
    control.abort();
    const run: Run = { ...silentRun, signal: control.signal };
    const error: unknown = await findManifests(vaultOf({ wiki: {} }), run).catch((thrown: unknown) => thrown);
    expect(isWikiError(error) && error.code).toBe('living-wiki:cancelled');
  });
});

describe('listLenses', () => {
  it('lists the root, then every view that ends at it, by name', async () => {
    const vault = vaultOf({
      wiki: {},
      other: { name: 'other-wiki' },
      'views/z': view('../../wiki/KNOWLEDGE.md', 'alpha'),
      'views/a': view('../z/KNOWLEDGE.md', 'beta'),
      'wiki/inside': view('../KNOWLEDGE.md', 'gamma'),
      'views/other': view('../../other/KNOWLEDGE.md', 'delta'),
    });
    for (const path of ['wiki', 'wiki/KNOWLEDGE.md']) {
      const lenses = await listLenses(vault, path, silentRun);
      expect(lenses.map(({ name, isRoot }) => [name, isRoot])).toEqual([
        ['research-wiki', true],
        ['alpha', false],
        ['beta', false],
        ['gamma', false],
      ]);
    }
  });

  const brief = (lenses: readonly Lens[]) =>
    lenses.map(({ name, broken }) => (broken === undefined ? name : `${name} ${broken.code} ${broken.at}`));

  it('lists every view with a broken chain, wherever it lies', async () => {
    const deep = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [
        `views/d${at}`,
        view(at === 0 ? '../../wiki/KNOWLEDGE.md' : `../d${at - 1}/KNOWLEDGE.md`, `d${at}`),
      ]),
    );
    const vault = vaultOf({
      wiki: {},
      'wiki/lost': view('../gone/KNOWLEDGE.md', 'lost'),
      'operators/lost': view('../../wki/KNOWLEDGE.md', 'typo'),
      'teams/outside': view('../../../../wiki/KNOWLEDGE.md', 'outside'),
      'operators/name': view('../../wiki/KNOWLEDG.md', 'typo-name'),
      'companies/a': view('../b/KNOWLEDGE.md', 'circle-a'),
      'companies/b': view('../a/KNOWLEDGE.md', 'circle-b'),
      ...deep,
    });
    expect(brief(await listLenses(vault, 'wiki', silentRun))).toEqual([
      'research-wiki',
      'circle-a knowledge_extends_cycle companies/a/KNOWLEDGE.md#extends',
      'circle-b knowledge_extends_cycle companies/b/KNOWLEDGE.md#extends',
      ...['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6'],
      'd7 knowledge_extends_depth_exceeded views/d7/KNOWLEDGE.md#extends',
      'lost knowledge_extends_missing wiki/lost/KNOWLEDGE.md#extends',
      'outside knowledge_extends_missing teams/outside/KNOWLEDGE.md#extends',
      'typo knowledge_extends_missing operators/lost/KNOWLEDGE.md#extends',
      'typo-name knowledge_extends_missing operators/name/KNOWLEDGE.md#extends',
    ]);
  });

  it('lists the views below a view with a typo, which are used without it', async () => {
    const vault = vaultOf({
      wiki: {},
      other: { name: 'other-wiki' },
      'views/typo': view('../../wiki/KNOWLEDGE.md', 'typo', { version: 1 }),
      'views/key': { name: 'key', exends: '../../wiki/KNOWLEDGE.md' },
      'views/below': view('../typo/KNOWLEDGE.md', 'below'),
      'views/lowest': view('../below/KNOWLEDGE.md', 'lowest'),
      'views/keyed': view('../key/KNOWLEDGE.md', 'keyed'),
    });
    const lenses = await listLenses(vault, 'wiki', silentRun);
    expect(brief(lenses)).toEqual([
      'research-wiki',
      'below knowledge_extends_missing views/below/KNOWLEDGE.md#extends',
      'keyed knowledge_extends_missing views/keyed/KNOWLEDGE.md#extends',
      'lowest knowledge_extends_missing views/lowest/KNOWLEDGE.md#extends',
    ]);
    expect(lenses[0]?.unreadable?.map(({ at }) => at)).toEqual(['views/key/KNOWLEDGE.md', 'views/typo/KNOWLEDGE.md']);
    expect(lenses[1]?.effective.name).toBe('below');
    expect(brief(await listLenses(vault, 'other', silentRun))).toEqual(['other-wiki']);
  });

  it('gives a broken view to the wiki that it lies in or points into, and to every wiki if that is unknown', async () => {
    const vault = vaultOf({
      one: { name: 'one' },
      two: { name: 'two' },
      'one/inside': view('../gone/KNOWLEDGE.md', 'inside'),
      'views/into': view('../../two/views/gone/KNOWLEDGE.md', 'into'),
      'views/nowhere': view('../gone/KNOWLEDGE.md', 'nowhere'),
    });
    const names = async (root: string) => (await listLenses(vault, root, silentRun)).map(({ name }) => name);
    expect(await names('one')).toEqual(['one', 'inside', 'nowhere']);
    expect(await names('two')).toEqual(['two', 'into', 'nowhere']);
  });

  it('lists views of the wiki that cannot be read', async () => {
    const broken = (extending: string) => view(extending, 'broken', { version: 1 });
    const vault = vaultOf({
      wiki: {},
      'views/a': broken('../../wiki/KNOWLEDGE.md'),
      'views/b': broken('../a/KNOWLEDGE.md'),
      'views/c': broken('../../other/KNOWLEDGE.md'),
      'views/d/KNOWLEDGE.md':
        '---\nschema: knowledge.workspace/v1\nextends: "../../wiki/KNOWLEDGE.md" # the team\'s\nname: [\n---\n',
      'views/e/KNOWLEDGE.md': '---\nschema: knowledge.workspace/v1\nextends: ../../other/KNOWLEDGE.md\nname: [\n---\n',
      'wiki/in/KNOWLEDGE.md': '---\nschema: knowledge.workspace/v1\nname: [\n---\n',
      other: {},
    });
    const [root, ...views] = await listLenses(vault, 'wiki', silentRun);
    expect(views).toEqual([]);
    expect(root?.warnings).toEqual([]);
    expect(root?.unreadable?.map(({ code, at }) => `${code} ${at}`)).toEqual([
      'knowledge_workspace_invalid views/a/KNOWLEDGE.md',
      'knowledge_workspace_invalid views/b/KNOWLEDGE.md',
      'knowledge_workspace_invalid views/d/KNOWLEDGE.md',
      'knowledge_workspace_invalid wiki/in/KNOWLEDGE.md',
    ]);
  });

  it('warns on both lenses that share a name', async () => {
    const vault = vaultOf({ wiki: {}, a: view1, b: view1, c: view('../wiki/KNOWLEDGE.md', 'view-two') });
    const lenses = await listLenses(vault, 'wiki', silentRun);
    expect(lenses.map(({ path, warnings }) => [path, warnings.map(({ message }) => message)])).toEqual([
      ['wiki/KNOWLEDGE.md', []],
      ['a/KNOWLEDGE.md', ['The name view-one is also used by b/KNOWLEDGE.md. Give each lens its own name.']],
      ['b/KNOWLEDGE.md', ['The name view-one is also used by a/KNOWLEDGE.md. Give each lens its own name.']],
      ['c/KNOWLEDGE.md', []],
    ]);
  });

  it('lists a refused view, as refused', async () => {
    const vault = vaultOf({ wiki: {}, v: { ...view1, appliesTo: ['ws://operators/gone'] } });
    const lenses = await listLenses(vault, 'wiki', silentRun);
    expect(lenses[1]).toMatchObject({ name: 'view-one', refused: { code: 'knowledge_appliesto_unresolvable' } });
  });

  it('reads each manifest once, however many views share it', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`v${at}`, view('../wiki/KNOWLEDGE.md', `v-${at}`)]),
    );
    const vault = vaultOf({ wiki: {}, ...files });
    const reads: string[] = [];
    const read = vault.readText.bind(vault);
    vault.readText = (path) => {
      reads.push(path);
      return read(path);
    };
    expect(await listLenses(vault, 'wiki', silentRun)).toHaveLength(31);
    expect(reads.sort()).toEqual([...new Set(reads)].sort());
    expect(reads).toHaveLength(31);
  });
});
