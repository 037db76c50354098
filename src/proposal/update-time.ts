import { isWikiError } from '../base';
import { editFrontmatter, readFrontmatter } from '../markdown';
import { type FileChange } from '../vault';
import { isPagePath, type Snapshot } from '../wiki';

/**
 * Sets `updated_at` on every curated page that is rewritten, unless the change itself sets it. Frontmatter that cannot be
 * edited stays as it is. Source: AIP-10, page frontmatter.
 *
 * @param now ISO 8601, UTC
 */
export async function withUpdateTimes(
  changes: readonly FileChange[],
  snapshot: Snapshot,
  now: string,
): Promise<readonly FileChange[]> {
  const stamped: FileChange[] = [];
  for (const change of changes) stamped.push(await withUpdateTime(change, snapshot, now));
  return stamped;
}

async function withUpdateTime(change: FileChange, snapshot: Snapshot, now: string): Promise<FileChange> {
  if ((change.op !== 'update' && change.op !== 'rename') || !isPagePath(change.path)) return change;
  const { data, problems } = readFrontmatter(change.text);
  const isCurated = data.schema === 'knowledge/v1' || data.schema === 'knowledge.entry/v1';
  if (!isCurated || problems.length > 0) return change;
  const old = await snapshot.text(change.op === 'rename' ? change.from : change.path);
  if (!isSame(readFrontmatter(old ?? '').data.updated_at, data.updated_at)) return change;
  try {
    return { ...change, text: editFrontmatter(change.text, [{ op: 'set', path: ['updated_at'], value: now }]) };
  } catch (error) {
    if (isWikiError(error)) return change;
    throw error;
  }
}

/** Compares two values of `updated_at`: YAML may give a time without quotes as a date. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
