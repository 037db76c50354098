import * as z from 'zod/mini';
import { type JsonObject } from '../../base';
import { type ChangeSet } from '../../change';

const FACTS_SHAPE = z.lazy(() =>
  z.object({
    plan: z.array(
      z.object({
        slug: z.string(),
        title: z.string(),
        op: z.enum(['create', 'compose', 'edit']),
        why: z.string(),
        units: z.number(),
      }),
    ),
    coverage: z.exactOptional(
      z.object({
        units: z.number(),
        cited: z.string(),
        left: z.array(z.object({ units: z.string(), reason: z.string(), note: z.string() })),
        postponed: z.array(z.object({ slug: z.string(), title: z.string(), units: z.string() })),
        unplaced: z.string(),
      }),
    ),
    named: z._default(z.array(z.string()), []),
  }),
);

/**
 * What was planned for a source: its pages and, of a model, what became of its units, as ranges such as `3, 5-8`. `units` of a page
 * are units for a model and sentences for the built-in curator; `named` are names that got no page.
 */
export type IngestFacts = z.infer<typeof FACTS_SHAPE>;

/** The plan and the coverage of a proposal that was made from a source; `null` for any other. */
export function readIngestFacts({ facts }: Pick<ChangeSet, 'facts'>): IngestFacts | null {
  const read = FACTS_SHAPE.safeParse(facts);
  return read.success ? read.data : null;
}

/** The fact by which a proposal of pages that are written anew is known. */
export const REWRITE_FACT: JsonObject = { rewrite: true };

export const isWrittenAnew = ({ facts }: Pick<ChangeSet, 'facts'>): boolean => facts.rewrite === true;
