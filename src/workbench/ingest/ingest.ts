import { asWikiError, type Run } from '../../base';
import { ModelJob } from '../model/job';
import { pruneAnswersWhenDone } from '../model/prune-answers';
import { type ComposedPart } from '../hubs/propose-composed';
import { modelNotConfigured, NO_MODEL_SETTINGS } from '../model/settings';
import { pruneSourceTexts } from '../sources/kept-texts';
import { type IngestResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { usableLens } from '../lens/lenses';
import { requireApproval } from '../trust/gate';
import { IngestRun } from './ingest-run';
import { type IngestRequest } from './request';

/**
 * Ingests sources one after the other. A source that fails does not stop the others.
 * @throws WikiError `living-wiki:model_not_configured` when the model is asked for and there is none;
 * `living-wiki:lens_missing`, `living-wiki:lens_ambiguous`, or the reason for which the lens is refused; `living-wiki:rules_not_approved`
 * where a model is to read, or something is to be applied
 */
export async function ingest(session: WikiSession, request: IngestRequest, run: Run): Promise<IngestResult> {
  const { host, vault } = session;
  if (request.curator === 'model' && !host.model) throw modelNotConfigured(NO_MODEL_SETTINGS);
  const { model } = host;
  const job = request.curator === 'extractive' || !model ? null : (request.job ?? new ModelJob(model, vault, host));
  const view = await usableLens(session, request.lens, run);
  const isWriting = (job !== null || request.apply === true) && request.isQueuing !== true;
  if (isWriting) await requireApproval(session, view, run);
  const ingested = await new IngestRun(session, job, view, run).execute(request);
  const result = job === null ? ingested : await withComposed(session, ingested, job, request.apply === true, run);
  if (job && result.stopped === null && result.failed.length === 0) await pruneAnswersWhenDone(session, run);
  if (result.proposals.length > 0) await pruneTexts(session, run);
  return result;
}

/** Sources that a page got since it was last written anew: pages that a run changes once can be written anew sooner. */
const GROWN = { several: 2, one: 3 } as const;

/**
 * A run may have made pages that read as they grew, and a wiki in which one loses the way. It then ends with writing those anew, and with an
 * overview of what the pages say. That one of them fails is no failure of the sources.
 */
async function withComposed(
  session: WikiSession,
  result: IngestResult,
  job: ModelJob,
  apply: boolean,
  run: Run,
): Promise<IngestResult> {
  const read = result.proposals.filter(({ cost }) => cost !== null);
  const { smallSteps, overview, rewrite } = job.settings;
  if (read.length === 0 || result.stopped !== null || smallSteps === 'on') return result;
  const touched = new Set(read.flatMap(({ files }) => files.map(({ path }) => path)));
  const request = { apply, job, touched };
  const { composeOverview, needsOverview, OVERVIEW_PAGES } = await import('../hubs/compose');
  const { rewriteGrown, REWRITTEN_PAGES } = await import('../hubs/rewrite');
  const sources = read.map(({ source }) => source);
  const parts: readonly ComposedStep[] = [
    {
      name: REWRITTEN_PAGES,
      isDue: () => Promise.resolve(rewrite !== 'off'),
      make: () => rewriteGrown(session, { ...request, minNew: read.length > 1 ? GROWN.several : GROWN.one }, run),
    },
    {
      name: OVERVIEW_PAGES,
      isDue: async () => overview !== 'off' && (await needsOverview(session, { sources, touched }, run)),
      make: () => composeOverview(session, request, run),
    },
  ];
  let composed = result;
  for (const part of parts) composed = await withPart(composed, part, job);
  return composed;
}

interface ComposedStep {
  readonly name: string;
  readonly isDue: () => Promise<boolean>;
  readonly make: () => Promise<Pick<ComposedPart, 'proposal'>>;
}

async function withPart(
  result: IngestResult,
  { name, isDue, make }: ComposedStep,
  job: ModelJob,
): Promise<IngestResult> {
  if (!(await isDue())) return result;
  try {
    const { proposal } = await make();
    const proposals = proposal === null ? result.proposals : [...result.proposals, proposal];
    return { ...result, proposals, cost: job.totalCost() };
  } catch (error) {
    const failure = asWikiError(error, 'living-wiki:ingest_failed');
    if (failure.code === 'living-wiki:cancelled') throw error;
    await job.recordFailure(failure);
    return { ...result, skipped: [...result.skipped, { path: name, reason: failure.message }], cost: job.totalCost() };
  }
}

function pruneTexts(session: WikiSession, run: Run): Promise<void> {
  return session.exclusively(run, async () => {
    const waiting = await session.waitingProposals();
    await pruneSourceTexts(
      session,
      waiting.flatMap(({ changeSet }) => changeSet.sources.map(({ hash }) => hash)),
    );
    await session.store.removeUnusedTexts();
  });
}
