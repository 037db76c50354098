import { setTimeout as sleep } from 'node:timers/promises';
import { filesOf } from '../support/git';
import { ModelServer } from '../model/server/server';
import { describePostgres, startCluster, type Cluster } from '../support/postgres';
import { Team } from '../support/team';

/** As on machines that share nothing but the database and the repositories. */
describePostgres('workers with folders of their own', () => {
  let cluster: Cluster;
  let model: ModelServer;
  let team: Team;
  beforeAll(async () => {
    cluster = ownCluster();
    model = await ModelServer.start();
    team = await Team.start({
      ...{ url: cluster.url, wikis: 2, isInGit: true, hasKey: true, stopWithin: '2 s', model: model.url },
    });
  }, 180_000);
  afterAll(async () => {
    await team.close();
    await model.close();
    cluster.stop();
  });

  it('propose each source once, also when they, the server and the database are killed, and what they propose can be applied', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `house-${String(n).padStart(2, '0')}.md`);
    for (const wiki of team.wikis) {
      await team.upload(wiki, Object.fromEntries(names.map((name) => [name, house(name.slice(0, -3), 12)])));
      expect(await ingest(team, wiki, {})).toBe(names.length);
    }
    const workers = new Map(['east', 'west'].map((name) => [name, team.workElsewhere(name)]));
    let disturbances = 0;
    for (let done = 0; done < 2 * names.length;) {
      const { review = 0, failed = 0, done: ended = 0 } = await team.counts();
      done = review + failed + ended;
      if (done > disturbances * 3 && disturbances < 7) {
        disturbances += 1;
        if (disturbances === 3) await team.restartServer('SIGKILL');
        else if (disturbances === 6) cluster.restart();
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
    expect(
      (await Promise.all(team.wikis.map((wiki) => team.jobs(wiki)))).flat().flatMap(({ failure }) => failure ?? []),
    ).toEqual([]);
    const decide = async (wiki: string): Promise<void> => {
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
    };
    await Promise.all(team.wikis.map(decide));
  }, 600_000);

  it('are told by a rejection, and ask a model only once its rules are approved on the server', async () => {
    const [wiki = ''] = team.wikis;
    const reason = 'We write about lamps only, never about hats.';
    model.script((_, response) => void response.writeHead(400).end('{}'));
    const east = team.workElsewhere('east');
    await team.upload(wiki, { 'hats.md': house('The hat shop', 3) });
    await ingest(team, wiki, {});
    await until(team, ({ review = 0 }) => review === 1);
    await east.stop('SIGTERM');
    const [id = ''] = [...(await team.proposed(wiki)).keys()];
    await team.ask('POST', wiki, `/proposals/${id}/reject`, { reason });

    const again = { sources: ['sources/hats.md'], curator: 'model' };
    const west = team.workElsewhere('west');
    await expect(ingest(team, wiki, again)).rejects.toThrow('rules_not_approved');
    team.approve(wiki);
    await ingest(team, wiki, again);
    await until(team, ({ failed = 0 }) => failed === 1);
    await west.stop('SIGTERM');
    expect(model.asked.map(({ text }) => text).join()).toContain(reason);
  }, 180_000);
});

/** @returns how many jobs */
async function ingest(team: Team, wiki: string, request: object): Promise<number> {
  const { jobs } = await team.ask<{ jobs: number }>('POST', wiki, '/ingest', { curator: 'extractive', ...request });
  return jobs;
}

async function until(team: Team, isSo: (counts: Readonly<Record<string, number>>) => boolean): Promise<void> {
  while (!isSo(await team.counts())) await sleep(50);
}

function ownCluster(): Cluster {
  const { cluster, reason } = startCluster();
  if (cluster === null) throw new Error(reason);
  return cluster;
}

function house(name: string, rooms: number): string {
  const lines = Array.from({ length: rooms }, (_, at) => {
    const room = String(at);
    return `Room ${room} of ${name} has ${String(at % 7)} windows and was painted in ${String(1500 + at)}. Its wall faces garden ${room}.`;
  });
  return `# ${name}\n\nThe building ${name} stands by the river. It was built by the harbour trust.\n\n${lines.join('\n\n')}\n`;
}
