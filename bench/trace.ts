/** What a trace needs for {@link longestTaskIn}. */
export const TRACED = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];

/** Milliseconds. */
export interface LongestTask {
  /** The longest task of the thread that draws. */
  readonly longestTask: number;
  /** The most processor time that one of these tasks took, whatever else the machine does. */
  readonly mostWork: number;
}

/** {@link TRACED} and who took the time, which costs some of it. */
export const PROFILED = [...TRACED, 'disabled-by-default-v8.cpu_profiler'];

/** A task that took long, in processor time. Milliseconds. */
export interface LongTask {
  readonly ms: number;
  /** How much of it the plugin's own code took, by the share of samples. */
  readonly ours: number;
  /** What took most of it: the browser's own work, and functions of the plugin with all that they call. */
  readonly parts: readonly string[];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread. Microseconds. */
  readonly tdur?: number;
  readonly args?: {
    readonly data?: {
      readonly timeDeltas?: readonly number[];
      readonly cpuProfile?: { readonly nodes?: readonly ProfileNode[]; readonly samples?: readonly number[] };
      readonly startTime?: number;
    };
  };
}

interface ProfileNode {
  readonly id: number;
  readonly parent?: number;
  readonly callFrame: { readonly functionName: string; readonly url?: string };
}

/** The tasks after the mark `measured`, on the thread that made it, and all that happened on that thread. */
function tasksIn(trace: Buffer): {
  readonly tasks: readonly TraceEvent[];
  readonly all: readonly TraceEvent[];
  readonly events: readonly TraceEvent[];
} {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { readonly traceEvents: readonly TraceEvent[] };
  const mark = traceEvents.filter(({ name }) => name === 'measured').at(-1);
  if (mark === undefined) throw new Error('The trace holds no mark.');
  const all = traceEvents.filter(({ pid, tid, ts }) => pid === mark.pid && tid === mark.tid && ts >= mark.ts);
  return { tasks: all.filter(({ name }) => name === 'RunTask'), all, events: traceEvents };
}

/** @returns the longest task after the mark, by the clock and in processor time */
export function longestTaskIn(trace: Buffer): LongestTask {
  const { tasks } = tasksIn(trace);
  return {
    longestTask: Math.max(0, ...tasks.map(({ dur = 0 }) => dur / 1_000)),
    mostWork: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1_000)),
  };
}

/** Tasks after the mark that took more processor time than `most` milliseconds, the longest first, with what took a tenth of one or more. */
export function longTasksIn(trace: Buffer, most: number): readonly LongTask[] {
  const { tasks, all, events } = tasksIn(trace);
  const long = tasks.filter(({ tdur = 0 }) => tdur > most * 1_000).sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0));
  const samples = samplesIn(events, all[0]?.pid ?? 0);
  return long.map((task) => {
    const end = task.ts + (task.dur ?? 0);
    const work = (task.tdur ?? 0) / 1_000;
    const inside = all.filter(
      ({ name, ts, tdur = 0 }) => OWN_WORK.has(name) && ts >= task.ts && ts < end && tdur >= (task.tdur ?? 0) / 10,
    );
    const own = samples.filter(({ at }) => at >= task.ts && at < end);
    const counts = new Map<string, number>();
    for (const { names } of own) for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
    const msOf = (count: number): number => Math.round((work * count) / Math.max(1, own.length));
    const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, 10);
    return {
      ms: Math.round(work),
      ours: msOf(own.filter(({ isOurs }) => isOurs).length),
      parts: [
        ...inside.map(({ name, tdur = 0 }) => `${name} ${String(Math.round(tdur / 1_000))}`),
        ...most.map(([name, count]) => `${name} ${String(msOf(count))}`),
      ],
    };
  });
}

/** Of the browser: the parts that are not code. */
const OWN_WORK: ReadonlySet<string> = new Set([
  'UpdateLayoutTree',
  'Layout',
  'PrePaint',
  'Paint',
  'MajorGC',
  'MinorGC',
]);

interface Sample {
  /** Microseconds, as in the trace. */
  readonly at: number;
  /** Whether the innermost function that has a file is the plugin's. */
  readonly isOurs: boolean;
  /** The plugin's functions that were running. */
  readonly names: readonly string[];
}

function samplesIn(events: readonly TraceEvent[], pid: number): readonly Sample[] {
  const nodes = new Map<number, ProfileNode>();
  const found: Sample[] = [];
  let at = 0;
  for (const { name, pid: own, args } of events) {
    if (own !== pid) continue;
    if (name === 'Profile') at = args?.data?.startTime ?? at;
    if (name !== 'ProfileChunk') continue;
    const { timeDeltas = [], cpuProfile } = args?.data ?? {};
    for (const node of cpuProfile?.nodes ?? []) nodes.set(node.id, node);
    for (const [index, sample] of (cpuProfile?.samples ?? []).entries()) {
      at += timeDeltas[index] ?? 0;
      found.push({ at, ...stackOf(nodes, sample) });
    }
  }
  return found;
}

function stackOf(nodes: ReadonlyMap<number, ProfileNode>, sample: number): Omit<Sample, 'at'> {
  const names: string[] = [];
  let isOurs: boolean | null = null;
  for (let node = nodes.get(sample); node !== undefined; node = nodes.get(node.parent ?? -1)) {
    const { functionName, url = '' } = node.callFrame;
    const inMain = url.endsWith('main.js');
    if (url !== '') isOurs ??= inMain;
    if (inMain && functionName !== '') names.push(functionName);
  }
  return { isOurs: isOurs === true, names };
}
