import { buildProvenance } from '../../proposal';
import { silentRun } from '../../base';
import {
  composeDisputesPage,
  disputesPath,
  INDEX_FILE,
  PROVENANCE_FILE,
  renderIndex,
  renderProvenance,
  type Snapshot,
} from '../../wiki';
import { type Workbench } from '../../workbench';

/** The page of disputes, the index and the manifest as the pages make them, where the files say something else. */
export async function staleFiles({ snapshot }: Workbench): Promise<readonly (readonly [path: string, text: string])[]> {
  const wanted: [path: string, text: string][] = [...(await disputes(snapshot)), [INDEX_FILE, renderIndex(snapshot)]];
  // A manifest that cannot be read is left to the person who broke it.
  if (!snapshot.problems.some(({ path }) => path === PROVENANCE_FILE)) {
    const pinned = new Map(Object.entries(snapshot.provenance.sources));
    wanted.push([PROVENANCE_FILE, renderProvenance(buildProvenance(pinned, snapshot))]);
  }
  const stale: [path: string, text: string][] = [];
  for (const [path, text] of wanted) {
    const known = await snapshot.text(path);
    if (known !== null && known !== text) stale.push([path, text]);
  }
  return stale;
}

/** Of a page that both sides changed. A page that has nothing to tell any more goes with the next change of the wiki. */
async function disputes(snapshot: Snapshot): Promise<readonly [path: string, text: string][]> {
  const path = disputesPath(snapshot);
  const page = snapshot.pages.get(path);
  if (page === undefined) return [];
  const now = Date.parse(page.updatedAt ?? '') || 0;
  const text = await composeDisputesPage({
    ...{ current: snapshot, next: snapshot, touched: [], overtaken: [], now, run: silentRun },
  });
  return text === null ? [] : [[path, text]];
}
