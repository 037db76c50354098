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
  const arrived = skill === 'daily-update' ? await unreadSources(session, run) : [];
  return workFor(skill, { snapshot, findings, arrived });
}

/** Sources that are new or have changed, and of which no proposal waits. */
async function unreadSources(session: WikiSession, run: Run): Promise<readonly string[]> {
  const { sources } = await status(session, run);
  const waiting = (await session.waitingProposals()).flatMap(({ changeSet }) => changeSet.sources);
  const proposed = new Set(waiting.map(({ path }) => path));
  return [...sources.pending, ...sources.changed].filter((path) => !proposed.has(path));
}
