import { withDependencies, guard, type ChangeSet, type FileEdit } from '../../change';
import { type Snapshot } from '../../wiki';

/** Each round removes what the guard names. A change is small, so a few rounds are enough. */
const MAX_ROUNDS = 40;

/**
 * Removes the parts that the guard would refuse, with a note about each. The guard runs again before anything is applied;
 * here it keeps one bad edit of a model from blocking the good ones.
 */
export function dropRefusedHunks(changeSet: ChangeSet, snapshot: Snapshot): ChangeSet {
  let current = changeSet;
  const notes: string[] = [];
  for (let round = 0; round < MAX_ROUNDS && current.files.length > 0; round += 1) {
    const errors = guard({ changeSet: current, snapshot }).filter(({ severity }) => severity === 'error');
    const [first] = errors;
    if (first === undefined) break;
    const fallback = current.files.find((edit) => edit.path === first.path)?.hunks.map(({ id }) => id) ?? [];
    const bad = errors.flatMap(({ hunk, path, message }) => {
      if (hunk === undefined) return [];
      notes.push(`${path}: a part was left out. ${message}`);
      return [hunk];
    });
    if (bad.length === 0) notes.push(`${first.path}: the file was left out. ${first.message}`);
    current = withoutHunks(current, bad.length > 0 ? bad : fallback);
  }
  return { ...current, notes: [...current.notes, ...new Set(notes)] };
}

/** The change set without these hunks, the hunks that need them, and files without hunks. */
function withoutHunks(changeSet: ChangeSet, ids: readonly string[]): ChangeSet {
  const gone = withDependencies(changeSet, ids, 'reject');
  const files = changeSet.files
    .map((edit): FileEdit => ({ ...edit, hunks: edit.hunks.filter(({ id }) => !gone.has(id)) }))
    .filter(({ hunks }) => hunks.length > 0);
  return { ...changeSet, files };
}
