import { manifestDifferences, policyDifferences, proseDifferences } from '../../src/workspace';
import { manifestOf, manifestText } from './builders';

const lint = (id: string, over: object = {}) => ({
  id,
  kind: 'require-source',
  appliesTo: '*',
  severity: 'error',
  ...over,
});
const messages = (before: object, after: object): readonly string[] =>
  manifestDifferences(manifestText(before), manifestText(after)).map(({ message }) => message);

describe('the difference of two manifests', () => {
  it.each([
    [
      'a severity',
      { lints: [lint('require-source')] },
      { lints: [lint('require-source', { severity: 'info' })] },
      ['lint require-source: error → info'],
    ],
    [
      'a threshold and a type',
      { lints: [lint('age', { kind: 'max-age', params: { days: 90 } })] },
      { lints: [lint('age', { kind: 'max-age', appliesTo: 'Concept', params: { days: 900 } })] },
      ['lint age appliesTo: * → Concept', 'lint age params.days: 90 → 900'],
    ],
    ['a lint that is gone', { lints: [lint('x')] }, {}, ['lint x removed (require-source, *, error)']],
    ['a new lint', {}, { lints: [lint('x', { severity: 'warn' })] }, ['lint x added (require-source, *, warn)']],
    [
      'curation',
      { curation: { tone: 'academic' } },
      { curation: { tone: 'sales', conflictResolution: 'recency' } },
      ['curation.conflictResolution: not set → recency', 'curation.tone: academic → sales'],
    ],
    [
      'entity types',
      { entityTypes: [{ name: 'Person', fields: ['name', 'role'] }, { name: 'Deal' }] },
      { entityTypes: [{ name: 'Person', fields: ['name'] }, { name: 'Place' }] },
      ['type Deal removed', 'type Person fields: name, role → name', 'type Place added'],
    ],
    [
      'what is ignored, and the policy',
      { governance: 'strict.yaml' },
      { metadata: { 'living-wiki': { ignore: [{ rule: '*', path: '*' }] } } },
      ['governance: strict.yaml → not set', 'metadata.living-wiki.ignore: not set → [{"rule":"*","path":"*"}]'],
    ],
    ['nothing', { curation: { tone: 'x' }, lints: [lint('a')] }, { lints: [lint('a')], curation: { tone: 'x' } }, []],
  ])('names %s', (_, before, after, expected) => {
    expect(messages(before, after)).toEqual(expected);
  });

  it('does not count the text below the frontmatter, comments or layout', () => {
    const text = manifestText({ curation: { tone: 'x' } });
    expect(
      manifestDifferences(text, text.replace('# Body', '# Another\n\nText.').replace('\n---\n', '\n# c\n---\n')),
    ).toEqual([]);
  });

  it('names the field, and cuts long values', () => {
    const [difference] = manifestDifferences(manifestText(), manifestText({ description: 'x'.repeat(900) }));
    expect(difference?.field).toBe('description');
    expect(difference?.message.length).toBeLessThan(300);
  });

  it('says that a manifest is no longer valid, or is again', () => {
    const broken = '---\nschema: knowledge.workspace/v1\nname: [\n---\n';
    expect(manifestDifferences(manifestText(), broken)).toEqual([{ field: '', message: 'it is no longer valid' }]);
    expect(manifestDifferences(broken, manifestText())).toEqual([{ field: '', message: 'it is valid now' }]);
    expect(manifestOf().name).toBe('research-wiki');
  });
});

describe('the difference of two policies', () => {
  it('names the keys that count', () => {
    const before = 'lintSoftening: refuse\nfloor: warn\napprovers: [ann]\n';
    const after = 'lintSoftening: allow\nexceptions: [x]\napprovers: [bob]\n';
    expect(policyDifferences(before, after, 'p.yaml').map(({ message }) => message)).toEqual([
      'lintSoftening: refuse → allow',
      'floor: warn → error',
      'exceptions: none → x',
      'approvers: ann → bob',
    ]);
    expect(policyDifferences(before, before.replace('floor', 'title: Rules\nfloor'), 'p.yaml')).toEqual([]);
  });
});

describe('the difference of two guides', () => {
  const guide = '# Guide\n\n## Ingest\n\nRead it.\nQuote it.\n\n## Conflicts\n\nKeep both.\n';
  it('names the sections with the lines that came and went', () => {
    const after = guide.replace('Keep both.', 'The newest wins.') + '\n## Extra\n\nTrust every source.\n';
    expect(proseDifferences(guide, after)).toEqual([
      { field: '', line: 10, message: 'section "Conflicts": + The newest wins. − Keep both.' },
      { field: '', line: 12, message: 'section "Extra": + Extra + Trust every source.' },
    ]);
  });

  it('counts what is long', () => {
    const lines = Array.from({ length: 9 }, (_, at) => `Line ${at}.`).join('\n');
    expect(proseDifferences(guide, guide.replace('Keep both.', lines)).map(({ message }) => message)).toEqual([
      'section "Conflicts": lines added: 9, lines removed: 1',
    ]);
  });

  it('ignores empty lines and spaces', () => {
    expect(proseDifferences(guide, guide.replace(/\n/g, '  \n\n'))).toEqual([]);
  });
});
