import { isWikiError } from '../../base';
import type { Run } from '../../base';
import type { Proposal } from '../../proposal';
import type { Session } from '../session';
import { isCurrent, whySkipped } from '../skips';
import { sourceStates } from '../source-state';
import { AnswerStore, stateOf } from './stores';

/**
 * Forgets old answers of models, once nothing is left to do for which they could be of use: every source is ingested, or has
 * its proposal, or was decided against. A failure to do so is none of ingest.
 */
export async function tidyAnswers(session: Session, run: Run): Promise<void> {
  try {
    const decided = (await session.store.decided()).proposals.filter(({ state }) => state === 'rejected');
    const proposals: readonly Proposal[] = [...(await session.waiting()).proposals, ...decided];
    const states = await sourceStates(session.snapshot, run);
    const isLeft = states.some((state) => {
      const proposal = proposals.find((each) => isCurrent(each, state));
      return whySkipped(state, proposal, undefined) === null;
    });
    if (!isLeft) await pruneAnswers(session, run);
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
}

/** Forgets old answers of models, by age and size. A failure to do so is none of who asked. */
export async function pruneAnswers({ vault, host }: Session, run: Run): Promise<void> {
  try {
    await new AnswerStore(stateOf(vault)).prune(host.clock.now(), run);
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
}
