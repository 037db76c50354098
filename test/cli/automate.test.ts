import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { LENS_SOURCE } from '../support/wiki';
import { Bench, shippedCli } from './support';

let bench: Bench;
let wiki: string;

beforeEach(async () => {
  bench = new Bench().configured();
  await bench.run(bench.folder, 'init', 'wiki', '--yes');
  wiki = bench.at('wiki');
});
afterEach(() => bench.remove());

it('sets when a skill runs and what it may write, outside the wiki, and shows it', async () => {
  const set = await bench.run(
    ...([
      wiki,
      'automate',
      'daily-update',
      '--cron',
      '0 7 * * *',
      '--time-zone',
      'Europe/Berlin',
      '--on-start',
    ] as const),
  );
  expect([set.exit, set.err]).toEqual([0, '']);
  expect(set.out).toContain('daily-update  every day at 07:00, Europe/Berlin, at the next start if missed');
  expect(set.out).toContain('next 2026-11-02 07:00; last never');
  await bench.run(wiki, 'automate', 'lint-repair', '--write', 'links', '--max-lines', '12');
  expect((await bench.run(wiki, 'maintain', '--list')).out).toContain('writes links without a review, up to 12 lines');
  for (const command of ['status', 'maintain --list'])
    expect((await bench.run(wiki, ...command.split(' '))).out).toContain('next 2026-11-02 07:00');
  expect(readFileSync(bench.at('home', '.config', 'living-wiki', 'automation.json'), 'utf8')).toContain(wiki);
  await bench.run(bench.folder, 'init', 'other', '--yes');
  expect((await bench.run(bench.at('other'), 'automate')).out).toBe(
    'No skill runs on a schedule or writes without a review.\n',
  );
  await bench.run(wiki, 'automate', 'daily-update', '--no-schedule');
  await bench.run(wiki, 'automate', 'lint-repair', '--no-write');
  expect((await bench.run(wiki, 'automate')).out).toBe('No skill runs on a schedule or writes without a review.\n');
});

it.each([
  [['daily-update', '--cron', 'at seven'], 'living-wiki:schedule_invalid'],
  [['daily-update', '--cron', '0 7 * * *', '--time-zone', 'Mars/Olympus'], 'living-wiki:schedule_invalid'],
  [['nonsense', '--cron', '0 7 * * *'], 'living-wiki:skill_missing'],
  [['lint-repair', '--write', 'all', '--max-lines', '5000'], 'living-wiki:config_invalid'],
  [['lint-repair', '--time-zone', 'UTC'], 'living-wiki:config_invalid'],
  [['--cron', '0 7 * * *'], 'living-wiki:config_invalid'],
])('refuses %j', async (words, code) => {
  const { exit, out } = await bench.run(wiki, 'automate', ...words, '--json');
  expect(exit).not.toBe(0);
  expect(out).toContain(code);
});

it('a broken file of settings is set aside, and nothing runs by itself', async () => {
  await bench.run(wiki, 'automate', 'daily-update', '--cron', '0 7 * * *');
  writeFileSync(bench.at('home', '.config', 'living-wiki', 'automation.json'), '{"version":1,"wikis":');
  expect((await bench.run(wiki, 'automate')).out).toContain('No skill runs on a schedule');
});

it('watch makes up for a missed run when it starts, once', async () => {
  await bench.run(wiki, 'automate', 'daily-update', '--cron', '0 7 * * *', '--on-start');
  const file = bench.at('home', '.config', 'living-wiki', 'automation.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"since": \d+/, '"since": 1'));
  const watch = async (until: string, meanwhile?: () => void): Promise<string> => {
    const child = spawn(process.execPath, [shippedCli(), 'watch'], {
      cwd: wiki,
      env: { ...process.env, ...bench.env, NO_COLOR: '1' },
    });
    let said = '';
    const heard = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (piece) => {
          said += String(piece);
          if (said.includes(until)) resolve();
        });
    });
    await heard;
    meanwhile?.();
    if (meanwhile !== undefined) await waitFor(() => said.includes('sources/lens.md  proposal '));
    child.kill('SIGTERM');
    await new Promise((resolve) => child.on('close', resolve));
    return said;
  };
  expect(await watch('Daily update')).toContain('+ Daily update');
  // It looks at the schedules before it sees what arrives.
  const second = await watch('Watching', () => writeFileSync(bench.at('wiki', 'sources', 'lens.md'), LENS_SOURCE));
  expect(second).not.toContain('Daily update');
  expect((await bench.run(wiki, 'runs', '--json')).json<{ runs: object[] }>().runs).toMatchObject([{ by: 'schedule' }]);
}, 120_000);

async function waitFor(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 50));
}
