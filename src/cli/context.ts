import { isWikiError, type Clock, type JobHost, type ModelHost, type Workbench } from '../workbench';
import {
  loadModelConfig,
  locateWiki,
  nodeRandom,
  nodeTimer,
  openWiki,
  type CommandEnvironment,
  type WikiLocation,
  type WikiPorts,
} from '../node';
import { printUrgentNotices } from './print';
import { terminalRun, type Terminal, type TerminalRun } from './terminal';

/** What every command is given. */
export interface CommandContext extends CommandEnvironment {
  readonly terminal: Terminal;
  readonly cwd: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Reads standard input to its end. */
  readonly readStdin?: () => Promise<string>;
  /** Sets a handler that is called on Ctrl-C. It returns whether it has dealt with it. */
  readonly onInterrupt?: (handler: () => boolean) => void;
  /** How long a command waits for another program that is writing. Milliseconds; 15,000 when absent. */
  readonly lockTimeout?: number;
  /** How the queue waits; by real time when absent. */
  readonly jobTimer?: JobHost['timer'];
  /** Standard input line by line, as it comes. */
  readonly inputLines?: () => AsyncIterable<string>;
}

/** Options that every command takes. */
export interface CommonOptions {
  readonly wiki?: string;
  readonly vault?: string;
  readonly json?: boolean;
}

/**
 * Opens the wiki that the options name, does `work`, and always closes it.
 * @param model the model that the work may use; without one, it does not use the network
 * @param embeddings ranks by meaning, if its settings name an embedding model
 */
export async function withWorkbench<T>(
  context: CommandContext,
  options: CommonOptions,
  work: (workbench: Workbench, run: TerminalRun, located: WikiLocation) => Promise<T>,
  model?: ModelHost,
  embeddings = model,
): Promise<T> {
  const located = await locateWiki({ cwd: context.cwd, wiki: options.wiki, vault: options.vault });
  const run = terminalRun(context.terminal, context.signal, options.json === true);
  try {
    const ports: WikiPorts = {
      ...{ model, embeddings },
      lockTimeout: context.lockTimeout,
      jobs: { timer: context.jobTimer ?? nodeTimer, ...parallelOf(context) },
    };
    const workbench = await openWiki(context, located, ports, run);
    try {
      printUrgentNotices(context.terminal, workbench.openingNotices);
      return await work(workbench, run, located);
    } finally {
      await workbench.close();
    }
  } finally {
    run.hideProgress();
  }
}

/** How many programs may run jobs at the same time. Settings that cannot be read are reported where they matter more. */
function parallelOf(context: CommandContext): Pick<JobHost, 'parallel'> {
  try {
    const { parallel } = loadModelConfig(context, nodeRandom).settings;
    return parallel === undefined ? {} : { parallel };
  } catch (error) {
    if (isWikiError(error)) return {};
    throw error;
  }
}
