import * as z from 'zod/mini';
import { readModelSettings, toStoredSettings } from '../../workbench';
import { USUAL_NUMBERS, type Settings } from './types';

/** Version of stored settings; increased with each migration. */
export const SETTINGS_VERSION = 1;

/** More megabytes, days and changes than any vault has, so that a slip of the keyboard is no setting. */
export const MAX_NUMBER = 100_000;

const numberSetting = (usual: number, least: number): z.ZodMiniDefault<z.ZodMiniNumber> =>
  z._default(z.number().check(z.gte(least), z.lte(MAX_NUMBER)), usual);

const amount = z.optional(z.number().check(z.gte(0)));
const pastLimitSchema = z.object({ until: z.iso.date(), money: amount, tokens: amount });

const settingsSchema = z.lazy(() =>
  z.object({
    version: z.literal(SETTINGS_VERSION),
    wiki: z.nullable(z.string()),
    model: z.unknown(),
    secret: z.string().check(z.maxLength(200)),
    // Added without a migration.
    serverSecrets: z._default(z.record(z.string().check(z.maxLength(80)), z.string().check(z.maxLength(200))), {}),
    curator: z.enum(['model', 'built-in']),
    proposeAutomatically: z.boolean(),
    lintLive: z.boolean(),
    watchSources: z.boolean(),
    // Added without a migration: older settings do not have it.
    sourceBudget: numberSetting(USUAL_NUMBERS.sourceBudget, 0),
    undoDays: numberSetting(USUAL_NUMBERS.undoDays, 1),
    undoChanges: numberSetting(USUAL_NUMBERS.undoChanges, 1),
    evidenceStrip: z._default(z.boolean(), true),
    changesInNotes: z._default(z.boolean(), true),
    conversations: z._default(z.string().check(z.maxLength(1_000)), ''),
    clippings: z._default(z.string().check(z.maxLength(1_000)), ''),
    pastLimits: z._default(z.array(pastLimitSchema), []),
  }),
);

/** Settings of the current version; `null` if they are not valid. A key among them is dropped. */
export function parseSettings(data: unknown): Settings | null {
  const read = settingsSchema.safeParse(data);
  if (!read.success) return null;
  const { version: _, model, ...rest } = read.data;
  try {
    const { apiKey: __, endpoints, ...keyless } = readModelSettings(model);
    const servers = endpoints?.map(({ apiKey: ___, ...server }) => server);
    return { ...rest, model: { ...keyless, ...(servers && { endpoints: servers }) } };
  } catch {
    return null;
  }
}

/** Settings in their stored form. */
export function printSettings({ model, ...rest }: Settings): Record<string, unknown> {
  return { version: SETTINGS_VERSION, ...rest, model: toStoredSettings(model) };
}
