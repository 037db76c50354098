import fc from 'fast-check';
import { fieldOrigin, mergeManifests, suggestFields, resolveLens, type Manifest } from '../../src/workspace';
import { manifestFields, manifestOf, manifestText, vaultOf } from './builders';

/** The value at a provenance path, read off the manifest by hand: `lints.<id>.x`, `entityTypes.<name>.x`, `a["b.c"]`. */
function valueAt(manifest: Manifest, path: string): unknown {
  const steps = [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|([^.[]+)/g)].map((match) =>
    match[1] === undefined ? match[2]! : (JSON.parse(`"${match[1]}"`) as string),
  );
  let at: unknown = manifest;
  for (const [depth, step] of steps.entries()) {
    if (depth === 1 && Array.isArray(at)) {
      at = (at as { name?: string; id?: string }[]).find((item) => (item.name ?? item.id) === step);
    } else if (typeof at !== 'object' || at === null) return undefined;
    else at = Object.getOwnPropertyDescriptor(at, step)?.value;
  }
  return at;
}

/** Every scalar and list of a manifest, by nothing but its own shape. */
function leafCount(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value)) return 1;
  const values = Object.values(value);
  return values.length === 0 ? 1 : values.reduce<number>((sum, item) => sum + leafCount(item), 0);
}

function expectedLeaves(manifest: Manifest): number {
  const { entityTypes, lints, sources, curation, queryHints, display, metadata, refs, ...scalars } = manifest;
  const groups = [sources, curation, queryHints, display].reduce((sum, group) => sum + Object.keys(group).length, 0);
  // The name of a type and the id of a lint are what its leaves are called by.
  const types = entityTypes.length === 0 ? 1 : entityTypes.reduce((sum, type) => sum + Object.keys(type).length - 1, 0);
  const rules =
    lints.length === 0
      ? 1
      : lints.reduce((sum, { params }) => sum + 3 + (Object.keys(params).length === 0 ? 0 : leafCount(params)), 0);
  const meta = Object.keys(metadata).length === 0 ? 0 : leafCount(metadata);
  return Object.keys(scalars).length + groups + types + rules + meta + (refs === undefined ? 0 : 1);
}

describe('the origin of an effective value', () => {
  it('is known for every leaf, with the value that its manifest sets', async () => {
    await fc.assert(
      fc.asyncProperty(manifestFields, manifestFields, manifestFields, async (root, team, view) => {
        const files: Record<string, object> = {
          root,
          team: { ...team, extends: '../root/KNOWLEDGE.md' },
          view: { ...view, extends: '../team/KNOWLEDGE.md' },
        };
        const lens = await resolveLens(vaultOf(files), 'view/KNOWLEDGE.md');
        const layers = ['root', 'team', 'view'].map((name) => ({
          from: `${name}/KNOWLEDGE.md`,
          manifest: manifestOf(files[name]),
        }));
        expect(lens.provenance.size).toBe(expectedLeaves(lens.effective));
        for (const [path, origin] of lens.provenance) {
          expect(origin.value).toEqual(valueAt(lens.effective, path));
          if (origin.from === 'default') expect(origin.value).toEqual([]);
          else if (!path.endsWith('.fields')) {
            const source = layers.find(({ from }) => from === origin.from)!;
            expect(valueAt(source.manifest, path)).toEqual(origin.value);
            // Nothing nearer to the view says anything else.
            const nearer = layers.slice(layers.indexOf(source) + 1).map(({ manifest }) => valueAt(manifest, path));
            expect(nearer.every((value) => value === undefined)).toBe(true);
            expect(origin.overrode.every(({ from }) => from !== origin.from)).toBe(true);
          }
        }
        expect(lens.effective).toEqual(layers.map(({ manifest }) => manifest).reduce(mergeManifests));
      }),
      { numRuns: 150 },
    );
  });

  it('lists what a value replaced, nearest first', async () => {
    const lens = await resolveLens(
      vaultOf({
        root: { curation: { tone: 'neutral' }, metadata: { acme: 'flat' } },
        team: { extends: '../root/KNOWLEDGE.md', curation: { tone: 'sales' } },
        view: { extends: '../team/KNOWLEDGE.md', curation: { tone: 'warm' }, metadata: { acme: { 'cost.center': 1 } } },
      }),
      'view/KNOWLEDGE.md',
    );
    expect(fieldOrigin(lens, 'curation.tone')).toEqual({
      value: 'warm',
      from: 'view/KNOWLEDGE.md',
      overrode: [
        { value: 'sales', from: 'team/KNOWLEDGE.md' },
        { value: 'neutral', from: 'root/KNOWLEDGE.md' },
      ],
    });
    expect(fieldOrigin(lens, 'metadata.acme["cost.center"]')).toEqual({
      value: 1,
      from: 'view/KNOWLEDGE.md',
      overrode: [{ value: 'flat', from: 'root/KNOWLEDGE.md' }],
    });
  });

  it('names every manifest that adds to a union', async () => {
    const type = (...fields: string[]) => ({ entityTypes: [{ name: 'Person', fields }] });
    const files = {
      root: type('name', 'role'),
      team: { extends: '../root/KNOWLEDGE.md', ...type('name') },
      view: { extends: '../team/KNOWLEDGE.md', ...type('owner', 'role') },
    };
    const lens = await resolveLens(vaultOf(files), 'view/KNOWLEDGE.md');
    expect(fieldOrigin(lens, 'entityTypes.Person.fields')).toEqual({
      value: ['name', 'role', 'owner'],
      from: 'view/KNOWLEDGE.md',
      contributors: ['root/KNOWLEDGE.md', 'view/KNOWLEDGE.md'],
      overrode: [],
    });
  });

  it('forgets what a replaced lint set', async () => {
    const lint = { id: 'age', kind: 'max-age', appliesTo: '*', severity: 'warn' };
    const files = {
      root: { lints: [{ ...lint, params: { days: 90, grace: 3 } }] },
      view: { extends: '../root/KNOWLEDGE.md', lints: [{ ...lint, params: { days: 30 } }] },
    };
    const lens = await resolveLens(vaultOf(files), 'view/KNOWLEDGE.md');
    expect(fieldOrigin(lens, 'lints.age.params.grace')).toBeUndefined();
    expect(fieldOrigin(lens, 'lints.age.params.days')?.overrode).toEqual([{ value: 90, from: 'root/KNOWLEDGE.md' }]);
  });
});

describe('a field that does not exist', () => {
  const text = manifestText({ curation: { tone: 'x', depth: 'deep' }, display: { homePage: 'home' } });

  it.each([
    ['curation.tome', ['curation.tone']],
    ['tone', ['curation.tone']],
    ['curation', ['curation.depth', 'curation.tone']],
    ['display.homepage', ['display.homePage']],
    ['zzzzzz', []],
    ['', []],
  ])('%s suggests %j', async (field, expected) => {
    const lens = await resolveLens(vaultOf({ 'KNOWLEDGE.md': text }), 'KNOWLEDGE.md');
    expect(fieldOrigin(lens, field)).toBeUndefined();
    expect(suggestFields(lens, field)).toEqual(expected);
  });
});
