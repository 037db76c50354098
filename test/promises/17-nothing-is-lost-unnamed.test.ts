import { silentRun } from '../../src/base';
import { buildUpdate, type ChangeSet } from '../../src/change';
import { ProposalStore } from '../../src/proposal';
import { hashText } from '../../src/vault';
import { testWiki } from '../support/wiki';

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
  expect(proposals[0]?.notes.join('\n')).toContain('concepts/lamp.md: no longer said: “The lamp has 12 wicks.”');
  const text = (await wiki.tree())['concepts/lamp.md'] ?? '';
  expect(text).toContain('The lamp has 12 wicks.[^lamp-1]');
  expect(text).toContain('It is bright by night.[^lamp-2]');
  const [waiting, ...others] = await workbench.proposals();
  expect(others).toEqual([]);
  expect(waiting?.changeSet.files.flatMap(({ hunks }) => hunks.flatMap(({ drops }) => drops))).toEqual([
    { text: 'The lamp has 12 wicks.', reason: null },
  ]);
  const applied = await workbench.applyProposal(waiting?.id ?? '', { drops: true }, silentRun);
  expect(applied).toMatchObject({ applied: true });
  const after = (await wiki.tree())['concepts/lamp.md'] ?? '';
  expect(after).not.toContain('12 wicks.[^lamp-1]');
  expect(after).toContain('It is bright by night.[^lamp-2]');
});
