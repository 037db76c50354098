import { uncancellable, type Run } from '../../base';
import { nameLosses } from '../../change';
import { readDecision, type ProposalDecision } from '../../proposal';
import { type WikiSession } from '../wiki-session';
import { isPartOf, onlyHunks, proposeLater } from './waiting-drops';

/** Finishes what a crash left between applying a proposal and recording the decision: also the parts of it that were to wait. */
export async function recordLateDecisions(session: WikiSession, run: Run): Promise<void> {
  const applied = new Map<string, ProposalDecision>();
  // Before the store looks, so that a person learns of the files that are set aside.
  const waiting = await session.waitingProposals();
  // The history is long; without a proposal that waits, it has nothing to tell.
  const history = waiting.length > 0 ? await session.journal.list() : [];
  for (const { id, facts, isOwn } of history) {
    const { proposal, decision } = facts;
    // A forged record would take a waiting proposal away.
    if (typeof proposal !== 'string' || (session.isSigning && !isOwn)) continue;
    applied.set(proposal, { rejectedHunks: [], reason: null, ...readDecision(decision), transaction: id });
  }
  const unstored = waiting.filter(
    ({ id }) =>
      (applied.get(id)?.waitingHunks ?? []).length > 0 &&
      // A forged proposal would pass for the parts that were to wait.
      !waiting.some((other) => isPartOf(other, id) && (!session.isSigning || session.store.isOwn(other))),
  );
  if (unstored.length > 0) {
    await session.exclusively(run, async () => {
      for (const proposal of unstored) {
        const { rejectedHunks = [], waitingHunks = [] } = applied.get(proposal.id) ?? {};
        const left = new Set([...rejectedHunks, ...waitingHunks]);
        const part = { ...proposal, changeSet: onlyHunks(proposal.changeSet, (id) => !left.has(id)) };
        const later = onlyHunks(proposal.changeSet, (id) => waitingHunks.includes(id));
        const handEdited = await session.handEdits(
          later.files.map(({ path }) => path),
          run,
        );
        await proposeLater(session, await nameLosses(later, handEdited, run), part, uncancellable(run));
      }
    });
  }
  await session.store.reconcile(applied);
  if (session.host.jobs?.bringIntoStep !== undefined) await recordLastApplied(session);
}

/**
 * Where other programs decide, too, one of them may have rejected the proposal that this one had just applied when it was killed: it had
 * not heard of it. Only the newest transaction can be such a one, because what came before it was handed over.
 */
async function recordLastApplied({ journal, store, isSigning }: WikiSession): Promise<void> {
  const id = await journal.latest();
  if (id === null) return;
  const { facts, isOwn } = await journal.read(id, undefined, () => false);
  const { proposal, decision } = facts;
  if (typeof proposal !== 'string' || (isSigning && !isOwn)) return;
  await store.recordApplied(proposal, { rejectedHunks: [], reason: null, ...readDecision(decision), transaction: id });
}
