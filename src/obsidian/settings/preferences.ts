import { type App } from 'obsidian';
import { type Preferences } from './types';

const PREFERENCES_KEY = 'living-wiki-choices';

/** The stored preferences. What is not valid is replaced by its default. */
export function loadPreferences(app: App): Preferences {
  const stored: unknown = app.loadLocalStorage(PREFERENCES_KEY);
  const { diff, example, lenses, pagesOnly } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<
    string,
    unknown
  >;
  const entries = Object.entries(typeof lenses === 'object' && lenses !== null ? lenses : {});
  const names = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    diff: diff === 'split' ? 'split' : 'unified',
    lenses: Object.fromEntries(names),
    pagesOnly: pagesOnly === true,
    example: typeof example === 'string' ? example : '',
  };
}

export function savePreferences(app: App, preferences: Preferences): void {
  app.saveLocalStorage(PREFERENCES_KEY, preferences);
}
