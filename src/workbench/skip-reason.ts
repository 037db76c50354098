import { type Proposal } from '../proposal';
import { type SourceState } from './source-state';

/** Whether a proposal was made from a source, whatever its content was. */
export function readsSource(proposal: Proposal, path: string): boolean {
  return proposal.changeSet.sources.some((read) => read.path === path);
}

/** Whether a proposal was made from the very content that a source has. */
export function isUpToDate(proposal: Proposal | undefined, { source, hash }: SourceState): boolean {
  return proposal?.changeSet.sources.some((read) => read.path === source.path && read.hash === hash) === true;
}

/**
 * Why a source is left alone; `null` when there is work to do.
 * @param waits a proposal for this very content that is not to be applied now
 * @param rejected a proposal for this very content that a person decided against
 */
export function skipReason(
  state: SourceState,
  waits: Proposal | undefined,
  rejected: Proposal | undefined,
): string | null {
  if (state.state === 'ingested') return 'Already ingested; its content has not changed.';
  if (state.state === 'copy') return `Same content as ${state.of ?? 'another source'}, which was ingested.`;
  if (waits) return `Proposal ${waits.id} waits for review.`;
  if (!rejected) return null;
  const why = rejected.decision?.reason;
  const because = why === null || why === undefined ? '' : ` (${why})`;
  return `Proposal ${rejected.id} was rejected${because}. Name the source to have it proposed again.`;
}
