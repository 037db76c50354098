import { silentRun, type Run } from '../base';
import { diffFindings } from '../lint';
import { readHistory, undoTarget, undoTransaction } from '../proposal';
import { type JournalWriter } from '../vault';
import { type WikiSession } from './wiki-session';
import { type UndoResult } from './types';

/**
 * Takes back a transaction, and says what the wiki lacks by it.
 * @param id the newest change that still stands when absent
 */
export async function undo(
  session: WikiSession,
  writer: JournalWriter,
  id: string | undefined,
  run: Run,
): Promise<UndoResult> {
  const { engine, journal, host, lens, snapshot, vault } = session;
  const { clock } = host;
  const target = id ?? undoTarget(await readHistory(journal)).id;
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
}
