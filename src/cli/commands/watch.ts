import { type Command } from 'commander';
import { isWikiError, throwIfCancelled, type Run } from '../../base';
import { type IngestRequest, type IngestResult, type JobTimer, type Workbench } from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { nodeTimer, watchFolder } from '../../node';
import { ScheduledWork } from '../scheduled-work';
import { common, examples, type CommandHost } from '../options';
import { selectModel } from '../select-model';
import { painter, printable, printablePath, type Terminal } from '../terminal';

/** How long the folder must be quiet, because a large file is copied in pieces. Milliseconds. */
const QUIET = 1500;
/** Milliseconds; a timer cannot wait longer. */
const LONGEST_WAIT = 2_000_000_000;

/** `living-wiki watch` */
function watch(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  const { terminal, signal } = context;
  const work = async (workbench: Workbench, run: Run, folder: string): Promise<ExitStatus> => {
    const changes = new Changes(folder, context);
    const queue = await ScheduledWork.start(context, workbench);
    try {
      terminal.err('Watching for new sources. Stop with Ctrl-C.\n');
      await propose(terminal, workbench, {}, run);
      for (;;) {
        await changes.wait(await queue.run(run));
        throwIfCancelled(run);
        const paths = changes.take();
        await workbench.refresh(paths, run);
        // Only what arrived: a source that failed before must not be paid for again and again.
        const sources = paths.filter((path) => workbench.snapshot.sources.has(path));
        if (sources.length > 0) await propose(terminal, workbench, { sources, isNamed: false }, run);
      }
    } catch (error) {
      if (!signal.aborted || !isWikiError(error) || error.code !== 'living-wiki:cancelled') throw error;
      terminal.err('Stopped. Queued jobs continue at the next start.\n');
      return EXIT.done;
    } finally {
      changes.stop();
    }
  };
  return withWorkbench(
    context,
    options,
    (workbench, run, { folder }) => work(workbench, run, folder),
    selectModel(context, undefined),
  );
}

/** A failure, such as a wiki that another program is writing, does not end the watch. */
async function propose(terminal: Terminal, workbench: Workbench, request: IngestRequest, run: Run): Promise<void> {
  try {
    printNew(terminal, await workbench.ingest(request, run));
  } catch (error) {
    throwIfCancelled(run);
    // A person has to look at the rules for the model; until then every source would be refused.
    if (!isWikiError(error) || error.code === 'living-wiki:rules_not_approved') throw error;
    terminal.err(`${painter(terminal).red('✗')} ${printable(error.message)}\n`);
  }
}

/** What changed in a folder since it was last asked for. */
class Changes {
  readonly #paths = new Set<string>();
  readonly #signal: AbortSignal;
  readonly #timer: JobTimer;
  readonly #stop: () => void;
  #wake = new AbortController();

  constructor(folder: string, { signal, jobTimer = nodeTimer }: CommandContext) {
    this.#signal = signal;
    this.#timer = jobTimer;
    this.#stop = watchFolder(folder, (event) => {
      // What this program and others note while they work is no news.
      if (event.path.startsWith('.')) return;
      this.#paths.add(event.path);
      if (event.kind === 'renamed') this.#paths.add(event.from);
      this.#wake.abort();
    });
  }

  take(): readonly string[] {
    const paths = [...this.#paths];
    this.#paths.clear();
    return paths;
  }

  /** Waits for a change, and then until nothing has changed for a while. @param most at most so long, in milliseconds */
  async wait(most: number): Promise<void> {
    let delay = this.#paths.size > 0 ? QUIET : Math.min(most, LONGEST_WAIT);
    for (;;) {
      this.#wake = new AbortController();
      const either = AbortSignal.any([this.#signal, this.#wake.signal]);
      await this.#timer.sleep(delay, either);
      if (this.#signal.aborted || !this.#wake.signal.aborted) return;
      delay = QUIET;
    }
  }

  stop(): void {
    this.#stop();
  }
}

function printNew(terminal: Terminal, { proposals, failed }: IngestResult): void {
  const paint = painter(terminal);
  for (const { id, source } of proposals)
    terminal.out(`${paint.green('+')} ${printablePath(source)}  proposal ${paint.cyan(id)}\n`);
  for (const { path, message } of failed)
    terminal.err(`${paint.red('✗')} ${printablePath(path)}  ${printable(message)}\n`);
}

/** `watch` */
export function declareWatch(program: Command, { context, execute }: CommandHost): void {
  common(program.command('watch'))
    .description('Propose changes for each new source, and run scheduled skills, until you stop it')
    .addHelpText('after', examples('living-wiki watch'))
    .action((options: CommonOptions) => execute(watch(context, options)));
}
