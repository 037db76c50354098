import { rmSync } from 'node:fs';
import path from 'node:path';
import { silentRun } from '../../../src/base';
import { verify } from '../../../src/workbench';
import { steeringNotesFor } from '../../../src/workbench/ingest/steering';
import { LENS_SOURCE } from '../../support/wiki';
import { apply, edit, filesOf, git, propose, TestTeam, type TestServer } from './support';

const LENS = 'concepts/fresnel-lens.md';

/** A server that reviews on branches, with one proposal, and a person who has fetched its branch. */
async function shown(): Promise<{ team: TestTeam; a: TestServer; id: string; branch: string }> {
  const team = await TestTeam.make();
  const a = await team.server('a', {}, true);
  const id = await propose(a, 'sources/lens.md', LENS_SOURCE);
  await a.checkout.publish({ kind: 'proposed', proposals: [id] }, a.wiki, silentRun);
  const branch = `living-wiki/${id}`;
  git(team.person, 'fetch', '-q', 'origin');
  git(team.person, 'reset', '-q', '--hard', 'origin/main');
  return { team, a, id, branch };
}

const branchesOf = (team: TestTeam): string => git(team.remote, 'branch', '--list', 'living-wiki/*');

async function expectApplied(team: TestTeam, a: TestServer, id: string): Promise<void> {
  expect((await a.wiki.findProposal(id)).state).toBe('applied');
  const now = team.fresh();
  expect(filesOf(a.folder)).toEqual(now);
  expect(now['_index.md']).toContain('[[fresnel-lens]]');
  expect(now['_log.md']).toContain('ingest | sources/lens.md');
  expect(now['_manifest.json']).toContain('"sources/lens.md"');
  expect((await verify(a.wiki)).failures).toEqual([]);
}

it('a proposal is a branch with one commit that holds its quotes; merged there, it is applied here, and the branch goes', async () => {
  const { team, a, id, branch } = await shown();
  const message = git(team.remote, 'log', '-1', '--format=%B', branch);
  expect(message).toContain(
    '> “A Fresnel lens is a lens built from concentric rings of prisms.” (sources/lens.md, line 3)',
  );
  expect(message).toContain(`Source: sources/lens.md\nProposal: ${id}\n`);
  expect(git(team.remote, 'diff', '--name-only', 'main', branch)).not.toContain('_index.md');
  git(team.person, 'merge', '-q', '--no-ff', '-m', 'Merge it', `origin/${branch}`);
  git(team.person, 'push', '-q', 'origin', 'HEAD:main');
  await a.checkout.refresh(a.wiki, silentRun);
  await expectApplied(team, a, id);
  expect(branchesOf(team)).toBe('');
  const commits = team.log();
  await a.checkout.refresh(a.wiki, silentRun);
  expect(team.log()).toEqual(commits);
});

it('squashed under another message, changed on the way and deleted, it is applied as it was merged', async () => {
  const { team, a, id, branch } = await shown();
  git(team.person, 'merge', '-q', '--squash', `origin/${branch}`);
  edit(team.person, LENS, (text) => text.replace('It throws a beam', 'Such a lens throws a beam'));
  git(team.person, 'commit', '-qam', 'Lenses (#7)');
  git(team.person, 'push', '-q', 'origin', 'HEAD:main', `:${branch}`);
  await a.checkout.refresh(a.wiki, silentRun);
  await expectApplied(team, a, id);
  expect(team.fresh()[LENS]).toContain('Such a lens throws a beam');
});

it('deleted without a merge, it is rejected, and a Reason trailer says why', async () => {
  const { team, a, id, branch } = await shown();
  git(team.person, 'checkout', '-q', '-b', 'review', `origin/${branch}`);
  git(team.person, 'commit', '-q', '--allow-empty', '-m', 'No\n\nReason: We write about lamps only.');
  git(team.person, 'push', '-q', 'origin', `HEAD:${branch}`);
  await a.checkout.refresh(a.wiki, silentRun);
  git(team.person, 'push', '-q', 'origin', `:${branch}`);
  await a.checkout.refresh(a.wiki, silentRun);
  const { state, decision } = await a.wiki.findProposal(id);
  expect([state, decision?.reason]).toEqual(['rejected', 'We write about lamps only.']);
  expect(team.fresh()).toEqual(filesOf(a.folder));
  expect(team.fresh()).not.toHaveProperty([LENS]);
});

it('closed with a commit that says so, it is rejected although its branch is there, which goes, and the reason steers', async () => {
  const { team, a, id, branch } = await shown();
  // What other commits of the wiki's branch decided is not about this one.
  git(team.person, 'commit', '-q', '--allow-empty', '-m', 'Other\n\nReason: Of another.\nDecision: rejected');
  git(team.person, 'push', '-q', 'origin', 'HEAD:main');
  await a.checkout.refresh(a.wiki, silentRun);
  git(team.person, 'checkout', '-q', '-b', 'review', `origin/${branch}`);
  git(team.person, 'merge', '-q', '-m', 'Catch up', 'origin/main');
  git(team.person, 'push', '-q', 'origin', `HEAD:${branch}`);
  await a.checkout.refresh(a.wiki, silentRun);
  expect((await a.wiki.findProposal(id)).state).toBe('waiting');
  git(
    team.person,
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    'No\n\nDecision: Rejected\nReason: We write about lamps only.',
  );
  git(team.person, 'push', '-q', 'origin', `HEAD:${branch}`);
  await a.checkout.refresh(a.wiki, silentRun);
  const decided = await a.wiki.findProposal(id);
  expect([decided.state, decided.decision?.reason]).toEqual(['rejected', 'We write about lamps only.']);
  expect(steeringNotesFor([decided], 'sources/lens.md', () => true)).toMatchObject([
    { path: null, reason: 'We write about lamps only.' },
  ]);
  expect(branchesOf(team)).toBe('');
  expect(team.fresh()).toEqual(filesOf(a.folder));
});

it('decided here, its branch goes, unless somebody else put commits on it', async () => {
  const { team, a, id, branch } = await shown();
  // As after a program ended just after the push.
  rmSync(path.join(team.root, 'a', 'reviews.json'));
  await a.checkout.refresh(a.wiki, silentRun);
  await apply(a, id);
  expect(branchesOf(team)).toBe('');
  const other = await propose(a, 'sources/reef.md', '# Reefs\n\nA coral reef is a ridge built by corals.\n');
  await a.checkout.publish({ kind: 'proposed', proposals: [other] }, a.wiki, silentRun);
  git(team.person, 'fetch', '-q', 'origin');
  git(team.person, 'checkout', '-q', `origin/living-wiki/${other}`);
  git(team.person, 'commit', '-q', '--allow-empty', '-m', 'Wait');
  git(team.person, 'push', '-q', 'origin', `HEAD:living-wiki/${other}`);
  await a.wiki.rejectProposal(other, 'A test.');
  await a.checkout.publish({ kind: 'rejected', proposal: other, reason: '' }, a.wiki, silentRun);
  expect(branchesOf(team)).toContain(other);
  expect(branch).not.toContain(other);
});

const OWL = '# Owls\n\nA barn owl is a bird that hunts at night. The barn owl nests in church towers.\n';
const OWL_AGAIN = '# The barn owl\n\nA barn owl is a bird that eats mice. The barn owl lays six eggs.\n';
const PORT = '# First voyage\n\nPort Askaig sheltered the crew before the storm.\n';
const PORT_AGAIN = '# Second voyage\n\nPort Askaig saw the crew again after the storm.\n';

/** Two proposals of which the second builds on the first. */
async function onTop(first: string, second: string): Promise<{ team: TestTeam; a: TestServer; ids: [string, string] }> {
  const team = await TestTeam.make();
  const a = await team.server('a', {}, true);
  const ids: [string, string] = [await propose(a, 'sources/one.md', first), await propose(a, 'sources/two.md', second)];
  expect((await a.wiki.findProposal(ids[1])).buildsOn).toContain(ids[0]);
  await a.checkout.publish({ kind: 'proposed', proposals: ids }, a.wiki, silentRun);
  return { team, a, ids };
}

const branchOf = async ({ checkout, wiki }: TestServer, id: string) =>
  checkout.branches(await wiki.proposals())?.get(id) ?? null;

async function reject(a: TestServer, id: string): Promise<void> {
  await a.wiki.rejectProposal(id, 'No.');
  await a.checkout.publish({ kind: 'rejected', proposal: id, reason: 'No.' }, a.wiki, silentRun);
}

it('a proposal that builds on another says so, and once that is rejected, which step reads its source again', async () => {
  const { team, a, ids } = await onTop(OWL, OWL_AGAIN);
  const [below, top] = ids;
  expect(await branchOf(a, below)).toEqual({ name: `living-wiki/${below}`, none: null });
  expect(await branchOf(a, top)).toMatchObject({ name: null, none: { why: 'builds-on', proposals: [below] } });
  expect(a.notices).toEqual([]);
  await reject(a, below);
  expect(await branchOf(a, top)).toMatchObject({ name: null, none: { why: 'stale', proposals: [below] } });
  expect((await branchOf(a, top))?.none?.remedy).toContain('POST /ingest with {"sources":["sources/two.md"]}');
  await a.checkout.refresh(a.wiki, silentRun);
  expect(a.notices).toEqual([`${top} stale`]);
  const [again] = (await a.wiki.ingest({ sources: ['sources/two.md'] })).proposals;
  await a.checkout.publish({ kind: 'proposed', proposals: [again?.id ?? ''] }, a.wiki, silentRun);
  expect((await a.wiki.findProposal(top)).state).toBe('rejected');
  expect(branchesOf(team).trim()).toBe(`living-wiki/${again?.id ?? ''}`);
  expect(await branchOf(a, top)).toBeNull();
});

it('a proposal whose changes stand alone gets its branch, on the pages as they are, when the one beneath is rejected', async () => {
  const { team, a, ids } = await onTop(PORT, PORT_AGAIN);
  await reject(a, ids[0]);
  expect(branchesOf(team).trim()).toBe(`living-wiki/${ids[1]}`);
  expect(await branchOf(a, ids[1])).toMatchObject({ name: `living-wiki/${ids[1]}` });
  expect(a.notices).toEqual([]);
});

it('a proposal whose pages somebody changed in the same places says that it is a conflict', async () => {
  const { team, a, id, branch } = await shown();
  await apply(a, id);
  const update = await propose(a, 'sources/lens-again.md', LENS_SOURCE.replaceAll('concentric', 'flat'));
  git(team.person, 'pull', '-q', 'origin', 'main');
  edit(team.person, LENS, () => 'Something else.\n');
  git(team.person, 'commit', '-qam', 'Rewrite');
  git(team.person, 'push', '-q', 'origin', 'HEAD:main');
  await a.checkout.refresh(a.wiki, silentRun);
  expect(branch).not.toContain(update);
  expect(await branchOf(a, update)).toMatchObject({ name: null, none: { why: 'conflict', proposals: [] } });
  expect(a.notices).toEqual([`${update} conflict`]);
});
