import { undoChange, applyProposal, type Proposal, type Workbench } from '../../src/workbench';
import { testWiki, type TestWiki } from '../support/wiki';

const OLD = '2026-04-27T15:00:00Z';

const page = (slug: string, body: string, more = ''): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: concept\ntitle: ${slug}\nsources: [sources/lamp.md]\nupdated_at: "${OLD}" # kept\n${more}---\n\n# ${slug}\n\n${body}\n`;

const FILES = { 'sources/lamp.md': 'A lamp.\n' };

const timeOf = async (wiki: TestWiki, path: string): Promise<string | undefined> =>
  /^updated_at: "?([^"\n #]+)/m.exec(await wiki.vault.readText(path))?.[1];

async function applyWhole(workbench: Workbench, { id }: Proposal): Promise<string> {
  const { transaction } = await applyProposal(workbench, id, {});
  if (transaction === null) throw new Error('nothing was written');
  return transaction;
}

describe('every write of a page sets updated_at', () => {
  it('a safe fix does, and leaves the pages that it does not change', async () => {
    const wiki = await testWiki({
      ...FILES,
      'concepts/amber.md': page('amber', 'A stone. [[jet]]', 'supersedes: [gone]\n'),
      'concepts/jet.md': page('jet', 'A stone. [[amber]]'),
    });
    const workbench = await wiki.open();
    const made = await workbench.proposeFixes({ findings: 'safe' });
    if (made === null) throw new Error('no proposal');
    await applyWhole(workbench, made);
    expect(await wiki.vault.readText('concepts/amber.md')).toMatch(
      /^sources: \[sources\/lamp\.md\]\nupdated_at: "?2026-05-01T\d\d:\d\d:\d\dZ"? # kept\nsupersedes: \[\]\n---$/m,
    );
    expect(await timeOf(wiki, 'concepts/jet.md')).toBe(OLD);
  });

  it('a rename does, on the page and on those that link to it', async () => {
    const wiki = await testWiki({
      ...FILES,
      'concepts/Amber stone.md': page('amber', 'A stone. [[jet]]'),
      'concepts/jet.md': page('jet', 'Like [[Amber stone]] and [it](Amber%20stone.md).'),
    });
    const workbench = await wiki.open();
    const { findings } = await workbench.lint({});
    const made = await workbench.proposeFixes({ findings: findings.filter(({ check }) => check === 'slug-filename') });
    if (made === null) throw new Error('no proposal');
    await applyWhole(workbench, made);
    for (const path of Object.keys(await wiki.tree()).filter((each) => each.startsWith('concepts/')))
      expect([path, await timeOf(wiki, path)]).not.toEqual([path, OLD]);
  });

  it('an undo restores the time with the text, and keeps the time of a later edit', async () => {
    const wiki = await testWiki({
      ...FILES,
      'concepts/amber.md': page('amber', 'A stone. [[jet]]\n\nOf resin.', 'supersedes: [gone]\n'),
      'concepts/jet.md': page('jet', 'A stone. [[amber]]', 'supersedes: [gone]\n'),
    });
    const before = await wiki.tree();
    const workbench = await wiki.open();
    const made = await workbench.proposeFixes({ findings: 'safe' });
    if (made === null) throw new Error('no proposal');
    const transaction = await applyWhole(workbench, made);
    const later = (await wiki.vault.readText('concepts/jet.md'))
      .replace('A stone.', 'A black stone.')
      .replace(/updated_at: "?[^" ]+"?/, 'updated_at: "2026-06-01T00:00:00Z"');
    await wiki.vault.write('concepts/jet.md', later);
    await workbench.refresh(['concepts/jet.md']);
    expect((await undoChange(workbench, transaction)).conflicts).toEqual([]);
    expect(await wiki.vault.readText('concepts/amber.md')).toBe(before['concepts/amber.md']);
    expect(await timeOf(wiki, 'concepts/jet.md')).toBe('2026-06-01T00:00:00Z');
  });

  it('a note without a schema gets none', async () => {
    const wiki = await testWiki({
      ...FILES,
      'note.md': '# Note\n\nSee [[jett]].\n',
      'concepts/jet.md': page('jet', 'See [[jett]].'),
    });
    const workbench = await wiki.open();
    for (const finding of (await workbench.lint({})).findings.filter(({ check }) => check === 'broken-ref')) {
      const made = await workbench.proposeFix(finding, 'jet');
      if (made !== null) await applyWhole(workbench, made);
    }
    expect(await wiki.vault.readText('note.md')).toBe('# Note\n\nSee [[jet|jett]].\n');
    expect(await timeOf(wiki, 'concepts/jet.md')).not.toBe(OLD);
  });
});
