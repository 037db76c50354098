import { parseManifest, type ManifestProblem } from '../../src/workspace';
import { manifestOf, manifestText } from './builders';

function problems(text: string): readonly ManifestProblem[] {
  const parsed = parseManifest(text, 'wiki/KNOWLEDGE.md');
  return parsed.kind === 'other' ? [] : parsed.problems;
}

const at = (problem: ManifestProblem) => `${problem.line}:${problem.column} ${problem.field}: ${problem.message}`;

describe('a valid manifest', () => {
  it('gets empty lists and mappings by default', () => {
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

  it('keeps the last of two lints or types with one name, and says so', () => {
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
      '12:5 lints[1].id: "x" occurs twice, and the last one counts. Use each id only once.',
    ]);
  });

  it.each([
    ['a byte-order mark and Windows line endings', `\uFEFF${manifestText().replace(/\n/g, '\r\n')}`],
    ['comments and quotes', manifestText().replace('schema: ', '# which\nschema: "').replace('/v1', '/v1" # here')],
  ])('may have %s', (_, text) => expect(parseManifest(text, 'KNOWLEDGE.md').kind).toBe('manifest'));
});

describe('a file with the same name in another format', () => {
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
    expect(parseManifest(text, 'KNOWLEDGE.md')).toMatchObject({ kind: 'other' });
  });
});

describe('an invalid manifest', () => {
  it('has problems with field, line and advice, in the order of the file', () => {
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
      '3:1 name: "Research Wiki" is not valid. Use 2 to 96 lower-case letters, digits and hyphens, such as research-wiki.',
      '4:1 title: This field is empty. Use a text of 1 to 200 characters.',
      '5:1 description: This field is empty. Use a text of 1 to 2000 characters.',
      '6:1 version: 1 is not valid. Use a version such as 1.0.0.',
      '7:13 appliesTo[0]: "ws://tools/x" is not valid. Use ws://operators/x, ws://companies/x, ws://skills/x or a path that starts with ../.',
      '9:5 entityTypes[0].name: "person" is not valid. Use a type name such as MarketSignal.',
      '10:14 entityTypes[0].fields[0]: "Lead Partner" is not valid. Use a field name such as lead_partner.',
      '11:1 lint: There is no field "lint". Did you mean "lints"?',
      '17:14 lints[1].kind: "stale" is not valid. Use require-source, max-age, min-confidence, broken-ref, orphan or custom.',
      '17:27 lints[1].appliesTo: "everything" is not valid. Use a type name such as Concept, or "*".',
      '17:50 lints[1].severity: "fatal" is not valid. Use error, warn or info.',
      '17:67 lints[1].param: There is no field "param". Did you mean "params"?',
      '18:15 queryHints.preferRecent: "yes" is not valid. Use true or false.',
      '18:34 queryHints.scopeTo: This list is not valid. Use each item only once.',
      '19:1 sources: "none" is not valid. Use a mapping of names to values.',
    ]);
  });

  it('says so when a view has no parent', () => {
    expect(problems(manifestText({ appliesTo: ['ws://operators/x'] })).map(at)).toEqual([
      '2:1 extends: This field is missing. Use it together with appliesTo: only a view has consumers.',
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
          'wiki/KNOWLEDGE.md is not valid. name: "X" is not valid. Use 2 to 96 lower-case letters, digits and hyphens, such as research-wiki. (1 more problem)',
        others: [{ line: 6, message: expect.stringMatching(/^version: "one" is not valid/) as string }],
        remedy: expect.any(String) as string,
      },
    });
  });

  it('names its parent if that can be read', () => {
    expect(parseManifest(manifestText({ extends: '../up/KNOWLEDGE.md', version: 1 }), 'a/KNOWLEDGE.md')).toMatchObject({
      kind: 'invalid',
      extends: '../up/KNOWLEDGE.md',
    });
  });

  it('has an empty schema', () => {
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

  it('is refused when it is nested too deeply', () => {
    const deep = `metadata: ${'{a: '.repeat(60)}1${'}'.repeat(60)}\n`;
    const parsed = parseManifest(manifestText().replace('\n---', `\n${deep}---`), 'KNOWLEDGE.md');
    expect(parsed).toMatchObject({
      kind: 'invalid',
      problems: [{ message: expect.stringContaining('nested too deeply') as string }],
    });
  });

  it('is refused when it has too many values', () => {
    const large = `metadata: { a: [${'1,'.repeat(30_000)}] }\n`;
    expect(parseManifest(manifestText().replace('\n---', `\n${large}---`), 'KNOWLEDGE.md').kind).toBe('invalid');
  });

  it('gets null for numbers that JSON cannot express', () => {
    const text = manifestText().replace('\n---', '\nmetadata: { a: .inf, b: .nan, c: 2026-04-15 }\n---');
    const parsed = parseManifest(text, 'KNOWLEDGE.md');
    expect(parsed).toMatchObject({ kind: 'manifest', manifest: { metadata: { a: null, b: null, c: '2026-04-15' } } });
  });
});
