import { type Proposal } from '../../proposal';
import { type SourceState } from '../sources/source-state';

/** Whether a proposal was made from a source, with its present content or an earlier one. */
export function readsSource(proposal: Proposal, path: string): boolean {
  return proposal.changeSet.sources.some((read) => read.path === path);
}

/** Whether a proposal was made from the present content of a source. */
export function isUpToDate(proposal: Proposal | undefined, { source, hash }: SourceState): boolean {
  return proposal?.changeSet.sources.some((read) => read.path === source.path && read.hash === hash) === true;
}

export function copyReason({ path, isIngested }: NonNullable<SourceState['of']>): string {
  return isIngested ? `Same content as ${path}, which is already ingested.` : `Same content as ${path}.`;
}

/** Why a source that is in the wiki already is skipped. */
export const ALREADY_INGESTED = 'Already ingested, and unchanged since.';

/**
 * Why a source is skipped; `null` when it is to be ingested.
 * @param waiting a proposal for its present content that is not to be applied now
 * @param rejected a proposal for its present content that a person rejected
 * @param resumes whether an ingested source is to be taken up again
 */
export function skipReason(
  state: SourceState,
  waiting: Proposal | undefined,
  rejected: Proposal | undefined,
  resumes = false,
): string | null {
  if (state.state === 'ingested' && !resumes) return ALREADY_INGESTED;
  if (state.of) return copyReason(state.of);
  if (waiting) return `Proposal ${waiting.id} waits for review.`;
  if (!rejected) return null;
  const why = rejected.decision?.reason;
  const because = why === null || why === undefined ? '' : ` (${why})`;
  return `Proposal ${rejected.id} was rejected${because}. To ingest it again, name the source.`;
}
