import { checkpoint, isWikiError, type JsonValue, type Run } from '../../base';
import {
  assembleUnit,
  estimateRounds,
  lineageWarning,
  newUnitId,
  operationOf,
  runRounds,
  type Bundle,
  type RoundsResult,
  type UnitSigner,
} from '../../deliberation';
import { type Cost } from '../../model';
import { withCost } from '../ask/ask-failure';
import { costLogBullets, costOfEntries, type ModelCost } from '../model/cost';
import { type WikiSession } from '../wiki-session';
import { type DeliberateRequest, type DeliberationEstimate, type DeliberationResult } from './deliberate-request';
import { replaceRelatedUnits } from './replace-related-units';
import { openModels } from './open-models';
import { prepareDeliberation, type Prepared } from './prepare-deliberation';
import { proposeUnits, signerFor, type UnitsToPropose } from './propose-units';

/** @throws WikiError as {@link deliberate}, before anything is asked */
export async function estimateDeliberation(
  session: WikiSession,
  request: DeliberateRequest,
  run: Run,
): Promise<DeliberationEstimate> {
  const prepared = await prepareDeliberation(session, request, run);
  const { chosen, sorter, texts, question, existing, near } = prepared;
  const { participants } = openModels(session, request, prepared, 'estimate');
  const tokens = estimateRounds({
    question,
    sources: texts.sources,
    participants: chosen.map((each) => participants.participant(each)),
  });
  const cost = (id: string, at: number): Cost =>
    participants.budget.estimate(id, tokens[at] ?? { input: 0, output: 0 });
  const models = chosen.map(({ name, id }, at) => ({ name, id, cost: cost(id, at) }));
  const all = [...models.map((each) => each.cost), cost(sorter.id, chosen.length)];
  const total = all.reduce((sum, each) => addCost(sum, each));
  const lineage = lineageWarning(chosen.map(({ maker }) => maker));
  return { models, synthesizer: sorter.id, calls: chosen.length * 2 + 1, total, lineage, existing, near };
}

function addCost(a: Cost, b: Cost): Cost {
  const usage = { ...a.usage, input: a.usage.input + b.usage.input, output: a.usage.output + b.usage.output };
  return { usage, money: a.money && b.money && { ...a.money, amount: a.money.amount + b.money.amount } };
}

/**
 * Has several models answer a question, criticise each other, and proposes what they agree on, dispute and do not know as a signed unit.
 * An active unit with the same question is returned instead, and nothing is asked.
 * @throws WikiError `living-wiki:deliberation_models`, `living-wiki:deliberation_too_few`, `living-wiki:deliberation_unsorted`,
 *   `living-wiki:question_empty`, `living-wiki:unit_key_missing`, `living-wiki:model_not_configured`, `source_not_found`, `living-wiki:page_missing`
 */
export async function deliberate(
  session: WikiSession,
  request: DeliberateRequest,
  run: Run,
): Promise<DeliberationResult> {
  const prepared = await prepareDeliberation(session, request, run);
  const { question, chosen, sorter, texts, existing, replaced, near } = prepared;
  if (existing !== null && request.fresh !== true) return { kind: 'existing', ...existing };
  const { host } = session;
  const signer = await signerFor(session, request.unsigned);
  const { participants, usage } = openModels(session, request, prepared, replaced[0]?.id ?? '');
  usage.source = `deliberation: ${question.slice(0, 200)}`;
  let reused = 0;
  const rounds = await runRounds(
    {
      question,
      participants: chosen.map((each) => participants.participant(each)),
      synthesizer: participants.participant(sorter),
      sources: texts.sources,
      random: host.random,
      clock: host.clock,
      isFatal: ({ code }) => participants.isSpent || code === 'living-wiki:model_not_approved',
      onEvent: (event) => {
        if (event.kind === 'answered' && event.isCached) reused += 1;
        const money =
          event.kind === 'answered' ? { money: participants.budget.cost(event.model, event.usage).money } : {};
        request.onEvent?.({ ...event, ...money });
      },
    },
    run,
  ).catch((error: unknown) => {
    throw isWikiError(error) ? withCost(error, costOfEntries(participants.budget.charged, reused)) : error;
  });
  const cost = costOfEntries(participants.budget.charged, reused);
  const { bundle, made } = await assemble(session, request, { prepared, rounds, cost, signer });
  await checkpoint(run);
  const proposal = await proposeUnits(
    session,
    {
      title: `Deliberation: ${question}`,
      question,
      made,
      bullets: costLogBullets(cost, sorter.id),
      facts: { cost: cost as unknown as JsonValue },
    },
    run,
  );
  return { kind: 'made', bundle, proposal, cost, near };
}

interface Outcome {
  readonly prepared: Prepared;
  readonly rounds: RoundsResult;
  readonly cost: ModelCost;
  readonly signer: UnitSigner | null;
}

/** The unit of the rounds, and those that change their place with it. */
async function assemble(
  session: WikiSession,
  request: DeliberateRequest,
  { prepared, rounds, cost, signer }: Outcome,
): Promise<{ readonly bundle: Bundle; readonly made: UnitsToPropose['made'] }> {
  const { question, chosen, texts, replaced } = prepared;
  const { clock, random } = session.host;
  const lineage = lineageWarning(chosen.map(({ maker }) => maker));
  const id = newUnitId(random);
  const { relations, made } = await replaceRelatedUnits(session, { id, request, prepared, signer });
  const [first] = replaced;
  const bundle = assembleUnit(rounds, {
    id,
    question,
    sources: texts.recorded,
    ...pick(request),
    ...(relations.length > 0 && { relations }),
    ...(first !== undefined && { supersedes: first.id }),
    warnings: [...texts.notes, ...(lineage === null ? [] : [lineage])],
    tokens: cost.usage.input + cost.usage.output,
    ...(cost.money?.currency === 'USD' && { costCents: Math.round(cost.money.amount * 1e6) / 1e4 }),
    signer,
    now: clock.now(),
    random,
  });
  const repeated = first === undefined ? null : operationOf(first, bundle.unit);
  const operation = (request.merge ?? []).length > 0 ? 'merge' : repeated;
  return { bundle, made: [{ bundle, operation }, ...made] };
}

const pick = ({
  domain,
  tags,
  volatility,
  parent,
}: DeliberateRequest): Partial<Parameters<typeof assembleUnit>[1]> => ({
  ...(domain !== undefined && { domain }),
  ...(tags !== undefined && { tags }),
  ...(volatility !== undefined && { volatility }),
  ...(parent !== undefined && { parent }),
});
