/**
 * settings-tab: everything that a person can choose, row by row, and a plain statement of what is sent where.
 *
 * Promises: a key goes to the app's secret storage and nowhere else; what cannot be used is said beside its row.
 */
export { SettingsTab } from './tab';
