import { finishInTurns, YieldBudget, type Run } from '../base';
import { compareLedgers, readLedger, wordKey, type Claim } from '../wiki';
import { guardedFiles, type GuardedFile } from './guard-file';
import { renderEdit, renderedPath } from './hunk';
import { renamedNames } from './renamed-names';
import { hunkThatRemoves, statementLosses, unnamed, type HandEdits } from './statement-losses';
import { type ChangeSet, type DroppedStatement, type FileEdit } from './types';

/**
 * Names every statement that a change removes and that its producer does not name, in the hunk that removes it. Such a hunk
 * is never accepted without a person. An undo is left as it is, because it restores what a person saw.
 */
export async function nameLosses(changeSet: ChangeSet, handEdited: HandEdits, run: Run): Promise<ChangeSet> {
  const { producer } = changeSet;
  if (producer === 'undo') return changeSet;
  const files = guardedFiles(changeSet);
  const steps = statementLosses(files, { producer, handEdited, renames: renamedNames(files) });
  const losses = await finishInTurns(steps, new YieldBudget(run));
  const named = new Map(
    losses.map(({ file, dropped, own }) => [file.edit, withDrops(file, [...dropped, ...own], () => true)]),
  );
  return { ...changeSet, files: changeSet.files.map((edit) => named.get(edit) ?? edit) };
}

/**
 * A change whose hunks no longer name what another page of the change says instead: that is not lost. Without the hunk that adds it
 * there, {@link nameLosses} names it again.
 */
export async function withoutMoves(changeSet: ChangeSet, handEdited: HandEdits, run: Run): Promise<ChangeSet> {
  const { producer } = changeSet;
  const files = guardedFiles(changeSet);
  const steps = statementLosses(files, { producer, handEdited, renames: renamedNames(files) });
  const losses = await finishInTurns(steps, new YieldBudget(run));
  const lost = new Map(losses.map(({ file, dropped, own }) => [file.edit, new Set([...dropped, ...own].map(keyOf))]));
  const settled = changeSet.files.map((edit) => ({
    ...edit,
    hunks: edit.hunks.map(({ drops = [], ...hunk }) => {
      const left = drops.filter((drop) => lost.get(edit)?.has(wordKey(drop.text)) !== false);
      return left.length === 0 ? hunk : { ...hunk, drops: left };
    }),
  }));
  return { ...changeSet, files: settled };
}

const keyOf = ({ key }: Claim): string => key;

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
  return withDrops(file, ownDropped, (id) => ids.has(id));
}

function withDrops(file: GuardedFile, lost: readonly Claim[], isNamed: (id: string) => boolean): FileEdit {
  const drops = new Map<string, DroppedStatement[]>();
  for (const claim of unnamed(lost, file)) {
    const hunk = hunkThatRemoves(claim, file);
    if (hunk === undefined || !isNamed(hunk.id)) continue;
    drops.set(hunk.id, [...(drops.get(hunk.id) ?? hunk.drops ?? []), { text: claim.text, reason: null }]);
  }
  if (drops.size === 0) return file.edit;
  const hunks = file.edit.hunks.map((hunk) => {
    const named = drops.get(hunk.id);
    return named === undefined ? hunk : { ...hunk, drops: named };
  });
  return { ...file.edit, hunks };
}
