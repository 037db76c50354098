import { setTimeout as sleep } from 'node:timers/promises';
import { filesOf, git, PERSON } from '../support/git';
import { describePostgres } from '../support/postgres';
import { Team } from '../support/team';

const OWL = '# Owls\n\nA barn owl is a bird that hunts at night. The barn owl nests in church towers.\n';
const REEF = '# Reefs\n\nA coral reef is a ridge built by corals. The coral reef grows in warm water.\n';
const BELL = '# Bells\n\nA fog bell is a bell that warns ships. The fog bell of Cordouan was cast in 1860.\n';

describePostgres('review on branches, of workers with folders of their own', (url) => {
  let team: Team;
  beforeAll(async () => {
    team = await Team.start({ url, wikis: 1, isInGit: true, hasKey: true, isReviewedOnBranches: true });
  }, 60_000);
  afterAll(() => team.close());

  it('shows what they propose, applies what is merged, takes away what is rejected, and goes on from there', async () => {
    const [wiki = ''] = team.wikis;
    const repository = team.repositories.get(wiki);
    if (repository === undefined) throw new Error('no repository');
    const person = (...args: readonly string[]): string => git(repository.person, ...PERSON, ...args);
    const branches = (): readonly string[] =>
      git(repository.remote, 'branch', '--format=%(refname:short)', '--list', 'living-wiki/*')
        .split('\n')
        .filter(Boolean);
    /** The server looks at its repository by itself, too, but only every thirty seconds. */
    const look = (): Promise<number> => team.ingest(wiki);

    await team.upload(wiki, { 'owl.md': OWL, 'reef.md': REEF });
    await team.ingest(wiki);
    const first = team.workElsewhere('east');
    await until(team, ({ review = 0 }) => review === 2);
    await first.stop('SIGKILL');
    await look();
    const proposed = await team.proposed(wiki);
    expect(branches()).toEqual([...proposed.keys()].sort().map((id) => `living-wiki/${id}`));

    const branchOf = (source: string): string =>
      `living-wiki/${[...proposed].find(([, each]) => each === source)?.[0] ?? ''}`;
    person('fetch', '-q', 'origin');
    person('reset', '-q', '--hard', 'origin/main');
    person('merge', '-q', '--no-ff', '-m', 'Merge it', `origin/${branchOf('sources/owl.md')}`);
    person('push', '-q', 'origin', 'HEAD:main');
    person('switch', '-q', '--detach', `origin/${branchOf('sources/reef.md')}`);
    person('commit', '-q', '--allow-empty', '-m', 'No\n\nDecision: rejected\nReason: We write about birds only.');
    person('push', '-q', 'origin', `HEAD:${branchOf('sources/reef.md')}`);
    await look();
    expect(branches()).toEqual([]);
    expect((await team.proposed(wiki)).size).toBe(0);

    // A worker that comes later has the pages and the decisions.
    await team.upload(wiki, { 'bell.md': BELL });
    await team.ingest(wiki);
    const second = team.workElsewhere('west');
    await until(team, ({ review = 0 }) => review === 1);
    await second.stop('SIGTERM');
    await look();
    expect(branches()).toHaveLength(1);
    const [id = ''] = (await team.proposed(wiki)).keys();
    expect(await team.apply(wiki, id)).toBe('applied');
    expect(branches()).toEqual([]);
    expect(team.verify(wiki)).toMatchObject({ failures: [] });
    expect(repository.fsck()).toBe('');
    const fresh = team.scratch('fresh');
    repository.clone(fresh);
    const theirs = filesOf(fresh);
    delete theirs['.gitignore'];
    expect(theirs).toEqual(filesOf(team.folderOf(wiki)));
    expect(Object.keys(theirs).join()).toMatch(/owl[^]*/);
    expect(Object.keys(theirs).filter((at) => at.includes('reef'))).toEqual(['sources/reef.md']);
  }, 120_000);
});

async function until(team: Team, isSo: (counts: Readonly<Record<string, number>>) => boolean): Promise<void> {
  while (!isSo(await team.counts())) await sleep(50);
}
