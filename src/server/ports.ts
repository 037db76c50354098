import path from 'node:path';
import { FileBackend, type Backend } from './backend';
import { FolderCheckout, type Checkout } from './checkout';
import { type ServerConfig } from './config';
import { type WikiConfig } from './config-wikis';
import { createNodeLock, nodeRandom, version } from '../node';
import { GitCheckout, type GitCheckoutOptions } from './git';
import { type ServerLog } from './log';
import { type WikiError, type Run } from '../workbench';
import { type Clock } from '../base';
import { PostgresBackend } from './postgres/backend';
import { type ProgramKind } from './postgres/programs';

interface BackendOptions {
  readonly kind: ProgramKind;
  /** Called when this program has to stop, because a server of another version uses the database. */
  readonly onOutdated: (error: WikiError) => void;
  /** How long it waits for the database. */
  readonly run: Run;
}

/**
 * Where the processes of a server keep what they share, as the configuration says.
 * @throws WikiError `living-wiki:database_unreachable`, `living-wiki:version_mismatch`, `living-wiki:database_newer`,
 *   `living-wiki:database_empty`
 */
export function openBackend({ database, data }: ServerConfig, options: BackendOptions): Promise<Backend> {
  if (database === null) return Promise.resolve(new FileBackend(path.join(data, 'usage')));
  const { run, ...asked } = options;
  return PostgresBackend.open(database, { ...asked, version: version(), random: nodeRandom }, run);
}

interface CheckoutDeps {
  readonly clock: Clock;
  readonly backend: Backend;
  readonly log: ServerLog;
  /** How long it waits for a repository. */
  readonly run: Run;
}

/** The files of a wiki on this machine, as the configuration says. @throws WikiError what {@link GitCheckout.open} throws */
export async function openCheckout(
  { data }: ServerConfig,
  { name, source, review }: WikiConfig,
  { clock, backend, log, run }: CheckoutDeps,
): Promise<Checkout> {
  if (source.kind === 'folder') return FolderCheckout.open(source.folder, source.vault);
  const options: GitCheckoutOptions = {
    remote: source.remote,
    folder: path.join(data, 'clones', name),
    isReviewedOnBranches: review === 'branch',
    clock,
    lock: (folder) => backend.lock({ name, folder }) ?? createNodeLock(folder),
    notice: (code, file) => log.warn({ wiki: name, code, file }, 'notice'),
  };
  return GitCheckout.open(options, run);
}
