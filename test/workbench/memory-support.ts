import { type Vault } from '../../src/vault';
import { NO_MODEL_SETTINGS, type ConversationInput, type MemoryHost } from '../../src/workbench';
import { countingRandom } from '../model/support';
import { noLock } from '../vault/support/transaction';

/** The day of the tests of a memory. */
export const NOW = Date.parse('2026-06-20T12:00:00Z');

/** A conversation as a host hands it over. */
export function conversation(path: string, text: string, more: Partial<ConversationInput> = {}): ConversationInput {
  return {
    path,
    changedAt: NOW - 3_600_000,
    isKept: false,
    async *chunks() {
      yield new TextEncoder().encode(text);
    },
    ...more,
  };
}

/** What a host gives to a memory in `vault`, with the model at `address`; `null` for none. Short waits pass at once. */
export function memoryHost(vault: Vault, address: string | null, more: Partial<MemoryHost> = {}): MemoryHost {
  const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    ms < 60_000
      ? Promise.resolve()
      : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  return {
    vault,
    // A crashed program would hold the lock for a while.
    lock: noLock,
    clock: { now: () => NOW },
    random: countingRandom(),
    identify: () => Promise.resolve(null),
    trash: (path) => Promise.resolve(`.trash/${path}`),
    ...(address !== null && {
      model: { settings: { ...NO_MODEL_SETTINGS, baseUrl: address, model: 'small' }, fetch, timer: { sleep } },
    }),
    ...more,
  };
}

/** A device that keeps nothing but its secret: recovery finishes its own journal, and takes another's for somebody else's. */
export const deviceWithSecret = {
  secret: () => 'a'.repeat(64),
  knowsWiki: () => true,
  rememberWiki: () => undefined,
  knowsConfirmations: () => true,
  approvals: () => null,
  saveApprovals: () => false,
  person: () => '',
};
