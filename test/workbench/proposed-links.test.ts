import { approveRules, type TestWiki, testWiki } from '../support/wiki';
import { applyProposal } from '../../src/workbench';

const LIGHT = `# Cordouan Lighthouse

The Cordouan Lighthouse is a lighthouse in the mouth of the Gironde. The Cordouan Lighthouse was built in 1611.
`;
const MANIFEST = (autoLink: string): string =>
  `---\nschema: knowledge.workspace/v1\nname: towers\ntitle: Towers\ndescription: Towers.\nversion: 1.0.0\ncuration: { autoLink: ${autoLink} }\n---\n`;

async function wikiWith(autoLink: string): Promise<TestWiki> {
  const wiki = await testWiki({ 'sources/light.md': LIGHT });
  await wiki.vault.write('KNOWLEDGE.md', MANIFEST(autoLink));
  await wiki.vault.remove('AGENTS.md');
  await approveRules(wiki);
  return wiki;
}

describe('links with curation.autoLink: manual', () => {
  it('wait as a proposal of their own, and the pages are written without them', async () => {
    const wiki = await wikiWith('manual');
    const workbench = await wiki.open();
    const result = await workbench.ingest({ apply: true });
    expect(result.proposals).toHaveLength(1);
    const summary = 'summaries/light-summary.md';
    expect(await wiki.vault.readText(summary)).not.toContain('[[');
    const [links, ...others] = await workbench.proposals();
    expect(others).toEqual([]);
    expect(result.proposals[0]?.notes).toContain(`Proposal ${links?.id} would add 1 link to other pages.`);
    await applyProposal(workbench, links?.id ?? '', {});
    expect(await wiki.vault.readText(summary)).toContain('[[cordouan-lighthouse|Cordouan Lighthouse]]');
  });

  it('build on the change whose names they link, and go with it', async () => {
    const wiki = await wikiWith('manual');
    const workbench = await wiki.open();
    await workbench.ingest({});
    const [change, links] = await workbench.proposals();
    const early = await applyProposal(workbench, links?.id ?? '', {});
    expect(early.notes.join(' ')).toContain(`It builds on proposal ${change?.id}, which still waits for review.`);
    await workbench.rejectProposal(change?.id ?? '', 'Not wanted.');
    expect(await workbench.proposals()).toEqual([]);
  });

  it('are proposed again when the source is read again', async () => {
    const wiki = await wikiWith('manual');
    await (await wiki.open()).ingest({});
    await wiki.vault.write('sources/light.md', `${LIGHT}\nThe Cordouan Lighthouse is tall.\n`);
    const workbench = await wiki.open();
    await workbench.ingest({});
    const waiting = await workbench.proposals();
    expect(waiting.map(({ changeSet }) => changeSet.title)).toEqual([
      'Ingest light.md',
      'Link names in what sources/light.md adds',
    ]);
  });

  it.each(['byName', 'off'])('do not wait with %s', async (autoLink) => {
    const wiki = await wikiWith(autoLink);
    const workbench = await wiki.open();
    await workbench.ingest({ apply: true });
    expect(await workbench.proposals()).toEqual([]);
    const text = await wiki.vault.readText('summaries/light-summary.md');
    expect(text.includes('[[')).toBe(autoLink === 'byName');
  });
});
