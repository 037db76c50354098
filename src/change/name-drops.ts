import { compareLedgers, readLedger } from '../wiki';
import { renderEdit, renderedPath } from './hunk';
import { hunkThatRemoves, unnamed } from './statement-losses';
import { type DroppedStatement, type FileEdit } from './types';

/**
 * Names in some hunks every statement that they remove or change, for text that a person wrote or chose.
 *
 * @param ids of these hunks; the others stay as they are
 */
export function nameDrops(edit: FileEdit, ids: ReadonlySet<string>): FileEdit {
  const after = renderEdit(edit);
  if (ids.size === 0 || edit.kind === 'created' || after === null) return edit;
  const { ownDropped } = compareLedgers(readLedger(edit.base), readLedger(after), () => true);
  const file = { edit, hunks: edit.hunks, before: edit.base, after, path: renderedPath(edit) ?? edit.path };
  const drops = new Map<string, DroppedStatement[]>();
  for (const claim of unnamed(ownDropped, file)) {
    const hunk = hunkThatRemoves(claim, file);
    if (hunk === undefined || !ids.has(hunk.id)) continue;
    drops.set(hunk.id, [...(drops.get(hunk.id) ?? hunk.drops ?? []), { text: claim.text, reason: null }]);
  }
  const hunks = edit.hunks.map((hunk) => {
    const named = drops.get(hunk.id);
    return named === undefined ? hunk : { ...hunk, drops: named };
  });
  return { ...edit, hunks };
}
