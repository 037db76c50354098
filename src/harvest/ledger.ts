import * as z from 'zod/mini';
import { compareText, isMapping, parseForeignJson, WikiError, type JsonValue } from '../base';
import { type Hash } from '../vault';
import { CATEGORIES, type Category, type ItemCounts } from './types';

/** The name of the file. */
export const LEDGER_FILE = 'ledger.json';

/** Source: knowledge curation guide, section 4. */
const LEDGER_STATUSES = ['harvested', 'harvest-failed', 'deleted-unharvested', 'too-large'] as const;
export type LedgerStatus = (typeof LEDGER_STATUSES)[number];

const count = z._default(z.number(), 0);
const counts = z.object(
  Object.fromEntries(CATEGORIES.map((category) => [category, count])) as Record<Category, typeof count>,
);
const NO_ITEMS = Object.fromEntries(CATEGORIES.map((category) => [category, 0])) as Record<Category, number>;

const entrySchema = z.object({
  /** Where the conversation was when it was read. */
  path: z.string(),
  status: z.enum(LEDGER_STATUSES),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Other programs leave counts out where nothing was found. */
  items: z._default(counts, NO_ITEMS),
  /** Whether the conversation was moved to the trash. */
  deleted: z._default(z.boolean(), false),
  /** Why a harvest failed. Ours. */
  error: z.optional(z.string()),
  /** Other files with the same content. Ours. */
  copies: z.optional(z.array(z.string())),
});

export interface LedgerEntry {
  readonly path: string;
  readonly status: LedgerStatus;
  readonly at: string;
  readonly items: ItemCounts;
  readonly deleted: boolean;
  readonly error?: string | undefined;
  readonly copies?: readonly string[] | undefined;
}

/** What became of each conversation, by the SHA-256 of its content. Source: knowledge curation guide, section 4. */
export type ConversationLedger = ReadonlyMap<Hash, LedgerEntry>;

const HASH = /^[0-9a-f]{64}$/;

/**
 * @param text `null` if there is no file yet
 * @throws WikiError `living-wiki:ledger_unreadable` for a file that is damaged: without it, everything would be paid for again
 */
export function parseLedger(text: string | null): ConversationLedger {
  if (text === null) return new Map();
  const broken = (cause: unknown): WikiError =>
    new WikiError('living-wiki:ledger_unreadable', `"${LEDGER_FILE}" cannot be read.`, {
      path: LEDGER_FILE,
      remedy: 'Restore it from a backup. If you delete it, every conversation is harvested again.',
      cause,
    });
  let value: unknown;
  try {
    value = parseForeignJson(text);
  } catch (error) {
    throw broken(error);
  }
  const entries = isMapping(value) && Object.hasOwn(value, 'entries') ? value.entries : undefined;
  if (!isMapping(entries)) throw broken(undefined);
  const ledger = new Map<Hash, LedgerEntry>();
  for (const [hash, entry] of Object.entries(entries)) {
    const read = entrySchema.safeParse(entry);
    if (!HASH.test(hash) || !read.success) throw broken(read.error);
    ledger.set(hash, read.data);
  }
  return ledger;
}

/** Two spaces, sorted keys, a line break at the end. */
export function printLedger(ledger: ConversationLedger): string {
  const entries = Object.fromEntries([...ledger].map(([hash, entry]) => [hash, entryJson(entry)]));
  return `${JSON.stringify(sorted({ entries }), null, 2)}\n`;
}

function entryJson({ items, error, copies, ...entry }: LedgerEntry): JsonValue {
  return {
    ...entry,
    items: { ...items },
    ...(error !== undefined && { error }),
    ...(copies && { copies: [...copies] }),
  };
}

/** Copies of one conversation that are named. */
const MAX_COPIES = 20;

/** The entries that change when files turn out to have the same content as one that was harvested: nothing is paid for them. */
export function entriesWithCopies(
  ledger: ConversationLedger,
  found: readonly { readonly hash: Hash; readonly path: string }[],
): ReadonlyMap<Hash, LedgerEntry> {
  const changed = new Map<Hash, LedgerEntry>();
  for (const { hash, path } of found) {
    const entry = changed.get(hash) ?? ledger.get(hash);
    const copies = entry?.copies ?? [];
    if (entry?.status !== 'harvested' || entry.path === path) continue;
    if (copies.includes(path) || copies.length >= MAX_COPIES) continue;
    changed.set(hash, { ...entry, copies: [...copies, path] });
  }
  return changed;
}

function sorted(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const pairs = Object.entries(value as Readonly<Record<string, JsonValue>>);
  return Object.fromEntries(pairs.sort(([a], [b]) => compareText(a, b)).map(([key, item]) => [key, sorted(item)]));
}
