import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { silentRun } from '../../../src/base';
import { verify } from '../../../src/workbench';
import { LENS_SOURCE } from '../../support/wiki';
import { codeOf } from '../../vault/support/contract';
import { apply, commitAll, edit, filesOf, git, propose, TestTeam, write } from './support';

const LIGHTHOUSE = 'entities/cordouan-lighthouse.md';

it('what is applied is one commit that says what and why, and a fresh clone has it', async () => {
  const team = await TestTeam.make();
  const a = await team.server('a');
  const proposal = await propose(a, 'sources/lens.md', LENS_SOURCE);
  await apply(a, proposal);
  expect(team.log()).toEqual(['Ingest lens.md', 'Add or change sources/lens.md', 'Begin']);
  const message = git(team.remote, 'log', '-1', '--format=%B', 'main');
  expect(message).toContain(`\n\nSource: sources/lens.md\nProposal: ${proposal}\nChange: `);
  expect(message).toMatch(/^- entities\/cordouan-lighthouse\.md: \w/m);
  expect(team.fresh()).toEqual(filesOf(a.folder));
  expect(git(team.remote, 'fsck', '--strict')).toBe('');
  expect((await verify(a.wiki)).failures).toEqual([]);
});

it('of two servers and a person who push at the same time, everybody’s work is there, and all have the same', async () => {
  const team = await TestTeam.make();
  const [a, b] = [await team.server('a'), await team.server('b')];
  const [ofA, ofB] = [
    await propose(a, 'sources/owl.md', '# Owls\n\nA barn owl is a bird that hunts at night.\n'),
    await propose(b, 'sources/reef.md', '# Reefs\n\nA coral reef is a ridge built by corals.\n'),
  ];
  edit(team.person, LIGHTHOUSE, (text) => `${text}\nAda was there.\n`);
  git(team.person, 'commit', '-qam', 'Tell of Ada');
  git(team.person, 'pull', '-q', '--rebase', 'origin', 'main');
  git(team.person, 'push', '-q', 'origin', 'HEAD:main');
  await apply(b, ofB);
  await apply(a, ofA);
  await b.checkout.refresh(b.wiki, silentRun);
  const now = team.fresh();
  expect(filesOf(a.folder)).toEqual(now);
  expect(filesOf(b.folder)).toEqual(now);
  expect(now[LIGHTHOUSE]).toContain('Ada was there.');
  expect(now['_log.md']?.match(/ingest \| sources\/(owl|reef)\.md/g)).toHaveLength(2);
  expect(now['_index.md']).toMatch(/owl[^]*reef/i);
  for (const { wiki } of [a, b]) expect((await verify(wiki)).failures).toEqual([]);
  expect(git(team.remote, 'rev-list', '--merges', 'main')).toBe('');
});

it('where a person pushed the same lines first, theirs stay and the change waits as a proposal', async () => {
  const team = await TestTeam.make();
  const a = await team.server('a');
  const proposal = await propose(a, 'sources/lens.md', LENS_SOURCE);
  git(team.person, 'pull', '-q', 'origin', 'main');
  edit(team.person, LIGHTHOUSE, (text) => text.replace('Its tower is 67 metres tall.', 'Its tower is 68 metres tall.'));
  commitAll(team.person, 'Measure the tower');
  expect(await codeOf(apply(a, proposal))).toBe('living-wiki:git_conflict');
  const waiting = await a.wiki.proposals();
  expect(waiting.map(({ id }) => id)).not.toContain(proposal);
  expect(waiting[0]?.changeSet.notes.join()).toContain('was applied, and then taken back');
  expect(readFileSync(path.join(a.folder, LIGHTHOUSE), 'utf8')).toContain('68 metres');
  expect(team.fresh()).toEqual(filesOf(a.folder));
  expect(team.fresh()).not.toHaveProperty(['concepts/fresnel-lens.md']);
});

it('a source that somebody else pushed under the same name is kept beside', async () => {
  const team = await TestTeam.make();
  const a = await team.server('a');
  write(team.person, 'sources/note.md', 'Of Ada.\n');
  commitAll(team.person, 'Add a note');
  const uploaded = propose(a, 'sources/note.md', '# Note\n\nA note is a short text of the server.\n');
  await expect(uploaded).rejects.toThrow('Yours is kept as sources/note (from the server).md.');
  const now = team.fresh();
  expect(now['sources/note.md']).toBe('Of Ada.\n');
  expect(now['sources/note (from the server).md']).toContain('of the server');
  expect(filesOf(a.folder)).toEqual(now);
});

it('a history that was rewritten stops the server, and changes nothing', async () => {
  const team = await TestTeam.make();
  const a = await team.server('a');
  await apply(a, await propose(a, 'sources/lens.md', LENS_SOURCE));
  const before = filesOf(a.folder);
  edit(team.person, LIGHTHOUSE, () => 'Gone.\n');
  git(team.person, 'commit', '-qam', 'Rewrite');
  git(team.person, 'push', '-qf', 'origin', 'HEAD:main');
  expect(await codeOf(a.checkout.refresh(a.wiki, silentRun))).toBe('living-wiki:git_rewritten');
  expect(filesOf(a.folder)).toEqual(before);
  expect(team.log()).toEqual(['Rewrite', 'Begin']);
  git(team.remote, 'update-ref', '-d', 'refs/heads/main');
  expect(await codeOf(a.checkout.refresh(a.wiki, silentRun))).toBe('living-wiki:git_rewritten');
});

it('what was done while the repository was away is sent later, a commit for each change', async () => {
  const team = await TestTeam.make();
  const a = await team.server('a');
  const away = `${team.remote}.away`;
  renameSync(team.remote, away);
  const one = await propose(a, 'sources/lens.md', LENS_SOURCE);
  await apply(a, one);
  await apply(a, await propose(a, 'sources/reef.md', '# Reefs\n\nA coral reef is a ridge built by corals.\n'));
  expect(a.notices.join()).toContain('living-wiki:git_unreachable');
  expect(await codeOf(a.checkout.refresh(a.wiki, silentRun))).toBe('living-wiki:git_unreachable');
  renameSync(away, team.remote);
  // As after a new start.
  const again = await team.server('a');
  await again.checkout.refresh(again.wiki, silentRun);
  expect(team.log()).toEqual(['Ingest reef.md', 'Ingest lens.md', 'Add or change 2 files', 'Begin']);
  expect(team.fresh()).toEqual(filesOf(a.folder));
  expect(git(team.remote, 'show', 'main~1:concepts/fresnel-lens.md')).toContain('Fresnel');
});

describe('a program that ends', () => {
  it('between push and note commits nothing twice, whatever locks git left', async () => {
    const team = await TestTeam.make();
    const a = await team.server('a');
    const base = path.join(team.root, 'a', 'base.json');
    const proposal = await propose(a, 'sources/lens.md', LENS_SOURCE);
    const before = readFileSync(base);
    await apply(a, proposal);
    const head = team.log('%H');
    writeFileSync(base, before);
    // As git leaves it when the machine loses power.
    write(team.root, 'a/repository/refs/living-wiki/seen/main.lock', '');
    const again = await team.server('a');
    await again.checkout.refresh(again.wiki, silentRun);
    expect(team.log('%H')).toEqual(head);
    await apply(
      again,
      await propose(again, 'sources/reef.md', '# Reefs\n\nA coral reef is a ridge built by corals.\n'),
    );
    expect(team.log().filter((subject) => subject === 'Ingest lens.md')).toHaveLength(1);
  });

  it('without its notes at all goes on with the folder as it is', async () => {
    const team = await TestTeam.make();
    const a = await team.server('a');
    await apply(a, await propose(a, 'sources/lens.md', LENS_SOURCE));
    const head = team.log('%H');
    writeFileSync(path.join(team.root, 'a', 'base.json'), '{');
    const again = await team.server('a');
    await again.checkout.refresh(again.wiki, silentRun);
    expect(team.log('%H')).toEqual(head);
    expect(filesOf(a.folder)).toEqual(team.fresh());
  });

  it('while it takes in a commit finishes that, and takes nothing of it for its own change', async () => {
    const team = await TestTeam.make();
    const a = await team.server('a');
    edit(team.person, LIGHTHOUSE, (text) => text.replace('67 metres', '68 metres'));
    write(team.person, 'notes/one.md', 'One.\n');
    commitAll(team.person, 'First');
    // The state on the way to the first commit: noted, fetched, and one of two files written.
    git(path.join(team.root, 'a', 'repository'), 'fetch', '-q', team.remote, 'main');
    const base = path.join(team.root, 'a', 'base.json');
    const noted = JSON.parse(readFileSync(base, 'utf8')) as Record<string, unknown>;
    writeFileSync(base, JSON.stringify({ ...noted, moving: git(team.person, 'rev-parse', 'HEAD').trim() }));
    edit(a.folder, LIGHTHOUSE, (text) => text.replace('67 metres', '68 metres'));
    edit(team.person, LIGHTHOUSE, (text) => text.replace('68 metres', '69 metres'));
    commitAll(team.person, 'Second');
    const again = await team.server('a');
    await again.checkout.refresh(again.wiki, silentRun);
    expect(team.log()).toEqual(['Second', 'First', 'Begin']);
    expect(filesOf(a.folder)).toEqual(team.fresh());
    expect(a.notices).toEqual([]);
  });
});
