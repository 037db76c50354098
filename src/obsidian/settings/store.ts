import * as z from 'zod/mini';
import { type App } from 'obsidian';
import { SerialQueue } from '../../base';
import { migrate } from './migrations';
import { DEFAULT_SETTINGS, parseSettings, printSettings, type Settings } from './schema';

/** Where the settings lie: the plugin's `data.json`. */
export interface SettingsFile {
  /** Rejects where the file holds no JSON. */
  loadData(): Promise<unknown>;
  /** What the file holds, whatever that is. */
  loadText(): Promise<string>;
  saveData(data: unknown): Promise<void>;
}

/** Key of `data.json` under which data that could not be read is kept. */
const SET_ASIDE_KEY = 'setAside';

/** The settings, read once and saved as a whole. */
export class SettingsStore {
  readonly #file: SettingsFile;
  #settings = DEFAULT_SETTINGS;
  /** Data that did not validate, oldest first; kept until a person removes it. */
  #aside: readonly unknown[] = [];
  readonly #saves = new SerialQueue();

  constructor(file: SettingsFile) {
    this.#file = file;
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** @returns whether what was stored could not be used and was set aside */
  async load(): Promise<boolean> {
    const data: unknown = await this.#file.loadData().catch(() => this.#file.loadText());
    const { rest, aside } = splitSetAside(data);
    this.#aside = aside;
    this.#settings = DEFAULT_SETTINGS;
    if (rest === null || rest === undefined) return false;
    const read = parseSettings(migrate(rest));
    if (read !== null) {
      this.#settings = read;
      return false;
    }
    const text = JSON.stringify(rest);
    if (!aside.some((kept) => JSON.stringify(kept) === text)) this.#aside = [...aside, rest];
    // Where it cannot be saved now, it is with the next change.
    await this.#save().catch(() => undefined);
    return true;
  }

  async change(patch: Partial<Settings>): Promise<void> {
    this.#settings = { ...this.#settings, ...patch };
    await this.#save();
  }

  /** One save after the other, so that the last change is what stays. */
  #save(): Promise<void> {
    return this.#saves.add(() => {
      const data = printSettings(this.#settings);
      if (this.#aside.length > 0) data[SET_ASIDE_KEY] = this.#aside;
      return this.#file.saveData(data);
    });
  }
}

/** The settings without what an earlier start set aside; `null` where there are none. */
function splitSetAside(data: unknown): { rest: unknown; aside: readonly unknown[] } {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return { rest: data, aside: [] };
  const { [SET_ASIDE_KEY]: aside, ...rest } = data as Record<string, unknown>;
  const isEmpty = Object.keys(rest).length === 0;
  return { rest: isEmpty ? null : rest, aside: Array.isArray(aside) ? (aside as unknown[]) : [] };
}

/** What one person prefers on one device. Kept by the app beside the vault, so that a shared vault does not carry it. */
export interface Preferences {
  /** How the review shows a change. */
  readonly diff: 'unified' | 'split';
  /** Name of the lens by folder of the wiki; the wiki's own where there is none. */
  readonly lenses: Readonly<Record<string, string>>;
}

const DEFAULT_PREFERENCES: Preferences = { diff: 'unified', lenses: {} };
const PREFERENCES_KEY = 'living-wiki-choices';
const preferencesSchema = z.lazy(() =>
  z.object({ diff: z.enum(['unified', 'split']), lenses: z.record(z.string(), z.string()) }),
);

export function loadPreferences(app: App): Preferences {
  const read = preferencesSchema.safeParse(app.loadLocalStorage(PREFERENCES_KEY));
  return read.success ? read.data : DEFAULT_PREFERENCES;
}

export function savePreferences(app: App, choices: Preferences): void {
  app.saveLocalStorage(PREFERENCES_KEY, choices);
}
