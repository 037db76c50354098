import { compareText, throwIfCancelled, type Run } from '../../base';
import { type Hash } from '../../vault';
import { MAX_SOURCE_BYTES, type Snapshot, type Source } from '../../wiki';
import { mediaKind } from './media-kind';

/** A source before it is read. */
export interface SourceState {
  readonly source: Source;
  /** `null` for a file that is too large to be read, and so is not hashed. */
  readonly hash: Hash | null;
  /** `copy`: another source has the same content, and that one is or will be ingested. */
  readonly state: 'pending' | 'ingested' | 'changed' | 'copy';
  /** For a `copy`: the other source. */
  readonly of?: { readonly path: string; readonly isIngested: boolean };
}

/** A source that may be read. */
export type ReadableSource = SourceState & { readonly hash: Hash };

/** The state of every source, sorted by path. Every file that changed is hashed, unless it is too large to be read. */
export async function sourceStates(snapshot: Snapshot, run: Run): Promise<readonly SourceState[]> {
  const ingested = ingestedHashes(snapshot);
  const states: SourceState[] = [];
  for (const source of [...snapshot.sources.values()].sort((a, b) => compareText(a.path, b.path))) {
    throwIfCancelled(run);
    states.push(await sourceState(snapshot, source, ingested));
    await run.yieldToHost();
  }
  return states;
}

/** The paths of ingested sources, by content hash. */
export function ingestedHashes(snapshot: Snapshot): ReadonlyMap<Hash, string> {
  return new Map(Object.entries(snapshot.provenance.sources).map(([path, entry]) => [entry.contentHash, path]));
}

/** @param ingested see {@link ingestedHashes} */
export async function sourceState(
  snapshot: Snapshot,
  source: Source,
  ingested: ReadonlyMap<Hash, string>,
): Promise<SourceState> {
  const { sources } = snapshot.provenance;
  const known = Object.hasOwn(sources, source.path) ? sources[source.path] : undefined;
  if (source.size > MAX_SOURCE_BYTES && mediaKind(source.path) === null)
    return { source, hash: null, state: known ? 'changed' : 'pending' };
  const hash = await snapshot.sourceHash(source.path);
  const twin = ingested.get(hash);
  if (known) return { source, hash, state: known.contentHash === hash ? 'ingested' : 'changed' };
  if (twin === undefined) return { source, hash, state: 'pending' };
  return { source, hash, state: 'copy', of: { path: twin, isIngested: true } };
}
