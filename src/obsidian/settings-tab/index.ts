/**
 * settings-tab: all settings, row by row, and what is sent where.
 *
 * Promises: an API key goes to Obsidian's secret storage and nowhere else; a value that cannot be used is rejected beside its row.
 */
export { SettingsTab } from './settings-tab';
