import { undoChange, decidedNames } from '../../src/workbench';
import { testWiki } from '../support/wiki';

/** A page that a person deletes by hand is asked about once. */

const TEXT =
  '# Notes\n\nThe Skerry Trust is a charity that looks after the quay. Since 1990 the Skerry Trust hires out the crane.\n';
const PATH = 'organizations/skerry-trust.md';

async function deleted() {
  const wiki = await testWiki({ 'sources/notes.md': TEXT });
  const workbench = await wiki.open();
  await workbench.ingest({ apply: true });
  expect((await workbench.status()).deleted).toEqual([]);
  await wiki.vault.remove(PATH);
  await workbench.refresh([PATH]);
  return { wiki, workbench };
}

describe('a page that was deleted by hand', () => {
  it('is noticed, and never made again on request', async () => {
    const { workbench } = await deleted();
    const [page] = (await workbench.status()).deleted;
    expect(page).toEqual({ slug: 'skerry-trust', title: 'Skerry Trust' });
    if (page) await workbench.answerDeletion(page, true);
    expect(decidedNames(workbench)).toEqual([{ kind: 'never', name: 'Skerry Trust' }]);
    expect((await workbench.status()).deleted).toEqual([]);
  });

  it('is not made by the next ingest, which does not forget to ask', async () => {
    const { wiki, workbench } = await deleted();
    const more = 'The Skerry Trust is a charity that owns the crane. The Skerry Trust sold one crane in 2001.\n';
    await wiki.vault.write('sources/more.md', `# More notes\n\n${more}`);
    await workbench.refresh(['sources/more.md']);
    await workbench.ingest({ apply: true });
    expect(await wiki.vault.stat(PATH)).toBeNull();
    const [page] = (await workbench.status()).deleted;
    expect(page).toEqual({ slug: 'skerry-trust', title: 'Skerry Trust' });
    if (page) await workbench.answerDeletion(page, false);
    expect((await workbench.status()).deleted).toEqual([]);
  });

  it('may come back, and is not asked about again', async () => {
    const { wiki, workbench } = await deleted();
    const [page] = (await workbench.status()).deleted;
    if (page) await workbench.answerDeletion(page, false);
    expect((await (await wiki.open()).status()).deleted).toEqual([]);
    expect(decidedNames(workbench)).toEqual([]);
  });

  it('is not asked about when an undo removed it', async () => {
    const wiki = await testWiki({ 'sources/notes.md': TEXT });
    const workbench = await wiki.open();
    await workbench.ingest({ apply: true });
    await undoChange(workbench, undefined);
    expect((await workbench.status()).deleted).toEqual([]);
  });
});
