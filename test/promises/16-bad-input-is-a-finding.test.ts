/**
 * Promise 16. Bad input is a finding or a typed error with a stable code, the file, the place and what to do; never a
 * stack trace, never silence, and never a reason to lose the rest.
 */
import fc from 'fast-check';
import { isWikiError, silentRun } from '../../src/base';
import { createLintEngine, type Finding } from '../../src/lint';
import { MemoryVault } from '../../src/vault';
import { readSnapshot } from '../../src/wiki';
import { resolveLens } from '../../src/workspace';

const clock = { now: () => Date.parse('2026-05-01T00:00:00Z') };

function manifest(extra = ''): string {
  return `---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\n${extra}---\n`;
}

function page(extra: string, body = 'Text.'): string {
  return `---\nschema: knowledge/v1\nkind: concept\ntitle: T\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n${extra}---\n\n${body}\n`;
}

const good = {
  'concepts/good.md': page('slug: good\n', 'See [[better]] and [[nowhere]].'),
  'concepts/better.md': page('slug: better\n', 'Text on [[good]].'),
};

/** `a: &a [x]`, then lists of nine aliases of the list before: a billion entries when expanded. */
const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
  .concat(
    Array.from('bcdefghi', (name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]!}`).join(', ')}]`),
  )
  .join('\n');

/** File and what it holds, and the code under which it must be told of. */
const badInputs: readonly (readonly [string, string | Uint8Array, string])[] = [
  ['x/binary.md', new Uint8Array([0x25, 0x50, 0x44, 0x46, 0, 0xff, 0xfe, 0xc3, 0x28, 0x80]), 'entry_invalid'],
  ['x/utf16.md', new Uint8Array([0xff, 0xfe, 0x41, 0, 0x0a, 0]), 'entry_invalid'],
  ['x/empty.md', '', 'schema_missing'],
  ['x/nul.md', 'a\0b\n', 'schema_missing'],
  ['x/bomb.md', `---\n${bomb}\n---\n`, 'entry_invalid'],
  ['x/deep.md', `---\nslug: ${'['.repeat(20_000)}\n---\n`, 'entry_invalid'],
  ['x/deep-map.md', page(`slug: deep-map\nmetadata: ${'{a: '.repeat(5_000)}1${'}'.repeat(5_000)}\n`), 'entry_invalid'],
  ['x/broken-yaml.md', '---\ntitle: "open\nslug: x\n---\n', 'entry_invalid'],
  ['x/tabs.md', '---\nslug: x\n\tkind: y\n---\n', 'entry_invalid'],
  ['x/list.md', '---\n- a\n- b\n---\n', 'entry_invalid'],
  ['x/scalar.md', '---\njust words\n---\n', 'entry_invalid'],
  ['x/javascript.md', '---js\n{ slug: process.exit(1) }\n---\n', 'entry_invalid'],
  ['x/twice.md', '---\nslug: a\nslug: b\n---\n', 'entry_invalid'],
  ['x/merge.md', '---\n<<: *missing\n---\n', 'entry_invalid'],
  ['x/tag.md', page('slug: !!js/function "function () {}"\n'), 'entry_invalid'],
  ['x/unclosed.md', '---\nschema: knowledge/v1\nslug: unclosed\n', 'schema_missing'],
  [
    'x/wrong-types.md',
    page(
      'slug: [1]\nconfidence: high\ntags: 7\naliases: {a: b}\nsupersedes: {x: y}\ncontradicts: 3\nlinks: [[[]]]\nmetadata: no\n',
    ),
    'entry_invalid',
  ],
  [
    'x/proto.md',
    page('slug: proto\n__proto__: {polluted: yes}\nconstructor: {prototype: {polluted: yes}}\nconfidence: 9\n'),
    'entry_invalid',
  ],
  ['x/nan.md', page('slug: nan\nconfidence: .nan\n'), 'entry_invalid'],
  ['x/date.md', page('slug: date\n').replace('"2026-04-27T15:00:00Z"', '9999-99-99'), 'entry_invalid'],
  ['x/slug-path.md', page('slug: ../../etc/passwd\n'), 'entry_invalid'],
  ['x/long-slug.md', page(`slug: ${'a'.repeat(10_000)}\n`), 'entry_invalid'],
  [
    'x/entry-extra.md',
    page('slug: entry-extra\nfoo: bar\n').replace('knowledge/v1', 'knowledge.entry/v1'),
    'entry_invalid',
  ],
  ['x/no-source.md', page('slug: no-source\n').replace('sources/a.md', 'sources/../../secret'), 'source_unresolved'],
  ['x/dangling.md', page('slug: dangling\nsupersedes: [toString, __proto__]\n'), 'link_broken'],
  ['x/opposed.md', page('slug: opposed\ncontradicts: [hasOwnProperty]\n'), 'contradiction_unresolved'],
  [
    'x/links.md',
    '[[constructor]] [[__proto__]] [[../../../x]] [[C:\\x]] [](%ZZ) [a](%00.md) [[a\0b]]\n',
    'link_broken',
  ],
  ['x/huge-line.md', `${'word '.repeat(200_000)}[[nowhere-${'x'.repeat(50_000)}]]\n`, 'link_broken'],
  ['x/many-links.md', `${Array.from({ length: 1_000 }, (_, at) => `[[lost ${at}]]`).join(' ')}\n`, 'link_broken'],
  ['x/brackets.md', `${'['.repeat(100_000)}\n${'[['.repeat(20_000)}lost${']]'.repeat(20_000)}\n`, 'schema_missing'],
  ['x/fences.md', `${'```\n'.repeat(20_001)}[[lost]]\n`, 'schema_missing'],
  [
    'x/anchors.md',
    page('slug: anchors\n', '[[good#Nothing#There#^at-all]] [[#]] [[#^]]'),
    'living-wiki:fragment_missing',
  ],
  ['x/same-slug.md', page('slug: good\n'), 'living-wiki:slug_duplicate'],
  ['x/Case.md', page('slug: Case\n'), 'entry_invalid'],
];

const lints = `lints:
  - { id: bomb, kind: custom, appliesTo: "*", severity: error, params: { pattern: "(a+)+$" } }
  - { id: hollow, kind: custom, appliesTo: "*", severity: error, params: { pattern: "(?=(a+)+)" } }
  - { id: words, kind: custom, appliesTo: "*", severity: info, params: { pattern: "\\\\bText\\\\b" } }
  - { id: age, kind: max-age, appliesTo: Nobody, severity: error, params: { days: -1 } }
metadata: { living-wiki: { ignore: { rule: all } } }
`;

const wholeWiki = {
  'KNOWLEDGE.md': manifest(lints),
  'AGENTS.md': `# ${'`'.repeat(10_000)}\n\nconflictResolution: ${'x'.repeat(10_000)}\n`,
  '_index.md': `${'- [['.repeat(10_000)}\n- [[gone]]: x\n`,
  '_log.md': new Uint8Array([0xff, 0xfe, 0xfd]),
  '_manifest.json':
    '{"version":1,"hashAlgo":"sha256","sources":{"__proto__":{},"sources/lost.pdf":{"contentHash":"zz"},"../x":7}}',
  'sources/a.md': 'A source.\n',
  'sources/broken.md': '---\nschema: knowledge.source/v1\nid: [\n---\n',
  ...good,
};

async function lintAll(files: Readonly<Record<string, string | Uint8Array>>): Promise<readonly Finding[]> {
  const vault = new MemoryVault(files);
  const lens = await resolveLens(vault, 'KNOWLEDGE.md');
  const snapshot = await readSnapshot({ vault, lens, run: silentRun });
  const { findings } = await createLintEngine().lint(snapshot, lens, { clock, run: silentRun });
  return findings;
}

function expectWellFormed(findings: readonly Finding[]): void {
  for (const finding of findings) {
    expect(finding.code).toMatch(/^(?:[a-z_]+|(?:living-wiki|governance):[a-z_]+)$/);
    expect(finding.path).not.toBe('');
    expect(Number.isInteger(finding.line) && finding.line >= 1).toBe(true);
    expect(Number.isInteger(finding.column) && finding.column >= 1).toBe(true);
    // A sentence, which may start with the name of a field or a quotation.
    expect(finding.message).toMatch(/^(?:[A-Z]|[`"]\S)/);
    expect(finding.message).not.toMatch(/\n|Error:|undefined|\[object /);
    expect(finding.message.length).toBeLessThan(600);
  }
}

describe('each bad input is reported with code, file and line', () => {
  it.each(badInputs.map(([path, text, code]) => [path, code, text] as const))('%s: %s', async (path, code, text) => {
    const findings = await lintAll({
      'KNOWLEDGE.md': manifest(),
      'sources/a.md': 'A source.\n',
      ...good,
      [path]: text,
    });
    expectWellFormed(findings);
    expect(findings.filter((finding) => finding.path === path).map((finding) => finding.code)).toContain(code);
  });
});

it('a wiki with all of them has a finding for each, and its good pages are checked as usual', async () => {
  const files = Object.fromEntries(badInputs.map(([path, text]) => [path, text]));
  const findings = await lintAll({ ...wholeWiki, ...files });
  expectWellFormed(findings);
  for (const [path, , code] of badInputs) {
    expect(findings.some((finding) => finding.path === path && finding.code === code)).toBe(true);
  }
  const broken = findings.filter((finding) => finding.path === 'concepts/good.md' && finding.code === 'link_broken');
  expect(broken.map(({ line, column }) => `${line}:${column}`)).toEqual(['10:20']);
  expect(findings.filter(({ path, rule }) => path === 'concepts/better.md' && rule === 'words')).toHaveLength(1);
  const codes = new Set(findings.map((finding) => `${finding.path} ${finding.code}`));
  expect([...codes]).toEqual(
    expect.arrayContaining([
      'KNOWLEDGE.md living-wiki:lint_setting_invalid',
      '_manifest.json living-wiki:file_invalid',
      '_index.md living-wiki:index_line_dangling',
      '_index.md living-wiki:index_stale',
    ]),
  );
});

it('lint never throws, whatever the wiki contains', async () => {
  const junk = fc.oneof(
    fc.string({ maxLength: 200, unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          '---\n',
          'slug: ',
          '[[',
          ']]',
          '#',
          '|',
          '\\',
          '`',
          '\n',
          '- ',
          ': ',
          '&a ',
          '*a',
          '{',
          '<!--',
          '%%',
          '[^1]',
          'x',
          '東',
          '\r',
        ),
        { maxLength: 60 },
      )
      .map((bits) => bits.join('')),
    fc
      .array(
        fc.constantFrom(
          'schema: knowledge/v1',
          'slug: a',
          'kind: 7',
          'sources: x',
          'contradicts: [[a]]',
          'links: {}',
          'metadata: {lint: {stale: true}}',
        ),
        { maxLength: 7 },
      )
      .map((lines) => `---\n${lines.join('\n')}\n---\n[[a]]\n`),
  );
  const name = fc.constantFrom(
    'a.md',
    'b/A.md',
    'b/a.MD',
    '_index.md',
    '_log.md',
    '_manifest.json',
    'AGENTS.md',
    'sources/a.md',
    'sources/x.md',
    'x.canvas',
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, junk, { maxKeys: 6 }), async (files) => {
      expectWellFormed(await lintAll({ 'KNOWLEDGE.md': manifest(lints), ...files }));
    }),
    { numRuns: 150 },
  );
});

it.each([
  ['no frontmatter', '# Notes\n', 'schema_missing'],
  ['broken YAML', '---\nschema: knowledge.workspace/v1\nname: "x\n---\n', 'knowledge_workspace_invalid'],
  ['a bomb', `---\nschema: knowledge.workspace/v1\n${bomb}\n---\n`, 'knowledge_workspace_invalid'],
  [
    'wrong types',
    '---\nschema: knowledge.workspace/v1\nname: [x]\ntitle: 1\nlints: no\n---\n',
    'knowledge_workspace_invalid',
  ],
])('a root manifest with %s is a typed error with its file and a remedy', async (_, text, code) => {
  const error: unknown = await resolveLens(new MemoryVault({ 'KNOWLEDGE.md': text }), 'KNOWLEDGE.md').catch(
    (thrown: unknown) => thrown,
  );
  if (!isWikiError(error)) throw new Error('Expected a typed error.');
  expect(error).toMatchObject({ code, path: 'KNOWLEDGE.md' });
  expect(error.remedy).toMatch(/^[A-Z].+\.$/);
});
