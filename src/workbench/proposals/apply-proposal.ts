import { type Run } from '../../base';
import { type ChangeSet } from '../../change';
import { answersIn, withAnswers } from '../../ingest';
import { allHunkIds, applyChange, type Proposal, type ProposalDecision } from '../../proposal';
import { type JournalWriter } from '../../vault';
import { type ProposalResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { resolveAcceptance, type Acceptance, type ApplyProposalRequest } from './acceptance';
import { explainMissingDependencies } from './dependencies';
import { sourceOfProposal, toProposalResult, type AppliedProposal } from './proposal-result';
import { recheckProposal } from './recheck-proposal';
import { undoneTransaction } from './undone-transaction';
import { waitingProposal } from './waiting-proposal';

interface ApplyOptions extends Omit<Acceptance, 'accepted'> {
  /** The changes as a review left them; as they were proposed when absent. */
  readonly changeSet?: ChangeSet;
  /** Whether nothing is left out; when absent, the accepted hunks tell. */
  readonly whole?: boolean;
  /** The decision to record; made from the accepted hunks when absent. */
  readonly decision?: ProposalDecision;
}

/**
 * Applies a waiting proposal, or the part of it that the request names.
 * @throws WikiError `living-wiki:proposal_decided`, `living-wiki:proposal_file_missing`,
 * `living-wiki:proposal_hunk_missing`
 */
export function applyWaiting(
  session: WikiSession,
  id: string,
  request: ApplyProposalRequest,
  run: Run,
): Promise<ProposalResult> {
  return session.exclusively(run, async (writer) => {
    const proposal = await recheckProposal(session, await waitingProposal(session.store, id), run);
    const { accepted, ...reasons } = resolveAcceptance(proposal, request);
    const applied = await applyProposal(session, writer, proposal, accepted, run, reasons);
    return toProposalResult(applied, sourceOfProposal(proposal));
  });
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
  const rejectedHunks = [...all].filter((id) => !taken.has(id));
  const decision = options.decision ?? {
    rejectedHunks,
    reason: rejectedHunks.length > 0 ? (options.reason ?? null) : null,
    ...(options.reasons && { reasons: options.reasons }),
  };
  const undoes = (options.whole ?? rejectedHunks.length === 0) ? await undoneTransaction(session, changeSet) : null;
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
  });
  if (outcome.kind !== 'done') return { proposal, outcome, notes: await explainMissingDependencies(session, proposal) };
  const decided = await store.recordDecision(proposal, 'applied', { ...decision, transaction: outcome.transaction });
  await session.refreshAfterWrite(outcome.files, run);
  return { proposal: { ...decided, changeSet }, outcome, notes: [] };
}
