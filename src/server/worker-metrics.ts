import { type NodeEnvironment } from '../node';
import { WikiError } from '../workbench';
import { readAddress, type ServerConfig } from './config';
import { addMetrics, createBaseApp, listenOn, withOperation } from './http/base-app';
import { type ServerLog } from './log';
import { type Metrics } from './metrics';
import { openTokens } from './tokens';

interface WorkerMetricsDeps {
  readonly config: ServerConfig;
  readonly metrics: Metrics;
  readonly environment: NodeEnvironment;
  readonly log: ServerLog;
}

/**
 * Answers `/health` and `/metrics` on an address of the worker's own, with the checks and the tokens of the server. Nothing else is there.
 * @returns how it stops
 * @throws WikiError `living-wiki:server_open` for a public address without tokens, `living-wiki:server_address_taken`
 */
export async function serveWorkerMetrics(address: string, deps: WorkerMetricsDeps): Promise<() => Promise<void>> {
  const { config, metrics, environment, log } = deps;
  const { clock } = environment;
  const listen = readAddress(address);
  if (listen === null) {
    throw new WikiError('living-wiki:server_config_invalid', 'This is not an address for metrics.', {
      remedy: 'Name one such as --metrics 127.0.0.1:4811.',
    });
  }
  const own = { ...config, listen };
  const app = await createBaseApp({
    ...{ config: own, metrics, log, tokens: openTokens(own, clock) },
    now: () => clock.now(),
  });
  app.get('/health', withOperation('health'), () => ({ status: 'ok' }));
  // The queues are the server's to tell.
  addMetrics(app, metrics, () => Promise.resolve());
  log.info({ at: await listenOn(app, own) }, 'metrics');
  return () => app.close();
}
