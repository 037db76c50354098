import { unsealed, withSeal } from '../../vault';
import { type DeviceMemory } from '../../workbench';
import { type StateNote } from './shared-state';

/** Under which the approvals are in the table, beside the files. */
const NAME = 'approvals';

/** What a program keeps outside the wiki, and what of it is shared. */
interface SharedDevice {
  readonly device: DeviceMemory | undefined;
  readonly note: StateNote;
}

/** The device of the server, which signs with the key of the configuration and tells the others what was approved on it. */
export function serverDevice(own: DeviceMemory | undefined, key: string): SharedDevice {
  const say = (): Uint8Array | null => {
    const approvals = own?.approvals() ?? null;
    return approvals === null ? null : new TextEncoder().encode(withSeal(NAME, approvals, key));
  };
  return { device: own && { ...own, secret: () => key }, note: { name: NAME, say } };
}

/**
 * The device of a worker with a folder of its own: what was approved on the server is approved on it, and nothing else. Whoever can write
 * to the database, and has not the key, approves nothing.
 */
export function workerDevice(key: string): SharedDevice {
  const heard: { approvals: string | null } = { approvals: null };
  const hear = (content: Uint8Array | null): void => {
    heard.approvals = content === null ? null : unsealed(NAME, new TextDecoder().decode(content), key);
  };
  return {
    device: {
      secret: () => key,
      knowsWiki: () => true,
      rememberWiki: () => undefined,
      knowsConfirmations: () => false,
      approvals: () => heard.approvals,
      saveApprovals: () => false,
      person: () => '',
    },
    note: { name: NAME, hear },
  };
}
