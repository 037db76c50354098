import * as z from 'zod/mini';
import { isMapping, type JsonObject, parseForeignJson } from '../../base';
import { type Hash } from '../types';
import { type TextEdit } from './text-edits';

/** Raised when the previous release cannot read a record any more. */
export const RECORD_VERSION = 1 as const;
/** Version 2 adds the seal. Records of version 1 are read, but nothing says who wrote them. */
export const HEADER_VERSION = 2 as const;

/** Version 2 holds what changed; version 1 were the texts of either side, which are still read. */
export const KEPT_VERSION = 2 as const;

const hash = () => z.string().check(z.regex(/^[0-9a-f]{64}$/));
const path = () => z.string().check(z.minLength(1));

const fileRecord = () =>
  z.union([
    z.strictObject({ op: z.literal('create'), path: path(), before: z.null(), after: hash() }),
    z.strictObject({ op: z.literal('update'), path: path(), before: hash(), after: hash() }),
    z.strictObject({ op: z.literal('rename'), path: path(), from: path(), before: hash(), after: hash() }),
    z.strictObject({ op: z.literal('delete'), path: path(), before: hash(), after: z.null() }),
  ]);

/** A transaction without its texts: its files, with the hashes of their old and new texts. */
export const headerSchema = z.lazy(() =>
  z.strictObject({
    version: z.union([z.literal(RECORD_VERSION), z.literal(HEADER_VERSION)]),
    id: z.string(),
    at: z.string(),
    title: z.string(),
    facts: z.custom<JsonObject>(isMapping),
    undoes: z.optional(z.string()),
    files: z.array(fileRecord()),
    /** Folders that it makes, outermost first. */
    folders: z.array(path()),
    /** Folders that it removes if they are empty, outermost first. */
    emptied: z.array(path()),
    /** See `JournalSeal`. */
    seal: z.optional(hash()),
  }),
);

/** The old or the new texts of a transaction, in the order of its files. */
export const textsSchema = z.lazy(() =>
  z.strictObject({
    version: z.literal(RECORD_VERSION),
    id: z.string(),
    texts: z.array(z.nullable(z.string())),
  }),
);

const textEdit = () =>
  z.custom<TextEdit>((edit) => {
    const [at, removed, inserted, ...more] = Array.isArray(edit) ? (edit as readonly unknown[]) : [];
    const isPlace = Number.isSafeInteger(at) && Number(at) >= 0;
    return isPlace && typeof removed === 'string' && typeof inserted === 'string' && more.length === 0;
  });

/**
 * The texts of a transaction that is done, in the order of its files, each as the whole text before it (after it, of a file
 * that it created) and what it changed. A text that an earlier transaction left is named by the id of that one, `base`, and
 * not kept again; `weight` is how much was edited since the last whole text.
 */
export const keptTextsSchema = z.lazy(() =>
  z.strictObject({
    version: z.literal(KEPT_VERSION),
    id: z.string(),
    files: z.array(
      z.union([
        z.strictObject({ text: z.string(), edits: z.array(textEdit()) }),
        z.strictObject({ base: z.string(), weight: z.int().check(z.nonnegative()), edits: z.array(textEdit()) }),
      ]),
    ),
  }),
);

/** The file of one program that holds the write lock or waits for it. */
export const lockFileSchema = z.lazy(() =>
  z.strictObject({
    version: z.literal(RECORD_VERSION),
    id: z.string(),
    owner: z.strictObject({
      name: z.string(),
      host: z.nullable(z.string()),
      process: z.nullable(z.number()),
    }),
    /** Its number in the queue; `null` while it is choosing one. */
    ticket: z.nullable(z.number()),
    /** Its last sign of life: milliseconds since the epoch, by its own clock. */
    beat: z.number(),
  }),
);

export type TransactionHeader = z.infer<typeof headerSchema>;
export type FileRecord = TransactionHeader['files'][number];
/** The state of a transaction's files before it, and after it. */
export type Side = 'before' | 'after';
export type Texts = readonly (string | null)[];
export type KeptTexts = z.infer<typeof keptTextsSchema>;
export type KeptText = KeptTexts['files'][number];
export type LockFile = z.infer<typeof lockFileSchema>;

/** The hash of a file on one side of its transaction; `null` where the file does not exist. */
export function sideHash(file: FileRecord, side: Side): Hash | null {
  return side === 'before' ? file.before : file.after;
}

/** What reading a state file gave. */
export type ReadResult<T> =
  { readonly state: 'good'; readonly value: T } | { readonly state: 'broken' } | { readonly state: 'missing' };

/** Parses a record. One that does not validate is broken as a whole: no part of it is trusted. */
export function parseRecord<T>(schema: z.ZodMiniType<T>, text: string): ReadResult<T> {
  try {
    const result = schema.safeParse(parseForeignJson(text));
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
