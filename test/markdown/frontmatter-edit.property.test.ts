import fc from 'fast-check';
import { type JsonValue } from '../../src/base';
import { editFrontmatter, type FrontmatterEdit, readFrontmatter } from '../../src/markdown';
import { block } from './yaml-arbitrary';

/** An independent YAML parser, not the one under test. */
const oracle = jest.requireActual<{ load(yaml: string, options: object): unknown; CORE_SCHEMA: unknown }>('js-yaml');

const value = fc.oneof(
  fc.constantFrom<JsonValue>(
    'plain',
    'it is: quoted',
    '',
    '2026-04-27T15:00:00Z',
    'yes',
    '12',
    '# x',
    ' lead',
    'a\nb',
    '---',
    '日本',
    '[[link]]',
    "o'clock",
  ),
  fc.integer({ min: -9, max: 99 }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.constantFrom('one', 'two', 'a: b'), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('p', 'q', 's'), fc.constantFrom<JsonValue>('x', 1, ['y']), {
    maxKeys: 2,
    noNullPrototype: true,
  }),
);
const key = fc.constantFrom('alpha', 'beta', 'gamma', 'updated_at', 'quoted key', 'tags', 'brand new', '__proto__');
const path = fc.oneof(fc.tuple(key), fc.tuple(key, fc.constantFrom('p', 'q', 'new')));
const edit: fc.Arbitrary<FrontmatterEdit> = fc.oneof(
  fc.record({ op: fc.constant('set' as const), path, value }),
  fc.record({ op: fc.constant('remove' as const), path }),
  fc.record({ op: fc.constantFrom('add' as const, 'drop' as const), path, value }),
);

const isMap = (item: unknown): item is Map<string, unknown> => item instanceof Map;

/** Plain data as maps, so that the model has no special keys. */
function toModel(item: unknown): unknown {
  if (Array.isArray(item)) return item.map(toModel);
  if (typeof item !== 'object' || item === null) return item;
  return new Map(Object.entries(item).map(([name, inner]) => [name, toModel(inner)]));
}

const same = (a: unknown, b: unknown) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

function sorted(item: unknown): unknown {
  if (Array.isArray(item)) return item.map(sorted);
  if (!isMap(item)) return item;
  return { map: [...item].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, sorted(inner)]) };
}

/** What an edit means, said once more; `false` where it does not fit. */
function apply(map: Map<string, unknown>, [name, ...rest]: readonly string[], change: FrontmatterEdit): boolean {
  const old = map.get(name!);
  if (rest.length > 0) {
    const takes = change.op === 'remove' || change.op === 'drop';
    if (isMap(old)) return apply(old, rest, change);
    if (takes) return true;
    if (old !== undefined && old !== null) return false;
    const inner = new Map<string, unknown>();
    map.set(name!, inner);
    return apply(inner, rest, change);
  }
  if (change.op === 'remove') map.delete(name!);
  else if (change.op === 'set') map.set(name!, toModel(change.value));
  else if (change.op === 'add') {
    if (isMap(old)) return false;
    const list: unknown[] = Array.isArray(old) ? old : old === undefined || old === null ? [] : [old];
    const item = toModel(change.value);
    if (!list.some((other) => same(other, item))) map.set(name!, [...list, item]);
  } else {
    const item = toModel(change.value);
    if (Array.isArray(old))
      map.set(
        name!,
        old.filter((other) => !same(other, item)),
      );
    else if (old !== undefined && same(old, item)) map.set(name!, []);
  }
  return true;
}

const file = fc.record({
  entries: block,
  eol: fc.constantFrom('\n', '\r\n'),
  bom: fc.constantFrom('', '\ufeff'),
  body: fc.constantFrom('', 'body', '# Title\n\ntext --- \n---\n', '\r\nx'),
});

describe('edits of frontmatter', () => {
  it('give the intended data and change only the entry they name', () => {
    fc.assert(
      fc.property(file, edit, ({ entries, eol, bom, body }, change) => {
        const at = entries.findIndex((entry) => entry.key === change.path[0]);
        const lines = (list: readonly string[]) => list.map((line) => line.replaceAll('\n', eol) + eol).join('');
        const before = `${bom}---${eol}${lines(entries.slice(0, Math.max(at, 0)).flatMap((e) => [...e.before, ...e.lines]))}`;
        const own = at === -1 ? '' : lines(entries[at]!.lines);
        const lead = at === -1 ? '' : lines(entries[at]!.before);
        const after = `${lines(entries.slice(at + 1).flatMap((e) => [...e.before, ...e.lines]))}---${eol}${body}`;
        const text = before + lead + own + after;

        const model = toModel(Object.fromEntries(entries.map((entry) => [entry.key, entry.value]))) as Map<
          string,
          unknown
        >;
        expect(same(toModel(readFrontmatter(text).data), model)).toBe(true);
        if (!apply(model, change.path, change)) {
          expect(() => editFrontmatter(text, [change])).toThrow('cannot be edited');
          return;
        }
        const result = editFrontmatter(text, [change]);
        const { data, problems, yamlStart, yamlEnd } = readFrontmatter(result);
        expect(problems).toEqual([]);
        expect(sorted(toModel(data))).toEqual(sorted(model));
        const second = oracle.load(result.slice(yamlStart, yamlEnd), { schema: oracle.CORE_SCHEMA }) ?? {};
        expect(sorted(toModel(second))).toEqual(sorted(model));

        if (at === -1) {
          // A new key stands behind the others.
          const head = text.slice(0, text.length - body.length - 3 - eol.length);
          expect(result.startsWith(head)).toBe(true);
          expect(result.endsWith(text.slice(head.length))).toBe(true);
        } else {
          expect(result.startsWith(before + lead)).toBe(true);
          expect(result.endsWith(after)).toBe(true);
          expect(result.length).toBeGreaterThanOrEqual((before + lead + after).length);
        }
        if (eol === '\r\n') expect(result.slice(0, yamlEnd)).not.toMatch(/[^\r]\n/);
        // What is so already changes no byte.
        expect(editFrontmatter(result, [change])).toBe(result);
      }),
      { numRuns: 700 },
    );
  });

  it('keep every line of a list except the one that is added or removed', () => {
    fc.assert(
      fc.property(file, fc.constantFrom('fresh item', 'n: 1'), ({ entries, eol, bom, body }, item) => {
        const text = `${bom}---${eol}${entries
          .flatMap((e) => [...e.before, ...e.lines])
          .join('\n')
          .replaceAll('\n', eol)}${eol}---${eol}${body}`;
        for (const entry of entries.filter((e) => Array.isArray(e.value) && e.value.length > 0)) {
          const added = editFrontmatter(text, [{ op: 'add', path: [entry.key], value: item }]);
          expect(added).not.toBe(text);
          expect(editFrontmatter(added, [{ op: 'drop', path: [entry.key], value: item }])).toBe(text);
        }
      }),
      { numRuns: 250 },
    );
  });
});
