import { compareText, throwIfCancelled, type Run } from '../base';
import { baseName, parentPaths, type SkippedEntry } from '../vault';
import { type WikiSession } from './wiki-session';

const SOURCES = 'sources';

/**
 * What lies in the wiki's folder and cannot be had: links that lead out of it, names that no path can hold. Hidden
 * names are nobody's business here.
 * @param below this folder alone, with all that is in it; the whole wiki when absent
 */
export async function inaccessibleFiles(
  { vault, snapshot }: WikiSession,
  run: Run,
  below?: string,
): Promise<readonly SkippedEntry[]> {
  if (!vault.listSkipped) return [];
  const folders = new Set(['', SOURCES]);
  for (const path of [...snapshot.pages.keys(), ...snapshot.sources.keys(), ...snapshot.files]) {
    for (const folder of parentPaths(path)) folders.add(folder);
  }
  const found: SkippedEntry[] = [];
  for (const folder of folders) {
    throwIfCancelled(run);
    if (below !== undefined && folder !== below && !folder.startsWith(`${below}/`)) continue;
    const items = await vault.listSkipped(folder);
    found.push(...items.filter(({ path }) => !baseName(path).startsWith('.')));
    await run.yieldToHost();
  }
  return found.sort((a, b) => compareText(a.path, b.path));
}

/** The same, of the sources. */
export function inaccessibleSources(session: WikiSession, run: Run): Promise<readonly SkippedEntry[]> {
  return inaccessibleFiles(session, run, SOURCES);
}
