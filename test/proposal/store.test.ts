import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildCreation, buildUpdate, type ChangeSet } from '../../src/change';
import { ProposalStore } from '../../src/proposal';
import { hashText, MemoryVault, readPacked, writePacked } from '../../src/vault';
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

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
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

  it('lets go of a proposal that another program decided', async () => {
    const { vault, store: other } = store();
    await other.add(changeSet('a.md'), CHECKS, []);
    const { store: own } = store(vault);
    const seen = new WeakRef((await own.waiting()).proposals[0] as object);
    const [first] = (await other.waiting()).proposals;
    if (first) await other.recordDecision(first, 'rejected', { reason: null, rejectedHunks: [] });
    expect((await own.waiting()).proposals).toEqual([]);
    // A reference that was looked at lives until the end of this turn.
    await new Promise((resolve) => void setTimeout(resolve, 0));
    collectGarbage();
    expect(seen.deref()).toBeUndefined();
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
    ['is of another version', (text: string) => text.replace('"version":2', '"version":3')],
    ['has a field of another type', (text: string) => text.replace('"sequence":1', '"sequence":"1"')],
    ['has a hunk outside its text', (text: string) => text.replace('"end":0', '"end":-4')],
    ['lacks a field', (text: string) => text.replace(/"checks":\{[^}]*\},/s, '')],
    ['is a list', () => '[]'],
  ])('sets aside a file that %s, keeps its bytes and reads the others', async (_, damage) => {
    const { vault, store: proposals } = store();
    const bad = await proposals.add(changeSet('a.md'), CHECKS, []);
    const good = await proposals.add(changeSet('b.md'), CHECKS, []);
    const path = `.wiki/proposals/${bad.id}.json.z`;
    const whole = (await readPacked(vault, path)) ?? '';
    const damaged = damage(whole);
    expect(damaged).not.toBe(whole);
    await writePacked(vault, path, damaged);
    const read = await proposals.waiting();
    expect(read.proposals.map((proposal) => proposal.id)).toEqual([good.id]);
    expect(read.broken.map((file) => file.path)).toEqual([path]);
    const aside = (await vault.list('.wiki/proposals')).find((entry) => entry.path.includes('.broken'));
    expect(await readPacked(vault, aside?.path ?? '')).toBe(damaged);
    // A file is set aside only once.
    expect((await proposals.waiting()).broken).toEqual([]);
    expect((await proposals.add(changeSet('c.md'), CHECKS, [])).sequence).toBe(3);
  });
});

describe('the texts that proposals change', () => {
  const update = (base: string, added: string): ChangeSet => ({
    ...changeSet('a.md'),
    files: [
      buildUpdate({
        path: 'a.md',
        base,
        splices: [{ start: base.length, end: base.length, text: added, reason: 'A test.' }],
        why: [],
      }),
    ],
  });
  const stateSize = async (vault: MemoryVault): Promise<number> => {
    const folders = ['.wiki/proposals', '.wiki/proposals/decided', '.wiki/proposals/texts'];
    const entries = (await Promise.all(folders.map((folder) => vault.list(folder)))).flat();
    return entries.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.size : 0), 0);
  };
  const texts = async (vault: MemoryVault): Promise<string[]> =>
    (await vault.list('.wiki/proposals/texts')).map(({ path }) => path);

  it('take as much in a backlog as what each proposal adds, and come back after a restart', async () => {
    const { vault, store: proposals } = store();
    let text = '# A\n';
    const made = [];
    const sizes = [];
    for (let at = 0; at < 120; at += 1) {
      const added = `Sentence ${at} says ${hashText(String(at))}.\n`;
      made.push(await proposals.add(update(text, added), CHECKS, []));
      text += added;
      if (at % 40 === 39) sizes.push(await stateSize(vault));
    }
    const [first = 0, second = 0, third = 0] = sizes;
    expect((third - second) / first).toBeLessThan(1.6);
    expect((await store(vault).store.waiting()).proposals).toEqual(made);
    expect(await proposals.removeUnusedTexts()).toBe(0);
  });

  it('go when no waiting proposal needs them, and not before', async () => {
    const { vault, store: proposals } = store();
    const first = await proposals.add(update('one\n', 'x\n'), CHECKS, []);
    const second = await proposals.add(update('one\nx\n', 'y\n'), CHECKS, []);
    await proposals.recordDecision(first, 'rejected', { rejectedHunks: [], reason: null });
    await proposals.removeUnusedTexts();
    expect((await store(vault).store.waiting()).proposals).toEqual([second]);
    await proposals.recordDecision(second, 'rejected', { rejectedHunks: [], reason: null });
    await proposals.removeUnusedTexts();
    expect(await texts(vault)).toEqual([]);
    const found = await store(vault).store.find(second.id);
    expect(found.changeSet.files[0]).toMatchObject({ base: '', hunks: [{ text: 'y\n' }] });
  });

  it('of an applied proposal are taken from the history, if they are those that it changed', async () => {
    const { vault, store: proposals } = store();
    const made = await proposals.add(update('one\n', 'x\n'), CHECKS, []);
    await proposals.recordDecision(made, 'applied', { transaction: 't', rejectedHunks: [], reason: null });
    await proposals.removeUnusedTexts();
    const from = async (text: string): Promise<string | undefined> => {
      const deps = { clock: steadyClock(), random: countingRandom(), device: testDevice() };
      const later = new ProposalStore(vault, { ...deps, textBefore: () => Promise.resolve(text) });
      return (await later.find(made.id)).changeSet.files[0]?.base;
    };
    expect(await from('one\n')).toBe('one\n');
    expect(await from('forged\n')).toBe('');
  });

  it('that are lost are taken from the file while it has them; else the proposal is set aside', async () => {
    const { vault, store: proposals } = store();
    const made = await proposals.add(update('one\n', 'x\n'), CHECKS, []);
    for (const path of await texts(vault))
      await writePacked(vault, path, JSON.stringify({ version: 1, text: 'forged' }));
    await vault.write('a.md', 'one\n');
    expect((await store(vault).store.waiting()).proposals).toEqual([made]);
    await vault.write('a.md', 'two\n');
    const read = await store(vault).store.waiting();
    expect(read.proposals).toEqual([]);
    expect(read.broken).toMatchObject([{ path: `.wiki/proposals/${made.id}.json.z` }]);
  });

  it('are in the file of a proposal of version 1, which is still read and then decided', async () => {
    const { vault, store: proposals } = store();
    // Only what this device signed keeps its rights, so the change is one that any device may propose.
    const made = await proposals.add({ ...update('one\n', 'x\n'), producer: 'ingest' }, CHECKS, []);
    for (const { path, kind } of await vault.list('.wiki/proposals')) if (kind === 'file') await vault.remove(path);
    for (const path of await texts(vault)) await vault.remove(path);
    await vault.write(`.wiki/proposals/${made.id}.json`, JSON.stringify({ version: 1, ...made }));
    const later = store(vault).store;
    expect((await later.waiting()).proposals).toEqual([made]);
    await later.recordDecision(made, 'rejected', { rejectedHunks: [], reason: 'no' });
    expect((await later.waiting()).proposals).toEqual([]);
    expect((await later.decided()).proposals).toMatchObject([{ id: made.id, state: 'rejected' }]);
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
