import { isWikiError, throwIfCancelled, type Run } from '../base';
import { type Clock, type Job, type SkillScheduler, type WikiJobs, type Workbench } from '../workbench';
import { type CommandContext } from './context';
import { painter, printable, type Terminal } from './terminal';

/** How soon to try again after a failure, such as a wiki that another program is writing. Milliseconds. */
const RETRY = 60_000;
/** A queue that another program fills is looked at so often. Milliseconds. */
const LOOK = 300_000;

/** Runs what is scheduled, and what the queue could not do before: it was paused, or the program was stopped. */
export class ScheduledWork {
  readonly #terminal: Terminal;
  readonly #clock: Clock;
  readonly #jobs: WikiJobs | null;
  readonly #scheduler: SkillScheduler | null;

  private constructor({ terminal, clock }: CommandContext, jobs: WikiJobs | null, scheduler: SkillScheduler | null) {
    this.#terminal = terminal;
    this.#clock = clock;
    this.#jobs = jobs;
    this.#scheduler = scheduler;
  }

  static async start(context: CommandContext, workbench: Workbench): Promise<ScheduledWork> {
    const scheduler = await workbench.scheduler();
    const scheduled = (await scheduler?.list({ wait: null })) ?? [];
    for (const { skill, problem } of scheduled) if (problem !== null) warn(context.terminal, `${skill}: ${problem}`);
    return new ScheduledWork(context, await workbench.jobs(), scheduler);
  }

  /** @returns how long there is nothing to do, in milliseconds */
  async run(run: Run): Promise<number> {
    if (this.#jobs === null) return Infinity;
    const off = this.#jobs.onEnd((job) => printJob(this.#terminal, job));
    try {
      const next = (await this.#scheduler?.look({ wait: null }, run)) ?? null;
      await this.#jobs.drain(false, run);
      const { pause } = await this.#jobs.overview(0, run);
      const times = [next, pause?.until ?? null].filter((at) => at !== null);
      return Math.min(LOOK, ...times.map((at) => Math.max(0, at - this.#clock.now())));
    } catch (error) {
      throwIfCancelled(run);
      if (!isWikiError(error)) throw error;
      warn(this.#terminal, error.message);
      return RETRY;
    } finally {
      off();
    }
  }
}

function printJob(terminal: Terminal, { title, state, proposal, note, failure }: Job): void {
  const paint = painter(terminal);
  if (state === 'failed') terminal.err(`${paint.red('✗')} ${printable(title)}  ${printable(failure?.message ?? '')}\n`);
  else if (state === 'review' || state === 'done') {
    const what = proposal === null ? printable(note ?? '') : `proposal ${paint.cyan(proposal)}`;
    terminal.out(`${paint.green('+')} ${printable(title)}  ${what}\n`);
  }
}

function warn(terminal: Terminal, message: string): void {
  terminal.err(`${painter(terminal).yellow('!')} ${printable(message)}\n`);
}
