import { type App } from 'obsidian';
import { type DeviceMemory } from '../../workbench';
import { appRandom } from './time';

const SECRET = 'living-wiki-journal-key';
const KNOWN = 'living-wiki-known';
const CONFIRMED = 'living-wiki-confirmed';

/**
 * What this device keeps for the vault in the app's local storage: the secret that signs journals, and which wikis were
 * opened here.
 * @param root the wiki's folder in the vault
 */
export function createAppDevice(app: App, root: string): DeviceMemory {
  const rootsIn = (key: string): string[] => {
    const stored: unknown = app.loadLocalStorage(key);
    return Array.isArray(stored) ? stored.filter((each): each is string => typeof each === 'string') : [];
  };
  const knows = (key: string): boolean => rootsIn(key).includes(root);
  const remember = (key: string): void => {
    if (!knows(key)) app.saveLocalStorage(key, [...rootsIn(key), root]);
  };
  return {
    secret: () => {
      const stored: unknown = app.loadLocalStorage(SECRET);
      if (typeof stored === 'string' && stored.length >= 32) return stored;
      const secret = appRandom.id(48);
      app.saveLocalStorage(SECRET, secret);
      return secret;
    },
    knowsWiki: () => knows(KNOWN),
    rememberWiki: () => remember(KNOWN),
    knowsConfirmations: () => knows(CONFIRMED),
    rememberConfirmations: () => remember(CONFIRMED),
  };
}
