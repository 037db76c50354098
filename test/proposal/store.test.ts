import { buildCreation, type ChangeSet } from '../../src/change';
import { ProposalStore } from '../../src/proposal';
import { MemoryVault } from '../../src/vault';
import { countingRandom, steadyClock, testDevice } from '../support/wiki';

function changeSet(path: string): ChangeSet {
  const file = buildCreation({
    path,
    parts: [{ text: '# A\n', title: 'Page', reason: 'A test.', evidence: [] }],
    why: [],
  });
  return {
    title: `Make ${path}`,
    producer: 'manual',
    files: [file],
    log: { event: 'manual', subject: path, bullets: [] },
    sources: [],
    notes: [],
    facts: { deep: { list: [1, null, 'x', { a: true }] } },
  };
}

const CHECKS = { guard: [], introduced: [], fixed: [] };

function store(vault = new MemoryVault({}, steadyClock())): { vault: MemoryVault; store: ProposalStore } {
  return {
    vault,
    store: new ProposalStore(vault, { clock: steadyClock(), random: countingRandom(), device: testDevice() }),
  };
}

describe('ProposalStore', () => {
  it('reads back stored proposals in order after a restart', async () => {
    const first = store();
    const made = [];
    for (const path of ['a.md', 'b.md', 'c.md']) made.push(await first.store.add(changeSet(path), CHECKS, []));
    const { proposals, broken } = await store(first.vault).store.waiting();
    expect(proposals).toEqual(made);
    expect(broken).toEqual([]);
    expect(made.map((proposal) => proposal.sequence)).toEqual([1, 2, 3]);
  });

  it('finds a proposal by its number or a prefix of its id, unless that is ambiguous', async () => {
    const { store: proposals } = store();
    for (let at = 0; at < 12; at += 1) await proposals.add(changeSet(`${at}.md`), CHECKS, []);
    expect((await proposals.find('1')).sequence).toBe(1);
    expect((await proposals.find('0012')).sequence).toBe(12);
    await expect(proposals.find('00')).rejects.toMatchObject({ code: 'living-wiki:proposal_ambiguous' });
    await expect(proposals.find('77')).rejects.toMatchObject({ code: 'living-wiki:proposal_missing' });
  });

  it('moves a decided proposal with its decision, and never uses a number twice', async () => {
    const { vault, store: proposals } = store();
    const made = await proposals.add(changeSet('a.md'), CHECKS, []);
    await proposals.recordDecision(made, 'rejected', { rejectedHunks: ['x'], reason: 'no' });
    expect((await proposals.waiting()).proposals).toEqual([]);
    expect((await proposals.decided()).proposals[0]).toMatchObject({ state: 'rejected', decision: { reason: 'no' } });
    expect((await store(vault).store.add(changeSet('b.md'), CHECKS, [])).sequence).toBe(2);
  });

  it('marks an applied proposal that a crash left waiting', async () => {
    const { store: proposals } = store();
    const made = await proposals.add(changeSet('a.md'), CHECKS, []);
    expect(
      await proposals.reconcile(new Map([[made.id, { transaction: 't1', rejectedHunks: [], reason: null }]])),
    ).toEqual([made.id]);
    expect((await proposals.find(made.id)).decision?.transaction).toBe('t1');
  });

  it.each([
    ['is not JSON', () => '{"version": 1,'],
    ['is of another version', (text: string) => text.replace('"version": 1', '"version": 2')],
    ['has a field of another type', (text: string) => text.replace('"sequence": 1', '"sequence": "1"')],
    ['has a hunk outside its text', (text: string) => text.replace('"end": 0', '"end": -4')],
    ['lacks a field', (text: string) => text.replace(/"checks": \{[^}]*\},/s, '')],
    ['is a list', () => '[]'],
  ])('sets aside a file that %s, keeps its bytes and reads the others', async (_, damage) => {
    const { vault, store: proposals } = store();
    const bad = await proposals.add(changeSet('a.md'), CHECKS, []);
    const good = await proposals.add(changeSet('b.md'), CHECKS, []);
    const path = `.wiki/proposals/${bad.id}.json`;
    const damaged = damage(await vault.readText(path));
    expect(damaged).not.toBe(await vault.readText(path));
    await vault.write(path, damaged);
    const read = await proposals.waiting();
    expect(read.proposals.map((proposal) => proposal.id)).toEqual([good.id]);
    expect(read.broken.map((file) => file.path)).toEqual([path]);
    const aside = (await vault.list('.wiki/proposals')).find((entry) => entry.path.includes('.broken'));
    expect(await vault.readText(aside?.path ?? '')).toBe(damaged);
    // A file is set aside only once.
    expect((await proposals.waiting()).broken).toEqual([]);
    expect((await proposals.add(changeSet('c.md'), CHECKS, [])).sequence).toBe(3);
  });
});

describe('ReviewDraftStore', () => {
  it('reads and writes the decision before a cascade under its stored name', async () => {
    const { vault, store: proposals } = store();
    const draft = {
      decisions: {
        a: { verdict: 'rejected', beforeCascade: { verdict: 'accepted', text: 'mine' } },
        b: { verdict: 'rejected', beforeCascade: null },
        c: { verdict: 'rejected', reason: 'no' },
      },
      edits: {},
      joined: {},
    } as const;
    const proposal = { id: '0001-aaaa', changeSet: { files: [] } };
    await proposals.drafts.write(proposal, draft);
    const stored: unknown = JSON.parse(await vault.readText('.wiki/proposals/decisions/0001-aaaa.json'));
    expect(stored).toMatchObject({
      decisions: {
        a: { verdict: 'rejected', along: { verdict: 'accepted', text: 'mine' } },
        b: { verdict: 'rejected', along: null },
        c: { verdict: 'rejected', reason: 'no' },
      },
    });
    expect(await proposals.drafts.read(proposal)).toEqual(draft);
  });
});
