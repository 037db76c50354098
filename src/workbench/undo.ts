import { quietRun } from '../base';
import type { Run } from '../base';
import { compareFindings } from '../lint';
import { readHistory, undoTarget, undoTransaction } from '../proposal';
import type { Committer } from '../vault';
import type { Session } from './session';
import type { UndoResult } from './types';

/**
 * Takes back a transaction, and says what the wiki lacks by it.
 * @param id the newest change that still stands when absent
 */
export async function undo(session: Session, held: Committer, id: string | undefined, run: Run): Promise<UndoResult> {
  const { engine, journal, host, lens, snapshot, vault } = session;
  const { clock } = host;
  const target = id ?? undoTarget(await readHistory(journal)).id;
  const outcome = await undoTransaction({ snapshot, vault, journal, held, clock, id: target });
  if (outcome.kind === 'conflict') {
    const { conflicts } = outcome;
    return { transaction: null, undid: target, files: [], conflicts, findings: { introduced: [] } };
  }
  const { transaction, files } = outcome;
  const before = await engine.lint(snapshot, lens, { clock, run: quietRun });
  await session.written(files, run);
  const after = await engine.lint(session.snapshot, session.lens, { clock, run: quietRun });
  const { introduced } = compareFindings(before.findings, after.findings);
  return { transaction, undid: target, files, conflicts: [], findings: { introduced } };
}
