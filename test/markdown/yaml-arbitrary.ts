import fc from 'fast-check';

/** A top-level entry of a generated block: its lines without line breaks, and what they mean. */
export interface Entry {
  readonly key: string;
  readonly lines: readonly string[];
  readonly value: unknown;
}

interface Written {
  readonly text: string;
  readonly value: unknown;
}

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,6}( [a-z0-9]{1,4})?$/);
const tricky = fc.constantFrom(
  'it\'s: "x"',
  '# no comment',
  '- dash',
  '{a}',
  '[[link]]',
  '日本語',
  'a\\b',
  '*',
  '2024-01-01',
  'yes',
  '',
);
const text = fc.oneof(
  word,
  tricky,
  fc.string({ maxLength: 8, unit: fc.constantFrom(...Array.from('ab :#\'"-,[]{}&*!|>%@`é日😀')) }),
);
const comment = fc.oneof(
  { arbitrary: fc.constant(''), weight: 3 },
  fc.constantFrom(' # note', '   # with "quotes" and, commas: [x]'),
);

const single = text.map((value): Written => ({ text: `'${value.replaceAll("'", "''")}'`, value }));
const double = text.map((value): Written => ({ text: JSON.stringify(value), value }));
const typed: fc.Arbitrary<Written> = fc.oneof(
  fc.integer({ min: -999, max: 999 }).map((value) => ({ text: String(value), value })),
  fc.constantFrom<Written>(
    { text: 'true', value: true },
    { text: 'null', value: null },
    { text: '~', value: null },
    { text: '1.5', value: 1.5 },
  ),
);
const plain = word
  .filter((value) => !/^(?:y|n|yes|no|on|off|true|false|null)$/.test(value))
  .map((value): Written => ({ text: value, value }));
const scalar = fc.oneof(plain, single, double, typed);

function flowList(items: readonly Written[], style: number): Written {
  const value = items.map((item) => item.value);
  const texts = items.map((item) => item.text);
  if (style === 0) return { text: `[${texts.join(', ')}]`, value };
  if (style === 1) return { text: `[ ${texts.join(' ,  ')}${items.length > 0 ? ',' : ''} ]`, value };
  return { text: `[\n    ${texts.join(',\n    ')}\n  ]`, value };
}

const flow = fc.oneof(
  fc.tuple(fc.array(scalar, { maxLength: 4 }), fc.nat(2)).map(([items, style]) => flowList(items, style)),
  fc.dictionary(fc.constantFrom('p', 'q', 'r'), scalar, { maxKeys: 3 }).map((map): Written => {
    const entries = Object.entries(map);
    return {
      text: `{${entries.map(([key, item]) => `${key}: ${item.text}`).join(', ')}}`,
      value: Object.fromEntries(entries.map(([key, item]) => [key, item.value])),
    };
  }),
);

/** What follows `key:`: the rest of the line, and further lines. */
interface Value {
  readonly rest: string;
  readonly below: readonly string[];
  readonly value: unknown;
}

const inline = fc
  .tuple(fc.oneof(scalar, flow), comment, fc.constantFrom(' ', '   '))
  .map(([item, note, gap]): Value => {
    const [first = '', ...below] = item.text.split('\n');
    const noted = below.length === 0 ? first + note : first;
    return { rest: gap + noted, below, value: item.value };
  });

const blockList = fc
  .tuple(
    fc.array(fc.tuple(scalar, comment, fc.boolean()), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '  ', '    '),
    comment,
  )
  .map(([items, indent, note]): Value => ({
    rest: note,
    below: items.flatMap(([item, behind, before]) => [
      ...(before ? [`${indent}# about the next`] : []),
      `${indent}- ${item.text}${behind}`,
    ]),
    value: items.map(([item]) => item.value),
  }));

const blockMap = fc
  .tuple(
    fc.dictionary(fc.constantFrom('p', 'q', 'r'), fc.oneof(inline, blockList), { minKeys: 1, maxKeys: 3 }),
    fc.constantFrom('  ', '    '),
    comment,
  )
  .map(([map, indent, note]): Value => ({
    rest: note,
    below: Object.entries(map).flatMap(([key, { rest, below }]) => [
      `${indent}${key}:${rest}`,
      ...below.map((line) => indent + line),
    ]),
    value: Object.fromEntries(Object.entries(map).map(([key, { value }]) => [key, value])),
  }));

const literal = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom('|', '|-', '>-'))
  .map(([lines, mark]): Value => {
    const value = mark === '>-' ? lines.join(' ') : lines.join('\n') + (mark === '|' ? '\n' : '');
    return { rest: ` ${mark}`, below: lines.map((line) => `  ${line}`), value };
  });

const empty = comment.map((note): Value => ({ rest: note, below: [], value: null }));

const names = ['alpha', 'beta', 'gamma', 'updated_at', '"quoted key"', 'tags'];

/** A block of frontmatter in every style that people write, with comments and blank lines between its entries. */
export const block = fc
  .tuple(
    fc.shuffledSubarray(names, { maxLength: 5 }),
    fc.array(
      fc.tuple(fc.oneof(inline, blockList, blockMap, literal, empty), fc.constantFrom('', '# between', '#', '')),
      {
        minLength: 6,
        maxLength: 6,
      },
    ),
  )
  .map(([keys, values]) =>
    keys.map((name, index): Entry & { readonly before: readonly string[] } => {
      const [value, between] = values[index]!;
      return {
        key: name.replaceAll('"', ''),
        before: between === '' ? [] : [between],
        lines: [`${name}:${value.rest}`, ...value.below],
        value: value.value,
      };
    }),
  );
