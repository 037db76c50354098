import { type App } from 'obsidian';
import { createVaultLock, type LockOwner, type Vault, type WriteLock } from '../../vault';
import { appClock, appRandom } from './time';

const DEVICE = 'living-wiki-device';

/** An id of this device for this vault, in the app's local storage, which is not synced. */
function deviceId(app: App): string {
  const known: unknown = app.loadLocalStorage(DEVICE);
  if (typeof known === 'string' && known !== '') return known;
  const id = appRandom.id(12);
  app.saveLocalStorage(DEVICE, id);
  return id;
}

/** The app on this device, as others see it in locks and jobs. */
export function appOwner(app: App): LockOwner {
  // The time when the page was loaded, which stays the same when the plugin is turned off and on.
  return { name: 'Obsidian', host: deviceId(app), process: Math.floor(window.performance.timeOrigin) };
}

/** Whether it is known that a program has ended: an earlier session of this device, because a vault is open only once on it. */
export function isEarlierSession(app: App, { host, process }: LockOwner): boolean {
  const own = appOwner(app);
  return host === own.host && process !== own.process;
}

/**
 * A lock of a wiki in the app. What an earlier session of this device left behind is taken over at once.
 * @param wiki the wiki's folder as a vault of its own @param folder of the lock's files; that of the write lock by default
 */
export function createAppLock(app: App, wiki: Vault, folder?: string): WriteLock {
  return createVaultLock(wiki, {
    clock: appClock,
    random: appRandom,
    owner: appOwner(app),
    sleep: (ms) => new Promise((resolve) => void window.setTimeout(resolve, ms)),
    isDead: (owner) => isEarlierSession(app, owner),
    ...(folder !== undefined && { folder }),
    keepAlive: (beat, every) => {
      const timer = window.setInterval(() => void beat(), every);
      return () => window.clearInterval(timer);
    },
  });
}
