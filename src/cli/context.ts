import {
  createSourceSearch,
  isWikiError,
  readDigest,
  Workbench,
  type Clock,
  type JobHost,
  type ModelHost,
} from '../workbench';
import { locateWiki, type WikiLocation } from './locate-wiki';
import { AutomationFile } from './automation-file';
import { createDeviceMemory } from './device';
import { printUrgentNotices } from './print';
import { createNodeLock, isOwnerGone, nodeOwner } from './node-lock';
import { loadModelConfig, nodeTimer, type CommandEnvironment } from './model-config';
import { nodeRandom } from './node-random';
import { createNodeVault } from './node-vault';
import { runHarvest } from './node-memory';
import { guessEncoding } from './encoding';
import { markupReader } from './markup';
import { nodePackHost } from './pack-scopes';
import { createNodePdfReader } from './pdf';
import { nodeUnitKeys } from './unit-keys';
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
  const device = createDeviceMemory(context, located.folder);
  const opened: { workbench?: Workbench } = {};
  try {
    const workbench = await Workbench.open(
      {
        vault: createNodeVault(located.vault),
        root: located.root,
        wiki: createNodeVault(located.folder),
        linksLeaveWiki: located.isObsidianVault && located.root !== '',
        clock: context.clock,
        random: nodeRandom,
        lock: createNodeLock(located.folder, lockTimesOf(context)),
        jobs: {
          owner: nodeOwner(),
          isDead: isOwnerGone,
          timer: context.jobTimer ?? nodeTimer,
          lock: createNodeLock(located.folder, { folder: '.wiki/jobs/lock' }),
          ...parallelOf(context),
        },
        automation: () => new AutomationFile(context, located.folder, nodeRandom).read(),
        memoryDigest: () => readDigest(createNodeVault(located.vault)),
        harvest: (job, within) =>
          runHarvest(context, { wiki: located.folder, workbench: wikiOf(opened), model }, job, within),
        sourceSearch: createSourceSearch,
        unitKeys: nodeUnitKeys(context),
        packs: nodePackHost(context, [located.folder, located.vault]),
        pdf: createNodePdfReader(),
        markup: markupReader,
        guessEncoding,
        ...(device && { device }),
        ...(model && { model }),
        ...(embeddings && { embeddings }),
      },
      run,
    );
    opened.workbench = workbench;
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

/** No job runs before the wiki is open. */
function wikiOf({ workbench }: { readonly workbench?: Workbench }): Workbench {
  if (workbench === undefined) throw new Error('a job ran before its wiki was open');
  return workbench;
}

function lockTimesOf({ lockTimeout }: CommandContext): { readonly timeout?: number } {
  return lockTimeout === undefined ? {} : { timeout: lockTimeout };
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
