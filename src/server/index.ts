/**
 * server: the product for a team: wikis kept by a machine that does not sleep, over HTTP and MCP, with access that is checked.
 *
 * Promises: a caller learns nothing of a wiki that its token does not name; nothing that a token of agents can do writes a page;
 * what arrives is limited in size, time and number; logs and metrics hold no text of sources or pages and no key. When it is told to
 * stop, the running job ends or goes back to the queue.
 */
export { readServerConfig, type ServerConfig } from './config';
export { createLog } from './log';
export { openBackend } from './ports';
export { serve } from './serve';
export { ROLES, TokenFile, type Role } from './tokens';
export { Metrics } from './metrics';
export { runWorker } from './worker';
export { serveWorkerMetrics } from './worker-metrics';
export { runUntil } from './wiki-host';
