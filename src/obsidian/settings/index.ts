/**
 * settings: what a person chose, where it is kept, and the tab that shows it.
 *
 * Promises: what is stored is validated when it is read; what does not validate is kept under a key of its own and never
 * overwritten unread; no key is written into the vault.
 */
export { migrate, migrations } from './migrations';
export { isModelField, modelValue, withModelValue, type ModelField } from './model-fields';
export { parsePrices, printPrices } from './prices';
export { DEFAULT_SETTINGS, parseSettings, printSettings, SETTINGS_VERSION, type Settings } from './schema';
export { loadPreferences, savePreferences, SettingsStore, type Preferences, type SettingsFile } from './store';
