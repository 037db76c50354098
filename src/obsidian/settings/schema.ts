import * as z from 'zod/mini';
import { readModelSettings, toStoredSettings } from '../../workbench';
import { DEFAULT_SOURCE_BUDGET, type Settings } from './types';

/** Version of stored settings; increased with each migration. */
export const SETTINGS_VERSION = 1;

/** Megabytes. More than any vault holds, so that a slip of the keyboard is no setting. */
export const MAX_SOURCE_BUDGET = 100_000;

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
    // Added without a migration: older settings do not have it.
    sourceBudget: z._default(z.number().check(z.gte(0), z.lte(MAX_SOURCE_BUDGET)), DEFAULT_SOURCE_BUDGET),
    conversations: z._default(z.string().check(z.maxLength(1_000)), ''),
  }),
);

/** Settings of the current version; `null` if they are not valid. A key among them is dropped. */
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

/** Settings in their stored form. */
export function printSettings({ model, ...rest }: Settings): Record<string, unknown> {
  return { version: SETTINGS_VERSION, ...rest, model: toStoredSettings(model) };
}
