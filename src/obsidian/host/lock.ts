import { type App } from 'obsidian';
import { createVaultLock, type Vault, type WriteLock } from '../../vault';
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

/**
 * The write lock of a wiki in the app. A vault is open only once on a device, so a lock that an earlier session of this
 * device left behind is taken over at once.
 * @param wiki the wiki's folder as a vault of its own
 */
export function createAppLock(app: App, wiki: Vault): WriteLock {
  const host = deviceId(app);
  // The time when the page was loaded, which stays the same when the plugin is turned off and on.
  const session = Math.floor(window.performance.timeOrigin);
  return createVaultLock(wiki, {
    clock: appClock,
    random: appRandom,
    owner: { name: 'Obsidian', host, process: session },
    sleep: (ms) => new Promise((resolve) => void window.setTimeout(resolve, ms)),
    isDead: (owner) => owner.host === host && owner.process !== session,
    keepAlive: (beat, every) => {
      const timer = window.setInterval(() => void beat(), every);
      return () => window.clearInterval(timer);
    },
  });
}
