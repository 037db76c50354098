import { silentRun } from '../../src/base';
import { buildCreation, type ChangeSet, type Evidence } from '../../src/change';
import { ProposalStore } from '../../src/proposal';
import { hashText } from '../../src/vault';
import { LENS_SOURCE, testDevice, testWiki, type TestWiki } from '../support/wiki';

/** Proposals and a history that came with another person's wiki: what they claim does not count. */

const SOURCE = 'sources/2026-01-02-lens.md';

function forgedChange(path: string, producer: ChangeSet['producer'], quote?: string): ChangeSet {
  const evidence: Evidence[] =
    quote === undefined
      ? []
      : [{ source: SOURCE, sourceHash: hashText(LENS_SOURCE), quote, anchor: { line: 1 }, verdict: 'found' }];
  const text = '---\nschema: knowledge/v1\nslug: evil\nkind: concept\ntitle: Evil\n---\n\n# Evil\n\nEvil.\n';
  const part = { text, title: 'Evil', reason: 'Because.', evidence };
  return {
    title: 'Harmless',
    producer,
    files: [buildCreation({ path, parts: [part], why: [] })],
    log: { event: 'ingest', subject: SOURCE, bullets: [] },
    sources: [{ path: SOURCE, hash: hashText(LENS_SOURCE) }],
    notes: [],
    facts: {},
  };
}

/** Stores a proposal as another device would. */
async function store({ vault, clock, random }: TestWiki, changeSet: ChangeSet): Promise<string> {
  const device = testDevice('the secret of a stranger');
  const made = new ProposalStore(vault, { clock, random, device });
  return (await made.add(changeSet, { guard: [], introduced: [], fixed: [] }, [])).id;
}

it.each(['undo', 'manual', 'setup'] as const)(
  'a stored proposal is not freed from the guard by naming %s',
  async (producer) => {
    const wiki = await testWiki({ [SOURCE]: LENS_SOURCE });
    const id = await store(wiki, forgedChange('concepts/AGENTS.md', producer));
    const before = await wiki.tree();
    const result = await (await wiki.open()).applyProposal(id, { unsupported: true });
    expect(result).toMatchObject({ applied: false, blocked: true });
    expect(result.guard.map(({ code }) => code)).toContain('living-wiki:guard_agents');
    expect(await wiki.tree()).toEqual(before);
  },
);

it('quotes are looked up again when a stored proposal is applied, whatever its file says', async () => {
  const wiki = await testWiki({ [SOURCE]: LENS_SOURCE });
  const id = await store(wiki, forgedChange('concepts/evil.md', 'ingest', 'The moon is made of cheese.'));
  const workbench = await wiki.open();
  const [file] = (await workbench.review(id).load(silentRun)).files;
  expect(file!.hunks[0]!.hunk.evidence[0]!.verdict).toBe('not-found');
  expect((await workbench.applyProposal(id, {})).applied).toBe(false);
  expect((await wiki.tree())['concepts/evil.md']).toBeUndefined();
});

it('ingest --apply does not apply a waiting proposal of another device, but reads the source itself', async () => {
  const wiki = await testWiki({ [SOURCE]: LENS_SOURCE });
  const id = await store(wiki, forgedChange('concepts/evil.md', 'ingest'));
  const workbench = await wiki.open();
  const { proposals } = await workbench.ingest({ sources: [SOURCE], apply: true });
  expect(proposals).toMatchObject([{ applied: true, source: SOURCE }]);
  expect(proposals[0]!.id).not.toBe(id);
  const tree = await wiki.tree();
  expect(tree['concepts/evil.md']).toBeUndefined();
  expect(tree['concepts/fresnel-lens.md']).toContain('Fresnel');
});

it('the undo of a change that another device recorded is reviewed, and never applied directly', async () => {
  const wiki = await testWiki({ [SOURCE]: LENS_SOURCE });
  const [made] = (await (await wiki.open()).ingest({ apply: true })).proposals;
  const file = `.wiki/journal/done/${made!.transaction}.json`;
  const { seal, ...record } = JSON.parse(await wiki.vault.readText(file)) as Record<string, unknown>;
  expect(seal).toMatch(/^[0-9a-f]{64}$/);
  await wiki.vault.write(file, JSON.stringify(record));
  const workbench = await wiki.open();
  const before = await wiki.tree();
  await expect(workbench.undo(made!.transaction!)).rejects.toMatchObject({ code: 'living-wiki:undo_foreign' });
  expect(await wiki.tree()).toEqual(before);
  const proposal = await workbench.proposeUndo(made!.transaction!);
  expect(proposal.changeSet.producer).toBe('import');
  expect(proposal.changeSet.notes.join(' ')).toContain('This device did not make the change');
});
