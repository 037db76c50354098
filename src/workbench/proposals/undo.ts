import { silentRun, WikiError, type Run } from '../../base';
import { diffFindings } from '../../lint';
import { planUndoOrder, undoTransaction, type HistoryEntry, type UndoOrder } from '../../proposal';
import { type JournalWriter } from '../../vault';
import { type UndoResult } from '../types';
import { type WikiSession } from '../wiki-session';

/** What to undo, and in which order, so that a transaction can be undone. Writes nothing. */
export function undoOrder({ journal, vault }: WikiSession, id: string, run: Run): Promise<UndoOrder> {
  const textOf = async (path: string): Promise<string | null> =>
    (await vault.stat(path))?.kind === 'file' ? vault.readText(path) : null;
  return planUndoOrder({ journal, textOf, id, run });
}

/**
 * Undoes what `undoOrder` lists, each as a transaction of its own, and stops where one cannot be undone.
 * @param steps the ids that the person has seen; other ones are refused
 * @throws WikiError `living-wiki:undo_order_changed`, `living-wiki:undo_foreign`
 */
export function undoThrough(
  session: WikiSession,
  id: string,
  steps: readonly string[],
  run: Run,
): Promise<readonly UndoResult[]> {
  return session.exclusively(run, async (writer) => {
    const order = await undoOrder(session, id, run);
    if (order.steps.map((step) => step.id).join() !== steps.join()) {
      throw new WikiError('living-wiki:undo_order_changed', 'The wiki changed since the list was made.', {
        remedy: 'Look at the new list, and confirm it again.',
      });
    }
    // Known before the first one is undone.
    for (const step of steps) await refuseForeign(session, step, run);
    const results: UndoResult[] = [];
    for (const step of steps) {
      const result = await undoOne(session, writer, step, run);
      results.push(result);
      if (result.transaction === null) break;
    }
    return results;
  });
}

/** Undoes a transaction, and reports the lint findings that this brings. */
export async function undoOne(
  session: WikiSession,
  writer: JournalWriter,
  target: string,
  run: Run,
): Promise<UndoResult> {
  const { engine, journal, host, lens, snapshot, vault } = session;
  const { clock } = host;
  await refuseForeign(session, target, run);
  const outcome = await undoTransaction({ snapshot, vault, journal, writer, clock, id: target, run });
  if (outcome.kind === 'conflict') {
    const { conflicts } = outcome;
    const undoFirst = await laterChanges(session, target, run);
    return { transaction: null, undid: target, files: [], conflicts, undoFirst, findings: { introduced: [] } };
  }
  const { transaction, files } = outcome;
  const before = await engine.lint(snapshot, lens, { clock, run: silentRun });
  await session.refreshAfterWrite(files, run);
  const after = await engine.lint(session.snapshot, session.lens, { clock, run: silentRun });
  const { introduced } = diffFindings(before.findings, after.findings);
  return { transaction, undid: target, files, conflicts: [], undoFirst: [], findings: { introduced } };
}

/** The transactions to undo before this one, in this order; none when edits by hand are in the way. */
async function laterChanges(session: WikiSession, id: string, run: Run): Promise<readonly HistoryEntry[]> {
  const { steps, conflicts } = await undoOrder(session, id, run);
  return conflicts.length > 0 ? [] : steps.slice(0, -1);
}

async function refuseForeign({ isSigning, journal }: WikiSession, id: string, run: Run): Promise<void> {
  if (!isSigning || (await journal.read(id, run, () => false)).isOwn) return;
  throw new WikiError(
    'living-wiki:undo_foreign',
    `This device did not make the change “${id}”, and its record may be forged.`,
    {
      remedy: 'Undo it in the app, where you review what the undo changes, or on the device that made it.',
    },
  );
}
