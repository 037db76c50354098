import * as z from 'zod/mini';
import { lossesOf } from '../../change';
import { readCost, type Proposal, type ReviewFile, type ReviewHunk, type ReviewOutcome } from '../../workbench';
import { NotFound } from '../http/errors';
import { route } from '../http/route';
import { reviewOf } from './review';
import { branch, onBranch, text } from './shapes';

const summary = () =>
  z.looseObject({
    id: z.string(),
    title: z.string(),
    state: z.string(),
    createdAt: z.string(),
    files: z.int(),
    hunks: z.int(),
    sources: z.array(z.string()).check(z.describe('Paths of what it was made from.')),
    branch: branch(),
  });
const decision = () =>
  z.strictObject({
    verdict: z.enum(['accepted', 'rejected']),
    reason: z.optional(z.string().check(z.maxLength(2_000))),
    text: z.optional(z.string().check(z.maxLength(200_000), z.describe('Replaces the proposed text.'))),
  });
const decisions = () => z.record(text(100), z.nullable(decision()));
const outcome = () =>
  z.looseObject({
    kind: z.enum(['applied', 'rejected', 'conflict', 'blocked']),
    transaction: z.optional(z.nullable(z.string())),
  });

/** What waits for a review: seen by who may read, decided by who may review. */
export const proposalRoutes = [
  route({
    method: 'GET',
    path: '/proposals',
    role: 'read',
    id: 'listProposals',
    summary: 'The proposals that wait for a review, in the order in which they apply.',
    answer: z.object({ proposals: z.array(summary()) }),
    handle: async ({ wiki, run }) => {
      const waiting = await (await wiki.current(run)).proposals();
      const branches = wiki.branches(waiting);
      return { proposals: waiting.map((each) => ({ ...summaryOf(each), ...onBranch(branches, each.id) })) };
    },
  }),
  route({
    method: 'GET',
    path: '/proposals/{proposal}',
    role: 'read',
    id: 'showProposal',
    summary: 'Every change of a proposal with its evidence and what was decided.',
    answer: z.looseObject({
      ...{ id: z.string(), title: z.string(), state: z.string(), branch: branch() },
      files: z.array(
        z.looseObject({
          path: z.string(),
          kind: z.enum(['created', 'updated', 'renamed', 'deleted']),
          hunks: z.array(
            z.looseObject({
              id: z.string(),
              before: z.string(),
              after: z.string(),
              evidence: z.array(z.looseObject({ source: z.string(), quote: z.string(), verdict: z.string() })),
              decision: z.nullable(z.looseObject({ verdict: z.string() })),
            }),
          ),
        }),
      ),
    }),
    handle: async ({ wiki, params, run }) => {
      const workbench = await wiki.current(run);
      const { id } = await workbench.findProposal(params.proposal ?? '');
      const { proposal, source, files, cost } = await workbench.review(id).load(run);
      const { notes } = proposal.changeSet;
      const { guard, introduced, fixed } = proposal.checks;
      return {
        ...summaryOf(proposal),
        ...onBranch(wiki.branches(await workbench.proposals()), id),
        source,
        notes,
        cost,
        checks: { guard, introduced, fixed },
        files: files.map(fileJson),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/proposals/{proposal}/decisions',
    role: 'review',
    id: 'decide',
    summary:
      'Decides changes, by their ids; null clears a decision. What a change needs is accepted with it, what needs it is rejected with it.',
    body: z.strictObject({ decisions: decisions() }),
    answer: z.object({ decisions: z.record(z.string(), z.looseObject({ verdict: z.string() })) }),
    handle: async ({ wiki, params, body, run }) => {
      const review = await reviewOf(wiki, params);
      const known = new Set((await review.load(run)).files.flatMap(({ hunks }) => hunks.map(({ hunk }) => hunk.id)));
      const changes = Object.entries(body.decisions);
      if (changes.some(([id]) => !known.has(id))) throw new NotFound();
      const decided = changes.map(([id, change]) => [id, change === null ? null : withoutUndefined(change)] as const);
      return { decisions: await review.decide(Object.fromEntries(decided)) };
    },
  }),
  route({
    method: 'POST',
    path: '/proposals/{proposal}/conflicts',
    role: 'review',
    id: 'resolveConflict',
    summary:
      'Keeps the file as it is ("current") or takes the proposal ("proposed") where both changed the same lines.',
    body: z.strictObject({
      path: text(1_000),
      hunks: z.optional(z.array(text(100)).check(z.maxLength(1_000))),
      side: z.enum(['current', 'proposed']),
      text: z.optional(z.string().check(z.maxLength(200_000))),
    }),
    answer: z.object({ resolved: z.literal(true) }),
    handle: async ({ wiki, params, body: { path, hunks = [], side, text: edited } }) => {
      await (await reviewOf(wiki, params)).resolve(path, hunks, side, edited);
      return { resolved: true };
    },
  }),
  route({
    method: 'POST',
    path: '/proposals/{proposal}/apply',
    role: 'review',
    id: 'applyProposal',
    summary: 'Applies the accepted changes in one step. A conflict, or a check that blocks, writes nothing.',
    body: z.strictObject({
      accept: z.optional(
        z
          .enum(['decided', 'supported'])
          .check(
            z.describe(
              '"supported" first accepts every undecided change whose quotes are in their sources and that removes no statement.',
            ),
          ),
      ),
    }),
    answer: outcome(),
    handle: ({ wiki, params, body: { accept = 'decided' }, lasting }) =>
      wiki.change(async (workbench) => {
        const { id } = await workbench.findProposal(params.proposal ?? '');
        const review = workbench.review(id);
        if (accept === 'supported') {
          const { files } = await review.load(lasting);
          await review.decide(
            Object.fromEntries(files.flatMap(({ hunks }) => hunks.filter(isSupported).map(accepted))),
          );
        }
        const done = await review.apply(lasting);
        wiki.figures.decided(done.kind);
        const transaction = done.kind === 'applied' ? done.transaction : null;
        return {
          result: outcomeJson(done),
          event: done.kind === 'applied' ? { kind: 'applied', proposal: id, transaction } : null,
        };
      }, lasting),
  }),
  route({
    method: 'POST',
    path: '/proposals/{proposal}/reject',
    role: 'review',
    id: 'rejectProposal',
    summary: 'Rejects a proposal as a whole. The reason steers later ones.',
    body: z.strictObject({
      reason: z.string().check(z.maxLength(2_000), z.describe('Empty where each rejected change has its own.')),
    }),
    answer: outcome(),
    handle: ({ wiki, params, body: { reason }, lasting }) =>
      wiki.change(async (workbench) => {
        const { id } = await workbench.findProposal(params.proposal ?? '');
        await workbench.rejectProposal(id, reason);
        wiki.figures.decided('rejected');
        return { result: { kind: 'rejected' }, event: { kind: 'rejected', proposal: id, reason } };
      }, lasting),
  }),
];

function summaryOf({ id, createdAt, state, changeSet, buildsOn }: Proposal): object {
  const { title, files, producer } = changeSet;
  const hunks = files.reduce((sum, edit) => sum + edit.hunks.length, 0);
  return {
    id,
    title,
    producer,
    state,
    createdAt,
    files: files.length,
    changes: files.map((edit) => ({ path: edit.to ?? edit.path, hunks: edit.hunks.length })),
    hunks,
    sources: changeSet.sources.map(({ path }) => path),
    buildsOn,
    cost: readCost(changeSet.facts),
  };
}

function fileJson({ kind, path, edit, hunks, added, removed, rebased, conflict: problem }: ReviewFile): object {
  const shown = hunks.map(({ hunk, edited, decision: decided, unsupported }) => ({
    ...{ id: hunk.id, title: hunk.title, reason: hunk.reason, needs: hunk.needs, start: hunk.start, end: hunk.end },
    ...{ before: edit.base.slice(hunk.start, hunk.end), after: hunk.text, edited, unsupported, decision: decided },
    evidence: hunk.evidence.map(({ source, quote, anchor, verdict }) => ({ source, quote, anchor, verdict })),
    drops: hunk.drops ?? [],
  }));
  return {
    kind,
    path,
    from: edit.path,
    why: edit.why,
    base: edit.base,
    added,
    removed,
    rebased,
    conflict: problem,
    hunks: shown,
  };
}

/** What a person need not look at twice: its quotes are there, and no page loses a statement. */
const isSupported = ({ hunk, decision: decided, unsupported }: ReviewHunk): boolean =>
  decided === null && !unsupported && lossesOf(hunk).length === 0;

const accepted = ({ hunk }: ReviewHunk) => [hunk.id, { verdict: 'accepted' }] as const;

function withoutUndefined({ verdict, reason, text: edited }: z.output<ReturnType<typeof decision>>): {
  readonly verdict: 'accepted' | 'rejected';
  readonly reason?: string;
  readonly text?: string;
} {
  return { verdict, ...(reason !== undefined && { reason }), ...(edited !== undefined && { text: edited }) };
}

function outcomeJson(done: ReviewOutcome): object {
  if (done.kind !== 'blocked') return done;
  const { guard, introduced } = done.checks;
  return { kind: 'blocked', guard, introduced };
}
