import { isWikiError, type Run } from '../../base';
import { type Proposal } from '../../proposal';
import { type WikiSession } from '../wiki-session';
import { isUpToDate, skipReason } from '../skip-reason';
import { sourceStates } from '../source-state';
import { AnswerStore, stateVault } from './stores';

/**
 * Forgets old answers of models, once nothing is left to do for which they could be of use: every source is ingested, or has
 * its proposal, or was decided against. A failure to do so is none of ingest.
 */
export async function pruneAnswersWhenDone(session: WikiSession, run: Run): Promise<void> {
  try {
    const decided = (await session.store.decided()).proposals.filter(({ state }) => state === 'rejected');
    const proposals: readonly Proposal[] = [...(await session.waitingProposals()).proposals, ...decided];
    const states = await sourceStates(session.snapshot, run);
    const isLeft = states.some((state) => {
      const proposal = proposals.find((each) => isUpToDate(each, state));
      return skipReason(state, proposal, undefined) === null;
    });
    if (!isLeft) await pruneAnswers(session, run);
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
}

/** Forgets old answers of models, by age and size. A failure to do so is none of who asked. */
export async function pruneAnswers({ vault, host }: WikiSession, run: Run): Promise<void> {
  try {
    await new AnswerStore(stateVault(vault)).prune(host.clock.now(), run);
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
}
