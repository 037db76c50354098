import { finishInTurns, YieldBudget, type Run } from '../base';
import { compareLedgers, isSaidBy, readLedger, stayingClaims, wordKey, type Claim } from '../wiki';
import { guardedFiles, type GuardedFile } from './guard-file';
import { allHunks, renderEdit, renderedPath } from './hunk';
import { renamedNames } from './renamed-names';
import { hunkThatRemoves, statementLosses, unnamed, type HandEdits } from './statement-losses';
import { type ChangeSet, type DroppedStatement, type FileEdit } from './types';

/**
 * Names every statement that a change removes and that its producer does not name, in the hunk that removes it. Such a hunk
 * is never accepted without a person. An undo is left as it is, because it restores what a person saw. What is named as said on
 * another page is looked up there, as the proposal may be forged or the page may have changed.
 *
 * @param textOf the text of a page that is not in the change; without it, none counts
 */
export async function nameLosses(
  given: ChangeSet,
  handEdited: HandEdits,
  run: Run,
  textOf: (path: string) => Promise<string | null> = () => Promise.resolve(null),
): Promise<ChangeSet> {
  if (given.producer === 'undo') return given;
  const changeSet = await withCheckedDrops(given, handEdited, textOf);
  const { producer } = changeSet;
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

/** Without the pages on which dropped statements are not said, or which drop a statement of a person. */
async function withCheckedDrops(
  changeSet: ChangeSet,
  handEdited: HandEdits,
  textOf: (path: string) => Promise<string | null>,
): Promise<ChangeSet> {
  const named = allHunks(changeSet).flatMap(({ hunk: { drops = [] } }) => drops.flatMap(({ saidOn }) => saidOn ?? []));
  if (named.length === 0) return changeSet;
  const staying = new Map<string, readonly Claim[]>();
  for (const path of new Set(named)) {
    const edit = changeSet.files.find((each) => each.path === path);
    const before = edit === undefined ? await textOf(path) : edit.base;
    const after = edit === undefined ? before : renderEdit(edit);
    if (before !== null && after !== null) staying.set(path, stayingClaims(before, after));
  }
  const files = changeSet.files.map((edit) => {
    const isSaid = ({ text, saidOn = '' }: DroppedStatement): boolean => {
      const key = wordKey(text);
      const claims = readLedger(edit.base).claims.filter((claim) => claim.key === key);
      const isOwn = handEdited.get(edit.path)?.has(key) === true;
      return !isOwn && claims.length > 0 && claims.every((claim) => isSaidBy(claim, staying.get(saidOn) ?? []));
    };
    const checked = (drop: DroppedStatement): DroppedStatement =>
      isSaid(drop) ? drop : { text: drop.text, reason: drop.reason };
    return {
      ...edit,
      hunks: edit.hunks.map((hunk) => (hunk.drops ? { ...hunk, drops: hunk.drops.map(checked) } : hunk)),
    };
  });
  return { ...changeSet, files };
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
