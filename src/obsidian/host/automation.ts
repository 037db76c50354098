import { type App } from 'obsidian';
import { NO_AUTOMATION, readAutomation, type AutomationSettings } from '../../workbench';

const KEY = 'living-wiki-automation';

/**
 * What runs and writes by itself in a wiki, on this device. It is kept in the app's local storage, so that a vault that comes from
 * somebody else, or through sync, brings none along.
 * @param root the wiki's folder in the vault
 */
export function automationOf(app: App, root: string): AutomationSettings {
  return readAutomation(stored(app)[root]) ?? NO_AUTOMATION;
}

export function saveAutomation(app: App, root: string, settings: AutomationSettings): void {
  app.saveLocalStorage(KEY, { ...stored(app), [root]: settings });
}

function stored(app: App): Readonly<Record<string, unknown>> {
  const value: unknown = app.loadLocalStorage(KEY);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
