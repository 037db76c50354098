import { isWikiError, type Run } from '../../base';
import { type Proposal } from '../../proposal';
import { type WikiSession } from '../wiki-session';
import { sourceStates } from '../sources/source-state';
import { AnswerStore, stateVault } from './stores';

/**
 * Removes old answers from the cache, unless a source is still to be ingested and could use them. A failure is ignored,
 * because the ingest itself succeeded.
 */
export async function pruneAnswersWhenDone(session: WikiSession, run: Run): Promise<void> {
  try {
    const decided = (await session.store.decided()).proposals.filter(({ state }) => state === 'rejected');
    const proposals: readonly Proposal[] = [...(await session.waitingProposals()), ...decided];
    const read = new Set(proposals.flatMap(({ changeSet }) => changeSet.sources.map(({ hash }) => hash)));
    const states = await sourceStates(session.snapshot, run);
    const isLeft = states.some(
      ({ state, hash }) => hash !== null && (state === 'pending' || state === 'changed') && !read.has(hash),
    );
    if (!isLeft) await pruneAnswers(session, run);
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
}

/** Removes old answers from the cache, by age and size. A failure is ignored. */
export async function pruneAnswers({ vault, host }: WikiSession, run: Run): Promise<void> {
  try {
    await new AnswerStore(stateVault(vault), host).prune(host.clock.now(), run);
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
}
