import { finishInTurns, YieldBudget, type Run } from '../../base';
import {
  allHunks,
  hunksToAccept,
  lossesOf,
  nameLosses,
  rebaseInSteps,
  shiftEdit,
  withDependencies,
  withoutMoves,
  type ChangeSet,
  type FileEdit,
} from '../../change';
import { allHunkIds, planChange, type Proposal } from '../../proposal';
import { type WikiSession } from '../wiki-session';

/** A change without the parts after which a page no longer says something, and those parts. */
interface SplitChange {
  readonly now: ChangeSet;
  /** `null` when nothing is dropped. */
  readonly later: ChangeSet | null;
}

/** Parts whose quotes are not in their sources do not wait: they are left out. */
export async function splitDrops(session: WikiSession, changeSet: ChangeSet, run: Run): Promise<SplitChange> {
  const handEdited = await session.handEdits(
    changeSet.files.map(({ path }) => path),
    run,
  );
  let now = changeSet;
  let named = changeSet;
  // Without the parts that wait, others may turn out to remove what was only moved.
  for (let dropping = idsThatDrop(named); dropping.size > 0; dropping = idsThatDrop(named)) {
    now = onlyHunks(now, (id) => !dropping.has(id));
    named = await nameLosses(now, handEdited, run, (path) => session.snapshot.text(path));
  }
  const kept = allHunkIds(now);
  const supported = hunksToAccept({ files: changeSet.files.map(withoutNamedDrops) });
  const later = onlyHunks(changeSet, (id) => !kept.has(id) && supported.has(id));
  return { now, later: later.files.length === 0 ? null : later };
}

/**
 * The same for a change that nobody reviews. What another page of the change says instead does not wait, so that a page can be split:
 * it is lost nowhere.
 */
export async function splitLosses(session: WikiSession, changeSet: ChangeSet, run: Run): Promise<SplitChange> {
  const paths = changeSet.files.map(({ path }) => path);
  return splitDrops(session, await withoutMoves(changeSet, await session.handEdits(paths, run), run), run);
}

/** The fact of a proposal that holds parts of another one. */
const PART_OF = 'partOf';

/** Whether a proposal holds the parts of another one that were not applied with it. */
export function isPartOf({ changeSet }: Proposal, id: string): boolean {
  return changeSet.facts[PART_OF] === id;
}

/**
 * Stores the parts that wait for a person as a proposal of their own, on the pages as they are now. Call it within
 * `WikiSession.exclusively`, after the rest is applied and before that is recorded, so that a crash in between is noticed.
 *
 * @param applied the proposal with the hunks that were applied, and no others
 * @returns sentences about what waits
 */
export async function proposeLater(
  session: WikiSession,
  later: ChangeSet,
  applied: Proposal,
  run: Run,
): Promise<readonly string[]> {
  const { snapshot, lens, engine, host, store } = session;
  const files: FileEdit[] = [];
  for (const edit of later.files) files.push(await onCurrentText(session, edit, applied, run));
  const { cost: _cost, answers: _answers, ...facts } = later.facts;
  const changeSet: ChangeSet = {
    ...later,
    files,
    log: { ...later.log, bullets: [] },
    notes: dropNotes(later),
    facts: { ...facts, [PART_OF]: applied.id },
  };
  const plan = await planChange({
    ...{ snapshot, lens, engine, changeSet, run },
    accepted: allHunkIds(changeSet),
    clock: host.clock,
    handEdits: (paths) => session.handEdits(paths, run),
  });
  const { id } = await store.add(changeSet, plan.checks, [applied.id]);
  return [...dropNotes(later), `Proposal ${id} waits for your decision about that.`];
}

/** The statements that pages would lose, one sentence each, with the reason. */
export function dropNotes(changeSet: ChangeSet): readonly string[] {
  return allHunks(changeSet).flatMap(({ edit, hunk }) =>
    lossesOf(hunk).map(
      ({ text, reason }) =>
        `${edit.path}: the statement “${text}” would be removed.${reason === null ? '' : ` Because: ${reason}`}`,
    ),
  );
}

/** The hunks that drop statements, and those that need them. */
function idsThatDrop(changeSet: ChangeSet): ReadonlySet<string> {
  const dropping = allHunks(changeSet).filter(({ hunk }) => lossesOf(hunk).length > 0);
  return withDependencies(
    changeSet,
    dropping.map(({ hunk }) => hunk.id),
    'reject',
  );
}

/** A change with some of its hunks, and without files that keep none. */
export function onlyHunks(changeSet: ChangeSet, isWanted: (id: string) => boolean): ChangeSet {
  const files = changeSet.files
    .map((edit) => ({ ...edit, hunks: edit.hunks.filter(({ id }) => isWanted(id)) }))
    .filter(({ hunks }) => hunks.length > 0);
  return { ...changeSet, files };
}

function withoutNamedDrops(edit: FileEdit): FileEdit {
  return { ...edit, hunks: edit.hunks.map(({ drops: _drops, ...hunk }) => hunk) };
}

async function onCurrentText(
  { snapshot }: WikiSession,
  edit: FileEdit,
  { changeSet }: Proposal,
  run: Run,
): Promise<FileEdit> {
  const current = await snapshot.text(edit.path);
  if (current === null || edit.kind !== 'updated') return edit;
  const before = changeSet.files.find(({ path }) => path === edit.path)?.hunks ?? [];
  const shifted = shiftEdit(edit, before, current);
  if (shifted !== null) return shifted;
  const rebased = await finishInTurns(rebaseInSteps(edit, current), new YieldBudget(run));
  return 'edit' in rebased ? rebased.edit : edit;
}
