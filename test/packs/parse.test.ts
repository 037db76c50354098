import { findPacks, guide, packVault } from './pack-fixtures';

async function parse(fields: Record<string, string | null>, files: Record<string, string> = {}, body?: string) {
  const found = await findPacks(packVault({ 'KNOWLEDGE.md': guide(fields, body), ...files }));
  return { ...found, item: found.packs[0]?.item };
}

describe('the guide of a pack', () => {
  it('becomes a catalog item with every field', async () => {
    const { item } = await parse(
      {
        profile: 'document-first',
        runtime: '{ mode: data }',
        metadata:
          '{ primaryDocument: documents/brief.md, producedBy: { kind: agent-skill, name: builder, version: 1.0, digest: "sha256:x" } }',
      },
      { 'documents/brief.md': '# Brief\n' },
    );
    expect(item).toEqual({
      name: 'acme-product-brief',
      description: 'Bearings and lamps of Acme Marine.',
      type: 'brand-product',
      status: 'ready',
      trust: 'user-confirmed',
      profile: 'document-first',
      runtime: { mode: 'data' },
      metadata: {
        primaryDocument: 'documents/brief.md',
        producedBy: { kind: 'skill', name: 'builder', version: '1', digest: 'sha256:x' },
      },
      version: '0.7.2',
      language: 'en',
      location: '/vault/.agents/knowledge/acme-product-brief/KNOWLEDGE.md',
      packRoot: '/vault/.agents/knowledge/acme-product-brief',
      diagnostics: [],
    });
  });

  it('without a description it is skipped', async () => {
    const { item, leftOut } = await parse({ description: null });
    expect(item).toBeUndefined();
    expect(leftOut[0]?.message).toBe('It has no description, so nothing says when to use it.');
  });

  it('that is invalid YAML is skipped, with the line', async () => {
    const { item, leftOut } = await parse({ trust: '[unclosed' });
    expect(item).toBeUndefined();
    expect(leftOut[0]?.message).toMatch(/no valid YAML \(line \d+\)/);
  });

  it('with thousands of YAML aliases is skipped', async () => {
    const aliases = `&a [x]\nbomb: [${'*a, '.repeat(3_000)}*a]`;
    expect((await parse({ metadata: aliases })).leftOut[0]?.reason).toBe('invalid');
  });

  it('with another name than its folder loads and warns', async () => {
    const { item } = await parse({ name: 'other-name' });
    expect(item?.diagnostics).toEqual(['Its name is "other-name", but its folder is called "acme-product-brief".']);
  });

  it.each([
    ['custom:acme', true],
    ['acme:brief', true],
    ['research-wiki', true],
    ['strange', false],
  ])('of type %s is loaded: %s', async (type, isLoaded) => {
    expect((await parse({ type })).item !== undefined).toBe(isLoaded);
  });

  it('without a profile is read as wiki-first, with a warning', async () => {
    const { item } = await parse({ profile: null });
    expect(item?.profile).toBe('wiki-first');
    expect(item?.diagnostics[0]).toMatch(/no profile/);
  });

  it('that is document-first without documents loads and says so', async () => {
    const { item } = await parse({ profile: 'document-first' });
    expect(item?.diagnostics).toEqual(['It is document-first, but has neither documents nor a primary document.']);
  });

  it('of a persona without boundaries loads and warns', async () => {
    const { item } = await parse({ runtime: '{ mode: persona }' }, {}, '# Voice\n\nWarm and brief.\n');
    expect(item?.diagnostics[0]).toMatch(/boundaries/);
    const bounded = await parse({ runtime: '{ mode: persona }' }, {}, '# Boundaries\n\nNever promise prices.\n');
    expect(bounded.item?.diagnostics).toEqual([]);
  });

  it('of an archived pack is only in the diagnostics', async () => {
    const { item, archived, leftOut } = await parse({ status: 'archived' });
    expect([item, archived.length, leftOut[0]?.reason]).toEqual([undefined, 1, 'archived']);
  });

  it('with an unknown status needs a review', async () => {
    expect((await parse({ status: 'perfect' })).item?.status).toBe('needs-review');
  });

  it('cannot name a primary document outside the pack', async () => {
    const { item } = await parse({ metadata: '{ primaryDocument: ../../etc/passwd }' });
    expect(item?.metadata?.primaryDocument).toBeUndefined();
    expect(item?.diagnostics).toContain('Its primary document is outside the pack and is not used.');
  });
});
