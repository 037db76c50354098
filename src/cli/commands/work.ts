import { type Command } from 'commander';
import { WikiError } from '../../base';
import { createNodeModelHost } from '../../node';
import { type ServerConfig } from '../../server';
import { type ModelHost } from '../../workbench';
import { type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { withServer } from '../from-server';
import { examples, wholeNumber, type CommandHost } from '../options';

interface WorkOptions {
  readonly config: string;
  readonly jobs: number;
  readonly metrics?: string;
}

/** `living-wiki work` */
async function work(context: CommandContext, options: WorkOptions): Promise<ExitStatus> {
  // Loaded only here: no other command needs what it brings.
  const { createLog, Metrics, openBackend, readServerConfig, runUntil, runWorker, serveWorkerMetrics } =
    await import('../../server');
  const { env = {}, clock, terminal, signal } = context;
  const config = readServerConfig(options.config, env);
  if (config.database === null) throw withoutDatabase(config);
  const log = createLog(
    (line) => terminal.err(line),
    () => clock.now(),
  );
  const [stopping, stopped] = [new AbortController(), new AbortController()];
  const failure: { error?: WikiError } = {};
  const stop = (): void => {
    stopping.abort();
    setTimeout(() => stopped.abort(), config.stopWithin).unref();
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const backend = await openBackend(config, {
    kind: 'worker',
    onOutdated: (error) => {
      failure.error ??= error;
      stop();
    },
    run: runUntil(signal),
  });
  const metrics = new Metrics();
  let stopMetrics = async (): Promise<void> => Promise.resolve();
  try {
    if (options.metrics !== undefined)
      stopMetrics = await serveWorkerMetrics(options.metrics, { config, metrics, environment: context, log });
    log.info({ wikis: config.wikis.length, jobs: options.jobs }, 'working');
    const model = modelOf(context, config, metrics.counting(backend.usage));
    await runWorker({
      ...{ config, backend, model, log, metrics },
      environment: context,
      stopping: stopping.signal,
      stopped: stopped.signal,
      jobs: options.jobs,
    });
    log.info({}, 'stopped');
  } finally {
    await stopMetrics();
    await backend.close();
  }
  if (failure.error !== undefined) throw failure.error;
  return EXIT.done;
}

function modelOf(
  context: CommandContext,
  { models }: ServerConfig,
  usageLog: ModelHost['usageLog'],
): ModelHost | undefined {
  if (models === null) return undefined;
  return { ...createNodeModelHost(context, models), ...(usageLog && { usageLog }) };
}

function withoutDatabase({ file }: ServerConfig): WikiError {
  return new WikiError(
    'living-wiki:server_config_invalid',
    'Workers share a database with their server, and the configuration names none.',
    { path: file, remedy: 'Set "database" to a PostgreSQL address. Without one, the server does its jobs itself.' },
  );
}

/** `work` */
export function declareWork(program: Command, { context, execute }: CommandHost): void {
  program
    .command('work')
    .description('Run the jobs of a server, beside it or on another machine')
    .requiredOption('--config <file>', 'configuration of the server')
    .option('--jobs <count>', 'jobs at the same time, each of another wiki', wholeNumber, 1)
    .option('--metrics <address>', 'answer /metrics and /health there, with the tokens of the server')
    .addHelpText('after', examples('living-wiki work --config server.yaml'))
    .action((options: WorkOptions) => execute(withServer(() => work(context, options))));
}
