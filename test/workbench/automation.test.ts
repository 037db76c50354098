import { silentRun, type Clock } from '../../src/base';
import {
  cronOf,
  nextTime,
  NO_AUTOMATION,
  plainTimes,
  readAutomation,
  withSkill,
  Workbench,
  type AutomationSettings,
  type SkillSchedule,
} from '../../src/workbench';
import { MemoryVault } from '../../src/vault';
import { queueTimer, testWiki, type TestWiki } from '../support/wiki';

/** Schedules with a clock that the test moves. */

const at = (time: string): number => Date.parse(`${time}Z`);
const DAILY: SkillSchedule = {
  cron: '0 7 * * *',
  timeZone: 'Europe/Berlin',
  onStart: false,
  since: at('2026-05-01T12:00'),
};

let now = 0;
const clock: Clock = { now: () => now };
let wiki: TestWiki;
let settings: AutomationSettings;

beforeEach(async () => {
  now = at('2026-05-01T12:00');
  settings = withSkill(NO_AUTOMATION, 'daily-update', { schedule: DAILY });
  wiki = await testWiki({}, new MemoryVault({}, clock));
});

async function open(name = 'test'): Promise<Workbench> {
  const { vault, random, device } = wiki;
  const owner = { name, host: null, process: null };
  const jobs = { owner, timer: queueTimer() };
  const workbench = await Workbench.open({
    ...{ vault, root: '', clock, random, device, jobs },
    automation: () => settings,
  });
  await workbench.scheduler();
  return workbench;
}

const FREE = { wait: null } as const;

async function look(workbench: Workbench, wait: 'phone' | 'offline' | null = null): Promise<number | null> {
  return (await workbench.scheduler())?.look({ wait }, silentRun) ?? null;
}

async function queued(workbench: Workbench): Promise<readonly string[]> {
  const overview = await (await workbench.jobs())?.overview(10, silentRun);
  return overview?.jobs.queued.map(({ title }) => title) ?? [];
}

it('a skill is queued when its time has come in its own time zone, and says when it is due next', async () => {
  const workbench = await open();
  expect(await look(workbench)).toBe(at('2026-05-02T05:00'));
  expect(await queued(workbench)).toEqual([]);
  now = at('2026-05-02T05:00');
  expect(await look(workbench)).toBe(at('2026-05-03T05:00'));
  expect(await queued(workbench)).toEqual(['Daily update']);
});

it('a time zone keeps its wall clock when summer time ends', async () => {
  expect(await nextTime(DAILY, at('2026-10-24T12:00'))).toBe(at('2026-10-25T06:00'));
});

it('a run that was missed while no program was open is made up for once, where that is wanted', async () => {
  now = at('2026-05-09T12:00');
  const late = await open();
  expect(await look(late)).toBe(at('2026-05-10T05:00'));
  expect(await queued(late)).toEqual([]);
  settings = withSkill(settings, 'daily-update', { schedule: { ...DAILY, onStart: true } });
  expect(await look(late)).toBe(at('2026-05-10T05:00'));
  await look(late);
  expect(await queued(late)).toEqual(['Daily update']);
});

it('two programs on one wiki queue it once', async () => {
  const [first, second] = [await open('app'), await open('command line')];
  now = at('2026-05-02T05:00');
  await Promise.all([look(first), look(second)]);
  const jobs = await first.jobs();
  await jobs?.drain(false, silentRun);
  await look(second);
  const counts = (await jobs?.overview(10, silentRun))?.counts;
  expect([counts?.queued, counts?.done]).toEqual([0, 1]);
});

it('a program whose clock is behind that of another one does not queue it again', async () => {
  const [ahead, behind] = [await open('one machine'), await open('another machine')];
  now = at('2026-05-02T05:00') + 20_000;
  await look(ahead);
  await (await ahead.jobs())?.drain(false, silentRun);
  now = at('2026-05-02T05:00') + 5_000;
  await look(behind);
  expect(await queued(behind)).toEqual([]);
});

it('on a phone, or without a network, it waits, says so, and runs when that is over', async () => {
  const workbench = await open();
  now = at('2026-05-02T08:00');
  expect(await look(workbench, 'offline')).toBe(now + 60_000);
  expect(await queued(workbench)).toEqual([]);
  const [shown] = (await (await workbench.scheduler())?.list({ wait: 'offline' })) ?? [];
  expect(shown).toMatchObject({ skill: 'daily-update', wait: 'offline', next: at('2026-05-02T05:00'), last: null });
  await look(workbench);
  expect(await queued(workbench)).toEqual(['Daily update']);
});

it('the run is marked as scheduled, and is shown as the last one', async () => {
  const workbench = await open();
  now = at('2026-05-02T05:00');
  await look(workbench);
  await (await workbench.jobs())?.drain(false, silentRun);
  expect(await workbench.runReports(5)).toMatchObject([{ skill: 'daily-update', by: 'schedule' }]);
  const [shown] = (await (await workbench.scheduler())?.list(FREE)) ?? [];
  expect(shown?.last).toEqual({ at: now, outcome: 'nothing' });
});

it('a forged or broken note of the last run neither stops a schedule for good nor runs it twice', async () => {
  const workbench = await open();
  for (const text of ['{', '{"version":1,"last":{"daily-update":9e15}}', '{"version":7}', '[]']) {
    await wiki.vault.write('.wiki/schedule.json', text);
    expect(await look(workbench)).toBe(at('2026-05-02T05:00'));
  }
  expect(await queued(workbench)).toEqual([]);
});

it.each(['0 7 * *', 'hourly', '0 0 7 * * *', '61 7 * * *', ''])(
  'the times "%s" are refused with an example',
  async (cron) => {
    await expect(nextTime({ cron, timeZone: 'UTC' }, now)).rejects.toMatchObject({
      code: 'living-wiki:schedule_invalid',
    });
  },
);

it('a time zone that nobody has is refused, and one that is stored is shown with its problem', async () => {
  const wrong = { ...DAILY, timeZone: 'Mars/Olympus' };
  await expect(nextTime(wrong, now)).rejects.toMatchObject({ code: 'living-wiki:schedule_invalid' });
  settings = withSkill(settings, 'daily-update', { schedule: wrong });
  const workbench = await open();
  expect(await look(workbench)).toBeNull();
  const [shown] = (await (await workbench.scheduler())?.list(FREE)) ?? [];
  expect(shown?.problem).toContain('Mars/Olympus');
});

it('plain times and cron say the same', () => {
  for (const cron of ['0 7 * * *', '30 18 * * 1-5', '5 6 * * 0']) {
    const plain = plainTimes(cron);
    expect(plain && cronOf(plain)).toBe(cron);
  }
  expect(plainTimes('*/5 * * * *')).toBeNull();
  expect(plainTimes('0 25 * * *')).toBeNull();
});

it('stored settings that are not valid count as none', () => {
  const gate = { kind: 'all', lines: 20, origin: 'built-in', text: null };
  expect(readAutomation({ vaultSkills: true, skills: { x: { gate } } })).toMatchObject({ skills: { x: { gate } } });
  for (const wrong of [
    { ...gate, lines: 1e9 },
    { ...gate, kind: 'everything' },
    { ...gate, origin: 'web' },
  ])
    expect(readAutomation({ vaultSkills: true, skills: { x: { gate: wrong } } })).toBeNull();
  expect(readAutomation(null)).toBeNull();
});

it('stale units are due only when somebody set it, and then wait for nobody but the models', async () => {
  expect(readAutomation({ vaultSkills: false, skills: {} })?.staleUnits).toBeUndefined();
  const staleUnits = { schedule: DAILY, models: ['aurora', 'borealis'], most: 2 };
  settings = readAutomation({ vaultSkills: false, skills: {}, staleUnits }) ?? NO_AUTOMATION;
  const workbench = await open();
  const [shown] = (await (await workbench.scheduler())?.list(FREE)) ?? [];
  expect([shown?.skill, shown?.problem]).toEqual(['stale units', null]);
  now = at('2026-05-02T05:00');
  const next = await look(workbench);
  // The wiki has no stale unit, and the next look is a day later.
  expect([await queued(workbench), next]).toEqual([[], at('2026-05-03T05:00')]);
});
