import * as z from 'zod/mini';
import { once, type JsonObject, type Run } from '../../base';
import { canonicalQuestion, DOMAINS, RELATIONS, VOLATILITIES } from '../../deliberation';
import { type Job, type JobEnd, type NewJob } from '../../jobs';
import { runAsJob } from '../jobs/run-as-job';
import { type WikiSession } from '../wiki-session';
import { deliberate, estimateDeliberation } from './deliberate';
import { type DeliberateRequest, type DeliberationResult } from './deliberate-request';
import { signerFor } from './propose-units';

const text = () => z.string().check(z.maxLength(2_000));
const shape = once(() =>
  z.strictObject({
    question: text(),
    models: z.array(text()).check(z.maxLength(20)),
    synthesizer: z.exactOptional(text()),
    sources: z.exactOptional(z.array(text())),
    pages: z.exactOptional(z.array(text())),
    volatility: z.exactOptional(z.enum(VOLATILITIES)),
    domain: z.exactOptional(z.enum(DOMAINS)),
    tags: z.exactOptional(z.array(text())),
    parent: z.exactOptional(text()),
    relations: z.exactOptional(
      z.array(
        z.strictObject({ target_ku_id: text(), relation: z.enum(RELATIONS), claims: z.exactOptional(z.array(text())) }),
      ),
    ),
    merge: z.exactOptional(z.array(text()).check(z.maxLength(20))),
    fresh: z.exactOptional(z.boolean()),
    unsigned: z.exactOptional(z.boolean()),
    limit: z.exactOptional(z.strictObject({ tokens: z.exactOptional(z.number()), money: z.exactOptional(z.number()) })),
    timeout: z.exactOptional(z.number()),
  }),
);

/** The same question is one job. */
export function jobOf({ onEvent: _, ...payload }: DeliberateRequest): NewJob {
  return {
    kind: 'deliberation',
    key: `deliberation ${canonicalQuestion(payload.question)}`,
    title: payload.question.slice(0, 200),
    usesModel: true,
    payload: payload as unknown as JsonObject,
  };
}

/** Deliberates as a job of the queue, where there is one, and waits for it. @throws what {@link deliberate} throws */
export async function deliberateAsJob(
  session: WikiSession,
  request: DeliberateRequest,
  run: Run,
): Promise<DeliberationResult> {
  // What cannot start, or is answered already, must not become a job.
  const { existing } = await estimateDeliberation(session, request, run);
  if (existing !== null && request.fresh !== true) return { kind: 'existing', ...existing };
  await signerFor(session, request.unsigned);
  const job = jobOf(request);
  const work = async (within: Run): Promise<{ result: DeliberationResult; end: JobEnd }> => {
    const result = await deliberate(session, request, within);
    return { result, end: endOf(result) };
  };
  return runAsJob(session, job, work, run);
}

/** Runs a queued deliberation, such as one that was interrupted. Answers that were paid for are not asked again. */
export async function runDeliberationJob(session: WikiSession, { payload }: Job, run: Run): Promise<JobEnd> {
  const request = shape().safeParse(payload).data;
  if (request === undefined) return { state: 'done', note: 'Cannot run this job. Update Living Wiki.' };
  return endOf(await deliberate(session, request, run));
}

function endOf(result: DeliberationResult): JobEnd {
  if (result.kind === 'made') return { state: 'review', proposal: result.proposal.id };
  return { state: 'done', note: `The unit ${result.unit.id} answers the question.` };
}
