/**
 * settings: the user's settings and preferences, their stored form and the fields of the settings tab.
 *
 * Promises: stored data is checked when it is read; data that is not valid is set aside and never overwritten unread; no
 * API key is written to the vault. `types`, `preferences` and `store` load nothing but themselves; import them directly
 * from code that runs when the plugin starts.
 */
export { migrate, migrations } from './migrations';
export { isModelField, modelValue, withModelValue, type ModelField } from './model-fields';
export { PRICE_PAGES, PRICES_KNOWN_AT, withKnownPrices } from './known-prices';
export { limitOn } from './past-limits';
export { parsePrices, printPrices } from './prices';
export { MAX_NUMBER, parseSettings, printSettings, SETTINGS_VERSION } from './schema';
export { serverForm, withoutServer, withServer, type ServerForm } from './servers';
export { SettingsStore, type SettingsFile } from './store';
export { DEFAULT_SETTINGS, USUAL_NUMBERS, type DayLimit, type Settings } from './types';
