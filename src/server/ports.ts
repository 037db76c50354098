import path from 'node:path';
import { FileBackend, type Backend } from './backend';
import { FolderCheckout, type Checkout } from './checkout';
import { type ServerConfig, type WikiConfig } from './config';
import { WikiError } from '../workbench';

/** Where the processes of a server keep what they share, as the configuration says. */
export function openBackend({ database, data }: ServerConfig): Promise<Backend> {
  if (database !== null) throw unavailable('a database');
  return Promise.resolve(new FileBackend(path.join(data, 'usage')));
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
