import { type App } from 'obsidian';
import { DEFAULT_SETTINGS, type Settings } from './types';

const APPROVED_KEY = 'living-wiki-approved';

/** What decides where texts are sent, with which key, and how much is spent; each value as text. */
type SendingSettings = Readonly<Record<string, string>>;

/**
 * The settings of `data.json` that send or spend. They lie in the vault, so whoever brings the vault chose them; this device
 * keeps what its own user chose, outside the vault, to compare.
 */
export function sendingSettings({
  model,
  secret,
  serverSecrets,
  curator,
  watchSources,
  proposeAutomatically,
}: Settings): SendingSettings {
  const { apiKey: _, ...rest } = model;
  // Settings without other servers are those that were agreed to before there were any.
  const servers = Object.keys(serverSecrets).length === 0 ? {} : { serverSecrets };
  const all = { ...rest, secret, ...servers, curator, automatic: watchSources && proposeAutomatically };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, canonical(value)]));
}

/** Whether this device's user chose these settings, or agreed to them. Without a server nothing is sent. */
export function isApproved(app: App, settings: Settings): boolean {
  const { provider, baseUrl, endpoints = [] } = settings.model;
  if (provider === undefined && baseUrl === undefined && endpoints.length === 0) return true;
  return changedNames(loadApproved(app), sendingSettings(settings)).length === 0;
}

/** Remembers that the user of this device agreed to the settings as they are. */
export function approve(app: App, settings: Settings): void {
  app.saveLocalStorage(APPROVED_KEY, sendingSettings(settings));
}

/** Remembers what the user of this device changed, and nothing that the vault brought. */
export function approveChange(app: App, before: Settings, after: Settings): void {
  const [old, now] = [sendingSettings(before), sendingSettings(after)];
  const changed = changedNames(old, now);
  if (changed.length === 0) return;
  const approved = new Map(Object.entries(loadApproved(app)));
  for (const name of changed) {
    const value = now[name];
    if (value === undefined) approved.delete(name);
    else approved.set(name, value);
  }
  app.saveLocalStorage(APPROVED_KEY, Object.fromEntries(approved));
}

function loadApproved(app: App): SendingSettings {
  const stored: unknown = app.loadLocalStorage(APPROVED_KEY);
  if (typeof stored !== 'object' || stored === null) return sendingSettings(DEFAULT_SETTINGS);
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function changedNames(a: SendingSettings, b: SendingSettings): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]);
}

/** JSON in which the order of keys does not count. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
