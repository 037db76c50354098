import fc from 'fast-check';
import { parse } from 'yaml';
import { silentRun } from '../../src/base';
import { renderBase } from '../../src/workbench/lens/lens-base';
import { applyProposal } from '../../src/workbench';
import { type Lens } from '../../src/workspace';
import { approveRules, testWiki } from '../support/wiki';

/** A lens as a view of Obsidian's Bases, by the format that https://help.obsidian.md/bases/syntax documents. */

type Filter = string | { readonly and?: readonly Filter[]; readonly or?: readonly Filter[] };
interface Base {
  readonly filters: Filter;
  readonly properties: Readonly<Record<string, { readonly displayName: string }>>;
  readonly views: readonly {
    readonly type: string;
    readonly name: string;
    readonly filters?: Filter;
    readonly groupBy?: { readonly property: string; readonly direction: string };
    readonly order: readonly string[];
  }[];
}

function lensOf(patch: Partial<Lens['effective']>): Pick<Lens, 'effective'> {
  const effective = { title: 'Rock', entityTypes: [], queryHints: {}, display: {}, ...patch };
  return { effective: effective as unknown as Lens['effective'] };
}

const read = (text: string): Base => parse(text) as Base;

it('the types are views with their fields, the scope is a filter, and the grouping is kept', () => {
  const lens = lensOf({
    entityTypes: [
      { name: 'Structure', fields: ['built', 'height'] },
      { name: 'LightHouse', fields: ['range'], parent: 'Structure' },
      { name: 'Person', fields: ['role'] },
    ],
    queryHints: { scopeTo: ['Structure'] },
    display: { defaultGrouping: 'tag' },
  });
  const base = read(renderBase(lens, { sources: 'sources' }, 'my/wiki'));
  expect(Object.keys(base)).toEqual(['filters', 'properties', 'views']);
  expect(base.filters).toEqual({
    and: [
      'file.inFolder("my/wiki")',
      'file.ext == "md"',
      '!file.inFolder("my/wiki/sources")',
      { or: ['note.schema == "knowledge/v1"', 'note.schema == "knowledge.entry/v1"'] },
      { or: ['note.kind == "structure"', 'note.kind == "light-house"'] },
    ],
  });
  expect(base.views.map(({ name }) => name)).toEqual(['Rock', 'Structure', 'LightHouse']);
  const [all, structure] = base.views;
  expect(all).toMatchObject({ type: 'table', groupBy: { property: 'file.tags', direction: 'ASC' } });
  expect(all?.order).toContain('note.range');
  expect(structure?.filters).toEqual({ and: ['note.kind == "structure"'] });
  expect(structure?.order).toEqual([
    'file.name',
    'note.built',
    'note.height',
    'note.updated_at',
    'note.sources',
    'file.tags',
  ]);
});

it('a wiki that is the vault itself, without a scope, has no filter for its folder or kinds', () => {
  const base = read(renderBase(lensOf({}), { sources: 'sources' }, ''));
  expect(base.filters).toEqual({
    and: [
      'file.ext == "md"',
      '!file.inFolder("sources")',
      { or: ['note.schema == "knowledge/v1"', 'note.schema == "knowledge.entry/v1"'] },
    ],
  });
  expect(base.views[0]?.groupBy?.property).toBe('note.kind');
});

it('no name breaks out of the text that it is in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (title, folder) => {
      fc.pre(!/[\ud800-\udfff]/.test(title + folder));
      const base = read(renderBase(lensOf({ title }), { sources: 'sources' }, folder));
      expect(base.views[0]?.name).toBe(title);
      expect(base.views).toHaveLength(1);
    }),
  );
});

it('the file is proposed, written when it is accepted, and not proposed again', async () => {
  const wiki = await testWiki();
  await approveRules(wiki);
  const workbench = await wiki.open();
  const proposal = await workbench.proposeBase();
  expect(proposal?.changeSet.files.map(({ path }) => path)).toEqual(['test-wiki.base']);
  await applyProposal(workbench, proposal?.id ?? '', {}, silentRun);
  expect(read((await wiki.tree())['test-wiki.base'] ?? '').views.length).toBeGreaterThan(0);
  expect(await workbench.proposeBase()).toBeNull();
  await wiki.vault.write('test-wiki.base', 'views: []\n');
  expect((await workbench.proposeBase())?.changeSet.files[0]?.kind).toBe('updated');
});
