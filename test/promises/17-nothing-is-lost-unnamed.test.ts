import { silentRun } from '../../src/base';
import { buildCreation, buildUpdate, type ChangeSet } from '../../src/change';
import { ProposalStore } from '../../src/proposal';
import { hashText, MemoryVault } from '../../src/vault';
import { applyProposal, Workbench } from '../../src/workbench';
import { steadyClock, testWiki } from '../support/wiki';
import { FaultyVault } from '../vault/support/faults';

const LAMP = `---
schema: knowledge/v1
slug: lamp
kind: concept
title: Lamp
sources: [sources/lamp.md]
updated_at: "2026-04-27T15:00:00Z"
---

# Lamp

The lamp has 12 wicks.[^lamp-1]

It shines bright.[^lamp-2]

[^lamp-1]: [lamp], line 1: “The lamp has 12 wicks.”
[^lamp-2]: [lamp], line 2: “It shines bright.”
`;
const SOURCE = 'The lamp has 12 wicks.\nIt shines bright.\n';

/** Drops one statement without a word, and adds a paragraph right after it. */
function change(): ChangeSet {
  const gone = 'The lamp has 12 wicks.[^lamp-1]';
  const start = LAMP.indexOf(gone);
  const end = start + gone.length + 1;
  const splices = [
    { start, end, text: '', reason: 'Tidier.', declares: ['footnotes' as const] },
    { start: end, end, text: '\nIt is bright by night.[^lamp-2]\n', reason: 'The source says so.' },
  ];
  return {
    title: 'Ingest lamp.md',
    producer: 'ingest',
    files: [buildUpdate({ path: 'concepts/lamp.md', base: LAMP, splices, why: [] })],
    log: { event: 'ingest', subject: 'sources/lamp.md', bullets: [] },
    sources: [{ path: 'sources/lamp.md', hash: hashText(SOURCE) }],
    notes: [],
    facts: { curator: 'extractive' },
  };
}

it('applies the rest unattended, and keeps what a page would no longer say for a person, named', async () => {
  const wiki = await testWiki({ 'sources/lamp.md': SOURCE, 'concepts/lamp.md': LAMP });
  await new ProposalStore(wiki.vault, wiki).add(change(), { guard: [], introduced: [], fixed: [] }, []);
  const workbench = await wiki.open();
  const { proposals } = await workbench.ingest({ apply: true, sources: ['sources/lamp.md'] }, silentRun);
  expect(proposals).toMatchObject([{ applied: true }]);
  expect(proposals[0]?.notes.join('\n')).toContain(
    'concepts/lamp.md: the statement “The lamp has 12 wicks.” would be removed.',
  );
  const text = (await wiki.tree())['concepts/lamp.md'] ?? '';
  expect(text).toContain('The lamp has 12 wicks.[^lamp-1]');
  expect(text).toContain('It is bright by night.[^lamp-2]');
  const [waiting, ...others] = await workbench.proposals();
  expect(others).toEqual([]);
  expect(waiting?.changeSet.files.flatMap(({ hunks }) => hunks.flatMap(({ drops }) => drops))).toEqual([
    { text: 'The lamp has 12 wicks.', reason: null },
  ]);
  const applied = await applyProposal(workbench, waiting?.id ?? '', { drops: true }, silentRun);
  expect(applied).toMatchObject({ applied: true });
  const after = (await wiki.tree())['concepts/lamp.md'] ?? '';
  expect(after).not.toContain('12 wicks.[^lamp-1]');
  expect(after).toContain('It is bright by night.[^lamp-2]');
});

const WICKS = `---
schema: knowledge/v1
slug: wicks
kind: concept
title: Wicks
sources: [sources/lamp.md]
updated_at: "2026-04-27T15:00:00Z"
---

# Wicks

TEXT

[^lamp-1]: [lamp], line 1: “The lamp has 12 wicks.”
`;

it.each([
  ['A lamp with 12 wicks.[^lamp-1]', []],
  ['A lamp.', ['The lamp has 12 wicks.']],
])('a page is split unattended if the other page of the change says what moves there: %s', async (says, waiting) => {
  const wiki = await testWiki({ 'sources/lamp.md': SOURCE, 'concepts/lamp.md': LAMP });
  const gone = 'The lamp has 12 wicks.';
  const start = LAMP.indexOf(`${gone}[^lamp-1]\n`);
  const text = 'It has [[wicks]] that shine.[^lamp-2]';
  const drops = [{ text: gone, reason: '"wicks" says it now.' }];
  const splice = { start, end: start + `${gone}[^lamp-1]`.length, text, reason: 'Moved.', drops };
  const made = buildCreation({
    path: 'concepts/wicks.md',
    parts: [{ text: WICKS.replace('TEXT', says), reason: 'It has parts.' }],
    why: [],
  });
  const files = [made, buildUpdate({ path: 'concepts/lamp.md', base: LAMP, splices: [splice], why: [] })];
  const changeSet = { ...change(), files };
  await new ProposalStore(wiki.vault, wiki).add(changeSet, { guard: [], introduced: [], fixed: [] }, []);
  const workbench = await wiki.open();
  await workbench.ingest({ apply: true, sources: ['sources/lamp.md'] }, silentRun);
  expect(statementsThatWait(await workbench.proposals())).toEqual(waiting);
  expect((await wiki.tree())['concepts/lamp.md']?.includes(text)).toBe(waiting.length === 0);
});

const statementsThatWait = (proposals: Awaited<ReturnType<Workbench['proposals']>>): readonly string[] =>
  proposals.flatMap(({ changeSet }) =>
    changeSet.files.flatMap(({ hunks }) => hunks.flatMap(({ drops = [] }) => drops.map(({ text }) => text))),
  );

it('a person who applies the rest of a proposal has decided nothing about what it would take away', async () => {
  const wiki = await testWiki({ 'sources/lamp.md': SOURCE, 'concepts/lamp.md': LAMP });
  const { id } = await new ProposalStore(wiki.vault, wiki).add(change(), { guard: [], introduced: [], fixed: [] }, []);
  const workbench = await wiki.open();
  const result = await applyProposal(workbench, id, {}, silentRun);
  expect(result).toMatchObject({ applied: true });
  expect(result.notes.join('\n')).toContain('the statement “The lamp has 12 wicks.” would be removed');
  expect(statementsThatWait(await workbench.proposals())).toEqual(['The lamp has 12 wicks.']);
  const decided = await new ProposalStore(wiki.vault, wiki).decided();
  expect(decided.proposals.map(({ decision }) => [decision?.rejectedHunks, decision?.waitingHunks?.length])).toEqual([
    [[], 1],
  ]);
  const [waiting] = await workbench.proposals();
  const again = await applyProposal(workbench, waiting?.id ?? '', {}, silentRun);
  expect(again).toMatchObject({ applied: false, transaction: null });
  expect(statementsThatWait(await workbench.proposals())).toEqual(['The lamp has 12 wicks.']);
});

it('what is left out by name is rejected and does not wait', async () => {
  const wiki = await testWiki({ 'sources/lamp.md': SOURCE, 'concepts/lamp.md': LAMP });
  const { id, changeSet } = await new ProposalStore(wiki.vault, wiki).add(
    change(),
    { guard: [], introduced: [], fixed: [] },
    [],
  );
  const dropping = changeSet.files[0]?.hunks[0]?.id ?? '';
  const workbench = await wiki.open();
  await applyProposal(workbench, id, { leaveOut: { [dropping]: 'It has.' } }, silentRun);
  expect(await workbench.proposals()).toEqual([]);
});

it('a crash at any moment of applying the rest loses nothing that was to wait', async () => {
  let crashes = 0;
  for (let at = 0; ; at += 1) {
    const memory = new MemoryVault({}, steadyClock());
    const wiki = await testWiki({ 'sources/lamp.md': SOURCE, 'concepts/lamp.md': LAMP }, memory);
    const { id } = await new ProposalStore(wiki.vault, wiki).add(
      change(),
      { guard: [], introduced: [], fixed: [] },
      [],
    );
    const vault = new FaultyVault(memory, { at, when: 'after', then: 'crash' });
    const dying = await Workbench.open({ ...wiki, vault, root: '' }).catch(() => null);
    const result = dying && (await applyProposal(dying, id, {}, silentRun).catch(() => null));
    const after = await wiki.open();
    const text = (await wiki.tree())['concepts/lamp.md'] ?? '';
    expect(text).toContain('The lamp has 12 wicks.[^lamp-1]');
    const isApplied = text.includes('It is bright by night.');
    const waiting = await after.proposals();
    if (isApplied) expect([at, statementsThatWait(waiting)]).toEqual([at, ['The lamp has 12 wicks.']]);
    else expect([at, waiting.map((proposal) => proposal.id)]).toEqual([at, [id]]);
    const decided = await new ProposalStore(wiki.vault, wiki).decided();
    expect([at, decided.proposals.map((proposal) => proposal.id)]).toEqual([at, isApplied ? [id] : []]);
    if (vault.count <= at) {
      expect(result).toMatchObject({ applied: true });
      break;
    }
    crashes += 1;
  }
  expect(crashes).toBeGreaterThan(30);
}, 240_000);
