import { type Run } from '../../base';
import { readLedger, type Snapshot } from '../../wiki';
import { isDated } from './gather';
import { hubsOf } from './hubs-of';

/** So many dated statements that no hub makes are worth a call. */
const MIN_MISSED = 5;

/** What a run of ingest read. */
interface Ingested {
  /** Ids of the sources. */
  readonly ids: ReadonlySet<string>;
  /** Paths of pages that changed. */
  readonly touched: ReadonlySet<string>;
}

/**
 * Whether a run passed over the hubs of a wiki: its sources gave several dated statements to pages, and none to a hub. A plan usually
 * gives them to a timeline by itself.
 */
export async function hubsLagBehind(snapshot: Snapshot, { ids, touched }: Ingested, run: Run): Promise<boolean> {
  const hubs = hubsOf(snapshot);
  if (hubs.length === 0 || hubs.some(({ path }) => touched.has(path))) return false;
  const missed = new Set<string>();
  for (const path of touched) {
    const page = snapshot.pages.get(path);
    if (page === undefined || page.kind === 'summary') continue;
    await run.yieldToHost();
    for (const claim of readLedger((await snapshot.text(path)) ?? '').claims) {
      const isNew = claim.notes.some(({ sourceId, quote }) => quote !== null && ids.has(sourceId));
      if (isNew && isDated(claim)) missed.add([...claim.support].sort().join('\n'));
    }
    if (missed.size >= MIN_MISSED) return true;
  }
  return false;
}
