import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { parseManifest } from '../../src/workspace';
import { json, manifestFields, required } from './builders';

interface PublishedSchema {
  readonly $defs: { readonly workspace: object };
}

const published = JSON.parse(
  readFileSync(path.join(__dirname, '../fixtures/aip-10/aip-10-knowledge.schema.json'), 'utf8'),
) as PublishedSchema;
const validate = new Ajv2020({ strict: false }).compile(published.$defs.workspace);

function ours(data: object): boolean {
  // JSON is YAML, so the text means exactly `data`.
  return parseManifest(`---\n${JSON.stringify(data, null, 1)}\n---\n`, 'KNOWLEDGE.md').kind === 'manifest';
}

const strings = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    ...[
      '',
      'a',
      'ab',
      'Ab',
      'a-',
      '-a',
      'a-b',
      'a.b',
      'A1',
      '*',
      '**',
      '1.0.0',
      '1.0',
      '1.0.0-',
      '1.0.0-rc.1',
      'forever',
      'days:1',
    ],
    ...[
      'days:',
      './KNOWLEDGE.md',
      './a/KNOWLEDGE.md',
      '../../KNOWLEDGE.md',
      '/a/KNOWLEDGE.md',
      '../a b/KNOWLEDGE.md',
      '../x',
    ],
    ...['ws://operators/a', 'ws://operators/A', 'ws://companies/a-1', 'ws://tools/a', '../a b', 'KNOWLEDGE.md', 'a\n'],
    ...[
      'x'.repeat(96),
      'x'.repeat(97),
      'x'.repeat(200),
      '🧠'.repeat(8),
      '🧠'.repeat(9),
      '🧠'.repeat(200),
      '🧠'.repeat(201),
    ],
    ...[
      'x'.repeat(512),
      'x'.repeat(513),
      'x'.repeat(1000),
      'x'.repeat(1001),
      'x'.repeat(2001),
      'knowledge.workspace/v1',
    ],
  ),
);
const anything = fc.oneof(strings, json, fc.array(strings, { maxLength: 3 }), fc.double({ noNaN: true }));

type Path = readonly (string | number)[];

/** Every place in `data`, and one unknown key in each mapping. */
function places(data: unknown, at: Path = []): Path[] {
  if (typeof data !== 'object' || data === null) return [at];
  const here = Array.isArray(data) ? [at] : [at, [...at, 'unknown'], [...at, '__proto__']];
  return [...here, ...Object.entries(data).flatMap(([key, value]) => places(value, [...at, key]))];
}

function mutate(data: unknown, at: Path, value: unknown): unknown {
  const [key, ...rest] = at;
  if (key === undefined) return value;
  const copy = (Array.isArray(data) ? [...(data as unknown[])] : Object.assign(Object.create(null), data)) as Record<
    string,
    unknown
  >;
  const next = rest.length === 0 ? value : mutate(copy[key], rest, value);
  if (next === undefined) Reflect.deleteProperty(copy, key);
  else copy[key] = next;
  return copy;
}

/** Where we are wider than the published schema, and say so (`docs/formats.md`). */
function isKnownDifference(data: unknown): boolean {
  const { refs, extends: parent, appliesTo } = data as Record<string, unknown>;
  const dimension = (ref: unknown) => typeof ref === 'string' && /^[a-z][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)+$/.test(ref);
  const isText = typeof parent === 'string' && parent !== '' && parent.length <= 512;
  const isMistyped = isText && !/^(\.\.\/|\.\/)[^\s]+\/KNOWLEDGE\.md$/.test(parent);
  return refs !== undefined || isMistyped || (Array.isArray(appliesTo) && appliesTo.some(dimension));
}

/** Without `refs`, which the published schema does not know. */
const comparable = manifestFields.map((fields) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== 'refs')),
);

describe('the manifest schema', () => {
  it('accepts every manifest that the generator calls valid, as the published schema does', () => {
    fc.assert(
      fc.property(comparable, (fields) => {
        const data = { ...required, ...fields };
        expect(validate(data)).toBe(true);
        expect(ours(data)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('agrees with the published schema on mutated manifests', () => {
    const seen = { valid: 0, invalid: 0 };
    const mutated = comparable.chain((fields) => {
      const data = { ...required, extends: '../up/KNOWLEDGE.md', appliesTo: ['ws://operators/a'], ...fields };
      const spots = places(data).filter((at) => at.length > 0 && at[0] !== 'schema');
      const change = fc.tuple(fc.constantFrom(...spots), fc.oneof(anything, fc.constant(undefined)));
      return fc.array(change, { minLength: 1, maxLength: 2 }).map((changes) => {
        let result: unknown = data;
        for (const [at, value] of changes) {
          // The first change may have removed what the second is about.
          try {
            result = mutate(result, at, value);
          } catch {
            continue;
          }
        }
        return result as object;
      });
    });
    fc.assert(
      fc.property(mutated, (data) => {
        fc.pre(!isKnownDifference(data));
        const expected = validate(data);
        seen[expected ? 'valid' : 'invalid']++;
        expect(ours(data)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
    // A test that only ever sees one verdict proves nothing.
    expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(200);
  });

  it.each([
    ['an empty-parent extends', { extends: '../KNOWLEDGE.md' }],
    ['a mistyped extends', { extends: '../wiki/KNOWLEDG.md' }],
    ['a dimension in appliesTo', { extends: '../a/KNOWLEDGE.md', appliesTo: ['region/fr'] }],
    ['typed references', { refs: [{ to: '../other' }] }],
  ])('is wider than the published one on %s', (_, fields) => {
    const data = { ...required, ...fields };
    expect(validate(data)).toBe(false);
    expect(ours(data)).toBe(true);
  });

  it('reads the same from block YAML as from JSON', () => {
    fc.assert(
      fc.property(manifestFields, (fields) => {
        const data = { ...required, ...fields };
        const block = parseManifest(`---\n${stringify(data)}---\n`, 'KNOWLEDGE.md');
        expect(block).toEqual(parseManifest(`---\n${JSON.stringify(data)}\n---\n`, 'KNOWLEDGE.md'));
        expect(block.kind).toBe('manifest');
      }),
      { numRuns: 100 },
    );
  });
});
