import { parseManifest, type ManifestProblem } from '../../src/workspace';
import { manifestOf, manifestText } from './builders';

function problems(text: string): readonly ManifestProblem[] {
  const parsed = parseManifest(text, 'wiki/KNOWLEDGE.md');
  return parsed.kind === 'other' ? [] : parsed.problems;
}

const at = (problem: ManifestProblem) => `${problem.line}:${problem.column} ${problem.field}: ${problem.message}`;

describe('a valid manifest', () => {
  it('gets empty lists and mappings where it says nothing', () => {
    expect(manifestOf()).toEqual({
      schema: 'knowledge.workspace/v1',
      name: 'research-wiki',
      title: 'Research wiki',
      description: 'What the team has read.',
      version: '1.0.0',
      entityTypes: [],
      lints: [],
      sources: {},
      curation: {},
      queryHints: {},
      display: {},
      metadata: {},
    });
  });

  it('fills in fields of types and params of lints, and drops repeated fields', () => {
    const manifest = manifestOf({
      entityTypes: [{ name: 'Deal' }, { name: 'Person', fields: ['role', 'name', 'role'] }],
      lints: [{ id: 'orphan', kind: 'orphan', appliesTo: '*', severity: 'info' }],
    });
    expect(manifest.entityTypes).toEqual([
      { name: 'Deal', fields: [] },
      { name: 'Person', fields: ['role', 'name'] },
    ]);
    expect(manifest.lints[0]?.params).toEqual({});
  });

  it('keeps references to other workspaces as they are', () => {
    const refs = [{ to: '../other/KNOWLEDGE.md', as: 'sibling', nested: { deep: [1, null] } }];
    expect(manifestOf({ refs }).refs).toEqual(refs);
  });

  it('keeps the last of a lint or type named twice, and says so', () => {
    const lint = { id: 'x', kind: 'orphan', appliesTo: '*' };
    const text = manifestText({
      lints: [
        { ...lint, severity: 'error' },
        { ...lint, severity: 'info' },
      ],
    });
    const parsed = parseManifest(text, 'KNOWLEDGE.md');
    expect(parsed).toMatchObject({ kind: 'manifest', manifest: { lints: [{ id: 'x', severity: 'info' }] } });
    expect(problems(text).map(at)).toEqual([
      '12:5 lints[1].id: Unexpected second "x", expected each id once; the last one counts',
    ]);
  });

  it.each([
    ['a byte-order mark and Windows line endings', `\uFEFF${manifestText().replace(/\n/g, '\r\n')}`],
    ['comments and quotes', manifestText().replace('schema: ', '# which\nschema: "').replace('/v1', '/v1" # here')],
  ])('may have %s', (_, text) => expect(parseManifest(text, 'KNOWLEDGE.md').kind).toBe('manifest'));
});

describe('a file of the same name and another format', () => {
  it.each([
    ['no frontmatter', '# Knowledge\n'],
    ['an empty file', ''],
    ['a pack', '---\nname: pack\ndescription: Facts.\n---\n'],
    ['another schema', '---\nschema: knowledge.entry/v1\n---\n'],
    ['a schema that is no text', '---\nschema: [knowledge.workspace/v1]\n---\n'],
    ['broken YAML of some kind', '---\nname: [\n---\n'],
    ['JavaScript', '---js\nmodule.exports = { schema: "knowledge.workspace/v1" }\n---\n'],
    ['a frontmatter that never ends', '---\nschema: knowledge.workspace/v1\n'],
  ])('is neither a wiki nor an error: %s', (_, text) => {
    expect(parseManifest(text, 'KNOWLEDGE.md')).toEqual({ kind: 'other' });
  });
});

describe('an invalid manifest', () => {
  it('names field, line and what was expected, in the order of the file', () => {
    const text = [
      '---',
      'schema: knowledge.workspace/v1',
      'name: Research Wiki',
      'title: ""',
      'description:',
      'version: 1.0',
      'appliesTo: [ws://tools/x]',
      'entityTypes:',
      '  - name: person',
      '    fields: [Lead Partner]',
      'lint: []',
      'lints:',
      '  - id: a',
      '    kind: orphan',
      '    appliesTo: "*"',
      '    severity: info',
      '  - { id: b, kind: stale, appliesTo: everything, severity: fatal, param: {} }',
      'queryHints: { preferRecent: yes, scopeTo: [A, A] }',
      'sources: none',
      '---',
      '',
    ].join('\n');
    expect(problems(text).map(at)).toEqual([
      '3:1 name: Unexpected "Research Wiki", expected 2 to 96 lower-case letters, digits and hyphens, such as research-wiki',
      '4:1 title: Unexpected empty text, expected a text of 1 to 200 characters',
      '5:1 description: Unexpected empty value, expected a text of 1 to 2000 characters',
      '6:1 version: Unexpected number 1, expected a version such as 1.0.0',
      '7:13 appliesTo[0]: Unexpected "ws://tools/x", expected ws://operators/x, ws://companies/x, ws://skills/x or a path that starts with ../',
      '9:5 entityTypes[0].name: Unexpected "person", expected a type name such as MarketSignal',
      '10:14 entityTypes[0].fields[0]: Unexpected "Lead Partner", expected a field name such as lead_partner',
      '11:1 lint: Unexpected field "lint", expected "lints"',
      '17:14 lints[1].kind: Unexpected "stale", expected require-source, max-age, min-confidence, broken-ref, orphan or custom',
      '17:27 lints[1].appliesTo: Unexpected "everything", expected a type name such as Concept, or "*"',
      '17:50 lints[1].severity: Unexpected "fatal", expected error, warn or info',
      '17:67 lints[1].param: Unexpected field "param", expected "params"',
      '18:15 queryHints.preferRecent: Unexpected "yes", expected true or false',
      '18:34 queryHints.scopeTo: Unexpected list, expected each item once',
      '19:1 sources: Unexpected "none", expected a mapping of names to values',
    ]);
  });

  it('says which view lacks its parent', () => {
    expect(problems(manifestText({ appliesTo: ['ws://operators/x'] })).map(at)).toEqual([
      '2:1 extends: Unexpected missing field, expected extends beside appliesTo, since only a view has consumers',
    ]);
  });

  it('is an error with a code, the place and the remedy', () => {
    const parsed = parseManifest(manifestText({ version: 'one', name: 'X' }), 'wiki/KNOWLEDGE.md');
    expect(parsed).toMatchObject({
      kind: 'invalid',
      error: {
        code: 'knowledge_workspace_invalid',
        path: 'wiki/KNOWLEDGE.md',
        line: 3,
        message:
          'wiki/KNOWLEDGE.md is not a valid manifest. name: Unexpected "X", expected 2 to 96 lower-case letters, digits and hyphens, such as research-wiki (and 1 more)',
        remedy: expect.any(String) as string,
      },
    });
  });

  it('still tells its parent where that can be read', () => {
    expect(parseManifest(manifestText({ extends: '../up/KNOWLEDGE.md', version: 1 }), 'a/KNOWLEDGE.md')).toMatchObject({
      kind: 'invalid',
      extends: '../up/KNOWLEDGE.md',
    });
  });

  it('lacks a schema that it began to write', () => {
    const parsed = parseManifest('---\nname: x\nschema:\n---\n', 'KNOWLEDGE.md');
    expect(parsed).toMatchObject({ kind: 'invalid', error: { code: 'schema_missing', line: 3 } });
  });

  it('may be of a later version', () => {
    const parsed = parseManifest(manifestText({ schema: 'knowledge.workspace/v2' }), 'KNOWLEDGE.md');
    expect(parsed).toMatchObject({ kind: 'invalid', problems: [{ field: 'schema', line: 2 }] });
  });

  it.each([
    ['a syntax error', 'schema: knowledge.workspace/v1\nname: [\n'],
    ['a key given twice', 'schema: knowledge.workspace/v1\nname: a\nname: b\n'],
  ])('may be broken YAML: %s', (_, yaml) => {
    const parsed = parseManifest(`---\n${yaml}---\n`, 'KNOWLEDGE.md');
    expect(parsed).toMatchObject({ kind: 'invalid', error: { code: 'knowledge_workspace_invalid' } });
    expect(problems(`---\n${yaml}---\n`)[0]?.line).toBeGreaterThanOrEqual(3);
  });
});

describe('a hostile manifest', () => {
  const evil = '__proto__: { polluted: true }\n  constructor: { prototype: { polluted: true } }';

  it('keeps __proto__ in metadata as a key like any other', () => {
    const parsed = parseManifest(manifestText().replace('\n---', `\nmetadata:\n  ${evil}\n---`), 'KNOWLEDGE.md');
    if (parsed.kind !== 'manifest') throw new Error(parsed.kind);
    expect(Object.keys(parsed.manifest.metadata)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(parsed.manifest.metadata)).toBeNull();
  });

  it('is refused when its aliases multiply', () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `  b${level + 1}: &b${level + 1} [${`*b${level}, `.repeat(8)}]`,
    );
    const bomb = `metadata:\n  b0: &b0 [x, x]\n${levels.join('\n')}\n`;
    const parsed = parseManifest(manifestText().replace('\n---', `\n${bomb}---`), 'KNOWLEDGE.md');
    expect(parsed.kind).toBe('invalid');
  });

  it('is refused when it is deeper than anybody reads', () => {
    const deep = `metadata: ${'{a: '.repeat(60)}1${'}'.repeat(60)}\n`;
    const parsed = parseManifest(manifestText().replace('\n---', `\n${deep}---`), 'KNOWLEDGE.md');
    expect(parsed).toMatchObject({
      kind: 'invalid',
      problems: [{ message: expect.stringContaining('nesting') as string }],
    });
  });

  it('is refused when it holds too much', () => {
    const large = `metadata: { a: [${'1,'.repeat(30_000)}] }\n`;
    expect(parseManifest(manifestText().replace('\n---', `\n${large}---`), 'KNOWLEDGE.md').kind).toBe('invalid');
  });

  it('has numbers that JSON cannot hold: they become null', () => {
    const text = manifestText().replace('\n---', '\nmetadata: { a: .inf, b: .nan, c: 2026-04-15 }\n---');
    const parsed = parseManifest(text, 'KNOWLEDGE.md');
    expect(parsed).toMatchObject({ kind: 'manifest', manifest: { metadata: { a: null, b: null, c: '2026-04-15' } } });
  });
});
