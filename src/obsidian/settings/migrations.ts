import { printSettings, SETTINGS_VERSION } from './schema';
import { DEFAULT_SETTINGS } from './types';

type Data = Record<string, unknown>;

/**
 * The step at index `n` turns data of version `n` into data of version `n + 1`. A released step never changes.
 */
export const migrations: readonly ((data: Data) => Data)[] = [
  // 0: before settings had versions. Missing fields get their defaults; the schema checks the rest.
  (data) => ({ ...printSettings(DEFAULT_SETTINGS), ...data, version: 1 }),
];

/**
 * Brings stored data to the current version.
 * @returns `null` for what is no object, or of a version that this release does not know
 */
export function migrate(data: unknown): Data | null {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  let current: Data = { ...data };
  const from = current.version ?? 0;
  if (typeof from !== 'number' || !Number.isInteger(from) || from < 0 || from > SETTINGS_VERSION) return null;
  for (const step of migrations.slice(from)) current = step(current);
  return current;
}
