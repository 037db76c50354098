import { testWiki } from '../support/wiki';

const MANIFEST = 'KNOWLEDGE.md';

describe('the rules of a wiki', () => {
  it('are written into the manifest, change no other line, and can be undone', async () => {
    const wiki = await testWiki();
    const before = (await wiki.vault.readText(MANIFEST)).split('\n');
    const workbench = await wiki.open();
    const { rules, transaction } = await workbench.addRule(' No page for\nsingle persons. ');
    expect(rules).toEqual(['No page for single persons.']);
    const after = (await wiki.vault.readText(MANIFEST)).split('\n');
    expect(after.filter((line) => !before.includes(line)).join('\n')).toContain('- No page for single persons.');
    expect(before.filter((line) => !after.includes(line))).toEqual([]);
    expect((await wiki.open()).rules()).toEqual(rules);
    await workbench.undo(transaction ?? '');
    expect((await wiki.vault.readText(MANIFEST)).split('\n')).toEqual(before);
  });

  it('are added once, and removed by number or words', async () => {
    const workbench = await (await testWiki()).open();
    await workbench.addRule('One.');
    expect(await workbench.addRule('One.')).toEqual({ rules: ['One.'], transaction: null });
    await workbench.addRule('Two.');
    await workbench.addRule('Three.');
    expect((await workbench.removeRule('2')).rules).toEqual(['One.', 'Three.']);
    expect((await workbench.removeRule('Three.')).rules).toEqual(['One.']);
    await expect(workbench.removeRule('7')).rejects.toMatchObject({ code: 'living-wiki:rule_unknown' });
    await expect(workbench.addRule(' ')).rejects.toMatchObject({ code: 'living-wiki:rule_invalid' });
    await expect(workbench.addRule('a'.repeat(301))).rejects.toMatchObject({ code: 'living-wiki:rule_invalid' });
  });
});
