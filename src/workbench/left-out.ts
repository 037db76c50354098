import { compareText, throwIfCancelled } from '../base';
import type { Run } from '../base';
import { baseName, parentPaths } from '../vault';
import type { LeftOut } from '../vault';
import type { Session } from './session';

const SOURCES = 'sources';

/**
 * What lies in the wiki's folder and cannot be had: links that lead out of it, names that no path can hold. Hidden
 * names are nobody's business here.
 * @param below this folder alone, with all that is in it; the whole wiki when absent
 */
export async function leftOut({ vault, snapshot }: Session, run: Run, below?: string): Promise<readonly LeftOut[]> {
  if (!vault.leftOut) return [];
  const folders = new Set(['', SOURCES]);
  for (const path of [...snapshot.pages.keys(), ...snapshot.sources.keys(), ...snapshot.files]) {
    for (const folder of parentPaths(path)) folders.add(folder);
  }
  const found: LeftOut[] = [];
  for (const folder of folders) {
    throwIfCancelled(run);
    if (below !== undefined && folder !== below && !folder.startsWith(`${below}/`)) continue;
    const items = await vault.leftOut(folder);
    found.push(...items.filter(({ path }) => !baseName(path).startsWith('.')));
    await run.breathe();
  }
  return found.sort((a, b) => compareText(a.path, b.path));
}

/** The same, of the sources. */
export function sourcesLeftOut(session: Session, run: Run): Promise<readonly LeftOut[]> {
  return leftOut(session, run, SOURCES);
}
