import { uncancellable, type Run } from '../../base';
import { type ChangeSet } from '../../change';
import { answersIn, withAnswers } from '../../ingest';
import { allHunkIds, applyChange, type ChangePlan, type Proposal, type ProposalDecision } from '../../proposal';
import { type JournalWriter } from '../../vault';
import { recordCoverage } from '../coverage/coverage-record';
import { type WikiSession } from '../wiki-session';
import { type Acceptance } from './acceptance';
import { explainMissingDependencies } from './dependencies';
import { type AppliedProposal } from './proposal-result';
import { undoneTransaction } from './undone-transaction';
import { onlyHunks, proposeLater } from './waiting-drops';

interface ApplyOptions extends Omit<Acceptance, 'accepted'> {
  /** The changes as a review left them; as they were proposed when absent. */
  readonly changeSet?: ChangeSet;
  /** Whether nothing is left out; when absent, the accepted hunks tell. */
  readonly whole?: boolean;
  /** The decision to record; made from the accepted hunks when absent. */
  readonly decision?: ProposalDecision;
  /** Whether a person asked for this proposal to be applied. */
  readonly isReviewed?: boolean;
  /** Parts that become a proposal of their own, because nobody decided about them. */
  readonly later?: ChangeSet | null;
  /** What was just planned to check the proposal. */
  readonly earlier?: ChangePlan;
}

/**
 * Applies the accepted part of a waiting proposal and records the decision. Call it within `WikiSession.exclusively`.
 * @param accepted ids of hunks, with everything they depend on; `null` for all
 */
export async function applyProposal(
  session: WikiSession,
  writer: JournalWriter,
  proposal: Proposal,
  accepted: ReadonlySet<string> | null,
  run: Run,
  options: ApplyOptions = {},
): Promise<AppliedProposal> {
  const { host, lens, engine, snapshot, store } = session;
  const { changeSet: given = proposal.changeSet } = options;
  const all = allHunkIds(given);
  const taken = accepted ?? all;
  const changeSet = withAnswers(given, answersIn(given.facts), taken);
  const later = options.later ?? null;
  const waiting = later === null ? new Set<string>() : allHunkIds(later);
  const rejectedHunks = [...all].filter((id) => !taken.has(id) && !waiting.has(id));
  const decision = options.decision ?? {
    rejectedHunks,
    reason: rejectedHunks.length > 0 ? (options.reason ?? null) : null,
    ...(waiting.size > 0 && { waitingHunks: [...waiting] }),
    ...(options.reasons && { reasons: options.reasons }),
    ...(options.isReviewed === true && { isReviewed: true }),
  };
  const undoes =
    (options.whole ?? rejectedHunks.length + waiting.size === 0) ? await undoneTransaction(session, changeSet) : null;
  const outcome = await applyChange({
    snapshot,
    lens,
    engine,
    journal: writer,
    changeSet,
    accepted: taken,
    clock: host.clock,
    run,
    handEdits: (paths) => session.handEdits(paths, run),
    proposal: proposal.id,
    decision,
    ...(undoes && { undoes }),
    ...(options.earlier && { earlier: options.earlier }),
  });
  if (outcome.kind !== 'done') return { proposal, outcome, notes: await explainMissingDependencies(session, proposal) };
  await session.refreshAfterWrite(outcome.files, run, outcome.wiki);
  const part = { ...proposal, changeSet: onlyHunks(given, (id) => taken.has(id)) };
  const notes = later === null ? [] : await proposeLater(session, later, part, uncancellable(run));
  // What another device says that its proposal uses is not what it uses.
  if (!session.isSigning || !store.isForeign(proposal)) {
    await recordCoverage(session, given, new Set(decision.rejectedHunks));
  }
  const decided = await store.recordDecision(proposal, 'applied', { ...decision, transaction: outcome.transaction });
  return { proposal: { ...decided, changeSet }, outcome, notes };
}
