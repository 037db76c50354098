import type { Run } from '../base';
import type { ChangeSet } from '../change';
import { answersIn, withAnswers } from '../ingest';
import { applyChange, everyHunk } from '../proposal';
import type { Decision, Proposal, Undoing } from '../proposal';
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

/** How a proposal is applied where it is not as it was proposed, and what is recorded of the decision. */
interface Reviewed extends Pick<ApplyProposalRequest, 'reason' | 'reasons'> {
  /** What a review made of its changes. */
  readonly changeSet?: ChangeSet;
  /** All of it is taken; told by the accepted hunks when absent. */
  readonly whole?: boolean;
  readonly decision?: Decision;
}

/**
 * Applies a waiting proposal, or the part of it that was accepted, and records what became of it.
 * @param held what keeps other writers out, see `Session.exclusively`
 * @param accepted ids of the accepted hunks with all that they need; `null` for all
 * @param reviewed why the rest was left out, and what a review made of it
 */
export async function applyProposal(
  session: Session,
  held: Committer,
  proposal: Proposal,
  accepted: ReadonlySet<string> | null,
  run: Run,
  reviewed: Reviewed = {},
): Promise<Applied> {
  const { host, lens, engine, snapshot, store } = session;
  const { changeSet: given = proposal.changeSet } = reviewed;
  const all = everyHunk(given);
  const taken = accepted ?? all;
  const changeSet = withAnswers(given, answersIn(given.facts), taken);
  const rejectedHunks = [...all].filter((id) => !taken.has(id));
  const decision = reviewed.decision ?? {
    rejectedHunks,
    reason: rejectedHunks.length > 0 ? (reviewed.reason ?? null) : null,
    ...(reviewed.reasons && { reasons: reviewed.reasons }),
  };
  const undoes = (reviewed.whole ?? rejectedHunks.length === 0) ? await undoneBy(session, changeSet) : null;
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
    decision,
    ...(undoes && { undoes }),
  });
  if (outcome.kind !== 'done') return { proposal, outcome, notes: await whyStuck(session, proposal) };
  const settled = await store.settle(proposal, 'applied', { ...decision, transaction: outcome.transaction });
  await session.written(outcome.files, run);
  return { proposal: { ...settled, changeSet }, outcome, notes: [] };
}

/** The transaction that a change takes back; `null` where it is no undo. */
export async function undoneBy({ journal, vault }: Session, { producer, facts }: ChangeSet): Promise<Undoing | null> {
  const { undoes } = facts;
  if (producer !== 'undo' || typeof undoes !== 'string') return null;
  const textOf = async (path: string): Promise<string | null> =>
    (await vault.stat(path))?.kind === 'file' ? vault.readText(path) : null;
  return { transaction: await journal.read(undoes), textOf };
}
