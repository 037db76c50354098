import * as z from 'zod/mini';
import { capitalise, once, type Run } from '../../base';
import { type Job, type JobEnd, type NewJob } from '../../jobs';
import { ask, type AskOptions, type AskResult } from '../ask/ask';
import { hashText } from '../../vault';
import { type WikiSession } from '../wiki-session';
import { runAsJob } from './run-as-job';

const text = () => z.string().check(z.maxLength(2_000));
const shape = once(() =>
  z.strictObject({
    question: text(),
    draft: z.strictObject({ kind: z.enum(['email', 'summary', 'outline']), pages: z.array(text()) }),
    lens: z.exactOptional(text()),
    packs: z.exactOptional(z.array(text())),
    pagesOnly: z.exactOptional(z.boolean()),
  }),
);

/** Has a text written as a job of the queue, and waits for it. @throws what `ask` throws */
export async function draftAsJob(
  session: WikiSession,
  question: string,
  options: AskOptions,
  run: Run,
): Promise<AskResult> {
  const job = jobOf(question, options);
  if (job === null) return ask(session, question, options, run);
  const work = async (within: Run): Promise<{ result: AskResult; end: JobEnd }> => {
    const result = await ask(session, question, options, within);
    return { result, end: { state: 'done', note: 'Written.' } };
  };
  return runAsJob(session, job, work, run);
}

/** Writes a queued draft, such as one that was interrupted. Nobody is there to read it, so its answers are kept. */
export async function runDraftJob(session: WikiSession, { payload }: Job, run: Run): Promise<JobEnd> {
  const request = shape().safeParse(payload).data;
  if (request === undefined) return { state: 'done', note: 'Cannot run this job. Update Living Wiki.' };
  const { question, ...options } = request;
  await ask(session, question, { ...options, by: 'model' }, run);
  return { state: 'done', note: 'Written. To see it, ask for it again: what was paid for is kept.' };
}

/** `null` for what a queue cannot hold. */
function jobOf(question: string, { draft, lens, packs, pagesOnly }: AskOptions): NewJob | null {
  if (draft === undefined) return null;
  const payload = shape().safeParse({
    ...{ question, draft },
    ...(lens !== undefined && { lens }),
    ...(packs !== undefined && { packs }),
    ...(pagesOnly !== undefined && { pagesOnly }),
  }).data;
  if (payload === undefined) return null;
  const key = `draft ${hashText(JSON.stringify(payload))}`;
  return {
    kind: 'draft',
    key,
    title: `${capitalise(draft.kind)}: ${question}`.slice(0, 200),
    usesModel: true,
    payload,
  };
}
