import { type Run } from '../../base';
import { createNodeLock } from '../../node';
import { type DeviceMemory } from '../../workbench';
import { type StateStore } from '../backend';
import { SharedState } from './shared-state';
import { serverDevice, workerDevice } from './state-device';
import { StateFolder } from './state-folder';
import { StateInStep, type FollowedPages } from './state-in-step';
import { type PushedState } from './types';

interface WikiStateOptions {
  readonly store: StateStore;
  /** Of the wiki, on this machine. */
  readonly folder: string;
  readonly signingKey: string;
  /** What this machine keeps outside the wiki. */
  readonly device: DeviceMemory | undefined;
  /** Of a folder that only follows; `null` for that of the server. */
  readonly pages: FollowedPages | null;
  readonly notice: (code: string, path: string) => void;
}

/** How the state of one wiki in a folder of this machine follows that of other folders. */
export interface WikiState {
  readonly inStep: StateInStep;
  readonly device: DeviceMemory | undefined;
  /** Whether the folder only follows: its program proposes, and writes no page. */
  readonly isFollowing: boolean;
  /** Notes how far the repository holds what this server did. */
  readonly onPushed: (pushed: PushedState, run: Run) => Promise<void>;
}

export function openWikiState(options: WikiStateOptions): WikiState {
  const { store, folder, signingKey, pages, notice } = options;
  const isFollowing = pages !== null;
  const { device, note } = isFollowing ? workerDevice(signingKey) : serverDevice(options.device, signingKey);
  // A worker that shares the folder may have another home, in which other rules were approved.
  const { say, ...silent } = note;
  const shared = new SharedState({
    ...{ table: store.table, isServers: !isFollowing },
    note: say !== undefined && store.isOfServer ? { ...silent, say } : silent,
    folder: new StateFolder(folder, (path) => notice('living-wiki:state_too_large', path)),
    setAside: (path) => notice('living-wiki:state_unseen', path),
  });
  const inStep = new StateInStep({
    ...{ table: store.table, shared, pages },
    wikiLock: () => store.lock(),
    folderLock: (timeout) => createNodeLock(folder, timeout === undefined ? {} : { timeout }),
  });
  return { inStep, device, isFollowing, onPushed: (pushed, run) => store.notePushed(pushed, run) };
}
