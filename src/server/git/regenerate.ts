import { buildProvenance } from '../../proposal';
import { INDEX_FILE, PROVENANCE_FILE, renderIndex, renderProvenance } from '../../wiki';
import { type Workbench } from '../../workbench';

/** The index and the manifest as the pages make them, where the files say something else. */
export async function staleFiles({ snapshot }: Workbench): Promise<readonly (readonly [path: string, text: string])[]> {
  const wanted: [path: string, text: string][] = [[INDEX_FILE, renderIndex(snapshot)]];
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
