import { isWikiError } from '../../src/base';
import { MemoryVault } from '../../src/vault';
import { resolvedManifest, resolveLens } from '../../src/workspace';
import { manifestOf, manifestText, vaultOf } from './builders';

const up = (folder: string) => `../${folder}/KNOWLEDGE.md`;
const brief = (warnings: readonly { code: string; at: string }[]) => warnings.map(({ code, at }) => `${code} ${at}`);

/** `m1` is the root, each next one extends the one before. */
function chainOf(length: number): Record<string, object> {
  return Object.fromEntries(
    Array.from({ length }, (_, index): [string, object] => [
      `m${index + 1}`,
      {
        name: `level-${index + 1}`,
        curation: { tone: `t${index + 1}` },
        ...(index === 0 ? {} : { extends: up(`m${index}`) }),
      },
    ]),
  );
}

describe('a root manifest', () => {
  it('is its own lens', async () => {
    const fields = { curation: { tone: 'neutral' }, metadata: { acme: 1 } };
    const lens = await resolveLens(vaultOf({ wiki: fields }), 'wiki/KNOWLEDGE.md');
    expect(lens).toMatchObject({ name: 'research-wiki', path: 'wiki/KNOWLEDGE.md', isRoot: true, warnings: [] });
    expect(lens.effective).toEqual(manifestOf(fields));
  });

  it('may lie at the top of the vault, and its view anywhere below', async () => {
    const vault = vaultOf({
      'KNOWLEDGE.md': manifestText(),
      view: { name: 'below', extends: '../KNOWLEDGE.md' },
      'a/b/view': { name: 'deeper', extends: '../../../KNOWLEDGE.md' },
    });
    for (const path of ['view/KNOWLEDGE.md', 'a/b/view/KNOWLEDGE.md']) {
      expect((await resolveLens(vault, path)).chain.map((link) => link.path)).toEqual(['KNOWLEDGE.md', path]);
    }
  });

  it.each([
    ['living-wiki:file_missing', 'missing/KNOWLEDGE.md'],
    ['schema_missing', 'pack/KNOWLEDGE.md'],
    ['knowledge_workspace_invalid', 'broken/KNOWLEDGE.md'],
    ['living-wiki:not_utf8', 'binary/KNOWLEDGE.md'],
  ])('that cannot be used throws %s', async (code, path) => {
    const vault = new MemoryVault({
      'pack/KNOWLEDGE.md': '---\nname: pack\n---\n',
      'broken/KNOWLEDGE.md': manifestText({ version: 1 }),
      'binary/KNOWLEDGE.md': new Uint8Array([0xff, 0xfe, 0x00]),
    });
    const error: unknown = await resolveLens(vault, path).catch((thrown: unknown) => thrown);
    expect(isWikiError(error) && [error.code, error.path]).toEqual([code, path]);
  });
});

describe('the chain', () => {
  it('has at most eight manifests', async () => {
    const vault = vaultOf(chainOf(9));
    const eight = await resolveLens(vault, 'm8/KNOWLEDGE.md');
    expect(eight.warnings).toEqual([]);
    expect(eight.chain.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => `level-${at}`));
    const nine = await resolveLens(vault, 'm9/KNOWLEDGE.md');
    expect(brief(nine.warnings)).toEqual(['knowledge_extends_depth_exceeded m9/KNOWLEDGE.md#extends']);
    expect(nine.chain.map(({ path }) => path)).toEqual(['m9/KNOWLEDGE.md']);
    expect(nine.effective).toEqual(manifestOf(chainOf(9).m9));
  });

  const local = {
    name: 'local',
    curation: { tone: 'own' },
    lints: [{ id: 'x', kind: 'orphan', appliesTo: '*', severity: 'info' }],
  };
  const broken: readonly (readonly [string, Record<string, object | string>, string])[] = [
    [
      'itself as the parent',
      { view: { extends: './KNOWLEDGE.md' } },
      'knowledge_extends_cycle view/KNOWLEDGE.md#extends',
    ],
    [
      'a mistyped file',
      { view: { extends: '../team/KNOWLEDG.md' } },
      'knowledge_extends_missing view/KNOWLEDGE.md#extends',
    ],
    ['a folder', { view: { extends: '../team' } }, 'knowledge_extends_missing view/KNOWLEDGE.md#extends'],
    [
      'an absolute path',
      { view: { extends: '/etc/KNOWLEDGE.md' } },
      'knowledge_extends_missing view/KNOWLEDGE.md#extends',
    ],
    ['a missing parent', { view: { extends: up('gone') } }, 'knowledge_extends_missing view/KNOWLEDGE.md#extends'],
    [
      'a missing grandparent',
      { view: { extends: up('team') }, team: { extends: up('gone') } },
      'knowledge_extends_missing view/KNOWLEDGE.md#extends',
    ],
    [
      'a parent outside the vault',
      { view: { extends: '../../../x/KNOWLEDGE.md' } },
      'knowledge_extends_missing view/KNOWLEDGE.md#extends',
    ],
    [
      'a folder in place of the parent',
      { view: { extends: up('team') }, 'team/KNOWLEDGE.md/x.md': '' },
      'knowledge_extends_missing view/KNOWLEDGE.md#extends',
    ],
    [
      'itself as its parent',
      { view: { extends: '../view/KNOWLEDGE.md' } },
      'knowledge_extends_cycle view/KNOWLEDGE.md#extends',
    ],
    [
      'a cycle of two',
      { view: { extends: up('team') }, team: { extends: up('view') } },
      'knowledge_extends_cycle view/KNOWLEDGE.md#extends',
    ],
    [
      'a cycle above it',
      { view: { extends: up('team') }, team: { extends: up('lead') }, lead: { extends: up('team') } },
      'knowledge_extends_cycle view/KNOWLEDGE.md#extends',
    ],
    [
      'an invalid parent',
      { view: { extends: up('team') }, team: { version: 1 } },
      'knowledge_extends_missing view/KNOWLEDGE.md#extends',
    ],
    [
      'a parent of another format',
      { view: { extends: up('team') }, 'team/KNOWLEDGE.md': '# Pack\n' },
      'knowledge_extends_missing view/KNOWLEDGE.md#extends',
    ],
  ];

  it.each(broken)('with %s leaves the view on its own, with one warning', async (_, files, warning) => {
    const view = { ...local, ...(files.view as object) };
    const lens = await resolveLens(vaultOf({ ...files, view }), 'view/KNOWLEDGE.md');
    expect(brief(lens.warnings)).toEqual([warning]);
    expect(lens.chain.map(({ path }) => path)).toEqual(['view/KNOWLEDGE.md']);
    expect(lens.effective).toEqual(manifestOf(view));
    expect(lens).toMatchObject({ isRoot: false });
    expect(lens.refused).toBeUndefined();
    expect([...lens.provenance.values()].every(({ from }) => from === 'view/KNOWLEDGE.md' || from === 'default')).toBe(
      true,
    );
  });

  it('with an unreadable parent says why', async () => {
    const vault = vaultOf({ view: { extends: up('team') } });
    await vault.write('team/KNOWLEDGE.md', new Uint8Array([0xff]));
    const lens = await resolveLens(vault, 'view/KNOWLEDGE.md');
    expect(brief(lens.warnings)).toEqual(['knowledge_extends_missing view/KNOWLEDGE.md#extends']);
  });
});

describe('appliesTo', () => {
  const view = (...appliesTo: string[]) => ({ extends: up('wiki'), appliesTo });
  const refusal = async (files: Record<string, object | string>, path = 'view/KNOWLEDGE.md') => {
    const lens = await resolveLens(vaultOf({ wiki: {}, ...files }), path);
    return lens.refused;
  };

  it.each([
    ['a consumer beside the wiki', { view: view('ws://operators/ann'), 'operators/ann/x.md': '' }],
    ['a company', { view: view('ws://companies/acme'), 'companies/acme/x.md': '' }],
    ['a skill', { view: view('ws://skills/sell'), 'skills/sell/x.md': '' }],
    ['a relative folder', { view: view('../people'), 'people/x.md': '' }],
    ['the vault itself', { view: view('../.') }],
    ['a dimension', { view: view('region/fr') }],
    ['nothing', { view: view() }],
  ])('resolves for %s', async (_, files: Record<string, object | string>) => {
    expect(await refusal(files)).toBeUndefined();
  });

  it('resolves for a consumer above the wiki', async () => {
    const files = {
      'work/wiki': {},
      'work/view': { extends: up('wiki'), appliesTo: ['ws://operators/ann'] },
      'operators/ann/x.md': '',
    };
    expect(await refusal(files, 'work/view/KNOWLEDGE.md')).toBeUndefined();
  });

  it.each([
    ['a consumer that is nowhere', { view: view('ws://operators/ann') }],
    ['a consumer of another sort', { view: view('ws://operators/acme'), 'companies/acme/x.md': '' }],
    ['a file in place of a folder', { view: view('ws://operators/ann'), 'operators/ann': 'x' }],
    ['a relative folder that is not there', { view: view('../people') }],
    ['a folder outside the vault', { view: view('../../elsewhere') }],
    ['a consumer of another wiki', { view: view('ws://operators/ann'), 'other/operators/ann/x.md': '', other: {} }],
  ])('refuses the view for %s', async (_, files: Record<string, object | string>) => {
    expect(await refusal(files)).toMatchObject({ code: 'knowledge_appliesto_unresolvable', path: 'view/KNOWLEDGE.md' });
  });

  it('refuses a view with a broken chain too, and reports both', async () => {
    const lens = await resolveLens(
      vaultOf({ view: { extends: up('gone'), appliesTo: ['ws://operators/ann'] } }),
      'view/KNOWLEDGE.md',
    );
    expect(lens.refused?.message).toBe(
      'The view applies to ws://operators/ann, but no such folder exists beside or above the wiki.',
    );
    expect(brief(lens.warnings)).toEqual([
      'knowledge_extends_missing view/KNOWLEDGE.md#extends',
      'knowledge_appliesto_unresolvable view/KNOWLEDGE.md#appliesTo',
    ]);
  });
});

describe('types that do not exist', () => {
  it('give a warning wherever they are named', async () => {
    const lens = await resolveLens(
      vaultOf({
        wiki: {
          entityTypes: [
            { name: 'A', parent: 'B' },
            { name: 'B', parent: 'A' },
            { name: 'C', parent: 'Gone' },
          ],
          lints: [{ id: 'x', kind: 'orphan', appliesTo: 'Person', severity: 'info' }],
          queryHints: { scopeTo: ['Concept', 'Deal'] },
        },
      }),
      'wiki/KNOWLEDGE.md',
    );
    expect(brief(lens.warnings)).toEqual([
      'living-wiki:type_unknown wiki/KNOWLEDGE.md#lints.x.appliesTo',
      'living-wiki:type_unknown wiki/KNOWLEDGE.md#queryHints.scopeTo',
      'living-wiki:type_cycle wiki/KNOWLEDGE.md#entityTypes.A.parent',
      'living-wiki:type_cycle wiki/KNOWLEDGE.md#entityTypes.B.parent',
      'living-wiki:type_unknown wiki/KNOWLEDGE.md#entityTypes.C.parent',
    ]);
  });
});

it('a resolved manifest has the effective manifest, the chain and the warnings as JSON', async () => {
  const lens = await resolveLens(vaultOf(chainOf(2)), 'm2/KNOWLEDGE.md');
  const { effective, chain, warnings } = lens;
  expect(JSON.parse(JSON.stringify(resolvedManifest(lens)))).toEqual({ effective, chain, warnings });
});
