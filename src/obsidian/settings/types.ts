import { type ModelSettings } from '../../workbench';

/** Settings of this vault. Kept in the plugin's `data.json`, which holds no key. */
export interface Settings {
  /** Folder of the wiki to open; `null` for the first one found. */
  readonly wiki: string | null;
  /** Without its key. */
  readonly model: ModelSettings;
  /** Name of the secret in Obsidian that holds the key; empty where none is needed. */
  readonly secret: string;
  /** Names of the secrets that hold the keys of other servers, by name of the server. */
  readonly serverSecrets: Readonly<Record<string, string>>;
  /** Reads sources: the model, if one is set up, or always the built-in curator. */
  readonly curator: 'model' | 'built-in';
  /** Ingest new sources automatically. Nothing is ever applied automatically. */
  readonly proposeAutomatically: boolean;
  /** Lint as pages change. */
  readonly lintLive: boolean;
  /** Look for new sources as files change. */
  readonly watchSources: boolean;
  /** How many megabytes of the newest source text search looks through; 0 for pages only. */
  readonly sourceBudget: number;
  /** Undo is kept for all changes of so many days, and for so many of the last changes, whichever is more. */
  readonly undoDays: number;
  readonly undoChanges: number;
  /** Draw beside each paragraph of the wiki what it rests on. */
  readonly evidenceStrip: boolean;
  /** Show in open notes what waiting proposals would change. */
  readonly changesInNotes: boolean;
  /** Folder of the vault where conversations are saved as notes; empty for none. */
  readonly conversations: string;
  /** Folder of the vault whose notes Home offers as sources, such as that of the web clipper; empty for none. */
  readonly clippings: string;
  /** The limits of a day that were changed since, oldest first. The present ones are those of the model. */
  readonly pastLimits: readonly PastLimit[];
}

/** What a day could cost before a person changed it. */
export interface PastLimit extends DayLimit {
  /** Day in UTC on which it changed; the limit is that of the days before. */
  readonly until: string;
}

export interface DayLimit {
  readonly money?: number | undefined;
  readonly tokens?: number | undefined;
}

/** Settings that are numbers, and their values until a person changes them. */
export const USUAL_NUMBERS = { sourceBudget: 60, undoDays: 90, undoChanges: 100 } as const;

export const DEFAULT_SETTINGS: Settings = {
  wiki: null,
  model: { job: {}, day: {}, prices: { currency: 'USD', prices: [] } },
  secret: '',
  serverSecrets: {},
  curator: 'model',
  proposeAutomatically: false,
  lintLive: true,
  watchSources: true,
  ...USUAL_NUMBERS,
  evidenceStrip: true,
  changesInNotes: true,
  conversations: '',
  clippings: '',
  pastLimits: [],
};

/** Preferences of one user on one device. Obsidian keeps them outside the vault, so a shared vault does not carry them. */
export interface Preferences {
  /** How the review shows a change. */
  readonly diff: 'unified' | 'split';
  /** Name of the chosen lens by folder of the wiki; the default lens where there is none. */
  readonly lenses: Readonly<Record<string, string>>;
  /** Folder of the example wiki that was added here; empty for none. */
  readonly example: string;
  /** Search and questions leave the sources out. */
  readonly pagesOnly: boolean;
}
