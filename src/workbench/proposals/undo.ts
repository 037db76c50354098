import { silentRun, WikiError, type Run } from '../../base';
import { diffFindings } from '../../lint';
import { readHistory, undoTarget, undoTransaction } from '../../proposal';
import { type UndoResult } from '../types';
import { type WikiSession } from '../wiki-session';

/**
 * Undoes a transaction, and reports the lint findings that this brings.
 * @param id the newest transaction that is not undone when absent
 */
export function undo(session: WikiSession, id: string | undefined, run: Run): Promise<UndoResult> {
  return session.exclusively(run, async (writer) => {
    const { engine, journal, host, lens, snapshot, vault } = session;
    const { clock } = host;
    const target = id ?? undoTarget(await readHistory(journal)).id;
    // Without a secret nothing is signed, so this device's own changes cannot be recognised.
    const isSigning = (host.device?.secret() ?? null) !== null;
    if (isSigning && !(await journal.read(target, run)).isOwn) throw foreignChange(target);
    const outcome = await undoTransaction({ snapshot, vault, journal, writer, clock, id: target });
    if (outcome.kind === 'conflict') {
      const { conflicts } = outcome;
      return { transaction: null, undid: target, files: [], conflicts, findings: { introduced: [] } };
    }
    const { transaction, files } = outcome;
    const before = await engine.lint(snapshot, lens, { clock, run: silentRun });
    await session.refreshAfterWrite(files, run);
    const after = await engine.lint(session.snapshot, session.lens, { clock, run: silentRun });
    const { introduced } = diffFindings(before.findings, after.findings);
    return { transaction, undid: target, files, conflicts: [], findings: { introduced } };
  });
}

function foreignChange(id: string): WikiError {
  return new WikiError(
    'living-wiki:undo_foreign',
    `This device did not make the change “${id}”, and its record may be forged.`,
    {
      remedy: 'Undo it in the app, where you review what the undo changes, or on the device that made it.',
    },
  );
}
