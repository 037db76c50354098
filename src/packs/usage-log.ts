import { isMapping, isoTime, isWikiError, type Clock } from '../base';
import { type Vault } from '../vault';
import { type PackUse } from './resolve';

/** One line of the log. */
export type PackLogEntry = PackUse & { readonly timestamp: string };

const PACK_LOG = '.wiki/runs/packs.jsonl';
const OLD_LOG = '.wiki/runs/packs.1.jsonl';

/** UTF-16 units. A longer log becomes the old one, whose own content is dropped. */
const MAX_LENGTH = 500_000;

/** A record is one line of a few kilobytes. */
const MAX_FILES_LOGGED = 100;

/** Writes a record for each use. The log and the one before it are kept; both may be deleted. @param vault scoped to the wiki */
export async function logPackUse(vault: Vault, uses: readonly PackUse[], clock: Clock): Promise<void> {
  if (uses.length === 0) return;
  const timestamp = isoTime(clock.now());
  const lines = uses.map((use) => {
    const entry: PackLogEntry = { ...use, selected_files: use.selected_files.slice(0, MAX_FILES_LOGGED), timestamp };
    return `${JSON.stringify(entry)}\n`;
  });
  const before = (await readOrNothing(vault, PACK_LOG)) ?? '';
  if (before.length > MAX_LENGTH) {
    await vault.write(OLD_LOG, before);
    await vault.write(PACK_LOG, lines.join(''));
  } else await vault.write(PACK_LOG, before + lines.join(''));
}

/** The last records, newest first. Lines that are none are passed over. */
export async function readPackLog(vault: Vault, limit: number): Promise<readonly PackLogEntry[]> {
  const entries: PackLogEntry[] = [];
  for (const path of [PACK_LOG, OLD_LOG]) {
    const lines = ((await readOrNothing(vault, path)) ?? '').split('\n').reverse();
    for (const line of lines) {
      if (entries.length >= limit) return entries;
      const entry = parse(line);
      if (entry !== null) entries.push(entry);
    }
  }
  return entries;
}

function parse(line: string): PackLogEntry | null {
  if (line.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(line);
    const isEntry = isMapping(value) && typeof value.pack === 'string' && typeof value.timestamp === 'string';
    return isEntry && Array.isArray(value.selected_files) ? (value as unknown as PackLogEntry) : null;
  } catch {
    return null;
  }
}

async function readOrNothing(vault: Vault, path: string): Promise<string | null> {
  try {
    const stat = await vault.stat(path);
    return stat?.kind === 'file' && stat.size <= 4 * MAX_LENGTH ? await vault.readText(path) : null;
  } catch (error) {
    if (isWikiError(error)) return null;
    throw error;
  }
}
