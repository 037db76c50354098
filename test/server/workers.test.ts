import { setTimeout as sleep } from 'node:timers/promises';
import { describePostgres } from '../support/postgres';
import { Team } from '../support/team';

/** What happens to processes while they work. The large version is `npm run bench -- --workers`. */
describePostgres('workers as processes, on PostgreSQL', (url) => {
  let team: Team;
  beforeAll(async () => {
    team = await Team.start({ url, wikis: 2, stopWithin: '0 s' });
  }, 60_000);
  afterAll(() => team.close());

  it('that are killed while they work, with their connections, propose each source once', async () => {
    const names = Array.from({ length: 3 }, (_, n) => `house-${String(n)}.md`);
    for (const wiki of team.wikis) {
      await team.upload(wiki, Object.fromEntries(names.map((name) => [name, house(name, 300)])));
      expect(await team.ingest(wiki)).toBe(names.length);
    }
    for (const round of [1, 2]) {
      const workers = [team.work(), team.work()];
      await until(team, ({ running = 0 }) => running > 0);
      if (round === 2) await team.breakConnections();
      await sleep(round * 50);
      for (const worker of workers) await worker.stop('SIGKILL');
    }
    const workers = [team.work(), team.work()];
    await until(team, ({ review = 0 }) => review === 2 * names.length);
    await Promise.all(workers.map((worker) => worker.stop('SIGTERM')));

    const attempts = (await Promise.all(team.wikis.map((wiki) => team.jobs(wiki)))).flat().map((job) => job.attempts);
    expect(Math.max(...attempts)).toBeGreaterThan(1);
    for (const wiki of team.wikis) {
      const proposed = await team.proposed(wiki);
      expect([...proposed.values()].sort()).toEqual(names.map((name) => `sources/${name}`));
      for (const id of proposed.keys()) expect(await team.apply(wiki, id)).toBe('applied');
      expect(team.verify(wiki)).toEqual({ failures: [], pages: names.length });
    }
  }, 90_000);

  it('told to stop give the running job back, and another does it and counts it', async () => {
    const [wiki = ''] = team.wikis;
    await team.upload(wiki, { 'long.md': house('The long house', 2_000) });
    await team.ingest(wiki);
    const first = team.work();
    await until(team, ({ running = 0 }) => running > 0);
    expect((await first.stop('SIGTERM')).code).toBe(0);
    expect(await team.counts()).toMatchObject({ queued: 1, running: 0 });
    const second = team.work('--metrics', '127.0.0.1:0');
    await until(team, ({ queued = 0, running = 0 }) => queued + running === 0);
    const [, figures = ''] = /"at":"([^"]+)"/.exec(second.log.join()) ?? [];
    expect(await (await fetch(`${figures}/metrics`)).text()).toContain(
      `living_wiki_job_seconds_count{wiki="${wiki}",kind="ingest",state="review"} 1`,
    );
    expect((await fetch(`${figures}/api/v1/wikis/${wiki}`)).status).toBe(404);
    expect((await second.stop('SIGTERM')).code).toBe(0);
    expect([...(await team.proposed(wiki)).values()]).toEqual(['sources/long.md']);
  }, 60_000);
});

async function until(team: Team, isSo: (counts: Readonly<Record<string, number>>) => boolean): Promise<void> {
  while (!isSo(await team.counts())) await sleep(20);
}

function house(name: string, rooms: number): string {
  const lines = Array.from({ length: rooms }, (_, at) => {
    const room = String(at);
    return `Room ${room} of ${name} has ${String(at % 7)} windows and was painted in ${String(1500 + at)}. Its wall faces garden ${room}.`;
  });
  return `# ${name}\n\nThe building ${name} stands by the river. It was built by the harbour trust.\n\n${lines.join('\n\n')}\n`;
}
