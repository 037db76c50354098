import { type Run } from '../../base';
import { allHunks, type ChangeSet } from '../../change';
import { allHunkIds, planChange } from '../../proposal';
import { type Transaction } from '../../vault';
import { undoChange, Workbench, type Proposal } from '../../workbench';
import { transactionsAfter } from './build-commits';
import { isGeneratedFile } from './merge-file';

interface UndoUnpushedRequest {
  /** The files that others changed in the same lines. */
  readonly paths: readonly string[];
  /** The newest transaction that others may have seen. */
  readonly shared: string;
}

/** What was taken back because somebody else came first. */
interface UndoneChanges {
  /** Whether anything was undone. */
  readonly isAny: boolean;
  /** Proposals that wait in the place of what was applied. */
  readonly proposals: readonly string[];
}

/**
 * Undoes the changes of files that nobody else has seen yet, the newest first, so that what others made of these files can be taken in.
 * What came from a proposal waits again, as a proposal of its own.
 */
export async function undoUnpushed(
  wiki: Workbench,
  { paths, shared }: UndoUnpushedRequest,
  run: Run,
): Promise<UndoneChanges> {
  const unshared = [...(await transactionsAfter(wiki, shared, run))].reverse();
  const undone = new Set(unshared.flatMap(({ undoes }) => (undoes === undefined ? [] : [undoes])));
  const wanted = new Set(paths);
  const taken: Transaction[] = [];
  for (const transaction of unshared) {
    if (undone.has(transaction.id) || !touches(transaction, wanted)) continue;
    if (!(await undoWithLater(wiki, transaction.id, run))) continue;
    taken.push(transaction);
  }
  const proposals: string[] = [];
  for (const transaction of taken.reverse()) {
    const id = await proposeAgain(wiki, transaction, run);
    if (id !== null) proposals.push(id);
  }
  return { isAny: taken.length > 0, proposals };
}

function touches({ files }: Transaction, paths: ReadonlySet<string>): boolean {
  return files.some(
    ({ path, from }) => !isGeneratedFile(path) && (paths.has(path) || (from !== undefined && paths.has(from))),
  );
}

/** @returns whether it is undone */
async function undoWithLater(wiki: Workbench, id: string, run: Run): Promise<boolean> {
  const first = await undoChange(wiki, id, run);
  if (first.transaction !== null) return true;
  if (first.undoFirst.length === 0) return false;
  for (const { id: later } of first.undoFirst)
    if ((await undoChange(wiki, later, run)).transaction === null) return false;
  return (await undoChange(wiki, id, run)).transaction !== null;
}

/** The accepted part of a proposal as a proposal that waits. */
async function proposeAgain(wiki: Workbench, { facts }: Transaction, run: Run): Promise<string | null> {
  if (typeof facts.proposal !== 'string') return null;
  let proposal: Proposal;
  try {
    proposal = await wiki.findProposal(facts.proposal);
  } catch {
    return null;
  }
  const left = new Set([...(proposal.decision?.rejectedHunks ?? []), ...(proposal.decision?.waitingHunks ?? [])]);
  const changeSet = withEdits(proposal, (id) => !left.has(id));
  if (allHunks(changeSet).length === 0) return null;
  const session = Workbench.sessionOf(wiki);
  return session.exclusively(run, async () => {
    const { snapshot, lens, engine, host, store } = session;
    const handEdits = (paths: readonly string[]) => session.handEdits(paths, run);
    const accepted = allHunkIds(changeSet);
    const plan = await planChange({ snapshot, lens, engine, changeSet, accepted, clock: host.clock, run, handEdits });
    return (await store.add(changeSet, plan.checks, [])).id;
  });
}

const TAKEN_BACK =
  'This was applied, and then taken back: somebody changed the same lines in the repository first. Compare, and decide again.';

/** With what a person wrote instead of the proposed text. */
function withEdits({ changeSet, decision }: Proposal, isWanted: (hunk: string) => boolean): ChangeSet {
  const edited = new Map(Object.entries(decision?.edited ?? {}));
  const files = changeSet.files.map((edit) => ({
    ...edit,
    hunks: edit.hunks
      .filter(({ id }) => isWanted(id))
      .map((hunk) => ({ ...hunk, text: edited.get(hunk.id) ?? hunk.text, needs: hunk.needs.filter(isWanted) })),
  }));
  return {
    ...changeSet,
    files: files.filter(({ hunks }) => hunks.length > 0),
    notes: [...changeSet.notes.filter((note) => note !== TAKEN_BACK), TAKEN_BACK],
  };
}
