import * as z from 'zod/mini';
import { type ChangeSet } from '../../change';
import { CATEGORIES } from '../../harvest';
import { type Hash } from '../../vault';
import { type KeptItem } from './types';

const keptSchema = z.lazy(() =>
  z.object({
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    path: z.string(),
    conversation: z.string(),
    day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
    model: z.nullable(z.string()),
    items: z.array(
      z.object({
        hunk: z.string(),
        category: z.enum(CATEGORIES),
        statement: z.string(),
        detail: z.string(),
        quote: z.nullable(z.string()),
        isQuoteMissing: z.boolean(),
        file: z.nullable(z.object({ id: z.string().check(z.regex(/^[0-9a-z-]{1,80}$/)), path: z.string() })),
      }),
    ),
  }),
);

/** What a proposal keeps of its harvest, so that bullets are made again when it is applied. */
export interface KeptHarvest {
  readonly hash: Hash;
  /** Of the conversation's file. */
  readonly path: string;
  /** Name of the conversation. */
  readonly conversation: string;
  readonly day: string;
  readonly model: string | null;
  readonly items: readonly KeptItem[];
}

/** @returns `null` if the facts are of no harvest, or damaged */
export function readKeptHarvest({ facts }: Pick<ChangeSet, 'facts'>): KeptHarvest | null {
  const read = keptSchema.safeParse(facts.harvest);
  return read.success ? read.data : null;
}
