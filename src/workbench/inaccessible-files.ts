import { compareText, throwIfCancelled, type Run } from '../base';
import { baseName, parentPaths, type SkippedEntry } from '../vault';
import { type WikiSession } from './wiki-session';

const SOURCES = 'sources';

/**
 * Files in the wiki's folder that it cannot use: links that lead out of it, and names that are no valid path. Hidden
 * files are not reported.
 * @param below only this folder and what is in it; the whole wiki when absent
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
    for (const item of await vault.listSkipped(folder)) if (!baseName(item.path).startsWith('.')) found.push(item);
    await run.yieldToHost();
  }
  return found.sort((a, b) => compareText(a.path, b.path));
}

/** The same among the sources. */
export function inaccessibleSources(session: WikiSession, run: Run): Promise<readonly SkippedEntry[]> {
  return inaccessibleFiles(session, run, SOURCES);
}
