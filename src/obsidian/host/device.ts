import { type App } from 'obsidian';
import { type DeviceMemory } from '../../workbench';
import { appRandom } from './time';

const SECRET = 'living-wiki-journal-key';
const KNOWN = 'living-wiki-known';
const CONFIRMED = 'living-wiki-confirmed';
const APPROVALS = 'living-wiki-approvals';
const PERSON = 'living-wiki-person';

/**
 * What this device keeps for the vault in the app's local storage: the secret that signs journals, which wikis were
 * opened here, and what was approved of each.
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
    approvals: () => approvalsOf(app)[root] ?? null,
    saveApprovals: (text) => {
      app.saveLocalStorage(APPROVALS, { ...approvalsOf(app), [root]: text });
      return true;
    },
    person: () => personOf(app),
  };
}

/** By the root of the wiki. */
function approvalsOf(app: App): Readonly<Record<string, string>> {
  const stored: unknown = app.loadLocalStorage(APPROVALS);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((each): each is [string, string] => typeof each[1] === 'string'),
  );
}

/** The name with which this device approves; `''` until somebody enters one. */
export function personOf(app: App): string {
  const stored: unknown = app.loadLocalStorage(PERSON);
  return typeof stored === 'string' ? stored : '';
}

export function savePerson(app: App, name: string): void {
  app.saveLocalStorage(PERSON, name.trim().slice(0, 100));
}
