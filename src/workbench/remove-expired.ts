import { isoTime, plural, WikiError, type Run } from '../base';
import { hashText, joinPath, listKinds } from '../vault';
import { appendLog, LOG_FILE, renderLogEntry } from '../wiki';
import { retentionReport } from './retention';
import { forgetSourceTexts } from './sources/kept-texts';
import { requireApproval } from './trust/gate';
import { type WikiSession } from './wiki-session';

/** Obsidian's own folder for what a person removes. In it, a source keeps its path, so that it can be put back. */
const TRASH = '.trash';

export interface RemoveExpiredRequest {
  /** Paths of expired sources. */
  readonly sources: readonly string[];
  /** `mark` of the report on exactly these sources that the person saw. */
  readonly mark: string;
}

/**
 * Moves expired sources with their signatures to the trash of the wiki, for a person who saw what loses its last source by that. The copies
 * of their text that the wiki keeps for itself go.
 * @returns where each is now, by its path
 * @throws WikiError `living-wiki:source_not_expired`, `living-wiki:retention_changed`, `living-wiki:rules_not_approved`
 */
export function removeExpired(
  session: WikiSession,
  { sources, mark }: RemoveExpiredRequest,
  run: Run,
): Promise<ReadonlyMap<string, string>> {
  return session.exclusively(run, async (writer) => {
    // A manifest that nobody approved expires nothing.
    await requireApproval(session, session.lens, run);
    const report = await retentionReport(session, sources, run);
    if (report.mark !== mark) throw changedSince();
    const { vault, host } = session;
    const moved = new Map<string, string>();
    for (const path of sources) {
      const to = await freePlace(session, path);
      await vault.rename(path, to);
      moved.set(path, to);
      const signature = `${path}.sig`;
      if ((await vault.stat(signature)) !== null && (await vault.stat(`${to}.sig`)) === null)
        await vault.rename(signature, `${to}.sig`);
    }
    const old = (await vault.stat(LOG_FILE)) === null ? null : await vault.readText(LOG_FILE);
    const entry = renderLogEntry({
      at: isoTime(host.clock.now()),
      event: 'remove',
      subject: plural(moved.size, 'expired source'),
      bullets: [...moved].map(([path, to]) => `${path} is now ${to}`),
    });
    const text = appendLog(old ?? '', entry);
    const change =
      old === null
        ? ({ op: 'create', path: LOG_FILE, text } as const)
        : ({ op: 'update', path: LOG_FILE, expected: hashText(old), text } as const);
    const title = `Note in the log that ${plural(moved.size, 'source')} went to the trash`;
    await writer.commit(
      { title, changes: [change], facts: { event: 'remove', subject: 'sources', proposal: null } },
      run,
    );
    await forgetSourceTexts(session, moved.keys());
    await session.refreshAfterWrite([...moved.keys(), LOG_FILE], run);
    return moved;
  });
}

/** Paths that sources in the trash of the wiki had. */
export async function removedSources({ vault, snapshot }: WikiSession): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [`${TRASH}/${snapshot.layout.sources}`];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if ((await vault.stat(folder))?.kind !== 'folder') continue;
    for (const { path, kind } of await listKinds(vault, folder)) {
      if (kind === 'folder') folders.push(path);
      else if (!path.endsWith('.sig')) found.push(path.slice(TRASH.length + 1));
    }
  }
  return found.sort();
}

/**
 * Moves sources from the trash back to where they were, with their signatures.
 * @throws WikiError `source_not_found` for one that is not in the trash; what the vault throws where another file has its place by now
 */
export function restoreSources(session: WikiSession, paths: readonly string[], run: Run): Promise<void> {
  return session.exclusively(run, async () => {
    const { vault } = session;
    const removed = new Set(await removedSources(session));
    for (const path of paths) {
      if (!removed.has(path)) throw new WikiError('source_not_found', `${path} is not in the trash.`, { path });
    }
    for (const path of paths) {
      await vault.rename(joinPath(TRASH, path), path);
      const signature = joinPath(TRASH, `${path}.sig`);
      if ((await vault.stat(signature)) !== null && (await vault.stat(`${path}.sig`)) === null)
        await vault.rename(signature, `${path}.sig`);
    }
    await session.refreshAfterWrite(paths, run);
  });
}

/** A place in the trash where nothing is yet. */
async function freePlace({ vault }: WikiSession, path: string): Promise<string> {
  const dot = path.lastIndexOf('.');
  const [stem, ending] = dot > path.lastIndexOf('/') ? [path.slice(0, dot), path.slice(dot)] : [path, ''];
  for (let at = 1; ; at += 1) {
    const place = joinPath(TRASH, at === 1 ? path : `${stem} ${at}${ending}`);
    if ((await vault.stat(place)) === null) return place;
  }
}

function changedSince(): WikiError {
  return new WikiError(
    'living-wiki:retention_changed',
    'What would lose its last source has changed since it was shown, so nothing was removed.',
    { remedy: 'Look at the list again: living-wiki retention, or “Review expired sources” in the app.' },
  );
}
