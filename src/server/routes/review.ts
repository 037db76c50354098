import * as z from 'zod/mini';
import { queuePlanChange, type ReviewSession } from '../../workbench';
import { route } from '../http/route';
import { type WikiHost } from '../wiki-host';
import { finding, queued, text } from './shapes';

const conflict = () => z.looseObject({ path: z.string(), message: z.string(), remedy: z.string() });
const edit = () =>
  z.looseObject({ path: z.string(), base: z.string(), hunks: z.array(z.looseObject({ id: z.string() })) });

const name = () => text(160);
const planChange = () =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('never'), page: name() }),
    z.strictObject({ kind: z.literal('merge'), page: name(), into: name() }),
    z.strictObject({ kind: z.literal('own'), title: name(), page: z.exactOptional(name()) }),
    z.strictObject({ kind: z.literal('use'), units: text(200) }),
    z.strictObject({ kind: z.literal('reset') }),
  ]);

/** A review as a screen shows it: whole files with the changes placed in them, and what would come of them. */
export const reviewRoutes = [
  route({
    method: 'GET',
    path: '/proposals/{proposal}/review',
    role: 'read',
    id: 'showReview',
    summary: 'A proposal as it fits the wiki now, with whole files, for a screen that draws it.',
    answer: z.looseObject({
      proposal: z.looseObject({ id: z.string(), state: z.string() }),
      source: z.nullable(z.string()),
      files: z.array(z.looseObject({ path: z.string(), kind: z.string(), edit: edit() })),
      decisions: z.record(z.string(), z.looseObject({ verdict: z.string() })),
    }),
    handle: async ({ wiki, params, run }) => {
      await wiki.current(run);
      return (await reviewOf(wiki, params)).load(run);
    },
  }),
  route({
    method: 'GET',
    path: '/proposals/{proposal}/preview',
    role: 'read',
    id: 'previewProposal',
    summary: 'What applying the accepted changes would do, and what prevents it.',
    query: z.strictObject({
      texts: z.optional(z.literal('yes').check(z.describe('Also gives the texts of the files that are computed.'))),
    }),
    answer: z.looseObject({
      ...{ blocked: z.boolean(), conflicts: z.array(conflict()), introduced: z.array(finding()) },
      generated: z.array(z.string()),
      texts: z.optional(z.array(z.object({ path: z.string(), before: z.nullable(z.string()), after: z.string() }))),
    }),
    handle: async ({ wiki, params, query: { texts }, run }) => {
      const { checks, conflicts, blocked, generated } = await (await reviewOf(wiki, params)).preview(run);
      const { guard, introduced, fixed } = checks;
      const shown = { blocked, conflicts, guard, introduced, fixed, generated: generated.map(({ path }) => path) };
      return { ...shown, ...(texts !== undefined && { texts: generated }) };
    },
  }),
  route({
    method: 'POST',
    path: '/proposals/{proposal}/plan',
    role: 'review',
    id: 'changePlan',
    summary:
      'Queues its source to be read again with another plan: no page for a name, another page for it, or passages that go on a page. The new proposal replaces this one.',
    body: z.strictObject({ change: planChange() }),
    status: 202,
    answer: queued(),
    handle: ({ wiki, params, body: { change }, lasting }) =>
      wiki.change(async (workbench) => {
        const { id } = await workbench.findProposal(params.proposal ?? '');
        const { jobs } = await queuePlanChange(workbench, id, change, lasting);
        return { result: { jobs: jobs.length, queued: jobs }, event: null };
      }, lasting),
  }),
];

export async function reviewOf(
  wiki: WikiHost,
  { proposal = '' }: { readonly proposal?: string },
): Promise<ReviewSession> {
  const { id } = await wiki.workbench.findProposal(proposal);
  return wiki.workbench.review(id);
}
