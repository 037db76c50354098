import { Argument, Option, type Command } from 'commander';
import { isoTime, plural } from '../../base';
import {
  JOB_STATES,
  type Job,
  type JobMove,
  type JobState,
  type JobsOverview,
  type QueuePause,
  type WikiJobs,
  type Workbench,
} from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, wholeNumber, type CommandHost } from '../options';
import { printJson } from '../print';
import { selectModel } from '../select-model';
import { painter, printable, type Terminal, type TerminalRun } from '../terminal';

interface ListOptions extends CommonOptions {
  readonly state?: JobState;
  readonly limit: number;
}

interface SeveralOptions extends CommonOptions {
  readonly all?: boolean;
}

interface RunOptions extends CommonOptions {
  readonly wait?: boolean;
}

/** How a state is called. */
const STATE_NAMES: Readonly<Record<JobState, string>> = {
  running: 'running',
  queued: 'queued',
  review: 'waiting for review',
  failed: 'failed',
  interrupted: 'interrupted',
  done: 'done',
  cancelled: 'cancelled',
};

/** A command that works on the jobs of a wiki. */
function withJobs(
  context: CommandContext,
  options: CommonOptions,
  work: (jobs: WikiJobs, run: TerminalRun, workbench: Workbench) => Promise<ExitStatus>,
  model?: Parameters<typeof withWorkbench>[3],
): Promise<ExitStatus> {
  return withWorkbench(
    context,
    options,
    async (workbench, run) => {
      const jobs = await workbench.jobs();
      return jobs === null ? EXIT.usage : work(jobs, run, workbench);
    },
    model,
  );
}

/** `living-wiki jobs list` */
function listJobs(context: CommandContext, options: ListOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withJobs(context, options, async (jobs, run) => {
    const overview = await jobs.overview(options.limit, run);
    run.hideProgress();
    const states = options.state === undefined ? JOB_STATES : [options.state];
    if (options.json === true) {
      const listed = states.flatMap((state) => overview.jobs[state].map(toJson));
      printJson(terminal, { counts: overview.counts, pause: pauseJson(overview.pause), jobs: listed });
    } else printOverview(terminal, overview, states);
    return EXIT.done;
  });
}

/** `living-wiki jobs show ID` */
function showJob(context: CommandContext, id: string, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withJobs(context, options, async (jobs, run) => {
    const job = await jobs.find(id);
    run.hideProgress();
    if (options.json === true) printJson(terminal, toJson(job));
    else printDetails(terminal, job);
    return EXIT.done;
  });
}

function namesNone({ terminal }: CommandContext): Promise<ExitStatus> {
  terminal.err('Name the jobs by their ids, or add --all. To see the ids: living-wiki jobs list\n');
  return Promise.resolve(EXIT.usage);
}

/** `living-wiki jobs retry [ID…]` */
function retryJobs(context: CommandContext, ids: readonly string[], options: SeveralOptions): Promise<ExitStatus> {
  const { terminal } = context;
  if (ids.length === 0 && options.all !== true) return namesNone(context);
  return withJobs(context, options, async (jobs, run) => {
    const some: Job[] = [];
    for (const id of ids) some.push(await jobs.retry(id, run));
    const count = some.length + (options.all === true ? await jobs.retryAll(run) : 0);
    run.hideProgress();
    if (options.json === true) printJson(terminal, { retried: count, jobs: some.map(toJson) });
    else {
      terminal.out(count === 0 ? 'No job failed or was interrupted.\n' : `${plural(count, 'job')} queued again.\n`);
      if (count > 0) terminal.out(`Run: ${painter(terminal).bold('living-wiki jobs run')}\n`);
    }
    return EXIT.done;
  });
}

/** `living-wiki jobs cancel [ID…]` */
function cancelJobs(context: CommandContext, ids: readonly string[], options: SeveralOptions): Promise<ExitStatus> {
  const { terminal } = context;
  if (ids.length === 0 && options.all !== true) return namesNone(context);
  return withJobs(context, options, async (jobs, run) => {
    const queued = options.all === true ? (await jobs.overview(100_000, run)).jobs.queued.map(({ id }) => id) : [];
    const cancelled: Job[] = [];
    for (const id of [...ids, ...queued]) cancelled.push(await jobs.cancel(id, run));
    run.hideProgress();
    if (options.json === true) {
      printJson(terminal, { cancelled: cancelled.length, jobs: cancelled.map(toJson) });
      return EXIT.done;
    }
    const stopping = cancelled.filter(({ state }) => state === 'running').length;
    terminal.out(`${plural(cancelled.length - stopping, 'job')} cancelled.\n`);
    if (stopping > 0) terminal.out(`${plural(stopping, 'running job')} will stop at the next safe point.\n`);
    return EXIT.done;
  });
}

/** `living-wiki jobs clear [STATE…]` */
function clearJobs(context: CommandContext, states: readonly JobState[], options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withJobs(context, options, async (jobs, run) => {
    const cleared = await jobs.clear(states.length === 0 ? ['done', 'cancelled'] : states, run);
    run.hideProgress();
    if (options.json === true) printJson(terminal, { cleared });
    else terminal.out(`${plural(cleared, 'job')} removed from the list. Proposals and pages stay.\n`);
    return EXIT.done;
  });
}

/** `living-wiki jobs move ID PLACE` */
function moveJob(context: CommandContext, id: string, place: JobMove, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withJobs(context, options, async (jobs, run) => {
    const job = await jobs.move((await jobs.find(id)).id, place, run);
    run.hideProgress();
    if (options.json === true) printJson(terminal, toJson(job));
    else printOverview(terminal, await jobs.overview(20, run), ['queued']);
    return EXIT.done;
  });
}

/** `living-wiki jobs run` */
function runJobs(context: CommandContext, options: RunOptions): Promise<ExitStatus> {
  const { terminal } = context;
  const work = async (jobs: WikiJobs, run: TerminalRun): Promise<ExitStatus> => {
    const ended: Job[] = [];
    let [count, failures] = [0, 0];
    const off = jobs.onEnd((job) => {
      if (job.state === 'queued') return;
      count += 1;
      if (job.state === 'failed') failures += 1;
      run.hideProgress();
      // Only what is printed at the end is kept: a long queue must not fill the memory.
      if (options.json === true) ended.push(job);
      else printLine(terminal, job);
    });
    await jobs.resume();
    try {
      await jobs.drain(options.wait === true, run);
    } finally {
      off();
    }
    const { counts, pause } = await jobs.overview(0, run);
    run.hideProgress();
    const isWhole = pause === null && failures === 0;
    if (options.json === true) printJson(terminal, { jobs: ended.map(toJson), counts, pause: pauseJson(pause) });
    else {
      if (count === 0) terminal.out(counts.queued === 0 ? 'No job is queued.\n' : 'No job could be started.\n');
      if (pause !== null) printPause(terminal, pause);
      if (counts.queued > 0) terminal.out(`${plural(counts.queued, 'job')} still queued.\n`);
    }
    return isWhole ? EXIT.done : EXIT.findings;
  };
  return withJobs(context, options, work, selectModel(context, undefined));
}

function printOverview(terminal: Terminal, { counts, jobs, pause }: JobsOverview, states: readonly JobState[]): void {
  const paint = painter(terminal);
  if (pause !== null) printPause(terminal, pause);
  let isEmpty = true;
  for (const state of states) {
    if (counts[state] === 0) continue;
    isEmpty = false;
    terminal.out(`${paint.bold(STATE_NAMES[state])} ${paint.dim(String(counts[state]))}\n`);
    for (const job of jobs[state]) printLine(terminal, job);
    const more = counts[state] - jobs[state].length;
    if (more > 0) terminal.out(paint.dim(`  and ${more} more\n`));
  }
  if (isEmpty) terminal.out('No jobs.\n');
}

function printLine(terminal: Terminal, job: Job): void {
  const paint = painter(terminal);
  const what = describeOutcome(job);
  const line = `  ${paint.cyan(job.id)}  ${printable(job.title)}`;
  terminal.out(`${line}${what === '' ? '' : `  ${paint.dim(printable(what))}`}\n`);
}

/** What there is to know about a job beside its title, in a few words. */
function describeOutcome({ state, failure, proposal, note, progress, isOwn, isCancelRequested }: Job): string {
  const cost = progress?.cost ?? '';
  const also = (text: string): string => [text, cost].filter((part) => part !== '').join('  ');
  if (failure !== null) return also(`${failure.message} ${failure.remedy ?? ''}`.trim());
  if (state === 'interrupted') return also('the program ended while it ran; retry it');
  if (state === 'queued') return isOwn ? '' : 'queued by another program or device; retry it to run it here';
  if (state === 'running') return also(isCancelRequested ? 'stopping' : (progress?.detail ?? progress?.stage ?? ''));
  return also(proposal === null ? (note ?? '') : `proposal ${proposal}`);
}

function printDetails(terminal: Terminal, job: Job): void {
  const paint = painter(terminal);
  const line = (name: string, text: string): void => {
    if (text !== '') terminal.out(`${paint.dim(name.padEnd(10))} ${printable(text)}\n`);
  };
  const time = (at: number | null): string => (at === null ? '' : isoTime(at));
  terminal.out(`${paint.bold(printable(job.title))}  ${paint.cyan(job.id)}\n`);
  line('kind', job.kind);
  line('state', STATE_NAMES[job.state]);
  line('queued', time(job.createdAt));
  line('started', job.attempts > 1 ? `${time(job.startedAt)}, try ${job.attempts}` : time(job.startedAt));
  line('ended', time(job.endedAt));
  line('program', job.lease === null ? '' : `${job.lease.owner.name} ${job.lease.owner.process ?? ''}`.trim());
  line('progress', job.state === 'running' ? (job.progress?.detail ?? job.progress?.stage ?? '') : '');
  line('cost', job.progress?.cost ?? '');
  line('proposal', job.proposal ?? '');
  line('note', job.note ?? '');
  if (job.failure === null) return;
  line('failed', job.failure.message);
  line('to do', job.failure.remedy ?? '');
  line('code', job.failure.code);
}

function printPause(terminal: Terminal, { message, until, reason }: QueuePause): void {
  const when = until === null ? 'Continue: living-wiki jobs run' : `Continues at ${isoTime(until)}.`;
  const what = reason === 'user' ? message : `The queue waits. ${message}`;
  terminal.err(`${painter(terminal).yellow('!')} ${printable(`${what} ${when}`)}\n`);
}

function pauseJson(pause: QueuePause | null): object | null {
  if (pause === null) return null;
  const { reason, message, until } = pause;
  return { reason, message, until: until === null ? null : isoTime(until) };
}

function toJson({ id, kind, title, state, attempts, failure, note, proposal, progress, ...job }: Job): object {
  const time = (at: number | null): string | null => (at === null ? null : isoTime(at));
  return {
    ...{ id, kind, title, state, attempts, failure, note, proposal },
    own: job.isOwn,
    queued: time(job.createdAt),
    started: time(job.startedAt),
    ended: time(job.endedAt),
    progress: progress && { stage: progress.stage, done: progress.done, total: progress.total },
    cost: progress?.cost ?? null,
  };
}

/** `jobs` */
export function declareJobs(program: Command, { context, execute }: CommandHost): void {
  const command = program.command('jobs');
  command.description('Show and manage the job queue');
  common(command.command('list', { isDefault: true }))
    .description('List running, waiting, failed and finished jobs')
    .addOption(new Option('--state <state>', 'only jobs in this state').choices(JOB_STATES))
    .option('--limit <count>', 'list at most this many jobs of each state', wholeNumber, 20)
    .action((options: ListOptions) => execute(listJobs(context, options)));
  common(command.command('show'))
    .description('Show a job and its result')
    .argument('<id>', 'the id of the job, or its first characters')
    .action((id: string, options: CommonOptions) => execute(showJob(context, id, options)));
  common(command.command('retry'))
    .description('Queue failed, interrupted or cancelled jobs again, and jobs of another program or device')
    .argument('[id...]', 'ids of jobs')
    .option('--all', 'every failed and interrupted job')
    .action((ids: string[], options: SeveralOptions) => execute(retryJobs(context, ids, options)));
  common(command.command('cancel'))
    .description('Cancel jobs; a running one stops at the next safe point')
    .argument('[id...]', 'ids of jobs')
    .option('--all', 'every queued job')
    .action((ids: string[], options: SeveralOptions) => execute(cancelJobs(context, ids, options)));
  common(command.command('clear'))
    .description('Remove jobs from the list (default: done and cancelled ones)')
    .addArgument(new Argument('[state...]', 'states').choices(JOB_STATES.filter((state) => state !== 'running')))
    .action((states: JobState[], options: CommonOptions) => execute(clearJobs(context, states, options)));
  common(command.command('move'))
    .description('Change the place of a queued job')
    .argument('<id>', 'the id of the job, or its first characters')
    .addArgument(new Argument('<place>', 'where to').choices(['first', 'up', 'down', 'last']))
    .action((id: string, place: JobMove, options: CommonOptions) => execute(moveJob(context, id, place, options)));
  common(command.command('run'))
    .description('Run queued jobs')
    .option('--wait', 'wait while the queue is paused for a limit or the network, until it is empty')
    .addHelpText('after', examples('living-wiki jobs', 'living-wiki jobs retry --all', 'living-wiki jobs run --wait'))
    .action((options: RunOptions) => execute(runJobs(context, options)));
}
