import { throwIfCancelled } from '../../base';
import { ModelError, type LanguageModel } from '../../model';
import { renderUnits, type Unit } from '../units';
import { planSchema, planSchemaWithAnswers, smallPlanSchema } from './answer-schemas';
import { chunkUnits, smallChunks, UNITS_PER_PIECE } from './chunk-units';
import { steeringFor, type Curation } from './curation';
import { PlanBuilder } from './plan-builder';
import { planPrompt } from './plan-prompt';
import { type IngestPlan, type KnownPages } from './planned-page';
import { typesPart } from './prompt';
import { describeSelf } from './source-self';
import { standingLines } from './standing-statements';
import { isFinal } from './unusable-answer';

const MAX_REPAIRS = 2;
const MAX_ERRORS = 40;
/** A model that leaves out more of a prompt than this share is asked again in pieces of so many units. */
const MAX_UNPLACED_SHARE = 0.3;

/**
 * Asks which units go to which page. Every unit ends up on a page or in `left` with a reason: what the model still has not placed
 * after two repairs is left as `unplaced`.
 *
 * @throws ModelError of the model; `living-wiki:model_empty_answer` if it plans nothing and leaves nothing
 */
export async function planIngest(
  curation: Curation,
  units: readonly Unit[],
  known: KnownPages,
  summary: string,
  model?: LanguageModel,
): Promise<IngestPlan> {
  const { run, source } = curation.request;
  const builder = new PlanBuilder(curation, units, known, summary);
  const { isSmall } = curation.steps;
  const chunks = isSmall ? smallChunks(units) : chunkUnits(units);
  for (const [at, chunk] of chunks.entries()) {
    throwIfCancelled(run);
    run.progress({ stage: 'plan', done: at, total: chunks.length, detail: source.path });
    await planChunk(
      curation,
      builder,
      chunk,
      chunks.length === 1 ? '' : `This is part ${at + 1} of ${chunks.length} of the source.`,
      model,
      0,
      at === 0 ? (known.named ?? []) : [],
    );
    await planPieces(curation, builder, chunk, model);
  }
  const plan = builder.finish();
  const isAnswered = curation.options.smallSteps === 'on' && curation.caller.calls.at(-1)?.outcome === 'answered';
  if (plan.pages.length === 0 && plan.left.every(({ reason }) => reason === 'unplaced') && !isAnswered) {
    if (builder.failure !== null && curation.caller.calls.at(-1)?.outcome !== 'answered') throw builder.failure;
    const message = `The model made no plan for ${source.path}.`;
    throw new ModelError('living-wiki:model_empty_answer', message, { calls: curation.caller.calls });
  }
  return plan;
}

/** A weak model places few units of a long prompt. It does better with short ones, against the pages that are planned by now. */
async function planPieces(
  curation: Curation,
  builder: PlanBuilder,
  chunk: readonly Unit[],
  model?: LanguageModel,
): Promise<void> {
  const missing = builder.missing(chunk);
  if (chunk.length <= UNITS_PER_PIECE || missing.length <= chunk.length * MAX_UNPLACED_SHARE) return;
  const part = 'This is a part of the source. Use the planned pages where they fit.';
  for (let at = 0; at < missing.length; at += UNITS_PER_PIECE) {
    throwIfCancelled(curation.request.run);
    await planChunk(curation, builder, missing.slice(at, at + UNITS_PER_PIECE), part, model, 1);
  }
}

async function planChunk(
  curation: Curation,
  builder: PlanBuilder,
  chunk: readonly Unit[],
  part: string,
  model?: LanguageModel,
  earlier = 0,
  named: readonly string[] = [],
): Promise<void> {
  const { caller, promptContext, request } = curation;
  const schema = planSchemaFor(curation);
  const steering = steeringFor(curation, builder.listedPages());
  const planContext = { ...promptContext, steering };
  let errors: readonly string[] = [];
  for (let attempt = 0; attempt <= MAX_REPAIRS; attempt += 1) {
    const missing = attempt === 0 ? chunk : builder.missing(chunk);
    const messages = planPrompt(planContext, {
      label: `source ${request.source.path}`,
      types: typesPart(request.lens, promptContext.random),
      part,
      units: renderUnits(missing, 1),
      listed: builder.listedPages(),
      ...(builder.patchy !== undefined && { patchy: builder.patchy }),
      standing: curation.steps.isSmall ? [] : standingLines(builder.unsettledBy(attempt === 0 ? chunk : missing)),
      named: curation.steps.isSmall || attempt > 0 ? [] : named,
      planned: builder.plannedLines(),
      errors,
      self: describeSelf(request),
      known: curation.date,
      isSmall: curation.steps.isSmall,
    });
    const isOptional = earlier + attempt > 0 || curation.steps.isSmall;
    const answer = await askOrKeep(() => caller.ask('plan', messages, schema, model), isOptional, builder);
    if (answer === null) break;
    errors = builder.add(answer, chunk, earlier + attempt > 0).slice(0, MAX_ERRORS);
    if (errors.length === 0) return;
  }
}

function planSchemaFor({ promptContext, steps }: Curation): ReturnType<typeof planSchema> {
  if (steps.isSmall) return smallPlanSchema();
  return (promptContext.questions ?? []).length === 0 ? planSchema() : planSchemaWithAnswers();
}

/** A repair or a small step that fails is not worth the loss of what was answered before. */
async function askOrKeep<T>(ask: () => Promise<T>, isOptional: boolean, builder: PlanBuilder): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!isOptional || isFinal(error)) throw error;
    builder.failure = error instanceof Error ? error : null;
    return null;
  }
}
