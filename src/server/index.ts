/**
 * server: the product for a team: wikis kept by a machine that does not sleep, over HTTP and MCP, with access that is checked.
 *
 * Promises: a caller learns nothing of a wiki that its token does not name; nothing that a token of agents can do writes a page;
 * what arrives is limited in size, time and number; logs and metrics hold no text of sources or pages and no key. When it is told to
 * stop, the running job ends or goes back to the queue.
 */
export { FileBackend, type Backend, type WikiPlace } from './backend';
export { FolderCheckout, type Checkout, type WikiEvent } from './checkout';
export { isLoopback, readServerConfig, type ServerConfig, type ServerLimits } from './config';
export { type WikiConfig, type WikiSource } from './config-wikis';
export { createLog, type LogFields, type ServerLog } from './log';
export { openBackend, openCheckout, type BackendOptions } from './ports';
export { serve, type ServeDeps } from './serve';
export { ROLES, TokenFile, type Access, type Role, type StoredToken } from './tokens';
export { Metrics } from './metrics';
export { runWorker, type WorkerDeps } from './worker';
export { serveWorkerMetrics } from './worker-metrics';
export { runUntil, WikiHost, type WikiHostDeps } from './wiki-host';
