import { testWiki } from '../support/wiki';

describe('lint --fix', () => {
  const STRAY = {
    'entities/amber.md': '---\nschema: knowledge/v1\nkind: entity\n---\n\n# Amber\n\nAmber is a resin.\n',
  };

  it('proposes the same fixes only once', async () => {
    const wiki = await testWiki();
    for (const [path, text] of Object.entries(STRAY)) await wiki.vault.write(path, text);
    const workbench = await wiki.open();
    const first = await workbench.lint({ fix: true });
    const second = await workbench.lint({ fix: true });
    expect(first.proposal).not.toBeNull();
    expect(second.proposal?.id).toBe(first.proposal?.id);
    expect((await workbench.proposals()).length).toBe(1);
    const applied = await workbench.lint({ fix: true, apply: true });
    expect(applied.proposal).toMatchObject({ id: first.proposal?.id, applied: true });
    expect(await workbench.proposals()).toEqual([]);
    expect((await workbench.lint({ fix: true, apply: true })).findings.filter((finding) => finding.fixable)).toEqual(
      [],
    );
  });
});
