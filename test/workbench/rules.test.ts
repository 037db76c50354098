import { testWiki } from '../support/wiki';
import { undoChange, addRule, ownersRules, removeRule } from '../../src/workbench';

const MANIFEST = 'KNOWLEDGE.md';

describe('the rules of a wiki', () => {
  it('are written into the manifest, change no other line, and can be undone', async () => {
    const wiki = await testWiki();
    const before = (await wiki.vault.readText(MANIFEST)).split('\n');
    const workbench = await wiki.open();
    const { rules, transaction } = await addRule(workbench, ' No page for\nsingle persons. ');
    expect(rules).toEqual(['No page for single persons.']);
    const after = (await wiki.vault.readText(MANIFEST)).split('\n');
    expect(after.filter((line) => !before.includes(line)).join('\n')).toContain('- No page for single persons.');
    expect(before.filter((line) => !after.includes(line))).toEqual([]);
    expect(ownersRules(await wiki.open())).toEqual(rules);
    await undoChange(workbench, transaction ?? '');
    expect((await wiki.vault.readText(MANIFEST)).split('\n')).toEqual(before);
  });

  it('are added once, and removed by number or words', async () => {
    const workbench = await (await testWiki()).open();
    await addRule(workbench, 'One.');
    expect(await addRule(workbench, 'One.')).toEqual({ rules: ['One.'], transaction: null });
    await addRule(workbench, 'Two.');
    await addRule(workbench, 'Three.');
    expect((await removeRule(workbench, '2')).rules).toEqual(['One.', 'Three.']);
    expect((await removeRule(workbench, 'Three.')).rules).toEqual(['One.']);
    await expect(removeRule(workbench, '7')).rejects.toMatchObject({ code: 'living-wiki:rule_unknown' });
    await expect(addRule(workbench, ' ')).rejects.toMatchObject({ code: 'living-wiki:rule_invalid' });
    await expect(addRule(workbench, 'a'.repeat(301))).rejects.toMatchObject({ code: 'living-wiki:rule_invalid' });
  });
});
