import { Notice } from 'obsidian';
import { isWikiError, type UndoOrder } from '../../workbench';
import { type WikiController } from '../controller';
import { coreText, panels } from '../locale';
import { lastIngest } from '../panels/view-model/history';
import { askUndoOrder } from './undo-order-modal';

const t = panels.history;

/**
 * Proposes to undo a transaction and opens the review. If later transactions build on it, lists them and asks whether to undo
 * them too.
 */
export async function proposeUndo(controller: WikiController, id: string): Promise<void> {
  const order = await controller.runWikiJob(t.undoing, (run, workbench) => workbench.undoOrder(id, run));
  if (order === null) return;
  if (order.steps.length > 1) {
    const answer = await askUndoOrder(controller, order.steps);
    if (answer === 'all') return undoAll(controller, id, order);
    if (answer === null) return;
  }
  await reviewUndo(controller, id);
}

async function undoAll(controller: WikiController, id: string, { steps }: UndoOrder): Promise<void> {
  const ids = steps.map((step) => step.id);
  const results = await controller.runWikiJob(t.undoing, (run, wiki) => wiki.undoThrough(id, ids, run));
  if (results === null) return;
  const done = results.filter(({ transaction }) => transaction !== null).length;
  const [conflict] = results.flatMap(({ conflicts }) => conflicts);
  new Notice(conflict === undefined ? t.undidAll(done) : t.undidSome(done, steps.length, coreText(conflict.message)));
}

async function reviewUndo(controller: WikiController, id: string): Promise<void> {
  const made = await controller.runWikiJob(t.undoing, async (run, workbench) => {
    const proposal = await workbench.proposeUndo(id, run);
    const { files } = await workbench.review(proposal.id).load(run);
    return { id: proposal.id, conflicts: files.flatMap(({ conflict }) => (conflict === null ? [] : [conflict])) };
  });
  if (made === null) return;
  const [first] = made.conflicts;
  if (first !== undefined) new Notice(t.conflict(made.conflicts.length, coreText(first.message)));
  await controller.navigator.openReview(made.id, true);
}

/**
 * Proposes to undo several transactions, each as a change of its own, and opens the review of the first.
 * @param ids newest first
 */
export async function proposeUndoOf(controller: WikiController, ids: readonly string[]): Promise<void> {
  const made = await controller.runWikiJob(t.undoing, async (run, workbench) => {
    const proposals: string[] = [];
    for (const id of ids) {
      try {
        proposals.push((await workbench.proposeUndo(id, run)).id);
      } catch (error) {
        // Of several, one may have left nothing to undo.
        if (!isWikiError(error) || error.code !== 'living-wiki:nothing_to_undo') throw error;
      }
    }
    return proposals;
  });
  const [first] = made ?? [];
  if (first !== undefined) await controller.navigator.openReview(first);
  else if (made !== null) new Notice(t.nothingToUndo);
}

/** Proposes to undo the newest ingest that was not undone yet. */
export async function undoLastIngest(controller: WikiController): Promise<void> {
  if (controller.state.kind !== 'ready') return;
  const target = lastIngest(await controller.state.workbench.history());
  if (target === null) new Notice(t.noIngest);
  else await proposeUndo(controller, target.id);
}
