import type { Run } from '../base';
import { applyChange, everyHunk } from '../proposal';
import type { Proposal } from '../proposal';
import type { Committer } from '../vault';
import type { ApplyProposalRequest } from './accept';
import { whyStuck } from './needs';
import type { Session } from './session';

/** A proposal, and what came of applying it. */
export interface Applied {
  readonly proposal: Proposal;
  readonly outcome: Awaited<ReturnType<typeof applyChange>>;
  /** What it builds on that is not there, when it could not be applied. */
  readonly notes: readonly string[];
}

/**
 * Applies a waiting proposal, or the part of it that was accepted, and records what became of it.
 * @param held what keeps other writers out, see `Session.exclusively`
 * @param accepted ids of the accepted hunks with all that they need; `null` for all
 * @param why the rest was left out
 */
export async function applyProposal(
  session: Session,
  held: Committer,
  proposal: Proposal,
  accepted: ReadonlySet<string> | null,
  run: Run,
  why: Pick<ApplyProposalRequest, 'reason' | 'reasons'> = {},
): Promise<Applied> {
  const { host, lens, engine, snapshot, store } = session;
  const { changeSet } = proposal;
  const all = everyHunk(changeSet);
  const taken = accepted ?? all;
  const outcome = await applyChange({
    snapshot,
    lens,
    engine,
    journal: held,
    changeSet,
    accepted: taken,
    clock: host.clock,
    run,
    proposal: proposal.id,
  });
  if (outcome.kind !== 'done') return { proposal, outcome, notes: await whyStuck(session, proposal) };
  const rejectedHunks = [...all].filter((id) => !taken.has(id));
  const settled = await store.settle(proposal, 'applied', {
    transaction: outcome.transaction,
    rejectedHunks,
    reason: rejectedHunks.length > 0 ? (why.reason ?? null) : null,
    ...(why.reasons && { reasons: why.reasons }),
  });
  await session.written(outcome.files, run);
  return { proposal: settled, outcome, notes: [] };
}
