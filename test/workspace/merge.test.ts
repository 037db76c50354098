import fc from 'fast-check';
import { type JsonObject, type JsonValue } from '../../src/base';
import { mergeManifests } from '../../src/workspace';
import { manifestOf, manifests } from './builders';

const runs = { numRuns: 150 };
const groups = ['sources', 'curation', 'queryHints', 'display'] as const;

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

describe('a child that is merged into its parent', () => {
  it('is unchanged when the parent sets nothing', () => {
    const silent = manifestOf();
    fc.assert(
      fc.property(manifests, (child) => {
        expect(mergeManifests(silent, child)).toEqual(child);
      }),
      runs,
    );
  });

  it('changes nothing when it is merged into itself', () => {
    fc.assert(
      fc.property(manifests, (manifest) => {
        expect(mergeManifests(manifest, manifest)).toEqual(manifest);
      }),
      runs,
    );
  });

  it('gives the same result in whatever order a chain is merged, except for metadata', () => {
    fc.assert(
      fc.property(manifests, manifests, manifests, (root, team, view) => {
        const upward = mergeManifests(root, mergeManifests(team, view));
        expect({ ...mergeManifests(mergeManifests(root, team), view), metadata: upward.metadata }).toEqual(upward);
      }),
      runs,
    );
  });

  it('does not restore metadata that a manifest in between replaced', () => {
    const [root, team, view] = [{ a: { old: 1 } }, { a: 'flat' }, { a: { fresh: 2 } }].map((metadata) =>
      manifestOf({ metadata }),
    );
    expect(mergeManifests(mergeManifests(root!, team!), view!).metadata).toEqual({ a: { fresh: 2 } });
  });

  it('leaves parent and child as they were', () => {
    fc.assert(
      fc.property(manifests, manifests, (parent, child) => {
        const before = JSON.stringify([parent, child]);
        mergeManifests(parent, child);
        expect(JSON.stringify([parent, child])).toBe(before);
      }),
      runs,
    );
  });

  it('keeps its identity and inherits neither extends nor appliesTo', () => {
    fc.assert(
      fc.property(manifests, manifests, (parent, child) => {
        const bound = { ...parent, extends: '../up/KNOWLEDGE.md', appliesTo: ['ws://operators/x'] };
        const merged = mergeManifests(bound, child);
        const { schema, name, title, description, version } = child;
        expect(merged).toMatchObject({ schema, name, title, description, version });
        expect([merged.extends, merged.appliesTo]).toEqual([child.extends, child.appliesTo]);
        expect(Object.keys(merged)).not.toContain('extends');
      }),
      runs,
    );
  });

  it('overrides field by field and inherits the rest', () => {
    fc.assert(
      fc.property(manifests, manifests, (parent, child) => {
        const merged = mergeManifests(parent, child);
        for (const group of groups) {
          const [above, below, both] = [parent[group], child[group], merged[group]] as Record<string, unknown>[];
          for (const key of new Set([...Object.keys(above!), ...Object.keys(below!)])) {
            expect(both![key]).toEqual(key in below! ? below![key] : above![key]);
          }
        }
        for (const field of ['curator', 'governance', 'refs'] as const) {
          expect(merged[field]).toEqual(child[field] ?? parent[field]);
        }
      }),
      runs,
    );
  });

  it("keeps the order of types and lints: the parent's, then its own new ones", () => {
    fc.assert(
      fc.property(manifests, manifests, (parent, child) => {
        const merged = mergeManifests(parent, child);
        const order = (above: readonly string[], below: readonly string[]) => [
          ...above,
          ...below.filter((name) => !above.includes(name)),
        ];
        const types = [parent, child, merged].map((one) => one.entityTypes.map(({ name }) => name));
        expect(types[2]).toEqual(order(types[0]!, types[1]!));
        const lints = [parent, child, merged].map((one) => one.lints.map(({ id }) => id));
        expect(lints[2]).toEqual(order(lints[0]!, lints[1]!));
      }),
      runs,
    );
  });

  it('adds fields to a type and overrides its other properties', () => {
    fc.assert(
      fc.property(manifests, manifests, (parent, child) => {
        for (const type of mergeManifests(parent, child).entityTypes) {
          const above = parent.entityTypes.find(({ name }) => name === type.name);
          const below = child.entityTypes.find(({ name }) => name === type.name);
          const added = (below?.fields ?? []).filter((field) => above?.fields.includes(field) !== true);
          expect(type.fields).toEqual([...(above?.fields ?? []), ...added]);
          for (const property of ['icon', 'description', 'parent'] as const) {
            expect(type[property]).toEqual(below?.[property] ?? above?.[property]);
          }
        }
      }),
      runs,
    );
  });

  it('replaces a lint with the same id as a whole', () => {
    fc.assert(
      fc.property(manifests, manifests, (parent, child) => {
        for (const lint of mergeManifests(parent, child).lints) {
          const stated = child.lints.find(({ id }) => id === lint.id) ?? parent.lints.find(({ id }) => id === lint.id);
          expect(lint).toEqual(stated);
        }
      }),
      runs,
    );
  });

  it('merges metadata at any depth, with hostile keys as plain keys', () => {
    const merge = (above: JsonValue | undefined, below: JsonValue | undefined): JsonValue | undefined => {
      if (below === undefined) return above;
      if (!isObject(above) || !isObject(below)) return below;
      const names = [...new Set([...Object.keys(above), ...Object.keys(below)])];
      const own = (of: JsonObject, key: string) =>
        Object.getOwnPropertyDescriptor(of, key)?.value as JsonValue | undefined;
      return Object.fromEntries(names.map((key) => [key, merge(own(above, key), own(below, key)) ?? null]));
    };
    fc.assert(
      fc.property(manifests, manifests, (parent, child) => {
        const merged = mergeManifests(parent, child).metadata;
        expect(JSON.stringify(merged)).toBe(JSON.stringify(merge(parent.metadata, child.metadata)));
        expect(({} as Record<string, unknown>).acme).toBeUndefined();
      }),
      runs,
    );
  });

  it('replaces scopeTo as a whole', () => {
    const parent = manifestOf({ queryHints: { scopeTo: ['Concept', 'Deal'], preferRecent: true } });
    const child = manifestOf({ queryHints: { scopeTo: ['Deal'] } });
    expect(mergeManifests(parent, child).queryHints).toEqual({ scopeTo: ['Deal'], preferRecent: true });
  });
});
