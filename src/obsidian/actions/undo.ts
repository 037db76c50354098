import { Notice } from 'obsidian';
import { type WikiController } from '../controller';
import { panels } from '../locale';
import { lastIngest } from '../panels/view-model/history';

const t = panels.history;

/** Proposes to undo a transaction and opens the review. */
export async function proposeUndo(controller: WikiController, id: string): Promise<void> {
  const made = await controller.runWikiJob(t.undoing, async (run, workbench) => {
    const proposal = await workbench.proposeUndo(id, run);
    const { files } = await workbench.review(proposal.id).load(run);
    return { id: proposal.id, conflicts: files.flatMap(({ conflict }) => (conflict === null ? [] : [conflict])) };
  });
  if (made === null) return;
  const [first] = made.conflicts;
  if (first !== undefined) new Notice(t.conflict(made.conflicts.length, first.message));
  await controller.navigator.openReview(made.id);
}

/** Proposes to undo the newest ingest that was not undone yet. */
export async function undoLastIngest(controller: WikiController): Promise<void> {
  if (controller.state.kind !== 'ready') return;
  const target = lastIngest(await controller.state.workbench.history());
  if (target === null) new Notice(t.noIngest);
  else await proposeUndo(controller, target.id);
}
