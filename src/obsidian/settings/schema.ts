import * as z from 'zod/mini';
import { NO_MODEL_SETTINGS, readModelSettings, toStoredSettings, type ModelSettings } from '../../workbench';

/** Version of stored settings; bumped with each migration. */
export const SETTINGS_VERSION = 1;

/** What a person chose for this vault. Kept in the plugin's `data.json`, which holds no key. */
export interface Settings {
  /** Folder of the wiki that is shown; `null` for the first that is found. */
  readonly wiki: string | null;
  /** Without its key. */
  readonly model: ModelSettings;
  /** Name of the secret of the app that holds the key; empty where none is needed. */
  readonly secret: string;
  /** Who reads sources: a model where one is set up, or always the built-in curator. */
  readonly curator: 'model' | 'built-in';
  /** Propose changes for new sources without being asked. Nothing is ever applied by itself. */
  readonly proposeAutomatically: boolean;
  /** Look for findings as pages change. */
  readonly lintLive: boolean;
  /** Look for new sources as files change. */
  readonly watchSources: boolean;
  /** Folder of the vault where conversations are kept as notes; empty for none. */
  readonly conversations: string;
}

export const DEFAULT_SETTINGS: Settings = {
  wiki: null,
  model: NO_MODEL_SETTINGS,
  secret: '',
  curator: 'model',
  proposeAutomatically: false,
  lintLive: true,
  watchSources: true,
  conversations: '',
};

const settingsSchema = z.lazy(() =>
  z.object({
    version: z.literal(SETTINGS_VERSION),
    wiki: z.nullable(z.string()),
    model: z.unknown(),
    secret: z.string().check(z.maxLength(200)),
    curator: z.enum(['model', 'built-in']),
    proposeAutomatically: z.boolean(),
    lintLive: z.boolean(),
    watchSources: z.boolean(),
    // Settings that were stored before there were any have none.
    conversations: z._default(z.string().check(z.maxLength(1_000)), ''),
  }),
);

/** Settings of the current version; `null` where they do not validate. A key among them is not taken. */
export function parseSettings(data: unknown): Settings | null {
  const read = settingsSchema.safeParse(data);
  if (!read.success) return null;
  const { version: _, model, ...rest } = read.data;
  try {
    const { apiKey: __, ...keyless } = readModelSettings(model);
    return { ...rest, model: keyless };
  } catch {
    return null;
  }
}

/** Settings as they are stored. */
export function printSettings({ model, ...rest }: Settings): Record<string, unknown> {
  return { version: SETTINGS_VERSION, ...rest, model: toStoredSettings(model) };
}
