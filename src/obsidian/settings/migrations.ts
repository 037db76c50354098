import { DEFAULT_SETTINGS, printSettings, SETTINGS_VERSION } from './schema';

type Data = Record<string, unknown>;

/**
 * The steps from each version to the next: the one at position `n` turns data of version `n` into data of version
 * `n + 1`. A step that was shipped is never changed.
 */
export const migrations: readonly ((data: Data) => Data)[] = [
  // 0: before versions were counted. What is missing gets its default; what is there is judged by the schema.
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
