import { type Run } from '../base';
import { type ChangeSet } from '../change';
import { answersIn, withAnswers } from '../ingest';
import { applyChange, allHunkIds, type ProposalDecision, type Proposal, type UndoneTransaction } from '../proposal';
import { type JournalWriter } from '../vault';
import { type ApplyProposalRequest } from './acceptance';
import { explainMissingDependencies } from './dependencies';
import { type WikiSession } from './wiki-session';

/** A proposal, and what came of applying it. */
export interface AppliedProposal {
  readonly proposal: Proposal;
  readonly outcome: Awaited<ReturnType<typeof applyChange>>;
  /** What it builds on that is not there, when it could not be applied. */
  readonly notes: readonly string[];
}

/** How a proposal is applied where it is not as it was proposed, and what is recorded of the decision. */
interface ApplyOptions extends Pick<ApplyProposalRequest, 'reason' | 'reasons'> {
  /** What a review made of its changes. */
  readonly changeSet?: ChangeSet;
  /** All of it is taken; told by the accepted hunks when absent. */
  readonly whole?: boolean;
  readonly decision?: ProposalDecision;
}

/**
 * Applies a waiting proposal, or the part of it that was accepted, and records what became of it.
 * @param writer what keeps other writers out, see `Session.exclusively`
 * @param accepted ids of the accepted hunks with all that they need; `null` for all
 * @param reviewed why the rest was left out, and what a review made of it
 */
export async function applyProposal(
  session: WikiSession,
  writer: JournalWriter,
  proposal: Proposal,
  accepted: ReadonlySet<string> | null,
  run: Run,
  reviewed: ApplyOptions = {},
): Promise<AppliedProposal> {
  const { host, lens, engine, snapshot, store } = session;
  const { changeSet: given = proposal.changeSet } = reviewed;
  const all = allHunkIds(given);
  const taken = accepted ?? all;
  const changeSet = withAnswers(given, answersIn(given.facts), taken);
  const rejectedHunks = [...all].filter((id) => !taken.has(id));
  const decision = reviewed.decision ?? {
    rejectedHunks,
    reason: rejectedHunks.length > 0 ? (reviewed.reason ?? null) : null,
    ...(reviewed.reasons && { reasons: reviewed.reasons }),
  };
  const undoes = (reviewed.whole ?? rejectedHunks.length === 0) ? await undoneTransaction(session, changeSet) : null;
  const outcome = await applyChange({
    snapshot,
    lens,
    engine,
    journal: writer,
    changeSet,
    accepted: taken,
    clock: host.clock,
    run,
    proposal: proposal.id,
    decision,
    ...(undoes && { undoes }),
  });
  if (outcome.kind !== 'done') return { proposal, outcome, notes: await explainMissingDependencies(session, proposal) };
  const settled = await store.recordDecision(proposal, 'applied', { ...decision, transaction: outcome.transaction });
  await session.refreshAfterWrite(outcome.files, run);
  return { proposal: { ...settled, changeSet }, outcome, notes: [] };
}

/** The transaction that a change takes back; `null` where it is no undo. */
export async function undoneTransaction(
  { journal, vault }: WikiSession,
  { producer, facts }: ChangeSet,
): Promise<UndoneTransaction | null> {
  const { undoes } = facts;
  if (producer !== 'undo' || typeof undoes !== 'string') return null;
  const textOf = async (path: string): Promise<string | null> =>
    (await vault.stat(path))?.kind === 'file' ? vault.readText(path) : null;
  return { transaction: await journal.read(undoes), textOf };
}
