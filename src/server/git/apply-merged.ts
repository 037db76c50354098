import { finishInTurns, YieldBudget, type Run } from '../../base';
import { mergeText, rebaseInSteps, renderEdit, type ChangeSet, type FileEdit, type Hunk } from '../../change';
import { allHunkIds } from '../../proposal';
import { hashText } from '../../vault';
import { applyAccepted, Workbench } from '../../workbench';

type WikiSession = ReturnType<typeof Workbench.sessionOf>;

/** The reasons that are recorded when nobody gave one: for a part that is not in the pages, and for all of it. */
const CHANGED_ELSEWHERE = 'It was left out or changed where it was reviewed.';
const CLOSED_ELSEWHERE = 'It was closed where it was reviewed.';

/**
 * Records that a waiting proposal was decided in the repository: what of it the pages hold is applied, so that index, log and provenance
 * follow; the rest is rejected.
 * @param reason why something was left out, as far as somebody said
 */
export function applyMerged(wiki: Workbench, id: string, reason: string | null, run: Run): Promise<void> {
  const session = Workbench.sessionOf(wiki);
  return session.exclusively(run, async (writer) => {
    const { store } = session;
    const proposal = await store.find(id);
    if (proposal.state !== 'waiting') return;
    const { changeSet, accepted } = await mergedPart(session, proposal.changeSet, run);
    const rejectedHunks = [...allHunkIds(changeSet)].filter((hunk) => !accepted.has(hunk));
    const usual = accepted.size === 0 ? CLOSED_ELSEWHERE : CHANGED_ELSEWHERE;
    const why = rejectedHunks.length > 0 ? (reason ?? usual) : reason;
    const decision = { rejectedHunks, reason: why, isReviewed: true };
    const isApplied =
      accepted.size > 0 &&
      (await applyAccepted(session, writer, proposal, accepted, run, { changeSet, whole: false, decision })).outcome
        .kind === 'done';
    // The pages are as they were merged, whatever a check says of them.
    if (!isApplied) await store.recordDecision(proposal, accepted.size === 0 ? 'rejected' : 'applied', decision);
    await store.removeUnusedTexts();
  });
}

/** A change set that changes no page any more, and the ids of the hunks that the pages hold. */
async function mergedPart(
  { snapshot }: WikiSession,
  changeSet: ChangeSet,
  run: Run,
): Promise<{ readonly changeSet: ChangeSet; readonly accepted: ReadonlySet<string> }> {
  const accepted = new Set<string>();
  const files: FileEdit[] = [];
  for (const edit of changeSet.files) {
    const current = await snapshot.text(edit.kind === 'renamed' ? (edit.to ?? edit.path) : edit.path);
    for (const { id } of await heldHunks(edit, current, run)) accepted.add(id);
    files.push(asItIs(edit, current));
  }
  return { changeSet: { ...changeSet, files }, accepted };
}

/** The edit that makes a file what it already is, with the same hunks. */
function asItIs(edit: FileEdit, current: string | null): FileEdit {
  const isCreated = edit.kind === 'created';
  const base = isCreated ? '' : (current ?? '');
  const hunks = edit.hunks.map(({ footnotes: _, ...hunk }, at): Hunk => {
    const text = isCreated && at === 0 ? (current ?? '') : '';
    return { ...hunk, start: 0, end: 0, text, needs: [] };
  });
  return { ...edit, base, baseHash: hashText(base), hunks };
}

async function heldHunks(edit: FileEdit, current: string | null, run: Run): Promise<readonly Hunk[]> {
  if (edit.kind === 'deleted') return current === null ? edit.hunks : [];
  if (current === null) return [];
  if (edit.kind === 'created') return isMostlyOf(renderEdit(edit) ?? '', current) ? edit.hunks : [];
  const proposed = renderEdit(edit) ?? '';
  const { text, conflicts } = mergeText(edit.base, proposed, current);
  if (conflicts.length === 0 && text === current) return edit.hunks;
  if (edit.kind === 'renamed') return [];
  const budget = new YieldBudget(run);
  for (let { hunks } = edit; ;) {
    const result = await finishInTurns(rebaseInSteps({ ...edit, hunks }, current), budget);
    if ('edit' in result) {
      const satisfied = new Set(result.satisfied);
      return edit.hunks.filter(({ id }) => satisfied.has(id));
    }
    const colliding = new Set(result.conflicts.flatMap((conflict) => conflict.hunks));
    const others = hunks.filter(({ id }) => !colliding.has(id));
    if (others.length === hunks.length) return [];
    hunks = others;
  }
}

/** Whether a page is the proposed one, which a person may have changed before it was merged, and not another one of that name. */
function isMostlyOf(proposed: string, current: string): boolean {
  const lines = proposed.split('\n').filter((line) => line.trim() !== '');
  const held = new Set(current.split('\n'));
  return lines.filter((line) => held.has(line)).length * 2 > lines.length;
}
