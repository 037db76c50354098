import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readFrontmatter } from '../../src/markdown';
import { MemoryVault } from '../../src/vault';
import { parseManifest, resolveLens } from '../../src/workspace';

const folder = path.join(__dirname, '../fixtures/aip-10');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const examples = readdirSync(folder).filter((name) => name.endsWith('.md'));

/** Six carries the tag `fork:ops`, which the published schema does not admit. */
const invalidByTheirOwnSchema = ['example-block-06.entry.md'];

describe('the twelve published examples', () => {
  const ajv = addFormats(new Ajv2020({ strict: false }));
  const validate = ajv.compile(JSON.parse(read('aip-10-knowledge.schema.json')) as object);

  it('are complete', () => expect(examples).toHaveLength(12));

  it.each(examples)('%s is valid exactly when the published schema says so', (name) => {
    const { data, problems } = readFrontmatter(read(name));
    expect(problems).toEqual([]);
    expect(validate(data)).toBe(!invalidByTheirOwnSchema.includes(name));
    const parsed = parseManifest(read(name), name);
    expect(parsed.kind).toBe(name.includes('.workspace.') ? 'manifest' : 'other');
  });
});

describe('the published chain of five manifests', () => {
  const vault = new MemoryVault({
    'research-wiki/KNOWLEDGE.md': read('example-block-08.workspace.md'),
    'operators/research-analyst/KNOWLEDGE.md': read('example-block-09.workspace.md'),
    'companies/acme/KNOWLEDGE.md': read('example-block-10.workspace.md'),
    'teams/finance/KNOWLEDGE.md': read('example-block-11.workspace.md'),
    'teams/finance/operators/cfo-assistant/KNOWLEDGE.md': read('example-block-12.workspace.md'),
  });

  it('resolves the research analyst: softened age, added confidence, own tone and scope', async () => {
    const lens = await resolveLens(vault, 'operators/research-analyst/KNOWLEDGE.md');
    expect(lens.refused).toBeUndefined();
    expect(lens.effective.lints.map(({ id, severity }) => [id, severity])).toEqual([
      ['require-source', 'error'],
      ['max-age-90', 'info'],
      ['broken-ref', 'error'],
      ['min-confidence-concept', 'warn'],
    ]);
    expect(lens.effective.curation).toEqual({
      tone: 'academic',
      depth: 'deep',
      autoLink: 'byName',
      conflictResolution: 'defer',
    });
    expect(lens.effective.queryHints).toEqual({ preferRecent: false, preferAuthoritative: true, scopeTo: ['Concept'] });
    expect(lens.warnings.map(({ code, at }) => [code, at])).toEqual([
      ['living-wiki:lint_softened', 'operators/research-analyst/KNOWLEDGE.md#lints.max-age-90.severity'],
      ['living-wiki:setting_not_enforced', 'operators/research-analyst/KNOWLEDGE.md#curator'],
    ]);
    expect(lens.provenance.get('lints.max-age-90.severity')).toEqual({
      value: 'info',
      from: 'operators/research-analyst/KNOWLEDGE.md',
      overrode: [{ value: 'warn', from: 'research-wiki/KNOWLEDGE.md' }],
      softened: true,
    });
  });

  it('reports that Acme takes the source rule away from Concept, contrary to its comment', async () => {
    const lens = await resolveLens(vault, 'companies/acme/KNOWLEDGE.md');
    expect(lens.effective.lints.find(({ id }) => id === 'require-source')?.appliesTo).toBe('Investor');
    expect(lens.warnings).toContainEqual({
      code: 'living-wiki:lint_narrowed',
      message:
        'This lens applies the lint "require-source" to Investor. It replaces the inherited lint of the same id, which applies to Concept.',
      at: 'companies/acme/KNOWLEDGE.md#lints.require-source.appliesTo',
    });
    expect(lens.warnings.map(({ code }) => code)).toContain('living-wiki:governance_unresolvable');
    const person = lens.effective.entityTypes.find(({ name }) => name === 'Person');
    expect(person).toMatchObject({ icon: '👤', fields: ['name', 'role', 'contact', 'affiliations', 'internal_owner'] });
    expect(lens.effective.entityTypes.map(({ name }) => name)).toEqual(['Concept', 'Person', 'Investor']);
  });

  it('resolves a view of a view root first', async () => {
    const lens = await resolveLens(vault, 'teams/finance/operators/cfo-assistant/KNOWLEDGE.md');
    expect(lens.chain).toEqual([
      {
        path: 'research-wiki/KNOWLEDGE.md',
        doctype: 'knowledge.workspace/v1',
        name: 'research-wiki',
        version: '1.0.0',
      },
      {
        path: 'teams/finance/KNOWLEDGE.md',
        doctype: 'knowledge.workspace/v1',
        name: 'finance-team-view',
        version: '1.0.0',
      },
      {
        path: 'teams/finance/operators/cfo-assistant/KNOWLEDGE.md',
        doctype: 'knowledge.workspace/v1',
        name: 'cfo-assistant-view',
        version: '0.3.0',
      },
    ]);
    expect(lens.warnings.map(({ code, at }) => [code, at])).toEqual([
      ['living-wiki:setting_not_enforced', 'teams/finance/operators/cfo-assistant/KNOWLEDGE.md#curator'],
    ]);
    expect(lens.refused).toBeUndefined();
    expect(lens.effective.queryHints.scopeTo).toEqual(['Deal']);
    expect(lens.effective.curation).toMatchObject({ tone: 'sales', depth: 'deep', conflictResolution: 'recency' });
    expect(lens.provenance.get('curation.tone')?.overrode).toEqual([
      { value: 'neutral', from: 'research-wiki/KNOWLEDGE.md' },
    ]);
  });
});
