import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { JOB_STATES, silentRun, type DailyUsage } from '../workbench';
import { HIDDEN_REASONS } from './checkout';
import { type WikiMetrics } from './wiki-metrics';
import { type WikiHost } from './wiki-host';

type Spent = Parameters<DailyUsage['add']>[1];

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const JOB_SECONDS = [0.5, 1, 5, 15, 60, 300, 900, 3_600];

/** What Prometheus is given. Labels are names of wikis, kinds and codes: never titles, texts or addresses. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'living_wiki_http_request_seconds',
    help: 'Time until an answer was sent.',
    labelNames: ['operation', 'status'],
    buckets: SECONDS,
    registers: [this.#registry],
  });
  readonly #refused = new Counter({
    name: 'living_wiki_http_refused_total',
    help: 'Requests that were refused: no valid token, wrong host, too many.',
    labelNames: ['why'],
    registers: [this.#registry],
  });
  readonly #jobs = new Histogram({
    name: 'living_wiki_job_seconds',
    help: 'Time that a job took, by how it ended.',
    labelNames: ['wiki', 'kind', 'state'],
    buckets: JOB_SECONDS,
    registers: [this.#registry],
  });
  readonly #decisions = new Counter({
    name: 'living_wiki_proposals_total',
    help: 'Proposals by what became of them: applied, rejected, conflict, blocked.',
    labelNames: ['wiki', 'outcome'],
    registers: [this.#registry],
  });
  readonly #uploads = new Counter({
    name: 'living_wiki_uploaded_bytes_total',
    help: 'Bytes of sources that were uploaded.',
    labelNames: ['wiki'],
    registers: [this.#registry],
  });
  readonly #tokens = new Counter({
    name: 'living_wiki_model_tokens_total',
    help: 'Tokens that language models used in this process.',
    labelNames: ['model', 'direction'],
    registers: [this.#registry],
  });
  readonly #money = new Counter({
    name: 'living_wiki_model_money_total',
    help: 'What language models cost in this process, where the price is known.',
    labelNames: ['model', 'currency'],
    registers: [this.#registry],
  });
  readonly #queue = new Gauge({
    name: 'living_wiki_jobs',
    help: 'Jobs in the queue, by state.',
    labelNames: ['wiki', 'state'],
    registers: [this.#registry],
  });
  readonly #oldest = new Gauge({
    name: 'living_wiki_oldest_queued_job_seconds',
    help: 'Age of the job that waits longest; 0 when none waits.',
    labelNames: ['wiki'],
    registers: [this.#registry],
  });

  readonly #unbranched = new Gauge({
    name: 'living_wiki_proposals_without_branch',
    help: 'Waiting proposals without a branch, in wikis that are reviewed on branches, by the reason: builds-on, stale, conflict, unsupported, soon.',
    labelNames: ['wiki', 'why'],
    registers: [this.#registry],
  });

  request(operation: string, status: number, seconds: number): void {
    this.#requests.observe({ operation, status: String(status) }, seconds);
  }

  refused(why: 'token' | 'host' | 'rate'): void {
    this.#refused.inc({ why });
  }

  figuresOf(wiki: string): WikiMetrics {
    return {
      ended: (kind, state, seconds) => this.#jobs.observe({ wiki, kind, state }, seconds ?? 0),
      decided: (outcome) => this.#decisions.inc({ wiki, outcome }),
      uploaded: (bytes) => this.#uploads.inc({ wiki }, bytes),
    };
  }

  /** The same ledger; what is written to it is counted here too. */
  counting(usage: DailyUsage): DailyUsage {
    return {
      ...usage,
      add: async (day, call, hold) => {
        this.#spent(call);
        await usage.add(day, call, hold);
      },
    };
  }

  #spent({ model, cost: { usage, money } }: Spent): void {
    this.#tokens.inc({ model, direction: 'input' }, usage.input);
    this.#tokens.inc({ model, direction: 'output' }, usage.output);
    if (money !== null) this.#money.inc({ model, currency: money.currency }, money.amount);
  }

  /** The figures of the wikis that `sees` allows, and those that belong to none. */
  async print(sees: (wiki: string) => boolean): Promise<string> {
    const text = await this.#registry.metrics();
    return text
      .split('\n')
      .filter((line) => {
        const [, wiki] = /[{,]wiki="([^"]*)"/.exec(line) ?? [];
        return wiki === undefined || sees(wiki);
      })
      .join('\n');
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Takes the figures of the queues as they are now. */
  async lookAt(wikis: readonly WikiHost[], now: number): Promise<void> {
    for (const host of wikis) {
      const { name: wiki, workbench } = host;
      await this.#lookAtBranches(host);
      const overview = await (await workbench.jobs())?.overview(1, silentRun);
      if (overview === undefined) continue;
      for (const state of JOB_STATES) this.#queue.set({ wiki, state }, overview.counts[state]);
      const [first] = overview.jobs.queued;
      this.#oldest.set({ wiki }, first === undefined ? 0 : Math.max(0, now - first.createdAt) / 1000);
    }
  }

  async #lookAtBranches(host: WikiHost): Promise<void> {
    const { name: wiki, config, workbench } = host;
    if (config.review !== 'branch') return;
    const all = [...(host.branches(await workbench.proposals())?.values() ?? [])];
    for (const why of HIDDEN_REASONS)
      this.#unbranched.set({ wiki, why }, all.filter(({ none }) => none?.why === why).length);
  }
}
