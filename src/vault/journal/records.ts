import * as z from 'zod/mini';
import { isMapping, type JsonObject } from '../../base';

/** Bumped when a record can no longer be read by the previous release. */
export const RECORD_VERSION = 1 as const;

const hash = () => z.string().check(z.regex(/^[0-9a-f]{64}$/));
const path = () => z.string().check(z.minLength(1));

const fileRecord = () =>
  z.union([
    z.strictObject({ op: z.literal('create'), path: path(), before: z.null(), after: hash() }),
    z.strictObject({ op: z.literal('update'), path: path(), before: hash(), after: hash() }),
    z.strictObject({ op: z.literal('rename'), path: path(), from: path(), before: hash(), after: hash() }),
    z.strictObject({ op: z.literal('delete'), path: path(), before: hash(), after: z.null() }),
  ]);

/** A transaction without its texts: which files, and the hashes of the text before and after. */
export const headerSchema = z.lazy(() =>
  z.strictObject({
    version: z.literal(RECORD_VERSION),
    id: z.string(),
    at: z.string(),
    title: z.string(),
    facts: z.custom<JsonObject>(isMapping),
    undoes: z.optional(z.string()),
    files: z.array(fileRecord()),
    /** Folders that the transaction makes, outermost first. */
    folders: z.array(path()),
    /** Folders that it removes once they are empty, outermost first. */
    emptied: z.array(path()),
  }),
);

/** The texts of a transaction's files, before it or after it, in the order of its files. */
export const textsSchema = z.lazy(() =>
  z.strictObject({
    version: z.literal(RECORD_VERSION),
    id: z.string(),
    texts: z.array(z.nullable(z.string())),
  }),
);

/** One contender for the write lock. */
export const lockFileSchema = z.lazy(() =>
  z.strictObject({
    version: z.literal(RECORD_VERSION),
    id: z.string(),
    owner: z.strictObject({
      name: z.string(),
      host: z.nullable(z.string()),
      process: z.nullable(z.number()),
    }),
    /** Its number in the queue; `null` while it is drawing one. */
    ticket: z.nullable(z.number()),
    /** When it last said that it is alive: milliseconds since the epoch, by its own clock. */
    beat: z.number(),
  }),
);

export type TransactionHeader = z.infer<typeof headerSchema>;
export type FileRecord = TransactionHeader['files'][number];
export type Texts = readonly (string | null)[];
export type LockFile = z.infer<typeof lockFileSchema>;

/** A state file as it was found. */
export type ReadResult<T> =
  { readonly state: 'good'; readonly value: T } | { readonly state: 'broken' } | { readonly state: 'missing' };

/** Reads a record; whatever does not validate is broken, and not trusted in part. */
export function parseRecord<T>(schema: z.ZodMiniType<T>, text: string): ReadResult<T> {
  try {
    const result = schema.safeParse(JSON.parse(text));
    return result.success ? { state: 'good', value: result.data } : { state: 'broken' };
  } catch {
    return { state: 'broken' };
  }
}

export function printRecord(
  record: TransactionHeader | LockFile | { version: number; id: string; texts: Texts },
): string {
  return `${JSON.stringify(record, null, 1)}\n`;
}
