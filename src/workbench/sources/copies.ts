import { type Proposal } from '../../proposal';
import { type Hash } from '../../vault';
import { type Snapshot } from '../../wiki';
import { type SourceState } from './source-state';

/**
 * Of new sources with the same bytes, all but one become copies of that one, so that they are proposed once. The one is a
 * changed source, else the one that was proposed first, else the first of the list. Whatever waits already keeps its state.
 */
export function markCopies(states: readonly SourceState[], waiting: readonly Proposal[]): readonly SourceState[] {
  const sequences = new Map<string, number>();
  for (const { changeSet, sequence } of waiting) {
    for (const { path, hash } of changeSet.sources) sequences.set(`${path}\0${hash}`, sequence);
  }
  const rank = ({ source, hash, state }: SourceState): number =>
    state === 'changed' ? -1 : (sequences.get(`${source.path}\0${hash}`) ?? Infinity);
  const originals = new Map<Hash, SourceState>();
  for (const state of states) {
    if (state.hash === null || (state.state !== 'pending' && state.state !== 'changed')) continue;
    const known = originals.get(state.hash);
    if (known === undefined || rank(state) < rank(known)) originals.set(state.hash, state);
  }
  return states.map((state) => {
    const original = state.hash === null ? undefined : originals.get(state.hash);
    const isOwn = state.state !== 'pending' || original === undefined || original === state;
    return isOwn || rank(state) < Infinity ? state : asCopy(state, original.source.path);
  });
}

/** A source that is pending, or a copy of one whose proposal waits: another program may have made that just now. */
export async function asCopyOfWaiting(
  state: SourceState,
  waiting: readonly Proposal[],
  snapshot: Snapshot,
): Promise<SourceState> {
  const { source, hash } = state;
  if (state.state !== 'pending') return state;
  const twins = waiting.flatMap(({ changeSet }) => changeSet.sources.filter((read) => read.hash === hash));
  if (twins.some(({ path }) => path === source.path)) return state;
  for (const { path } of twins) {
    if (snapshot.sources.has(path) && (await snapshot.sourceHash(path)) === hash) return asCopy(state, path);
  }
  return state;
}

function asCopy({ source, hash }: SourceState, path: string): SourceState {
  return { source, hash, state: 'copy', of: { path, isIngested: false } };
}
