import { isWikiError, SerialQueue, type Run } from '../base';
import { openWiki, nodeOwner, nodePackHost, nodeTimer, type NodeEnvironment } from '../node';
import {
  type AutomationSettings,
  type Job,
  type JobRunner,
  type ModelHost,
  type Proposal,
  type Workbench,
  NO_AUTOMATION,
} from '../workbench';
import { type Backend } from './backend';
import { AutoResetEvent } from './auto-reset-event';
import { type Checkout, type WikiEvent } from './checkout';
import { type WikiState } from './state/wiki-state';
import { type ServerLimits } from './config';
import { type WikiConfig } from './config-wikis';
import { failureFields, type ServerLog } from './log';
import { type WikiMetrics } from './wiki-metrics';
import { type ReadPriority } from './read-priority';
import { type ConcurrencyLimit } from './concurrency-limit';

/** A queue that other processes fill, or a schedule, is looked at so often. Milliseconds. */
const LOOK = 15_000;
/** How soon to try again after a failure, such as a wiki that another program is writing. Milliseconds. */
const RETRY = 5_000;
/** How long a read waits for what others handed over. Milliseconds. */
const LOOK_WAIT = 1_000;
/** What a page, and a proposal that waits, take in memory with all that is kept of them. Bytes, measured. */
const BYTES_OF = { page: 8_000, proposal: 33_000 };
/** Programs that may end while they run a job before it fails. */
const MAX_ATTEMPTS = 5;

interface WikiHostDeps {
  readonly environment: NodeEnvironment;
  readonly backend: Backend;
  readonly checkout: Checkout;
  /** How its state follows that of other folders; absent where all programs share this one. */
  readonly state?: WikiState | null;
  readonly model: ModelHost | undefined;
  readonly log: ServerLog;
  readonly limits: ServerLimits;
  readonly figures: WikiMetrics;
  readonly answers: ConcurrencyLimit;
  /** Of all wikis of this process. */
  readonly readPriority: ReadPriority;
  /** Aborts when the server is told to stop: nothing more is started. */
  readonly stopping: AbortSignal;
  /** Aborts when what runs has had its time. */
  readonly stopped: AbortSignal;
}

/** For how long jobs are started. */
interface Turn {
  signal: AbortSignal;
}

/** One wiki of the server: open, kept in step with its files, and with the worker that does its jobs. */
export class WikiHost {
  readonly config: WikiConfig;
  readonly workbench: Workbench;
  readonly #deps: WikiHostDeps;
  /** One change at a time, so that a checkout never moves under one. */
  readonly #changes = new SerialQueue();
  readonly #enders = new Set<(job: Job) => void>();
  readonly #turn: Turn;
  #look: Promise<void> | null = null;
  /** Proposals that waited when jobs were done here last. */
  #waiting = 0;

  private constructor(config: WikiConfig, workbench: Workbench, turn: Turn, deps: WikiHostDeps) {
    this.config = config;
    this.workbench = workbench;
    this.#turn = turn;
    this.#deps = deps;
  }

  /** @throws what opening a wiki throws */
  static async open(config: WikiConfig, deps: WikiHostDeps): Promise<WikiHost> {
    const { environment, backend, checkout, model, stopping, stopped, state = null } = deps;
    const place = { name: config.name, folder: checkout.location.folder };
    const lock = state?.inStep.lock() ?? backend.lock(place);
    const turn: Turn = { signal: stopping };
    const automation = automationOf(config, environment.clock.now());
    const workbench = await openWiki(
      environment,
      checkout.location,
      {
        ...{ model, embeddings: model },
        ...(lock && { lock }),
        ...(state && { device: state.device, onlyProposes: state.isFollowing }),
        jobs: {
          owner: nodeOwner(),
          timer: nodeTimer,
          isStopping: () => turn.signal.aborted,
          ...backend.jobs(place),
          ...(state && { bringIntoStep: (run) => state.inStep.look(run) }),
        },
        automation: () => automation,
        // Packs of the person who runs the server are not for its callers.
        packs: nodePackHost({}, [place.folder]),
        reportsChanges: true,
      },
      runUntil(stopped),
    );
    for (const { code, at } of workbench.openingNotices) deps.log.warn({ wiki: config.name, code, at }, 'notice');
    return new WikiHost(config, workbench, turn, deps);
  }

  /** Absolute path of its folder. */
  get folder(): string {
    return this.#deps.checkout.location.folder;
  }

  /** About what it keeps in memory. */
  get bytes(): number {
    return this.workbench.snapshot.pages.size * BYTES_OF.page + this.#waiting * BYTES_OF.proposal;
  }

  get limits(): ServerLimits {
    return this.#deps.limits;
  }

  get figures(): WikiMetrics {
    return this.#deps.figures;
  }

  /** Keeps too many answers from being written at the same time, of all wikis. */
  get answers(): ConcurrencyLimit {
    return this.#deps.answers;
  }

  /** The view that a request names, else the one of the configuration. */
  lensFor(named: string | undefined): { readonly lens?: string } {
    const lens = named ?? this.config.lens ?? undefined;
    return lens === undefined ? {} : { lens };
  }

  get name(): string {
    return this.config.name;
  }

  /** The wiki as it is on this machine now. */
  async current(run: Run): Promise<Workbench> {
    if (this.#deps.state) await this.#lookSoon(this.#deps.state);
    const changed = this.#deps.checkout.changed();
    if (changed.length > 0) await this.#deps.readPriority.behindJobs(() => this.#read(changed, run));
    return this.workbench;
  }

  /** Which of the proposals that wait are on branches, by their ids; `null` where none is reviewed on a branch. */
  branches(waiting: readonly Proposal[]): ReturnType<Checkout['branches']> {
    return this.#deps.checkout.branches(waiting);
  }

  /** With what others handed over, unless the database takes long to say so: then reading goes on with what is here. */
  async #lookSoon({ inStep }: WikiState): Promise<void> {
    this.#look ??= inStep
      .look(runUntil(this.#deps.stopped))
      .catch(() => undefined)
      .finally(() => void (this.#look = null));
    await Promise.race([this.#look, nodeTimer.sleep(LOOK_WAIT, this.#deps.stopped)]);
  }

  /**
   * Does what changes the wiki, on its newest state, and tells others.
   * @param work returns what it did; `null` for nothing
   */
  async change<T>(
    work: (wiki: Workbench) => Promise<{ readonly result: T; readonly event: WikiEvent | null }>,
    run: Run,
  ): Promise<T> {
    return this.#changes.add(async () => {
      await this.#read(await this.#deps.checkout.refresh(this.workbench, run), run);
      const { result, event } = await work(this.workbench);
      if (event !== null) await this.#deps.checkout.publish(event, this.workbench, run);
      return result;
    });
  }

  /** Called with each job that ended here. @returns a function that unsubscribes */
  onEnd(listener: (job: Job) => void): () => void {
    this.#enders.add(listener);
    return () => void this.#enders.delete(listener);
  }

  /**
   * Queues what is scheduled and does jobs, until the server is told to stop and what runs is over.
   * @param doesJobs `false` leaves the jobs to workers
   */
  async work(doesJobs: boolean): Promise<void> {
    await Promise.all([this.#doJobs(doesJobs), this.#follow()]);
  }

  async #doJobs(doesJobs: boolean): Promise<void> {
    const { stopping, log, backend, readPriority } = this.#deps;
    const jobs = await this.workbench.jobs();
    if (jobs === null) return;
    const scheduler = await this.workbench.scheduler();
    const changed = new AutoResetEvent();
    const offs = [
      jobs.onNotify(() => changed.set()),
      backend.onNotify(this.name, () => changed.set()),
      jobs.onEnd((job) => void this.#ended(job)),
    ];
    const run = readPriority.jobRun(stopping);
    const isOver = (): boolean => stopping.aborted;
    try {
      while (!isOver()) {
        let delay = LOOK;
        try {
          const next = (await scheduler?.look({ wait: null }, run)) ?? null;
          if (doesJobs) {
            await jobs.resumeInterrupted(MAX_ATTEMPTS, run);
            await jobs.drain(false, run, (runner) => this.#prepared(runner));
          }
          if (next !== null) delay = Math.min(delay, Math.max(0, next - this.#deps.environment.clock.now()));
        } catch (error) {
          if (isOver()) break;
          log.warn({ wiki: this.name, ...failureFields(error) }, 'the queue could not go on');
          delay = RETRY;
        }
        await changed.wait(delay, stopping);
      }
    } finally {
      for (const off of offs) off();
    }
  }

  /**
   * Does jobs until nothing can be started or `until` is aborted; the job that runs then is finished.
   * @returns how many jobs were started and ended
   */
  async workFor(until: AbortSignal): Promise<number> {
    const { stopping } = this.#deps;
    const jobs = await this.workbench.jobs();
    if (jobs === null) return 0;
    let ended = 0;
    const off = jobs.onEnd((job) => {
      ended += 1;
      void this.#ended(job);
    });
    const signal = AbortSignal.any([until, stopping]);
    this.#turn.signal = signal;
    const run = runUntil(signal);
    try {
      await jobs.resumeInterrupted(MAX_ATTEMPTS, run);
      await jobs.drain(false, run, (runner) => this.#prepared(runner));
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      off();
      this.#turn.signal = stopping;
    }
    this.#waiting = (await this.workbench.proposals()).length;
    return ended;
  }

  async close(): Promise<void> {
    await this.#changes.idle();
    await this.workbench.close();
    await this.#deps.checkout.close();
  }

  /** Brings the files up to date first. What runs may finish when the server is told to stop, for a while. */
  #prepared(runner: JobRunner): JobRunner {
    return async (jobs, queue, run) => {
      const within: Run = { ...run, signal: this.#deps.stopped };
      await this.#refresh(within).catch((error: unknown) => {
        // A job only proposes: it can do so on the files that are here, and must not fail because the network does.
        if (!isWikiError(error) || error.code !== 'living-wiki:git_unreachable') throw error;
        this.#deps.log.warn({ wiki: this.name, ...failureFields(error) }, 'the repository cannot be followed');
      });
      return runner(jobs, queue, within);
    };
  }

  /** Takes in what others pushed, also when nobody changes anything here. */
  async #follow(): Promise<void> {
    const { checkout, stopping, log } = this.#deps;
    if (checkout.followEvery === null) return;
    const isOver = (): boolean => stopping.aborted;
    while (!isOver()) {
      try {
        await this.#refresh(runUntil(stopping));
      } catch (error) {
        if (isOver()) break;
        log.warn({ wiki: this.name, ...failureFields(error) }, 'the repository cannot be followed');
      }
      await nodeTimer.sleep(checkout.followEvery, stopping);
    }
  }

  #refresh(run: Run): Promise<void> {
    return this.#changes.add(async () => this.#read(await this.#deps.checkout.refresh(this.workbench, run), run));
  }

  async #ended(job: Job): Promise<void> {
    for (const listener of [...this.#enders]) listener(job);
    const { log, checkout, stopped } = this.#deps;
    const { id, kind, state, proposal, failure, startedAt, endedAt } = job;
    const seconds = startedAt === null || endedAt === null ? null : (endedAt - startedAt) / 1000;
    this.#deps.figures.ended(kind, state, seconds);
    log.info({ wiki: this.name, job: id, kind, state, proposal, code: failure?.code ?? null, seconds }, 'job');
    if (proposal === null) return;
    try {
      const event: WikiEvent = { kind: 'proposed', proposals: [proposal] };
      await this.#changes.add(() => checkout.publish(event, this.workbench, runUntil(stopped)));
    } catch (error) {
      log.warn({ wiki: this.name, job: id, ...failureFields(error) }, 'a proposal could not be published');
    }
  }

  async #read(paths: readonly string[], run: Run): Promise<void> {
    if (paths.length === 0) return;
    if (paths.some((path) => path === '' || path.endsWith('KNOWLEDGE.md'))) this.workbench.invalidateLenses();
    await this.workbench.refresh(paths, run);
  }
}

/** The schedules of the configuration; nothing is applied without a person. */
function automationOf({ schedules }: WikiConfig, since: number): AutomationSettings {
  const skills = schedules.map(({ skill, cron, timeZone }) => [
    skill,
    { schedule: { cron, timeZone, onStart: false, since } },
  ]);
  return { ...NO_AUTOMATION, skills: Object.fromEntries(skills) as AutomationSettings['skills'] };
}

/** A run that nobody watches. */
export function runUntil(signal: AbortSignal): Run {
  return {
    signal,
    progress: () => undefined,
    yieldToHost: () => new Promise((resolve) => void setImmediate(resolve)),
  };
}
