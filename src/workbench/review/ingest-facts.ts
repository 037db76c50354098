import * as z from 'zod/mini';
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
    coverage: z.object({
      units: z.number(),
      cited: z.string(),
      left: z.array(z.object({ units: z.string(), reason: z.string(), note: z.string() })),
      postponed: z.array(z.object({ slug: z.string(), title: z.string(), units: z.string() })),
      unplaced: z.string(),
    }),
  }),
);

/** What a model planned for a source, and what became of its units. Units are ranges such as `3, 5-8`. */
export type IngestFacts = z.infer<typeof FACTS_SHAPE>;

/** The plan and the coverage of a proposal that a model made from a source; `null` for any other. */
export function readIngestFacts({ facts }: Pick<ChangeSet, 'facts'>): IngestFacts | null {
  const read = FACTS_SHAPE.safeParse(facts);
  return read.success ? read.data : null;
}
