import { sendingSettings } from '../../src/obsidian/settings/approval';
import { type Settings } from '../../src/obsidian/settings/types';

/** The app's local storage where its user had agreed to these settings. */
export function approvedOnDevice(settings: Settings): Readonly<Record<string, unknown>> {
  return { 'living-wiki-approved': sendingSettings(settings) };
}
