import path from 'node:path';
import { FileBackend, type Backend } from './backend';
import { FolderCheckout, type Checkout } from './checkout';
import { type NodeEnvironment } from '../node';
import { type ServerConfig } from './config';
import { type WikiConfig } from './config-wikis';
import { createDeviceMemory, createNodeLock, nodeRandom, version } from '../node';
import { GitCheckout, type GitCheckoutOptions, type GitRemote } from './git';
import { openWikiState, type WikiState } from './state/wiki-state';
import { type ServerLog } from './log';
import { type Run } from '../workbench';
import { WikiError } from '../base';
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
  readonly environment: NodeEnvironment;
  readonly backend: Backend;
  readonly log: ServerLog;
  /** How long it waits for a repository. */
  readonly run: Run;
}

/** The files of a wiki on this machine. */
interface OpenedCheckout {
  readonly checkout: Checkout;
  /** How its state follows that of other folders; `null` where all programs share this one. */
  readonly state: WikiState | null;
}

/**
 * The files of a wiki on this machine, as the configuration says.
 * @throws WikiError what {@link Backend.join}, {@link GitCheckout.open} and {@link StateInStep.look} throw
 */
export async function openCheckout(
  config: ServerConfig,
  wiki: WikiConfig,
  deps: CheckoutDeps,
): Promise<OpenedCheckout> {
  const { name, source } = wiki;
  const { backend, run } = deps;
  if (source.kind === 'remote') return openRemote(config, wiki, source.remote, deps);
  const checkout = await FolderCheckout.open(source.folder, source.vault);
  try {
    await backend.join({ name, folder: checkout.location.folder, isInGit: false, signingKey: null }, run);
  } catch (error) {
    await checkout.close();
    throw error;
  }
  return { checkout, state: null };
}

async function openRemote(
  { data, signingKey }: ServerConfig,
  { name, review }: WikiConfig,
  remote: GitRemote,
  { environment, backend, log, run }: CheckoutDeps,
): Promise<OpenedCheckout> {
  const clone = path.join(data, 'clones', name);
  const folder = path.join(clone, 'wiki');
  const way = await backend.join({ name, folder, isInGit: true, signingKey }, run);
  const store = signingKey === null ? null : backend.state(name);
  const notice = (code: string, file: string | null): void => log.warn({ wiki: name, code, file }, 'notice');
  const isOwn = way === 'own';
  const opened: { checkout?: GitCheckout } = {};
  const reach = async (commit: string, within: Run): Promise<boolean> =>
    (await opened.checkout?.reach(commit, within)) ?? false;
  const state =
    store === null || signingKey === null
      ? null
      : openWikiState({
          ...{ store, folder, signingKey, notice },
          device: createDeviceMemory(environment, folder),
          pages: isOwn ? { reach } : null,
        });
  const usual = (wiki: string) => backend.lock({ name, folder: wiki }) ?? createNodeLock(wiki);
  const options: GitCheckoutOptions = {
    ...{ remote, folder: clone, isReviewedOnBranches: review === 'branch', isFollowing: isOwn, notice },
    clock: environment.clock,
    onHidden: (proposal, why) => log.warn({ wiki: name, proposal, why }, 'a proposal has no branch'),
    // A folder that only follows is changed by nobody else.
    lock: (wiki) => (isOwn ? createNodeLock(wiki) : (state?.inStep.lock() ?? usual(wiki))),
    ...(state !== null && { onPushed: state.onPushed }),
  };
  const checkout = (opened.checkout = await GitCheckout.open(options, run));
  try {
    await state?.inStep.look(run);
    if (isOwn && state?.device?.approvals() === null) throw notHandedOver(name);
  } catch (error) {
    await checkout.close();
    throw error;
  }
  return { checkout, state };
}

function notHandedOver(name: string): WikiError {
  return new WikiError(
    'living-wiki:wiki_behind',
    `The server has not handed over the state of the wiki "${name}" to workers with folders of their own yet.`,
    { remedy: 'Check that the server runs with the same "signing-key". The worker tries again by itself.' },
  );
}
