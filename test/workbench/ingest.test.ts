import { silentRun, type Progress } from '../../src/base';
import { renderEdit } from '../../src/change';
import { countingRandom, LENS_SOURCE, steadyClock, testWiki, TOWER_SOURCE, treeOf } from '../support/wiki';
import { ProposalStore } from '../../src/proposal';
import { undoChange, applyProposal, Workbench, verify } from '../../src/workbench';

const SOURCES = { 'sources/2026-01-02-lens.md': LENS_SOURCE, 'sources/2026-02-03-tower.md': TOWER_SOURCE };

describe('ingest without applying', () => {
  it('makes one proposal per source and writes nothing but its own state', async () => {
    const wiki = await testWiki(SOURCES);
    const before = await wiki.tree();
    const workbench = await wiki.open();
    const result = await workbench.ingest({});
    await workbench.close();
    expect(result.failed).toEqual([]);
    expect(result.proposals.map((proposal) => proposal.source)).toEqual(Object.keys(SOURCES));
    expect(result.proposals.every((proposal) => !proposal.applied && proposal.transaction === null)).toBe(true);
    expect(await wiki.tree()).toEqual(before);
  });

  it('does not propose a source twice while its proposal waits, also after a restart', async () => {
    const wiki = await testWiki(SOURCES);
    await (await wiki.open()).ingest({});
    const workbench = await wiki.open();
    const again = await workbench.ingest({});
    expect(again.proposals).toEqual([]);
    expect(again.skipped.map((skip) => skip.path)).toEqual(Object.keys(SOURCES));
    expect((await workbench.proposals()).length).toBe(2);
  });

  it('builds each proposal on those that wait, so that no page is created twice', async () => {
    const wiki = await testWiki(SOURCES);
    const workbench = await wiki.open();
    const { proposals } = await workbench.ingest({});
    const created = proposals.flatMap((proposal) => proposal.files.filter((file) => file.kind === 'created'));
    const paths = created.map((file) => file.path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.some((path) => path.includes('fresnel-lens'))).toBe(true);
    const second = await workbench.findProposal(proposals[1]?.id ?? '');
    expect(second.buildsOn).toEqual([proposals[0]?.id]);
  });

  it('says what is missing when a later proposal is applied before the one that it builds on', async () => {
    const wiki = await testWiki(SOURCES);
    const workbench = await wiki.open();
    const { proposals } = await workbench.ingest({});
    const before = await wiki.tree();
    const early = await applyProposal(workbench, proposals[1]?.id ?? '');
    expect(early.applied).toBe(false);
    expect(early.conflicts.map((conflict) => conflict.reason)).toContain('missing');
    expect(await wiki.tree()).toEqual(before);
    expect((await applyProposal(workbench, proposals[0]?.id ?? '')).applied).toBe(true);
    expect((await applyProposal(workbench, proposals[1]?.id ?? '')).applied).toBe(true);
  });
});

describe('proposals that build on each other', () => {
  // Named in both, defined in neither: the page comes with the second source, and quotes and links the first.
  const NAMED_TWICE = {
    'sources/a.md': '# First voyage\n\nPort Askaig sheltered the crew before the storm.\n',
    'sources/b.md': '# Second voyage\n\nPort Askaig saw the crew again after the storm.\n',
  };

  it('counts the pages that a proposal links to among what it builds on', async () => {
    const workbench = await (await testWiki(NAMED_TWICE)).open();
    const { proposals } = await workbench.ingest({});
    const [first, second] = proposals.map((proposal) => proposal.id);
    const paths = proposals.map((proposal) => proposal.files.map((file) => file.path));
    expect(paths[1]?.some((path) => paths[0]?.includes(path))).toBe(false);
    expect((await workbench.findProposal(second ?? '')).buildsOn).toEqual([first]);
  });

  it('says what a proposal that cannot be applied builds on, and what to do', async () => {
    const wiki = await testWiki(NAMED_TWICE);
    const workbench = await wiki.open();
    const { proposals } = await workbench.ingest({});
    const [first = '', second = ''] = proposals.map((proposal) => proposal.id);
    expect(await applyProposal(workbench, second)).toMatchObject({
      blocked: true,
      notes: [`It builds on proposal ${first}, which still waits for review. Apply that one first.`],
    });
    await workbench.rejectProposal(first, 'no');
    expect((await applyProposal(workbench, second)).notes.join()).toContain('was rejected. Ingest its source again by');
    expect((await workbench.ingest({})).proposals).toEqual([]);
    const [again] = (await workbench.ingest({ sources: ['sources/b.md'], apply: true })).proposals;
    expect(again).toMatchObject({ applied: true, notes: [] });
    expect((await workbench.findProposal(second)).decision?.reason).toBe(
      'It builds on a proposal that was rejected or undone. A new proposal replaces this one.',
    );
  });

  it('a source that is named is not read again while what its proposal builds on waits or is applied', async () => {
    const workbench = await (await testWiki(NAMED_TWICE)).open();
    const { proposals } = await workbench.ingest({});
    const [first = ''] = proposals.map((proposal) => proposal.id);
    expect((await workbench.ingest({ sources: ['sources/b.md'] })).proposals).toEqual([]);
    await applyProposal(workbench, first);
    expect((await workbench.ingest({ sources: ['sources/b.md'] })).proposals).toEqual([]);
  });
});

it('what waits is the same pages after new sources came, so that the search does not index them again', async () => {
  const wiki = await testWiki(SOURCES);
  const workbench = await wiki.open();
  await workbench.ingest({});
  const session = Workbench.sessionOf(workbench);
  const { snapshot: before } = await session.withPendingApplied(silentRun);
  await wiki.vault.write('sources/new.md', '# News\n\nThe lamp is new.\n');
  await workbench.refresh(['sources/new.md']);
  const { snapshot: after } = await session.withPendingApplied(silentRun);
  expect(after.sources.has('sources/new.md')).toBe(true);
  expect(after.pages.size).toBeGreaterThan(2);
  expect([...after.changedSince(before)]).toEqual([]);
});

describe('several programs on one wiki', () => {
  const EXTRA = {
    'sources/2026-03-04-keeper.md': '# Keepers\n\nA lighthouse keeper is a person who tends the lamp.\n',
  };

  it('each sees what the other applied before it decides, though it opened the wiki earlier', async () => {
    const wiki = await testWiki({ ...SOURCES, ...EXTRA });
    const [first, second] = [await wiki.open(), await wiki.open()];
    const [lens = '', tower = ''] = Object.keys(SOURCES);
    await first.ingest({ sources: [lens], apply: true });
    const result = await second.ingest({ apply: true });
    expect(result.failed).toEqual([]);
    expect(result.skipped.map((skip) => skip.path)).toEqual([lens]);
    expect(result.proposals.map(({ source, applied }) => [source, applied])).toEqual([
      [tower, true],
      [Object.keys(EXTRA)[0], true],
    ]);
    expect((await first.ingest({ apply: true })).proposals).toEqual([]);
    const fresh = await wiki.open();
    // The two sources give the tower different heights.
    expect((await fresh.lint({})).findings).toMatchObject([{ rule: 'contradiction' }]);
    expect(await verify(fresh)).toMatchObject({ ok: true });
  });

  it('neither proposes or decides what the other did', async () => {
    const wiki = await testWiki({ 'sources/2026-01-02-lens.md': LENS_SOURCE });
    const [first, second] = [await wiki.open(), await wiki.open()];
    const [made] = (await first.ingest({})).proposals;
    expect((await second.ingest({})).proposals).toEqual([]);
    await applyProposal(second, made?.id ?? '');
    await expect(applyProposal(first, made?.id ?? '')).rejects.toMatchObject({ code: 'living-wiki:proposal_decided' });
    await expect(first.rejectProposal(made?.id ?? '', 'no')).rejects.toMatchObject({
      code: 'living-wiki:proposal_decided',
    });
  });
});

describe('part of a proposal', () => {
  it('writes the named files alone, without links to the pages that are left out', async () => {
    const wiki = await testWiki({ 'sources/2026-01-02-lens.md': LENS_SOURCE });
    const workbench = await wiki.open();
    const { proposals } = await workbench.ingest({});
    const paths = (proposals[0]?.files ?? []).map((file) => file.path);
    const summary = paths.find((path) => path.startsWith('summaries/')) ?? '';
    expect(paths.length).toBeGreaterThan(1);
    const applied = await applyProposal(workbench, proposals[0]?.id ?? '', { only: [summary] });
    expect(applied).toMatchObject({ applied: true, conflicts: [], findings: { introduced: [] } });
    expect(applied.files.map((file) => file.path)).toEqual([summary]);
    const tree = await wiki.tree();
    expect(paths.filter((path) => path in tree)).toEqual([summary]);
    expect(tree[summary]).not.toContain('[[');
    expect((await workbench.lint({})).counts).toMatchObject({ error: 0, warn: 0 });
    expect((await verify(workbench)).ok).toBe(true);
  });

  it('keeps the summary and the other pages when one new page is left out', async () => {
    const wiki = await testWiki({ 'sources/2026-02-03-tower.md': TOWER_SOURCE + LENS_SOURCE });
    const workbench = await wiki.open();
    const { proposals } = await workbench.ingest({});
    const paths = (proposals[0]?.files ?? []).map((file) => file.path);
    const [unwanted, ...others] = paths.filter((path) => !path.startsWith('summaries/'));
    expect(others.length).toBeGreaterThan(0);
    const only = paths.filter((path) => path !== unwanted);
    const applied = await applyProposal(workbench, proposals[0]?.id ?? '', { only });
    expect(applied.files.map((file) => file.path)).toEqual(only);
    const tree = await wiki.tree();
    expect(Object.keys(tree)).toEqual(expect.arrayContaining(only));
    expect(Object.keys(tree)).not.toContain(unwanted);
    expect((await workbench.lint({})).counts).toMatchObject({ error: 0, warn: 0 });
  });
});

describe('ingest --apply', () => {
  it('applies what waits, in the order in which it was proposed, and then has nothing to do', async () => {
    const wiki = await testWiki(SOURCES);
    await (await wiki.open()).ingest({});
    const workbench = await wiki.open();
    const applied = await workbench.ingest({ apply: true });
    expect(applied.proposals.map((proposal) => [proposal.source, proposal.applied])).toEqual([
      ['sources/2026-01-02-lens.md', true],
      ['sources/2026-02-03-tower.md', true],
    ]);
    const done = await wiki.tree();
    const second = await workbench.ingest({ apply: true });
    expect(second.proposals).toEqual([]);
    expect(second.skipped.length).toBe(2);
    expect(await wiki.tree()).toEqual(done);
  });

  it('leaves a wiki without errors of lint and verify, and a log of what was done', async () => {
    const wiki = await testWiki(SOURCES);
    const workbench = await wiki.open();
    await workbench.ingest({ apply: true });
    expect((await workbench.lint({})).counts.error).toBe(0);
    expect(await verify(workbench)).toMatchObject({ ok: true, failures: [] });
    const tree = await wiki.tree();
    expect(tree['_log.md']).toContain('ingest | sources/2026-01-02-lens.md');
    expect(tree['_index.md']).toContain('[[fresnel-lens]]');
    expect(tree['_manifest.json']).toContain('sources/2026-02-03-tower.md');
    expect((await workbench.status()).sources).toMatchObject({ total: 2, ingested: 2, pending: [], changed: [] });
  });

  it('gives the same bytes for the same wiki and source', async () => {
    const trees = await Promise.all(
      [0, 1].map(async () => {
        const wiki = await testWiki(SOURCES);
        await (await wiki.open()).ingest({ apply: true });
        return wiki.tree();
      }),
    );
    expect(trees[0]).toEqual(trees[1]);
  });

  it('keeps on when a source fails, and tries it again the next time', async () => {
    const wiki = await testWiki({ ...SOURCES, 'sources/2026-01-01-broken.pdf': 'not a pdf', 'sources/empty.txt': '' });
    const workbench = await wiki.open();
    const result = await workbench.ingest({ apply: true });
    expect(result.proposals.length).toBe(2);
    expect(result.failed.map((failure) => failure.path)).toEqual([
      'sources/2026-01-01-broken.pdf',
      'sources/empty.txt',
    ]);
    for (const failure of result.failed) expect(failure.code).toMatch(/^living-wiki:source_/);
    expect((await workbench.ingest({})).failed.length).toBe(2);
    expect((await workbench.status()).sources.pending).toEqual(['sources/2026-01-01-broken.pdf', 'sources/empty.txt']);
  });

  it('names a source that does not exist', async () => {
    const workbench = await (await testWiki(SOURCES)).open();
    const result = await workbench.ingest({ sources: ['sources/none.md'] });
    expect(result.failed).toMatchObject([{ path: 'sources/none.md', code: 'source_not_found' }]);
  });
});

describe('a proposal whose changes are already in the wiki', () => {
  it('counts its source as ingested', async () => {
    const wiki = await testWiki({ 'sources/2026-01-02-lens.md': LENS_SOURCE });
    const workbench = await wiki.open();
    const [made] = (await workbench.ingest({})).proposals;
    const proposal = await workbench.findProposal(made?.id ?? '');
    for (const edit of proposal.changeSet.files) await wiki.vault.write(edit.path, renderEdit(edit) ?? '');
    const later = await wiki.open();
    expect((await later.ingest({ apply: true })).proposals).toMatchObject([{ applied: true }]);
    expect((await later.status()).sources.pending).toEqual([]);
    expect((await verify(later)).ok).toBe(true);
  });
});

describe('a source that changed without saying anything new', () => {
  it('is ingested again once', async () => {
    const wiki = await testWiki({ 'sources/2026-01-02-lens.md': LENS_SOURCE });
    await (await wiki.open()).ingest({ apply: true });
    await wiki.vault.write('sources/2026-01-02-lens.md', `${LENS_SOURCE}\n\n`);
    const workbench = await wiki.open();
    expect((await workbench.status()).sources.changed).toEqual(['sources/2026-01-02-lens.md']);
    const { proposals } = await workbench.ingest({ apply: true });
    expect(proposals).toMatchObject([{ applied: false, files: [] }]);
    expect((await applyProposal(workbench, proposals[0]?.id ?? '')).applied).toBe(true);
    expect((await workbench.status()).sources.changed).toEqual([]);
    expect((await workbench.ingest({ apply: true })).proposals).toEqual([]);
    expect((await workbench.lint({})).counts).toMatchObject({ error: 0, warn: 0 });
  });
});

describe('a decision', () => {
  it('skips a rejected source until it is named', async () => {
    const wiki = await testWiki({ 'sources/2026-01-02-lens.md': LENS_SOURCE });
    const workbench = await wiki.open();
    const { proposals } = await workbench.ingest({});
    await workbench.rejectProposal(proposals[0]?.id ?? '', 'not a topic of this wiki');
    const before = await wiki.tree();
    const again = await workbench.ingest({ apply: true });
    expect(again.proposals).toEqual([]);
    expect(again.skipped[0]?.reason).toContain('not a topic of this wiki');
    expect(await wiki.tree()).toEqual(before);
    const named = await workbench.ingest({ sources: ['2026-01-02-lens'] });
    expect(named.proposals.length).toBe(1);
  });

  it('refuses to decide twice', async () => {
    const wiki = await testWiki({ 'sources/2026-01-02-lens.md': LENS_SOURCE });
    const workbench = await wiki.open();
    const { proposals } = await workbench.ingest({ apply: true });
    const id = proposals[0]?.id ?? '';
    await expect(applyProposal(workbench, id)).rejects.toMatchObject({ code: 'living-wiki:proposal_decided' });
    await expect(workbench.rejectProposal(id, 'late')).rejects.toMatchObject({ code: 'living-wiki:proposal_decided' });
    await expect(workbench.findProposal('9999')).rejects.toMatchObject({ code: 'living-wiki:proposal_missing' });
  });
});

describe('sources that change', () => {
  it('proposes a changed source again, says so, and replaces the waiting proposal for the old text', async () => {
    const wiki = await testWiki({ 'sources/2026-01-02-lens.md': LENS_SOURCE });
    const first = await wiki.open();
    const { proposals } = await first.ingest({});
    await wiki.vault.write('sources/2026-01-02-lens.md', `${LENS_SOURCE}\nThe Fresnel lens is heavy.\n`);
    const second = await wiki.open();
    const again = await second.ingest({ apply: true });
    expect(again.proposals.length).toBe(1);
    expect(again.proposals[0]?.id).not.toBe(proposals[0]?.id);
    expect((await second.findProposal(proposals[0]?.id ?? '')).state).toBe('rejected');

    await wiki.vault.write('sources/2026-01-02-lens.md', `${LENS_SOURCE}\nThe Fresnel lens is very heavy.\n`);
    const third = await wiki.open();
    expect((await third.status()).sources.changed).toEqual(['sources/2026-01-02-lens.md']);
    expect((await third.lint({})).findings.map((finding) => finding.code)).toContain('source_hash_mismatch');
    const changed = await third.ingest({});
    expect(changed.proposals[0]?.notes.join(' ')).toContain('changed since it was ingested');
  });

  it('skips a copy of a source that was ingested', async () => {
    const wiki = await testWiki({ 'sources/2026-01-02-lens.md': LENS_SOURCE });
    await (await wiki.open()).ingest({ apply: true });
    await wiki.vault.write('sources/copy.md', LENS_SOURCE);
    const result = await (await wiki.open()).ingest({ apply: true });
    expect(result.proposals).toEqual([]);
    expect(result.skipped.find((skip) => skip.path === 'sources/copy.md')?.reason).toContain(
      'sources/2026-01-02-lens.md',
    );
  });
});

it('names a source with its own number while it is read', async () => {
  const steps: Progress[] = [];
  await (
    await (await testWiki(SOURCES)).open()
  ).ingest({}, { ...silentRun, progress: (step) => void steps.push(step) });
  const order = [...new Set(steps.map(({ detail = '' }) => /^sources\/\S+/.exec(detail)?.[0] ?? ''))];
  const named = steps.filter(({ detail = '' }) => detail.startsWith('sources/'));
  expect(named.length).toBeGreaterThan(0);
  const paths = order.filter((path) => path !== '');
  for (const { done, detail = '' } of named) expect(detail.startsWith(paths[done] ?? '-')).toBe(true);
});

describe('cancelling', () => {
  it('stops at once, keeps what was finished and leaves nothing half-written', async () => {
    const wiki = await testWiki(SOURCES);
    const stop = new AbortController();
    const workbench = await wiki.open();
    const run = {
      signal: stop.signal,
      progress: (step: { stage: string; done: number }) => {
        if (step.stage === 'Reading sources' && step.done === 1) stop.abort();
      },
      yieldToHost: () => Promise.resolve(),
    };
    await expect(workbench.ingest({ apply: true }, run)).rejects.toMatchObject({
      code: 'living-wiki:cancelled',
      message: 'Cancelled after 1 of 2 sources. 1 proposal was applied. All of this is kept.',
      remedy: 'Ingest again to go on with the last source.',
    });
    await workbench.close();
    const next = await wiki.open();
    expect((await next.status()).sources).toMatchObject({ ingested: 1, pending: ['sources/2026-02-03-tower.md'] });
    expect(await verify(next)).toMatchObject({ ok: true });
  });
});

describe('a wiki inside a larger vault', () => {
  it('sees its own sources only', async () => {
    const inner = await testWiki({ 'sources/a.md': LENS_SOURCE });
    const { vault } = inner;
    const tree = await treeOf(vault);
    const { MemoryVault } = await import('../../src/vault');
    const outer = new MemoryVault({}, steadyClock());
    for (const [path, text] of Object.entries(tree)) {
      await outer.write(`one/${path}`, text);
      await outer.write(`two/${path.replace('sources/a.md', 'sources/b.md')}`, text);
    }
    const workbench = await Workbench.open({
      vault: outer,
      root: 'one',
      clock: steadyClock(),
      random: countingRandom(),
    });
    const before = await treeOf(outer, true, 'two');
    const result = await workbench.ingest({ apply: true });
    expect(result.proposals.map((proposal) => proposal.source)).toEqual(['sources/a.md']);
    expect(await treeOf(outer, true, 'two')).toEqual(before);
  });
});

describe('sources with the same bytes', () => {
  const KEEPER = '# Keepers\n\nA lighthouse keeper is a person who tends the lamp of a lighthouse.\n';
  const COPIES = {
    'sources/a.md': TOWER_SOURCE,
    'sources/b.md': LENS_SOURCE,
    'sources/c.md': LENS_SOURCE,
    'sources/d.md': KEEPER,
    'sources/e.md': TOWER_SOURCE,
    'sources/f.md': LENS_SOURCE,
    'sources/g.md': KEEPER,
    'sources/h.md': LENS_SOURCE,
  };
  const reasons = (result: { skipped: readonly { path: string; reason: string }[] }): Record<string, string> =>
    Object.fromEntries(result.skipped.map(({ path, reason }) => [path, reason]));

  it('are proposed once, and the others are named as copies', async () => {
    const workbench = await (await testWiki(COPIES)).open();
    const result = await workbench.ingest({});
    expect(result.proposals.map(({ source }) => source)).toEqual(['sources/a.md', 'sources/b.md', 'sources/d.md']);
    expect(reasons(result)).toEqual({
      'sources/c.md': 'Same content as sources/b.md.',
      'sources/e.md': 'Same content as sources/a.md.',
      'sources/f.md': 'Same content as sources/b.md.',
      'sources/g.md': 'Same content as sources/d.md.',
      'sources/h.md': 'Same content as sources/b.md.',
    });
    expect(result.proposals[1]?.notes).toContain(
      'Other sources have the same content and are not ingested again: sources/c.md, sources/f.md, sources/h.md.',
    );
    const { sources } = await workbench.status();
    expect(sources).toMatchObject({ total: 8, ingested: 0, pending: ['sources/a.md', 'sources/b.md', 'sources/d.md'] });
    expect(sources.copies).toContainEqual({ path: 'sources/h.md', of: 'sources/b.md' });
  });

  it('leave no proposal behind, in one run or in several, whichever of them is named first', async () => {
    const wiki = await testWiki(COPIES);
    const workbench = await wiki.open();
    const [made] = (await workbench.ingest({ sources: ['sources/h.md'] })).proposals;
    expect(made?.source).toBe('sources/h.md');
    const named = await workbench.ingest({ sources: ['sources/c.md', 'sources/g.md', 'sources/d.md'] });
    expect(named.proposals.map(({ source }) => source)).toEqual(['sources/g.md']);
    expect(reasons(named)).toEqual({
      'sources/c.md': 'Same content as sources/h.md.',
      'sources/d.md': 'Same content as sources/g.md.',
    });
    const applied = await (await wiki.open()).ingest({ apply: true });
    expect(applied.proposals.map(({ source, applied: done }) => [source, done])).toEqual([
      ['sources/h.md', true],
      ['sources/g.md', true],
      ['sources/a.md', true],
    ]);
    const next = await wiki.open();
    expect(await next.status()).toMatchObject({ proposals: [], sources: { ingested: 8, pending: [] } });
    expect((await next.ingest({ apply: true })).proposals).toEqual([]);
    expect(await verify(next)).toMatchObject({ ok: true });
  });

  it('lose their waiting proposals once one of them is ingested', async () => {
    const wiki = await testWiki({ 'sources/b.md': LENS_SOURCE, 'sources/c.md': LENS_SOURCE });
    const workbench = await wiki.open();
    const [made] = (await workbench.ingest({})).proposals;
    const { changeSet, checks } = await workbench.findProposal(made?.id ?? '');
    const copy = { ...changeSet, sources: changeSet.sources.map(({ hash }) => ({ path: 'sources/c.md', hash })) };
    const old = await new ProposalStore(wiki.vault, wiki).add(copy, checks, []);
    const result = await (await wiki.open()).ingest({ apply: true });
    expect(result.proposals.map(({ source, applied }) => [source, applied])).toEqual([['sources/b.md', true]]);
    expect(reasons(result)['sources/c.md']).toContain('sources/b.md');
    const after = await wiki.open();
    expect(await after.findProposal(old.id)).toMatchObject({
      state: 'rejected',
      decision: { reason: 'Same content as sources/b.md, which is already ingested.' },
    });
    // Not by a person: once the ingest is undone, the source may be proposed again.
    await undoChange(after, result.proposals[0]?.transaction ?? '');
    expect((await after.ingest({})).proposals.map(({ source }) => source)).toEqual(['sources/b.md']);
  });

  it('are left alone when a person rejected one of them', async () => {
    const wiki = await testWiki({ 'sources/b.md': LENS_SOURCE });
    const workbench = await wiki.open();
    const [made] = (await workbench.ingest({})).proposals;
    await workbench.rejectProposal(made?.id ?? '', 'no');
    await wiki.vault.write('sources/a.md', LENS_SOURCE);
    const again = await (await wiki.open()).ingest({});
    expect(again.proposals).toEqual([]);
    expect(reasons(again)['sources/a.md']).toContain(`Proposal ${made?.id ?? ''} was rejected (no).`);
  });

  it('are tried in turn when the name of the first keeps it from being read', async () => {
    const wiki = await testWiki({ 'sources/a.pdf': LENS_SOURCE, 'sources/b.md': LENS_SOURCE });
    const result = await (await wiki.open()).ingest({ apply: true });
    expect(result.failed.map(({ path }) => path)).toEqual(['sources/a.pdf']);
    expect(result.proposals.map(({ source, applied }) => [source, applied])).toEqual([['sources/b.md', true]]);
  });

  it('are proposed by one of two programs only', async () => {
    const wiki = await testWiki({ 'sources/b.md': LENS_SOURCE, 'sources/c.md': LENS_SOURCE });
    let meanwhile = (): Promise<void> => Promise.resolve();
    const lock = { acquire: () => meanwhile().then(() => () => Promise.resolve()) };
    const { vault, clock, random, device } = wiki;
    const second = await Workbench.open({ vault, root: '', clock, random, device, lock });
    meanwhile = async () => {
      // The second program has chosen and read its source.
      meanwhile = () => Promise.resolve();
      const made = await (await wiki.open()).ingest({ sources: ['sources/b.md'] });
      expect(made.proposals).toHaveLength(1);
    };
    const result = await second.ingest({ sources: ['sources/c.md'] });
    expect(result.proposals).toEqual([]);
    expect(reasons(result)).toEqual({ 'sources/c.md': 'Same content as sources/b.md.' });
  });
});
