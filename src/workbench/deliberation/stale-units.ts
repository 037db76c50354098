import { checkpoint, type Run } from '../../base';
import { type KnowledgeUnit } from '../../deliberation';
import { type SpendingLimit } from '../../model';
import { type JobQueue } from '../../jobs';
import { type Snapshot } from '../../wiki';
import { type WikiSession } from '../wiki-session';
import { type DeliberateRequest } from './deliberate-request';
import { jobOf } from './deliberation-job';
import { textsOf } from './given-sources';
import { listUnits } from './verify-units';

/** With whom stale units are deliberated again, and how much that may take. */
export interface StaleUnitsRequest {
  readonly models: readonly string[];
  readonly synthesizer?: string;
  /** The most units of one run; the oldest come first. */
  readonly most?: number;
  /** Of each deliberation. */
  readonly limit?: SpendingLimit;
  readonly unsigned?: boolean;
}

/** Units of one run, unless a person says otherwise: each of them costs. */
export const MOST_STALE_UNITS = 3;

/**
 * How each stale unit would be deliberated again, the oldest first: the same question, with the texts that are still there. Nothing is
 * asked. A unit whose successor waits for review is among them; asking for it costs nothing, since the successor answers.
 */
export async function staleUnitRequests(
  session: WikiSession,
  request: StaleUnitsRequest,
  run: Run,
): Promise<readonly DeliberateRequest[]> {
  const { units } = await listUnits(session, run);
  const stale = units.filter(({ state }) => state.status === 'stale').map(({ unit }) => unit);
  await checkpoint(run);
  return stale
    .reverse()
    .slice(0, request.most ?? MOST_STALE_UNITS)
    .map((unit) => requestFor(unit, session.snapshot, request));
}

function requestFor(
  unit: KnowledgeUnit,
  snapshot: Snapshot,
  { models, synthesizer, limit, unsigned }: StaleUnitsRequest,
): DeliberateRequest {
  const { canonical_question: question, volatility, domain, tags, parent_ku_id: parent } = unit;
  return {
    question: `${question}?`,
    models,
    ...textsOf(snapshot, [unit]),
    ...(synthesizer !== undefined && { synthesizer }),
    ...(volatility !== undefined && { volatility }),
    ...(domain !== undefined && { domain }),
    ...(tags !== undefined && { tags }),
    ...(typeof parent === 'string' && { parent }),
    ...(unsigned === true && { unsigned }),
    ...(limit !== undefined && { limit }),
  };
}

/** Queues the deliberations; one that is queued already is not queued again. @returns how many there are */
export async function queueStaleUnits(
  session: WikiSession,
  queue: JobQueue,
  request: StaleUnitsRequest,
  run: Run,
): Promise<number> {
  const requests = await staleUnitRequests(session, request, run);
  await queue.enqueue(requests.map(jobOf), run);
  return requests.length;
}
