import { compareText, isWikiError, throwIfCancelled, type Run } from '../../base';
import { hashInSteps } from '../../vault';
import { MAX_SOURCE_BYTES } from '../../wiki';
import { type WikiSession } from '../wiki-session';

/** Where a look at the contents of all sources is. */
export interface RehashSlice {
  /** Sources whose content is another although size and time are the same. They count as changed from now on. */
  readonly changed: readonly string[];
  /** Go on after this source; `null` when all were looked at. */
  readonly next: string | null;
}

/** Bytes that one slice reads, unless a single source is larger. */
const SLICE_BYTES = 8 * 1024 * 1024;
/** Sources that one slice reads. */
const SLICE_SOURCES = 200;

/**
 * Reads a few ingested sources and compares them with what is known of them, for hosts whose files do not tell that they were
 * changed with their size and time kept.
 * @param after the last source of the slice before; `null` to begin
 * @throws WikiError `living-wiki:cancelled`
 */
export async function rehashSources(session: WikiSession, after: string | null, run: Run): Promise<RehashSlice> {
  const { snapshot, vault } = session;
  const left = [...snapshot.sources.values()]
    .filter(({ path, size }) => size <= MAX_SOURCE_BYTES && Object.hasOwn(snapshot.provenance.sources, path))
    .filter(({ path }) => after === null || compareText(path, after) > 0)
    .sort((a, b) => compareText(a.path, b.path));
  const changed: string[] = [];
  let [bytes, count] = [0, 0];
  let last = after;
  for (const { path, size } of left) {
    throwIfCancelled(run);
    if (count > 0 && (bytes + size > SLICE_BYTES || count >= SLICE_SOURCES)) break;
    [bytes, count, last] = [bytes + size, count + 1, path];
    try {
      const hash = await hashInSteps(await vault.readBytes(path), run);
      if (hash !== (await snapshot.sourceHash(path))) changed.push(path);
    } catch (error) {
      // A file that is gone or unreadable is noticed elsewhere.
      if (!isWikiError(error) || error.code === 'living-wiki:cancelled') throw error;
    }
    await run.yieldToHost();
  }
  if (changed.length > 0) await session.refresh(changed, run);
  return { changed, next: count < left.length ? last : null };
}
