import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeTimer, type NodeEnvironment } from '../node';
import { type WikiError, type ModelHost } from '../workbench';
import { type Backend } from './backend';
import { type ServerConfig } from './config';
import { createApp } from './http/app';
import { listenOn } from './http/base-app';
import { readPageFiles } from './http/page';
import { failureFields, type ServerLog } from './log';
import { Metrics } from './metrics';
import { openBackend, openCheckout } from './ports';
import { openTokens } from './tokens';
import { ReadPriority } from './read-priority';
import { ConcurrencyLimit } from './concurrency-limit';
import { runUntil, WikiHost } from './wiki-host';

interface ServeDeps {
  readonly environment: NodeEnvironment;
  readonly log: ServerLog;
  /** Aborts when the server is told to stop. */
  readonly signal: AbortSignal;
  /** Called once requests are answered. */
  readonly onReady: (address: string) => void;
}

/**
 * Serves wikis until it is told to stop. Then it starts nothing more; what runs has `stop-within` to end, and else goes back to the queue.
 * @throws WikiError `living-wiki:server_open` for a public address without tokens, `living-wiki:server_address_taken`, what opening a wiki throws
 */
export async function serve(config: ServerConfig, deps: ServeDeps): Promise<void> {
  const { environment, log, signal, onReady } = deps;
  const tokens = openTokens(config, environment.clock);
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  const stopped = new AbortController();
  const metrics = new Metrics();
  const outdated: { error?: WikiError } = {};
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const backend = await openBackend(config, {
    kind: 'server',
    onOutdated: (error) => {
      outdated.error ??= error;
      stop();
    },
    run: runUntil(signal),
  });
  const wikis = new Map<string, WikiHost>();
  try {
    const model = modelHostOf(config, backend, metrics);
    const answers = new ConcurrencyLimit(config.limits.answers);
    const readPriority = new ReadPriority();
    for (const wiki of config.wikis) {
      const host = await WikiHost.open(wiki, {
        ...{ environment, backend, model, log, answers, readPriority, limits: config.limits },
        ...(await openCheckout(config, wiki, { environment, backend, log, run: runUntil(signal) })),
        figures: metrics.figuresOf(wiki.name),
        stopping: stopping.signal,
        stopped: stopped.signal,
      });
      wikis.set(wiki.name, host);
    }
    const app = await createApp({
      ...{ config, wikis, tokens, metrics, log, readPriority, page: readPageFiles(PAGE) },
      now: () => environment.clock.now(),
      check: () => backend.check(),
      stopping: stopping.signal,
      stopped: stopped.signal,
    });
    const address = await listenOn(app, config);
    onReady(address);
    log.info({ wikis: wikis.size, tokens: tokens.count, jobs: config.doesJobs }, 'ready');
    const work = [...wikis.values()].map((wiki) => wiki.work(config.doesJobs));
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
    log.info({ seconds: config.stopWithin / 1000 }, 'stopping');
    await finishWithin(config.stopWithin, Promise.all([...work, app.close()]), stopped);
    app.server.closeAllConnections();
  } finally {
    stopped.abort();
    await closeAll(wikis.values(), log);
    await backend.close();
    signal.removeEventListener('abort', stop);
  }
  log.info({}, 'stopped');
  if (outdated.error !== undefined) throw outdated.error;
}

/** The build puts the page beside the program. */
const PAGE = path.join(path.dirname(fileURLToPath(import.meta.url)), 'review');

async function closeAll(wikis: Iterable<WikiHost>, log: ServerLog): Promise<void> {
  for (const wiki of wikis) {
    await wiki.close().catch((error: unknown) => {
      log.warn({ wiki: wiki.name, ...failureFields(error) }, 'not closed');
    });
  }
}

/** Waits for what runs; when its time is over, stops it and waits for it to have gone back to the queue. */
async function finishWithin(milliseconds: number, work: Promise<unknown>, stopped: AbortController): Promise<void> {
  const isDone = new AbortController();
  const done = work.finally(() => isDone.abort());
  await Promise.race([done, nodeTimer.sleep(milliseconds, isDone.signal)]);
  stopped.abort();
  await Promise.race([done, nodeTimer.sleep(LAST_MOMENT, isDone.signal)]);
}

/** What was stopped must still write down that it was. Milliseconds. */
const LAST_MOMENT = 5_000;

function modelHostOf({ models }: ServerConfig, { usage }: Backend, metrics: Metrics): ModelHost | undefined {
  if (models === null) return undefined;
  return {
    settings: models,
    fetch: (input, init) => fetch(input, init),
    timer: nodeTimer,
    usageLog: metrics.counting(usage),
  };
}
