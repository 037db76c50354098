import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  isWikiError,
  NO_MODEL_SETTINGS,
  readModelSettings,
  toStoredSettings,
  WikiError,
  type ModelSettings,
  type Random,
} from '../workbench';
import { errnoOf } from './errors';

/** The environment, as far as this program reads it. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The content of the configuration file. */
export interface StoredConfig {
  readonly path: string;
  readonly settings: ModelSettings;
  /** The new path of a file that could not be read; `null` if it could. */
  readonly setAside: string | null;
}

/**
 * The file that holds the settings, outside every wiki. Source: XDG Base Directory Specification.
 * @param home absolute path of the user's home folder
 */
export function configPath(env: Env, home: string): string {
  const named = env.XDG_CONFIG_HOME ?? '';
  // The specification has relative paths ignored.
  const base = path.isAbsolute(named) ? named : path.join(home, '.config');
  return path.join(base, 'living-wiki', 'config.json');
}

/** Reads the settings. A file that cannot be read is renamed, never overwritten. */
export function readConfig(file: string, random: Random): StoredConfig {
  if (!existsSync(file)) return { path: file, settings: NO_MODEL_SETTINGS, setAside: null };
  const text = attemptFile(file, () => readFileSync(file, 'utf8'));
  try {
    return { path: file, settings: readModelSettings(JSON.parse(text)), setAside: null };
  } catch (error) {
    if (!isWikiError(error) && !(error instanceof SyntaxError)) throw error;
    const setAside = `${file}.broken-${random.id(4)}`;
    attemptFile(file, () => renameSync(file, setAside));
    return { path: file, settings: NO_MODEL_SETTINGS, setAside };
  }
}

/** Replaces the whole settings file, which only its owner may read. */
export function writeConfig(file: string, settings: ModelSettings, random: Random): void {
  writePrivate(file, `${JSON.stringify(toStoredSettings(settings), null, 2)}\n`, random);
}

/** Replaces a whole file, which only its owner may read. @throws WikiError `living-wiki:config_unusable` */
export function writePrivate(file: string, text: string, random: Random): void {
  const scratch = `${file}.new-${random.id(8)}`;
  attemptFile(file, () => {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(scratch, text, { mode: 0o600, flag: 'wx' });
      // The umask can clear bits of the mode that `writeFileSync` is given.
      chmodSync(scratch, 0o600);
      renameSync(scratch, file);
    } finally {
      rmSync(scratch, { force: true });
    }
  });
}

/** @throws WikiError `living-wiki:config_unusable` for what the system refuses */
export function attemptFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') {
      throw new WikiError('living-wiki:config_unusable', `There is no file ${file}.`, { remedy: 'Check the path.' });
    }
    // The system's message names the file and none of its content.
    const why = error instanceof Error ? error.message : String(error);
    throw new WikiError('living-wiki:config_unusable', `The file cannot be read or written: ${why}`, {
      path: file,
      remedy: 'Check the permissions of the file and its folder.',
    });
  }
}
