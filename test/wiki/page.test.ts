import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parsePage } from '../../src/wiki';
import { page } from './support/wiki';

function head(yaml: string, path = 'concepts/x.md'): ReturnType<typeof parsePage> {
  return parsePage(path, `---\n${yaml}\n---\n\n# Heading\n\nThe body. More.\n`);
}

const full = [
  'schema: knowledge/v1',
  'slug: runway',
  'kind: concept',
  'title: Runway',
  'sources:',
  '  - sources/2026-04-15-deck.pdf',
  '  - deck-2',
  'confidence: 0.75',
  'updated_at: 2026-04-27T17:00:00+02:00',
  'supersedes: [old-runway]',
  'contradicts: ["[[burn-rate|Burn]]"]',
  'tags: [finance, "#plan"]',
  'aliases: [Cash runway]',
  'owner: me',
].join('\n');

const entry = (more = ''): string =>
  `schema: knowledge.entry/v1\nslug: runway\nkind: concept\ntitle: Runway\nupdated_at: 2026-04-27T15:00:00Z\n${more}`;

/** `field: line` of each problem. */
function problems(found: ReturnType<typeof parsePage>): readonly string[] {
  return found.problems.map(({ field, line, code }) => `${code} ${field ?? '-'}:${line}`);
}

describe('the two forms', () => {
  it('the page form has sources as paths or ids and may have other keys', () => {
    const found = head(full);
    expect(found).toMatchObject({
      slug: 'runway',
      schema: 'knowledge/v1',
      kind: 'concept',
      title: 'Runway',
      sources: ['sources/2026-04-15-deck.pdf', 'deck-2'],
      confidence: 0.75,
      updatedAt: '2026-04-27T15:00:00Z',
      supersedes: ['old-runway'],
      contradicts: ['burn-rate'],
      tags: ['finance', 'plan'],
      aliases: ['Cash runway'],
      summary: 'The body.',
      problems: [],
    });
    expect(found.data.owner).toBe('me');
  });

  it('the entry form has sources as ids', () => {
    const found = head(entry('sources: [deck-1]\nlinks: [alex-park]\nmetadata:\n  living-wiki:\n    aliases: [R]'));
    expect(found).toMatchObject({
      schema: 'knowledge.entry/v1',
      sources: ['deck-1'],
      declaredLinks: ['alex-park'],
      aliases: ['R'],
      problems: [],
    });
  });

  it.each([
    ['sources: [sources/deck.pdf]', 'sources'],
    ['owner: me', 'owner'],
    ['aliases: [x]', 'aliases'],
    ['tags: [Finance]', 'tags'],
    ['supersedes: [2026-plan]', 'supersedes'],
    ['links: [a]', 'links'],
    ['confidence: 1.5', 'confidence'],
    ['confidence: "0.5"', 'confidence'],
    ['metadata: text', 'metadata'],
  ])('entry form: %s is a problem on its line', (line, field) => {
    expect(problems(head(entry(line)))).toEqual([`entry_invalid ${field}:7`]);
  });

  it.each([
    ['slug: 2026-04-15-paper', 'slug: x', []],
    ['slug: 東京', 'slug: x', []],
    ['slug: My Page', 'slug: x', ['entry_invalid slug:3']],
    ['slug: 2026', 'slug: x', ['entry_invalid slug:3']],
    ['kind: Market Signal', 'kind: concept', ['entry_invalid kind:4']],
    ['title: 2026', 'title: T', ['entry_invalid title:5']],
    ['updated_at: yesterday', 'updated_at: 2026-04-27', ['entry_invalid updated_at:6']],
    ['updated_at: 2026-02-30', 'updated_at: 2026-04-27', ['entry_invalid updated_at:6']],
    ['updated_at: 2026-04-27', 'updated_at: 2026-04-27', []],
  ])('page form: %s', (line, instead, expected) => {
    const yaml = 'schema: knowledge/v1\nslug: x\nkind: concept\ntitle: T\nupdated_at: 2026-04-27';
    expect(problems(head(yaml.replace(instead, line)))).toEqual(expected);
  });

  it('each missing field is a problem', () => {
    expect(problems(head('schema: knowledge/v1'))).toEqual([
      'entry_invalid slug:1',
      'entry_invalid kind:1',
      'entry_invalid title:1',
      'entry_invalid updated_at:1',
    ]);
  });

  it('an invalid list keeps its usable values', () => {
    const found = head(
      full
        .replace('tags: [finance, "#plan"]', 'tags: one, two')
        .replace(/sources:\n.*\n.*\n/, 'sources: sources/a.md\n'),
    );
    expect(found.sources).toEqual(['sources/a.md']);
    expect(found.tags).toEqual(['one', 'two']);
    expect(problems(found)).toEqual(['entry_invalid sources:6']);
  });

  it('[[a]] without quotes is read as a slug', () => {
    expect(head(`${full}\nsupersedes2: 1`.replace('[old-runway]', '\n  - [[old-runway]]')).supersedes).toEqual([
      'old-runway',
    ]);
  });
});

describe('a note that is not a page', () => {
  it.each([
    ['', 'schema_missing schema:1'],
    ['---\ntitle: T\n---\n', 'schema_missing schema:1'],
    ['---\ntitle: T\nschema: other/v1\n---\n', 'schema_missing schema:3'],
  ])('%j has a missing schema as its only problem', (text, problem) => {
    expect(problems(parsePage('n.md', text))).toEqual([problem]);
  });

  it('broken YAML is a problem, and the rest of the note is read', () => {
    const found = parsePage('notes/My note.md', '---\nslug: [x\n---\n# Title\n\n[[a]]\n');
    expect(found.problems.map(({ code }) => code)).toContain('entry_invalid');
    expect(found).toMatchObject({ slug: 'My note', title: 'Title', kind: 'note', schema: null });
    expect(found.links).toHaveLength(1);
  });

  it('inline tags count as tags', () => {
    expect(parsePage('n.md', '---\ntags: [One]\n---\n#two and #one\n').tags).toEqual(['One', 'two']);
  });

  it.each([
    ['entities/x.md', 'entity'],
    ['Concepts/sub/x.md', 'concept'],
    ['entries/market-signal/x.md', 'market-signal'],
    ['entries/x.md', 'note'],
    ['wiki/concepts/x.md', 'concept'],
    ['wiki/x.md', 'note'],
    ['people/x.md', 'note'],
    ['x.md', 'note'],
  ])('%s suggests the kind %s', (path, kind) => {
    expect(parsePage(path, '').kind).toBe(kind);
  });
});

describe('links among the properties', () => {
  const links = (yaml: string): readonly unknown[] =>
    parsePage('n.md', `---\n${yaml}\n---\n[[body]]\n`).links.map(({ target, fragment, text, line }) => [
      target,
      fragment,
      text,
      line,
    ]);
  const body = (line: number): unknown => ['body', null, null, line];

  it.each([
    ['up: "[[Index]]"', ['Index', null, null, 2]],
    ["up: '[[a/b#Part|shown]]'", ['a/b', 'Part', 'shown', 2]],
    ['up: ["[[ x ]]"]', ['x', null, null, 2]],
    ['deep: {of: {in: "[[y]]"}}', ['y', null, null, 2]],
    ['list:\n  - "[[z]]" # why', ['z', null, null, 3]],
  ])('%s', (yaml, link) => {
    expect(links(yaml)).toEqual([link, body(yaml.split('\n').length + 3)]);
  });

  it.each(['up: see "[[x]]"', 'up: "see [[x]]"', '# up: "[[x]]"', 'up: [[x]]', 'up: "[x](y.md)"', "a: 1 # '[[x]]'"])(
    '%s holds none',
    (yaml) => {
      expect(links(yaml)).toEqual([body(4)]);
    },
  );

  it('have the offsets of their target, so that a rename can replace it', () => {
    const text = '\ufeff---\r\nup: "[[ Old name |x]]"\r\n---\r\n';
    const [link] = parsePage('n.md', text).links;
    expect(text.slice(link?.start, link?.end)).toBe('[[ Old name |x]]');
    expect(text.slice(link?.targetStart, link?.targetEnd)).toBe('Old name');
  });
});

describe('published examples', () => {
  const folder = join(__dirname, '../fixtures/aip-10');
  const examples = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.entry.md'),
  );

  it('there are six entries', () => expect(examples).toHaveLength(6));

  it.each(examples)('%s reads without a problem, but for one tag', (name) => {
    const found = parsePage('entries/x.md', readFileSync(join(folder, name), 'utf8'));
    expect(found.schema).toBe('knowledge.entry/v1');
    expect(found.updatedAt).toMatch(/^2026-04-27T1[5-8]:[03]0:00Z$|^2026-04-27T16:15:00Z$/);
    expect(found.summary).not.toBe('');
    // The sixth example tags itself `fork:ops`, which the schema of its own authors forbids.
    expect(problems(found)).toEqual(name.includes('06') ? ['entry_invalid tags:14'] : []);
  });

  it('links, citations and sources of one of them', () => {
    const text = readFileSync(join(folder, examples.find((name) => name.includes('03')) ?? ''), 'utf8');
    const found = parsePage('entries/x.md', text);
    expect(found.links.map(({ target }) => target)).toEqual([
      'monthly-investor-update-template',
      'alex-park',
      'runway-extension-q2',
      'bridge-note-terms',
      'lead-investor',
    ]);
    expect(found.declaredLinks).toEqual(['lead-investor', 'alex-park', 'runway-extension-q2', 'bridge-note-terms']);
    expect(found.confidence).toBe(0.75);
    expect(found.sources).toHaveLength(3);
  });
});

describe('whatever the input', () => {
  const yamlish = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      'a: &a [*a]',
      '__proto__: {x: 1}',
      'slug: __proto__',
      'sources: [1, null, {a: b}]',
      'updated_at: 1e999',
    ),
    fc
      .tuple(
        fc.constantFrom('schema', 'slug', 'kind', 'title', 'sources', 'confidence', 'tags', 'metadata', 'links'),
        fc.json(),
      )
      .map(([key, value]) => `${key}: ${value}`),
  );
  const text = fc
    .tuple(fc.array(yamlish, { maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 60 }), fc.boolean())
    .map(
      ([lines, body, entry]) => `---\n${entry ? 'schema: knowledge.entry/v1\n' : ''}${lines.join('\n')}\n---\n${body}`,
    );

  it('parsing never throws, every field has its type, and every problem its place', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (input) => {
        const found = parsePage('a/b.md', input);
        expect(found.slug).not.toBe('');
        expect(found.title.trim()).not.toBe('');
        expect(found.confidence >= 0 && found.confidence <= 1).toBe(true);
        const lists = [
          found.sources,
          found.supersedes,
          found.contradicts,
          found.declaredLinks,
          found.tags,
          found.aliases,
        ];
        expect(lists.flat().every((item) => typeof item === 'string')).toBe(true);
        const lines = input.split('\n').length;
        for (const { line, column, message } of found.problems) {
          expect(line >= 1 && line <= lines && column >= 1 && !message.includes('\n')).toBe(true);
        }
        for (const link of found.links) {
          expect(link.start < link.end && link.end <= input.length).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('the same text parses to the same page', () => {
    expect(parsePage('a.md', page('a', '[[b]]'))).toEqual(parsePage('a.md', page('a', '[[b]]')));
  });
});

describe('footnotes of a page', () => {
  const NOTES = '[^s-1]: [s], line 3: “The tower was built by many hands.” ([[s-summary|summary]])\n';

  it('are neither its first sentence nor counted as its words', () => {
    const known = parsePage('a.md', `---\ntitle: A\n---\n\n${NOTES}\n# A\n\nIt was built in 1874.[^s-1][^s-2]\n`);
    expect(known.summary).toBe('It was built in 1874.');
    expect(known.words).toBe(6);
    expect(known.citations.map(({ id }) => id)).toEqual(['s']);
  });

  it('are reported where a label has no definition or two, and where nothing refers to one', () => {
    const known = parsePage(
      'a.md',
      `Old.[^S-1] New.[^x] Also.[^x]\n\n| a |\n| --- |\n| b[^t] |\n\n${NOTES}${NOTES}[^y]: Mine.\n[^t]: Cell.\n`,
    );
    expect(known.footnotes.count).toBe(4);
    expect(known.footnotes.problems.map(({ kind, label, line }) => [kind, label, line])).toEqual([
      ['duplicate', 's-1', 8],
      ['unused', 'y', 9],
      ['undefined', 'x', 1],
    ]);
  });
});
