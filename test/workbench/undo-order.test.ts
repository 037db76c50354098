import { undoChange, applyProposal, type Workbench } from '../../src/workbench';
import { testWiki, type TestWiki } from '../support/wiki';

const page = (slug: string, body: string): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: concept\ntitle: ${slug}\nsources: [sources/lamp.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# ${slug}\n\n${body}\n`;

/** Applies the fix of a broken link; each is one transaction. */
async function fixLink(workbench: Workbench, target: string, suggestion: string): Promise<string> {
  const finding = (await workbench.lint({})).findings.find(({ key }) => key === target);
  const made = finding === undefined ? null : await workbench.proposeFix(finding, suggestion);
  if (made === null) throw new Error(`no fix of ${target}`);
  return (await applyProposal(workbench, made.id, {})).transaction ?? '';
}

/** Two fixes in one line of a page, and one elsewhere. */
async function threeChanges(): Promise<{
  wiki: TestWiki;
  workbench: Workbench;
  ids: readonly string[];
  before: string;
}> {
  const wiki = await testWiki({
    'sources/lamp.md': 'A lamp.\n',
    'concepts/amber.md': page('amber', 'Like [[gett]].'),
    'concepts/jet.md': page('jet', 'Like [[ambrr]].'),
    'concepts/stones.md': page('stones', '[[amberr]], [[jett]]'),
  });
  const workbench = await wiki.open();
  const before = await wiki.vault.readText('concepts/stones.md');
  const first = await fixLink(workbench, 'amberr', 'amber');
  const other = await fixLink(workbench, 'ambrr', 'amber');
  const second = await fixLink(workbench, 'jett', 'jet');
  return { wiki, workbench, ids: [first, other, second], before };
}

describe('an undo that later changes block', () => {
  it('says which to undo first, and undoes them in order', async () => {
    const { wiki, workbench, ids, before } = await threeChanges();
    const [first = '', , second = ''] = ids;
    const blocked = await undoChange(workbench, first);
    expect(blocked.transaction).toBeNull();
    expect(blocked.undoFirst.map(({ id }) => id)).toEqual([second]);
    const order = await workbench.undoOrder(first);
    expect(order.conflicts).toEqual([]);
    expect(order.steps.map(({ id }) => id)).toEqual([second, first]);
    const results = await workbench.undoThrough(first, [second, first]);
    expect(results.map(({ undid, conflicts }) => [undid, conflicts.length])).toEqual([
      [second, 0],
      [first, 0],
    ]);
    expect(await wiki.vault.readText('concepts/stones.md')).toBe(before);
    expect(await wiki.vault.readText('concepts/jet.md')).toContain('[[amber|ambrr]]');
  });

  it('by hand says so, and names no transaction', async () => {
    const { wiki, workbench, ids } = await threeChanges();
    const [first = ''] = ids;
    const text = await wiki.vault.readText('concepts/stones.md');
    await wiki.vault.write('concepts/stones.md', text.replace('|amberr]]', '|mine]]'));
    await workbench.refresh(['concepts/stones.md']);
    const order = await workbench.undoOrder(first);
    expect(order.conflicts.map(({ path }) => path)).toEqual(['concepts/stones.md']);
    expect((await undoChange(workbench, first)).undoFirst).toEqual([]);
  });

  it('undoes nothing when the list is not the one that was shown', async () => {
    const { wiki, workbench, ids } = await threeChanges();
    const [first = ''] = ids;
    const tree = await wiki.tree();
    await expect(workbench.undoThrough(first, [first])).rejects.toMatchObject({
      code: 'living-wiki:undo_order_changed',
    });
    expect(await wiki.tree()).toEqual(tree);
    await expect(workbench.undoOrder('none')).rejects.toMatchObject({ code: 'living-wiki:transaction_missing' });
  });
});
