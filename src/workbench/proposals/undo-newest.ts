import { type Run } from '../../base';
import { readHistory, undoTarget } from '../../proposal';
import { type UndoResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { undoOne } from './undo';

/** Undoes a transaction. @param id the newest one that is not undone when absent */
export function undo(session: WikiSession, id: string | undefined, run: Run): Promise<UndoResult> {
  return session.exclusively(run, async (writer) => {
    const target = id ?? undoTarget(await readHistory(session.journal)).id;
    return undoOne(session, writer, target, run);
  });
}
