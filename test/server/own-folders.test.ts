import { setTimeout as sleep } from 'node:timers/promises';
import { filesOf } from '../support/git';
import { describePostgres } from '../support/postgres';
import { Team } from '../support/team';

const KEY = '0123456789abcdef'.repeat(4);

/** As on machines that share nothing but the database and the repositories. */
describePostgres('workers with folders of their own', (url) => {
  let team: Team;
  beforeAll(async () => {
    team = await Team.start({ url, wikis: 2, isInGit: true, signingKey: KEY, stopWithin: '2 s' });
  }, 60_000);
  afterAll(() => team.close());

  it('propose each source once, also when they, the server and the database are killed, and what they propose can be applied', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `house-${String(n).padStart(2, '0')}.md`);
    for (const wiki of team.wikis) {
      await team.upload(wiki, Object.fromEntries(names.map((name) => [name, house(name.slice(0, -3), 40)])));
      expect(await team.ingest(wiki)).toBe(names.length);
    }
    const workers = new Map(['east', 'west'].map((name) => [name, team.workElsewhere(name)]));
    let disturbances = 0;
    for (let done = 0; done < 2 * names.length;) {
      const { review = 0, failed = 0, done: ended = 0 } = await team.counts();
      done = review + failed + ended;
      if (done > disturbances * 4 && disturbances < 9) {
        disturbances += 1;
        if (disturbances === 3) await team.restartServer('SIGKILL');
        else if (disturbances === 6) await team.breakConnections();
        else {
          const machine = disturbances % 2 === 0 ? 'east' : 'west';
          await sleep(Math.random() * 200);
          await workers.get(machine)?.stop('SIGKILL');
          workers.set(machine, team.workElsewhere(machine));
        }
        // A push that comes first, in the middle of everything.
        const [wiki = ''] = team.wikis;
        team.repositories.get(wiki)?.write({ 'note.md': `Note ${String(disturbances)}\n` });
        await team.repositories.get(wiki)?.share('A note');
      }
      await sleep(50);
    }
    await Promise.all([...workers.values()].map((worker) => worker.stop('SIGTERM')));
    expect(disturbances).toBeGreaterThan(5);
    expect((await Promise.all(team.wikis.map((wiki) => team.jobs(wiki)))).flat().flatMap(({ failure }) => failure ?? [])).toEqual([]);
    for (const wiki of team.wikis) {
      const proposed = await team.proposed(wiki);
      expect([...proposed.values()].sort()).toEqual(names.map((name) => `sources/${name}`));
      for (const id of proposed.keys()) expect(await team.apply(wiki, id)).toBe('applied');
      expect(team.verify(wiki)).toMatchObject({ failures: [] });
      const repository = team.repositories.get(wiki);
      expect(repository?.fsck()).toBe('');
      const fresh = team.scratch(`fresh-${wiki}`);
      repository?.clone(fresh);
      const ours = filesOf(team.folderOf(wiki));
      const theirs = filesOf(fresh);
      delete theirs['.gitignore'];
      expect(theirs).toEqual(ours);
    }
  }, 180_000);
});

function house(name: string, rooms: number): string {
  const lines = Array.from({ length: rooms }, (_, at) => {
    const room = String(at);
    return `Room ${room} of ${name} has ${String(at % 7)} windows and was painted in ${String(1500 + at)}. Its wall faces garden ${room}.`;
  });
  return `# ${name}\n\nThe building ${name} stands by the river. It was built by the harbour trust.\n\n${lines.join('\n\n')}\n`;
}
