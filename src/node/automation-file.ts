import { existsSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isMapping } from '../base';
import { NO_AUTOMATION, readAutomation, type AutomationSettings, type Random } from '../workbench';
import { attemptFile, configPath, writePrivate } from './config-file';
import { type CommandEnvironment } from './model-config';

/** Entries of a file that is read: more wikis than anybody has. */
const MAX_SIZE = 4_000_000;

/**
 * What runs by itself on this device, wiki by wiki: `~/.config/living-wiki/automation.json`, beside the settings. It is outside
 * every wiki, so that no wiki can open its own write gate.
 * @param folder the wiki's root on disk
 */
export class AutomationFile {
  readonly #file: string | null;
  readonly #folder: string;
  readonly #random: Random;

  constructor({ env }: CommandEnvironment, folder: string, random: Random) {
    const config = env === undefined ? null : configPath(env, env.HOME ?? homedir());
    this.#file = config === null ? null : path.join(path.dirname(config), 'automation.json');
    this.#folder = path.resolve(folder);
    this.#random = random;
  }

  /** Nothing for a wiki, or a file, of which nothing is known. A broken file is renamed, never overwritten. */
  read(): AutomationSettings {
    return readAutomation(this.#wikis()[this.#folder]) ?? NO_AUTOMATION;
  }

  write(settings: AutomationSettings): void {
    if (this.#file === null) return;
    const wikis = { ...this.#wikis(), [this.#folder]: settings };
    writePrivate(this.#file, `${JSON.stringify({ version: 1, wikis }, null, 2)}\n`, this.#random);
  }

  #wikis(): Readonly<Record<string, unknown>> {
    const file = this.#file;
    if (file === null || !existsSync(file)) return {};
    const text = attemptFile(file, () => readFileSync(file, 'utf8'));
    const stored = text.length > MAX_SIZE ? null : parseOrNull(text);
    if (isMapping(stored) && stored.version === 1 && isMapping(stored.wikis)) return stored.wikis;
    attemptFile(file, () => renameSync(file, `${file}.broken-${this.#random.id(4)}`));
    return {};
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
