import * as z from 'zod/mini';
import { isWikiError, once, type Run } from '../../base';
import { type JobQueue } from '../../jobs';
import { queueSkill } from '../jobs/skill-jobs';
import { RunReports, type RunReport } from '../maintenance/run-report';
import { type WikiSession } from '../wiki-session';
import { NO_AUTOMATION, type SkillSchedule } from './settings';
import { nextTime } from './times';

/** Among the names of skills, of which none has a blank. */
const STALE_UNITS = 'stale units';
const FILE = '.wiki/schedule.json';
const MAX_SIZE = 100_000;
/** How soon to look again while something waits, or could not be looked at. Milliseconds. */
const MINUTE = 60_000;
/** How far the clock of another program may be ahead, for what it queued to count as queued. Milliseconds. */
const MAX_AHEAD = 10 * MINUTE;

const state = once(() =>
  z.object({ version: z.literal(1), last: z.record(z.string().check(z.maxLength(80)), z.number()) }),
);

/** Why a run that is due waits. `approval`: nobody agreed to the model server on this device yet. */
type ScheduleWait = 'phone' | 'offline' | 'approval';

/** What the host knows and this room does not. */
export interface ScheduleConditions {
  /** Who runs the skills; the model, where one is set up, when absent. */
  readonly curator?: 'model' | 'extractive';
  /** Why nothing starts at present; `null` when it may. */
  readonly wait: ScheduleWait | null;
}

/** A schedule as a person sees it. Times are milliseconds since the epoch. */
export interface ScheduledSkill extends SkillSchedule {
  readonly skill: string;
  /** Not later than now: it is due. `null`: never again, or the schedule cannot be read. */
  readonly next: number | null;
  readonly last: { readonly at: number; readonly outcome: RunReport['outcome'] } | null;
  readonly wait: ScheduleWait | null;
  /** Why the schedule cannot be read; `null` when it can. */
  readonly problem: string | null;
}

/** Queues skills when their time has come. What was queued last is kept in the wiki, so that two programs queue it once. */
export class SkillScheduler {
  readonly #session: WikiSession;
  readonly #queue: JobQueue;
  readonly #startedAt: number;

  constructor(session: WikiSession, queue: JobQueue) {
    this.#session = session;
    this.#queue = queue;
    this.#startedAt = session.host.clock.now();
  }

  get #schedules(): readonly (readonly [skill: string, schedule: SkillSchedule])[] {
    const { skills, staleUnits } = this.#session.host.automation?.() ?? NO_AUTOMATION;
    const all = Object.entries(skills).flatMap(([skill, { schedule }]) =>
      schedule === undefined ? [] : [[skill, schedule] as const],
    );
    return staleUnits === undefined ? all : [...all, [STALE_UNITS, staleUnits.schedule]];
  }

  /**
   * Queues each skill that is due, once, however often its time has come since it ran last.
   * @returns when to look again, in milliseconds since the epoch; `null` when nothing is scheduled
   */
  async look({ curator, wait }: ScheduleConditions, run: Run): Promise<number | null> {
    if (this.#schedules.length === 0) return null;
    const { clock } = this.#session.host;
    if (wait === null && (await this.#due()).length > 0) {
      await this.#session.exclusively(run, async () => {
        // Another program may have queued it since.
        for (const skill of await this.#due()) {
          await this.#remember(skill, clock.now());
          if (skill === STALE_UNITS) await this.#queueStaleUnits(run);
          else {
            const request = { skill, by: 'schedule', ...(curator && { curator }) } as const;
            await queueSkill(this.#session, this.#queue, request, run);
          }
        }
      });
    }
    const now = clock.now();
    const times = (await this.#nexts()).map(({ next }) => next).filter((next) => next !== null);
    if (times.length === 0) return null;
    return Math.max(Math.min(...times), now + (Math.min(...times) <= now ? MINUTE : 0));
  }

  async #queueStaleUnits(run: Run): Promise<void> {
    const { staleUnits } = this.#session.host.automation?.() ?? NO_AUTOMATION;
    if (staleUnits === undefined) return;
    const { models, most, money } = staleUnits;
    const { queueStaleUnits } = await import('../deliberation/stale-units');
    const request = { models, most, ...(money !== undefined && { limit: { money } }) };
    await queueStaleUnits(this.#session, this.#queue, request, run);
  }

  async list({ wait }: Pick<ScheduleConditions, 'wait'>): Promise<readonly ScheduledSkill[]> {
    const nexts = await this.#nexts();
    const reports = nexts.length === 0 ? [] : await new RunReports(this.#session.vault).list(100);
    return nexts.map(({ skill, schedule, next, problem }) => {
      const report = reports.find((each) => each.skill === skill);
      const last = report === undefined ? null : { at: Date.parse(report.at), outcome: report.outcome };
      return { ...schedule, skill, next, last, wait, problem };
    });
  }

  async #due(): Promise<readonly string[]> {
    const now = this.#session.host.clock.now();
    const nexts = await this.#nexts();
    return nexts.filter(({ next }) => next !== null && next <= now).map(({ skill }) => skill);
  }

  async #nexts(): Promise<
    readonly { skill: string; schedule: SkillSchedule; next: number | null; problem: string | null }[]
  > {
    const last = await this.#last();
    const found = [];
    for (const [skill, schedule] of this.#schedules) {
      try {
        const next = await nextTime(schedule, this.#base(schedule, last[skill] ?? 0));
        found.push({ skill, schedule, next, problem: null });
      } catch (error) {
        if (!isWikiError(error)) throw error;
        found.push({ skill, schedule, next: null, problem: error.message });
      }
    }
    return found;
  }

  /** What lies before this is done, or was missed and is not made up for. A time far in the future is a clock that was wrong. */
  #base({ since, onStart }: SkillSchedule, last: number): number {
    const now = this.#session.host.clock.now();
    const earliest = onStart && since <= now ? since : Math.max(this.#startedAt, since <= now ? since : 0);
    return Math.max(earliest, last <= now + MAX_AHEAD ? last : 0);
  }

  /** When each skill was queued last. What cannot be read counts as nothing: then a run is made up for at most once more. */
  async #last(): Promise<Readonly<Record<string, number>>> {
    const { vault } = this.#session;
    try {
      const stat = await vault.stat(FILE);
      if (stat === null || stat.size > MAX_SIZE) return {};
      return state().safeParse(JSON.parse(await vault.readText(FILE))).data?.last ?? {};
    } catch (error) {
      if (error instanceof SyntaxError || isWikiError(error)) return {};
      throw error;
    }
  }

  async #remember(skill: string, at: number): Promise<void> {
    const scheduled = new Set(this.#schedules.map(([name]) => name));
    const kept = Object.entries(await this.#last()).filter(([name]) => scheduled.has(name));
    const last = { ...Object.fromEntries(kept), [skill]: at };
    await this.#session.vault.write(FILE, `${JSON.stringify({ version: 1, last })}\n`);
  }
}
