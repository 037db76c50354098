import { throwIfCancelled } from '../base';
import { nodeTimer, type NodeEnvironment } from '../node';
import { type ModelHost } from '../workbench';
import { type Backend } from './backend';
import { type ServerConfig } from './config';
import { type WikiConfig } from './config-wikis';
import { failureFields, type ServerLog } from './log';
import { type Metrics } from './metrics';
import { OpenWikis } from './open-wikis';
import { openCheckout } from './ports';
import { ReadPriority } from './read-priority';
import { ConcurrencyLimit } from './concurrency-limit';
import { runUntil, WikiHost } from './wiki-host';

interface WorkerDeps {
  readonly config: ServerConfig;
  readonly backend: Backend;
  readonly environment: NodeEnvironment;
  readonly model: ModelHost | undefined;
  readonly log: ServerLog;
  readonly metrics: Metrics;
  /** Aborts when the worker is told to stop: nothing more is started. */
  readonly stopping: AbortSignal;
  /** Aborts when what runs has had its time: it goes back to the queue. */
  readonly stopped: AbortSignal;
  /** Jobs that run at the same time, each of another wiki; 1 by default. */
  readonly jobs?: number;
  /** How long a wiki stays open in which there is nothing to do; a minute by default. Milliseconds. */
  readonly idle?: number;
}

/** How long one wiki has its turn while others wait. Milliseconds. */
const TURN = 10_000;
/** The longest wait without a look: a program that died notifies nobody. Milliseconds. */
const LOOK = 5_000;
/** How soon a wiki is tried again that had nothing to start. Milliseconds. */
const REST = 5_000;
/** The same for one that could not be worked on: longer after each failure, so that a restarted database costs a moment. */
const REST_AFTER_FAILURE = { first: 1_000, longest: 30_000 };
/** What stays open, so that a worker's memory does not grow with the wikis, and with what waits in them. */
const MAX_OPEN = { wikis: 8, bytes: 640_000_000 };
/** The usual value of {@link WorkerDeps.idle}. */
const MAX_IDLE = 60_000;

/** Does the jobs of all wikis in turns, until it is told to stop and what runs is over. */
export async function runWorker(deps: WorkerDeps): Promise<void> {
  const worker = new Worker(deps);
  try {
    await Promise.all(Array.from({ length: deps.jobs ?? 1 }, () => worker.run()));
  } finally {
    await worker.close();
  }
}

class Worker {
  readonly #deps: WorkerDeps;
  readonly #configs: ReadonlyMap<string, WikiConfig>;
  readonly #open: OpenWikis<WikiHost>;
  readonly #busy = new Set<string>();
  /** When a wiki may be looked at again, of those where there was nothing to do. */
  readonly #rests = new Map<string, number>();
  /** How often in a row a wiki could not be worked on. */
  readonly #failures = new Map<string, number>();
  readonly #offs: readonly (() => void)[];
  /** The wikis in the order of their next turn. */
  #order: readonly string[];
  #wake = new AbortController();

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
    // What is scheduled is queued by the server alone, so that it is queued once.
    this.#configs = new Map(deps.config.wikis.map((wiki) => [wiki.name, { ...wiki, schedules: [] }]));
    this.#open = new OpenWikis({
      ...{ most: MAX_OPEN, idle: deps.idle ?? MAX_IDLE, now: () => performance.now() },
      open: (wiki) => this.#host(wiki),
      onCloseFailed: (wiki, error) => deps.log.warn({ wiki, ...failureFields(error) }, 'closing failed'),
    });
    this.#order = [...this.#configs.keys()];
    this.#offs = this.#order.map((wiki) =>
      deps.backend.onNotify(wiki, () => {
        this.#rests.delete(wiki);
        this.#wake.abort();
      }),
    );
  }

  async run(): Promise<void> {
    const { stopping, log } = this.#deps;
    while (!stopping.aborted) {
      // Before the look, so that a notification during it is not missed.
      if (this.#wake.signal.aborted) this.#wake = new AbortController();
      const { signal } = this.#wake;
      const wiki = await this.#next().catch((error: unknown) => {
        if (!stopping.aborted) log.warn(failureFields(error), 'the queue cannot be read');
        return null;
      });
      if (wiki !== null) await this.#serve(wiki);
      else {
        await this.#open.closeIdle();
        await nodeTimer.sleep(this.#pause(), AbortSignal.any([signal, stopping]));
      }
    }
  }

  async close(): Promise<void> {
    for (const off of this.#offs) off();
    await this.#open.close();
  }

  /** How long to sleep: not beyond the rest of a wiki that failed. Milliseconds. */
  #pause(): number {
    const now = performance.now();
    const ends = [...this.#failures.keys()].map((wiki) => this.#rests.get(wiki) ?? 0);
    return ends.reduce((pause, end) => (end > now ? Math.min(pause, end - now) : pause), LOOK);
  }

  async #next(): Promise<string | null> {
    const now = performance.now();
    const free = (wiki: string): boolean => !this.#busy.has(wiki) && (this.#rests.get(wiki) ?? 0) <= now;
    const wanted = await this.#deps.backend.withWork(this.#order.filter(free));
    const wiki = this.#order.find((each) => wanted.has(each) && free(each)) ?? null;
    if (wiki !== null) this.#busy.add(wiki);
    return wiki;
  }

  async #serve(wiki: string): Promise<void> {
    this.#order = [...this.#order.filter((each) => each !== wiki), wiki];
    try {
      const ended = await this.#open.use(wiki, (host) => host.workFor(AbortSignal.timeout(TURN)));
      this.#failures.delete(wiki);
      if (ended === 0) this.#rests.set(wiki, performance.now() + REST);
    } catch (error) {
      const before = this.#failures.get(wiki) ?? 0;
      this.#failures.set(wiki, before + 1);
      const { first, longest } = REST_AFTER_FAILURE;
      this.#rests.set(wiki, performance.now() + Math.min(longest, first * 2 ** before));
      if (!this.#deps.stopping.aborted)
        this.#deps.log.warn({ wiki, ...failureFields(error) }, 'the wiki cannot be worked on');
    } finally {
      this.#busy.delete(wiki);
    }
  }

  async #host(wiki: string): Promise<WikiHost> {
    const { config, stopped, metrics } = this.#deps;
    const wanted = this.#configs.get(wiki);
    if (wanted === undefined) throw new Error(`no wiki is named ${wiki}`);
    const { environment, backend, log } = this.#deps;
    const run = runUntil(stopped);
    throwIfCancelled(run);
    const opened = await openCheckout(config, wanted, { environment, backend, log, run });
    try {
      return await WikiHost.open(wanted, {
        ...this.#deps,
        ...opened,
        limits: config.limits,
        figures: metrics.figuresOf(wiki),
        answers: new ConcurrencyLimit(config.limits.answers),
        readPriority: new ReadPriority(),
      });
    } catch (error) {
      await opened.checkout.close();
      throw error;
    }
  }
}
