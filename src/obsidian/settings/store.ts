import { SerialQueue } from '../../base';
import { withPastLimit } from './past-limits';
import { DEFAULT_SETTINGS, type Settings } from './types';

/** Where the settings are stored: the plugin's `data.json`. */
export interface SettingsFile {
  /** Rejects if the file holds no JSON. */
  loadData(): Promise<unknown>;
  /** The content of the file, whatever it is. */
  loadText(): Promise<string>;
  saveData(data: unknown): Promise<void>;
}

/** Key of `data.json` under which data that could not be read is kept. */
const SET_ASIDE_KEY = 'setAside';

/** Loads and saves the settings. The code that checks them is loaded with the first use. */
export class SettingsStore {
  readonly #file: SettingsFile;
  readonly #now: () => number;
  #settings = DEFAULT_SETTINGS;
  /** Data that was not valid, oldest first; kept until the user removes it. */
  #aside: readonly unknown[] = [];
  readonly #saves = new SerialQueue();

  /** @param now milliseconds since the epoch */
  constructor(file: SettingsFile, now: () => number) {
    this.#file = file;
    this.#now = now;
  }

  /** The defaults until {@link load} is done. */
  get settings(): Settings {
    return this.#settings;
  }

  /** @returns whether the stored data could not be used and was set aside */
  async load(): Promise<boolean> {
    const data: unknown = await this.#file.loadData().catch(() => this.#file.loadText());
    const { rest, aside } = splitSetAside(data);
    this.#aside = aside;
    this.#settings = DEFAULT_SETTINGS;
    if (rest === null || rest === undefined) return false;
    const [{ parseSettings }, { migrate }] = await Promise.all([import('./schema'), import('./migrations')]);
    const parsed = parseSettings(migrate(rest));
    if (parsed !== null) {
      this.#settings = parsed;
      return false;
    }
    const text = JSON.stringify(rest);
    if (!aside.some((kept) => JSON.stringify(kept) === text)) this.#aside = [...aside, rest];
    // If this fails, the next change saves it.
    await this.#save().catch(() => undefined);
    return true;
  }

  async change(patch: Partial<Settings>): Promise<void> {
    const today = new Date(this.#now()).toISOString().slice(0, 10);
    const pastLimits = withPastLimit(this.#settings, (patch.model ?? this.#settings.model).day, today);
    this.#settings = { ...this.#settings, ...patch, pastLimits };
    await this.#save();
  }

  /** Saves one after the other, so that the last change wins. */
  #save(): Promise<void> {
    return this.#saves.add(async () => {
      const { printSettings } = await import('./schema');
      const data = printSettings(this.#settings);
      if (this.#aside.length > 0) data[SET_ASIDE_KEY] = this.#aside;
      await this.#file.saveData(data);
    });
  }
}

/** Stored data without what an earlier start set aside; `rest` is `null` if nothing else is there. */
function splitSetAside(data: unknown): { rest: unknown; aside: readonly unknown[] } {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return { rest: data, aside: [] };
  const { [SET_ASIDE_KEY]: aside, ...rest } = data as Record<string, unknown>;
  const isEmpty = Object.keys(rest).length === 0;
  return { rest: isEmpty ? null : rest, aside: Array.isArray(aside) ? (aside as unknown[]) : [] };
}
