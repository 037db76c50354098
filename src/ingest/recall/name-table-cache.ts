import { checkpoint, type Run } from '../../base';
import { isDisputesPage, type Page, type Snapshot } from '../../wiki';
import { NameTable } from './name-table';

interface CachedTable {
  readonly table: NameTable;
  snapshot: Snapshot;
}

/** No source is about the page that code makes of the others. */
const subjectPage = (page: Page | undefined): Page | undefined =>
  page === undefined || isDisputesPage(page) ? undefined : page;

const cachedTables = new WeakMap<object, CachedTable>();

/**
 * The name table of a snapshot. It is cached for `owner`, which lives as long as the wiki is open (its search index). For a
 * later snapshot only the pages that changed are read again.
 */
export function nameTable(owner: object, snapshot: Snapshot): NameTable {
  const known = cachedTables.get(owner);
  if (known === undefined) {
    const table = new NameTable();
    for (const [path, page] of snapshot.pages) table.set(path, subjectPage(page));
    cachedTables.set(owner, { table, snapshot });
    return table;
  }
  if (known.snapshot !== snapshot) {
    for (const path of snapshot.changedSince(known.snapshot))
      known.table.set(path, subjectPage(snapshot.pages.get(path)));
    known.snapshot = snapshot;
  }
  return known.table;
}

/** Builds the name table in slices, so that a large wiki does not block the host. Does nothing if it exists. */
export async function prepareNameTable(owner: object, snapshot: Snapshot, run: Run): Promise<void> {
  if (cachedTables.has(owner)) return;
  const table = new NameTable();
  let done = 0;
  for (const [path, page] of snapshot.pages) {
    table.set(path, subjectPage(page));
    done += 1;
    if (done % 200 > 0) continue;
    await checkpoint(run);
  }
  if (!cachedTables.has(owner)) cachedTables.set(owner, { table, snapshot });
}
