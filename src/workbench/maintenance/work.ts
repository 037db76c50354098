import { type Run } from '../../base';
import { workFor, type WorkItem } from '../../maintenance';
import { status } from '../status';
import { type Finding } from '../types';
import { type WikiSession } from '../wiki-session';

/** What code finds for a skill; `null` for a skill that is not built in. */
export async function workOf(
  session: WikiSession,
  skill: string,
  findings: readonly Finding[],
  run: Run,
): Promise<readonly WorkItem[] | null> {
  const { snapshot } = session;
  const { sources } = skill === 'daily-update' ? await status(session, run) : { sources: { pending: [], changed: [] } };
  return workFor(skill, { snapshot, findings, arrived: [...sources.pending, ...sources.changed] });
}
