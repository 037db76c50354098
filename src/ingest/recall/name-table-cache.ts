import { throwIfCancelled, type Run } from '../../base';
import { type Snapshot } from '../../wiki';
import { NameTable } from './name-table';

interface CachedTable {
  readonly table: NameTable;
  snapshot: Snapshot;
}

const cachedTables = new WeakMap<object, CachedTable>();

/**
 * The name table of a snapshot. It is kept with `owner`, which lives as long as the wiki is open (its search index), and brought
 * from the snapshot that it was last asked for to this one at the cost of what changed.
 */
export function nameTable(owner: object, snapshot: Snapshot): NameTable {
  const known = cachedTables.get(owner);
  if (known === undefined) {
    const table = new NameTable();
    for (const [path, page] of snapshot.pages) table.set(path, page);
    cachedTables.set(owner, { table, snapshot });
    return table;
  }
  if (known.snapshot !== snapshot) {
    for (const path of snapshot.changedSince(known.snapshot)) known.table.set(path, snapshot.pages.get(path));
    known.snapshot = snapshot;
  }
  return known.table;
}

/**
 * Makes the name table of a wiki that has none yet, in pieces, so that nothing waits for it. Costs nothing once it is there.
 */
export async function prepareNameTable(owner: object, snapshot: Snapshot, run: Run): Promise<void> {
  if (cachedTables.has(owner)) return;
  const table = new NameTable();
  let done = 0;
  for (const [path, page] of snapshot.pages) {
    table.set(path, page);
    done += 1;
    if (done % 200 > 0) continue;
    throwIfCancelled(run);
    await run.yieldToHost();
  }
  if (!cachedTables.has(owner)) cachedTables.set(owner, { table, snapshot });
}
