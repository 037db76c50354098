import * as z from 'zod/mini';
import { HIDDEN_REASONS, type ProposalBranch } from '../checkout';
import { type WikiHost } from '../wiki-host';

/** Shapes that several routes share. Answers are loose: a newer server may add fields. */
export const text = (most = 8_000) => z.string().check(z.minLength(1), z.maxLength(most));
export const lens = () =>
  z.optional(
    text(200).check(z.describe('Name of a view that scopes and ranks; the one of the configuration when absent.')),
  );
/** A number in a query, which is text. */
export const counted = (most: number) =>
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,6}$/)),
      z.pipe(
        z.transform((value: string) => Number(value)),
        z.int().check(z.positive(), z.lte(most)),
      ),
    ),
  );

export const finding = () =>
  z.looseObject({
    rule: z.string(),
    severity: z.enum(['error', 'warn', 'info']),
    path: z.string(),
    message: z.string(),
  });

export const job = () =>
  z.looseObject({
    id: z.string(),
    kind: z.string(),
    title: z.string(),
    state: z.string(),
    proposal: z.nullable(z.string()),
    failure: z.nullable(z.looseObject({ code: z.string(), message: z.string(), remedy: z.nullable(z.string()) })),
  });

/** How many jobs were queued, and their ids, with which a caller follows them. */
export const queued = () => z.object({ jobs: z.int(), queued: z.array(z.string()) });

export const failure = () =>
  z.object({
    error: z.object({ code: z.string(), message: z.string(), remedy: z.nullable(z.string()) }),
  });

/** On which branch a waiting proposal is, or why it is on none. Absent where proposals are not reviewed on branches. */
export const branch = () =>
  z.optional(
    z
      .object({
        name: z.nullable(z.string()),
        none: z.nullable(
          z.object({
            why: z.enum(HIDDEN_REASONS),
            proposals: z.array(z.string()),
            message: z.string(),
            remedy: z.nullable(z.string()),
          }),
        ),
      })
      .check(
        z.describe('Only in a wiki that is reviewed on branches: the branch of the proposal, or why it has none.'),
      ),
  );

/** {@link branch} of a proposal. @param branches those of all that wait; `null` where none is reviewed on a branch */
export function onBranch(branches: ReturnType<WikiHost['branches']>, id: string): { readonly branch?: ProposalBranch } {
  const found = branches?.get(id);
  return found === undefined ? {} : { branch: found };
}
