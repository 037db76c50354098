import { Notice } from 'obsidian';
import { isWikiError } from '../../base';
import { type Job, type JobRunner, type Run, type WikiJobs, type Workbench } from '../../workbench';
import { anySignal } from '../host/time';
import { app as words } from '../locale';
import { createDebouncer } from './debounce';
import { type QueueState, type WikiController } from './types';
import { type WikiService } from './wiki-opener';

/** How long the queue must be quiet before it is read again. Milliseconds. */
const READ_DELAY = 150;
/** The most jobs of each state that are read for the view, and how many more at a time when a person asks for them. */
const LIMIT = 50;
/** Bounds of a wait, for a clock that jumps. Milliseconds. */
const WAIT = { shortest: 1000, longest: 3_600_000 };

/** Runs what is queued, and reads the queue for the views. */
export class JobService implements WikiService {
  /** `null` until it was read. */
  queue: QueueState | null = null;
  readonly #controller: WikiController;
  readonly #onChange: () => void;
  readonly #reader = createDebouncer(READ_DELAY, () => this.#read());
  readonly #worker = createDebouncer(READ_DELAY, () => this.#drain());
  readonly #backOnline = (): void => this.#goOn('offline');
  #jobs: WikiJobs | null = null;
  #limit = LIMIT;
  #unsubscribe: readonly (() => void)[] = [];
  #timer: number | null = null;

  constructor(controller: WikiController, onChange: () => void) {
    this.#controller = controller;
    this.#onChange = onChange;
  }

  start(): void {
    window.addEventListener('online', this.#backOnline);
    // A new limit or key may be what the queue waits for.
    const off = this.#controller.on('settings', () => {
      this.#goOn('model');
      this.#goOn('daily-limit');
    });
    this.#unsubscribe = [...this.#unsubscribe, off, () => window.removeEventListener('online', this.#backOnline)];
  }

  update(): void {
    this.#reader.schedule();
  }

  async stop(): Promise<void> {
    for (const off of this.#unsubscribe) off();
    this.#unsubscribe = [];
    this.#jobs = null;
    this.queue = null;
    this.#limit = LIMIT;
    this.#stopTimer();
    await Promise.all([this.#reader.stop(), this.#worker.stop()]);
  }

  async change(work: (jobs: WikiJobs, run: Run) => Promise<unknown>): Promise<void> {
    const { state } = this.#controller;
    try {
      const jobs = state.kind === 'ready' ? await state.workbench.jobs() : null;
      if (jobs !== null) await work(jobs, this.#controller.backgroundRun());
      this.#reader.run();
    } catch (error) {
      this.#controller.showError(error);
    }
  }

  /** Reads more jobs of each state. */
  listMore(): void {
    this.#limit += LIMIT;
    this.#reader.run();
  }

  #goOn(reason: string): void {
    if (this.queue?.pause?.reason === reason) void this.change((jobs) => jobs.resume());
  }

  async #read(): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    const run = this.#controller.backgroundRun();
    const isOver = (): boolean => run.signal.aborted;
    try {
      const jobs = await state.workbench.jobs();
      if (jobs === null || isOver()) return;
      this.#listenTo(jobs);
      const overview = await jobs.overview(this.#limit, run);
      const { total } = await state.workbench.usage(1);
      const scheduled = await this.#scheduled(state.workbench);
      if (run.signal.aborted) return;
      this.queue = { ...overview, spent: total.money, scheduled };
      this.#onChange();
      this.#plan(this.queue);
    } catch (error) {
      // Nobody asked for this look. The next one makes up for it, once the disk can be read and written again.
      if (!isWikiError(error) && !run.signal.aborted) this.#controller.showError(error);
    }
  }

  /** Nothing is loaded for it while nothing is scheduled. */
  async #scheduled(workbench: Workbench): Promise<QueueState['scheduled']> {
    if (Object.values(this.#controller.automation.skills).every(({ schedule }) => schedule === undefined)) return [];
    const { scheduleConditions } = await import('./schedule-conditions');
    const scheduler = await workbench.scheduler();
    return (await scheduler?.list(scheduleConditions(this.#controller))) ?? [];
  }

  #listenTo(jobs: WikiJobs): void {
    if (this.#jobs === jobs) return;
    this.#jobs = jobs;
    const offs = [jobs.onChange(() => this.#reader.schedule()), jobs.onNotify(() => this.#worker.schedule())];
    this.#unsubscribe = [...this.#unsubscribe, ...offs];
  }

  /** Runs what is left from an earlier session, or what a pause that is over held back. */
  #plan({ counts, pause, jobs }: QueueState): void {
    this.#stopTimer();
    if (counts.queued === 0 || !jobs.queued.some(({ isOwn }) => isOwn)) return;
    if (pause?.reason === 'user' || pause?.reason === 'approval') return;
    if (pause === null || jobs.queued.some(({ usesModel, isOwn }) => isOwn && !usesModel)) this.#worker.schedule();
    const until = pause?.until ?? null;
    if (until === null) return;
    const wait = Math.min(WAIT.longest, Math.max(WAIT.shortest, until - Date.now()));
    this.#timer = window.setTimeout(() => this.#reader.run(), wait);
  }

  #stopTimer(): void {
    if (this.#timer !== null) window.clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #drain(): Promise<void> {
    const jobs = this.#jobs;
    if (jobs === null) return;
    const run = this.#controller.backgroundRun();
    const ended: Job[] = [];
    try {
      await jobs.drain(false, run, (runner) => this.#asShownWork(runner, ended));
    } catch (error) {
      if (!run.signal.aborted) this.#controller.showError(error);
    }
    if (run.signal.aborted) return;
    if (ended.length > 0) new Notice(words.notice.proposed(ended.length));
    this.#reader.schedule();
  }

  /**
   * One after the other with what a person started, and shown like it.
   * @param ended is given its jobs that wait for review. What a person started while these waited says so itself
   */
  #asShownWork(runner: JobRunner, ended: Job[]): JobRunner {
    return async (jobs, queue, run) => {
      const outcome = await this.#controller.runJob(titleOf(jobs), async (within) => {
        const off = queue.onEnd((job) => {
          if (job.state === 'review') ended.push(job);
        });
        try {
          return await runner(jobs, queue, { ...within, signal: anySignal(within.signal, run.signal) });
        } finally {
          off();
          // Cancelled by a person: what is left must not start again at once.
          if (within.signal.aborted && !run.signal.aborted) await this.#jobs?.hold();
        }
      });
      return outcome ?? 'ran';
    };
  }
}

/** What the person sees of queued work that runs. */
function titleOf([first]: readonly Job[]): string {
  if (first?.kind === 'fix') return words.jobs.fix;
  if (first?.kind === 'compose') return words.jobs.compose;
  if (first?.kind === 'export') return words.jobs.export;
  if (first?.kind === 'deliberation' || first?.kind === 'harvest') return first.title;
  return first?.kind === 'skill' ? words.jobs.skill(first.title) : words.jobs.ingest;
}
