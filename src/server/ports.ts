import path from 'node:path';
import { FileBackend, type Backend } from './backend';
import { FolderCheckout, type Checkout } from './checkout';
import { type ServerConfig, type WikiConfig } from './config';
import { nodeRandom, version } from '../node';
import { WikiError, type Run } from '../workbench';
import { PostgresBackend } from './postgres/backend';
import { type ProgramKind } from './postgres/programs';

export interface BackendOptions {
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

/** The files of a wiki on this machine, as the configuration says. */
export function openCheckout(_config: ServerConfig, { source }: WikiConfig): Promise<Checkout> {
  if (source.kind === 'remote') throw unavailable('a wiki in a git remote');
  return FolderCheckout.open(source.folder, source.vault);
}

function unavailable(what: string): WikiError {
  return new WikiError('living-wiki:server_unavailable', `This version cannot serve ${what}.`, {
    remedy: 'Remove it from the configuration of the server.',
  });
}
