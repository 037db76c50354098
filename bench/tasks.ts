import { type CDPSession, type Page } from 'playwright-core';

/** What one thing that a person does costs the thread that draws. Milliseconds. */
export interface Measured {
  /** Until it is seen. */
  readonly wallMs: number;
  /** Tasks over 50 ms, whoever made them, until nothing runs any more. */
  readonly longTasks: number;
  readonly worstTaskMs: number;
  /** Of these, tasks that the plugin's own code took over 50 ms of. */
  readonly ours: number;
  /** The most that the plugin's own code took of one of them. */
  readonly oursWorstMs: number;
  /** The same without pauses of the profile: in those the thread most likely waited for a processor. A lower bound. */
  readonly oursSeenMs: number;
  /** What took most of the worst one, for whoever looks for it: functions of main.js by their own time. */
  readonly where: readonly string[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** Samples come every millisecond from a thread that runs. Milliseconds. */
const PAUSE = 5;

type Task = readonly [start: number, duration: number];

declare global {
  interface Window {
    longTasks: Task[];
  }
}

/** Counts a page's long tasks, and tells by a profile of the processor whose they are. */
export class TaskMeter {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #origin: number;

  private constructor(
    page: Page,
    session: CDPSession,
    /** What the profile calls 0 of the page's own clock. Milliseconds. */
    origin: number,
  ) {
    this.#page = page;
    this.#session = session;
    this.#origin = origin;
  }

  static async attach(page: Page): Promise<TaskMeter> {
    const session = await page.context().newCDPSession(page);
    for (const domain of ['Performance', 'Profiler'] as const) await session.send(`${domain}.enable`);
    await session.send('Profiler.setSamplingInterval', { interval: 1_000 });
    await page.evaluate(() => {
      window.longTasks = [];
      const keep = (list: PerformanceObserverEntryList): void => {
        for (const { startTime, duration } of list.getEntries()) window.longTasks.push([startTime, duration]);
      };
      new PerformanceObserver(keep).observe({ type: 'longtask' });
    });
    return new TaskMeter(page, session, (await metrics(session)).NavigationStart * 1_000);
  }

  /** @param act settles when a person sees what they asked for; what goes on after that is measured as well */
  async measure(act: () => Promise<unknown>): Promise<Measured> {
    await this.#quiet();
    await this.#page.evaluate(() => void (window.longTasks = []));
    await this.#session.send('Profiler.start');
    const start = performance.now();
    await act();
    const wallMs = performance.now() - start;
    await this.#quiet();
    const { profile } = (await this.#session.send('Profiler.stop')) as { profile: Profile };
    const tasks = await this.#page.evaluate(() => window.longTasks);
    const shares = tasks.map((task) => shareOf(task, profile, this.#origin));
    const worst = shares.reduce((most, share) => (share.ms > most.ms ? share : most), {
      ms: 0,
      seen: 0,
      where: [] as string[],
    });
    return {
      wallMs,
      longTasks: tasks.length,
      worstTaskMs: Math.max(0, ...tasks.map(([, duration]) => duration)),
      ours: shares.filter(({ ms }) => ms > 50).length,
      oursWorstMs: worst.ms,
      oursSeenMs: Math.max(0, ...shares.map(({ seen }) => seen)),
      where: worst.ms > 50 ? worst.where : [],
    };
  }

  /** How slow the processor is made to be. @param factor 1 for as fast as it is */
  async throttle(factor: number): Promise<void> {
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate: factor });
  }

  /** Settles when the page has had next to nothing to do for longer than any of our debouncers wait. */
  async #quiet(): Promise<void> {
    let calm = 0;
    for (let busy = (await metrics(this.#session)).TaskDuration; calm < 5;) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      const now = (await metrics(this.#session)).TaskDuration;
      calm = now - busy < 0.02 ? calm + 1 : 0;
      busy = now;
    }
  }
}

async function metrics(session: CDPSession): Promise<{ NavigationStart: number; TaskDuration: number }> {
  const found = new Map((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
  return { NavigationStart: found.get('NavigationStart') ?? 0, TaskDuration: found.get('TaskDuration') ?? 0 };
}

/** How much of a task was the plugin's: samples whose innermost function that has a file is of main.js. */
function shareOf(
  [start, duration]: Task,
  profile: Profile,
  origin: number,
): { ms: number; seen: number; where: string[] } {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const within = new Map<string, number>();
  let ms = 0;
  let seen = 0;
  let at = profile.startTime / 1_000 - origin;
  const { samples = [], timeDeltas = [] } = profile;
  for (const [index, sample] of samples.entries()) {
    at += (timeDeltas[index] ?? 0) / 1_000;
    if (at < start || at > start + duration) continue;
    // A sample stands for the time until the next one.
    const lasts = Math.min((timeDeltas[index + 1] ?? 0) / 1_000, start + duration - at);
    const stack: string[] = [];
    let isOurs: boolean | null = null;
    for (let node = nodes.get(sample); node !== undefined; node = nodes.get(parents.get(node.id) ?? -1)) {
      const { functionName, url, lineNumber } = node.callFrame;
      const inMain = url.endsWith('main.js');
      if (url !== '') isOurs ??= inMain;
      if (inMain) stack.push(`${functionName} :${lineNumber + 1}`);
    }
    if (isOurs !== true) continue;
    ms += lasts;
    seen += Math.min(lasts, PAUSE);
    for (const name of new Set(stack)) within.set(name, (within.get(name) ?? 0) + lasts);
  }
  const most = [...within].sort(([, a], [, b]) => b - a).slice(0, 14);
  return { ms, seen, where: most.map(([name, time]) => `${name} ${Math.round(time)} ms`) };
}
