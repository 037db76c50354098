import { checkpoint, isWikiError, WikiError, type JsonObject, type JsonValue, type Run } from '../../base';
import {
  assembleUnit,
  canonicalQuestion,
  estimateRounds,
  isUnsigned,
  lineageWarning,
  operationOf,
  runRounds,
  stateOfUnit,
  textHash,
  trimmedQuestion,
  unitOfPage,
  type Bundle,
  type DeliberationEvent,
  type Domain,
  type KnowledgeUnit,
  type UnitRelation,
  type UnitSigner,
  type Volatility,
} from '../../deliberation';
import { type AnswerCache, type Cost, type Money, type SpendingLimit } from '../../model';
import { type Page } from '../../wiki';
import { type Proposal } from '../../proposal';
import { withCost } from '../ask/ask-failure';
import { costLogBullets, costOfEntries, type ModelCost } from '../model/cost';
import { modelNotConfigured } from '../model/settings';
import { AnswerStore, createCapabilityStore, stateVault } from '../model/stores';
import { UsageLog } from '../model/usage-log';
import { proposeChange } from '../proposals/propose-change';
import { type WikiSession } from '../wiki-session';
import { readGivenTexts, type GivenTexts } from './given-sources';
import { nearUnits, type NearUnit } from './near-units';
import { chooseModel, chooseModels, Participants, type ChosenModel } from './participants';
import { unitChange } from './unit-change';
import { currentHashes, JWKS_FILE, readUnits, waitingUnits } from './unit-files';

export interface DeliberateRequest {
  readonly question: string;
  /** Names of servers, `SERVER:MODEL`, or models of the default server. */
  readonly models: readonly string[];
  /** Sorts what was said; the first model when absent. */
  readonly synthesizer?: string;
  readonly sources?: readonly string[];
  readonly pages?: readonly string[];
  readonly volatility?: Volatility;
  readonly domain?: Domain;
  readonly tags?: readonly string[];
  readonly parent?: string;
  readonly relations?: readonly UnitRelation[];
  /** Asks although a unit answers the question. */
  readonly fresh?: boolean;
  /** Makes a unit without a key. */
  readonly unsigned?: boolean;
  /** Of the whole; the limit of one job from the settings when absent. */
  readonly limit?: SpendingLimit;
  /** Seconds for one answer. */
  readonly timeout?: number;
  readonly onEvent?: (event: DeliberationEvent & { readonly money?: Money | null }) => void;
}

/** What a deliberation would ask and cost. Nothing is sent. */
export interface DeliberationEstimate {
  readonly models: readonly { readonly name: string; readonly id: string; readonly cost: Cost }[];
  readonly synthesizer: string;
  readonly calls: number;
  /** `money` is `null` while the price of a model is unknown. */
  readonly total: Cost;
  readonly lineage: string | null;
  /** An active unit that answers the question already. */
  readonly existing: { readonly unit: KnowledgeUnit; readonly proposal: string | null } | null;
  readonly near: readonly NearUnit[];
}

export type DeliberationResult =
  | { readonly kind: 'existing'; readonly unit: KnowledgeUnit; readonly proposal: string | null }
  | {
      readonly kind: 'made';
      readonly bundle: Bundle;
      readonly proposal: Proposal;
      readonly cost: ModelCost;
      readonly near: readonly NearUnit[];
    };

interface Prepared {
  readonly question: string;
  readonly chosen: readonly ChosenModel[];
  readonly sorter: ChosenModel;
  readonly texts: GivenTexts;
  readonly existing: { readonly unit: KnowledgeUnit; readonly proposal: string | null } | null;
  /** The newest unit with this question, active or not. */
  readonly latest: KnowledgeUnit | null;
  readonly near: readonly NearUnit[];
}

const MAX_QUESTION_LENGTH = 1_000;

/** @throws WikiError as {@link deliberate}, before anything is asked */
export async function estimateDeliberation(
  session: WikiSession,
  request: DeliberateRequest,
  run: Run,
): Promise<DeliberationEstimate> {
  const prepared = await prepare(session, request, run);
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
  const prepared = await prepare(session, request, run);
  const { question, chosen, sorter, texts, existing, latest, near } = prepared;
  if (existing !== null && request.fresh !== true) return { kind: 'existing', ...existing };
  const { host } = session;
  const signer = await signerFor(session, request);
  const { participants, usage } = openModels(session, request, prepared, latest?.id ?? '');
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
  const lineage = lineageWarning(chosen.map(({ maker }) => maker));
  const bundle = assembleUnit(rounds, {
    question,
    sources: texts.recorded,
    ...pick(request),
    ...(latest !== null && { supersedes: latest.id }),
    warnings: [...texts.notes, ...(lineage === null ? [] : [lineage])],
    tokens: cost.usage.input + cost.usage.output,
    ...(cost.money?.currency === 'USD' && { costCents: Math.round(cost.money.amount * 1e6) / 1e4 }),
    signer,
    now: host.clock.now(),
    random: host.random,
  });
  await checkpoint(run);
  const proposal = await propose(session, { bundle, question, latest, cost, sorter: sorter.id }, run);
  return { kind: 'made', bundle, proposal, cost, near };
}

const pick = ({
  domain,
  tags,
  volatility,
  parent,
  relations,
}: DeliberateRequest): Partial<Parameters<typeof assembleUnit>[1]> => ({
  ...(domain !== undefined && { domain }),
  ...(tags !== undefined && { tags }),
  ...(volatility !== undefined && { volatility }),
  ...(parent !== undefined && { parent }),
  ...(relations !== undefined && { relations }),
});

async function prepare(session: WikiSession, request: DeliberateRequest, run: Run): Promise<Prepared> {
  const { host, vault } = session;
  const question = trimmedQuestion(request.question);
  if (question === '')
    throw new WikiError('living-wiki:question_empty', 'The question is empty.', { remedy: 'Enter a question.' });
  if (question.length > MAX_QUESTION_LENGTH) {
    throw new WikiError(
      'living-wiki:question_empty',
      `The question is longer than ${MAX_QUESTION_LENGTH} characters.`,
      {
        remedy: 'Ask one question, and give the rest as a source.',
      },
    );
  }
  if (host.model === undefined) throw modelNotConfigured({ job: {}, day: {}, prices: { currency: 'USD', prices: [] } });
  const { settings } = host.model;
  const chosen = chooseModels(request.models, settings);
  const first = chosen[0] ?? chooseModel(request.models[0] ?? '', settings);
  const sorter = request.synthesizer === undefined ? first : chooseModel(request.synthesizer, settings);
  const { snapshot } = await session.withPendingApplied(run);
  const texts = await readGivenTexts(session, snapshot, request, run);
  const kept = await readUnits(vault);
  const waiting = await waitingUnits(session);
  const all = [...[...waiting.values()].map(({ unit }) => unit), ...kept.units.values()];
  const hashes = await currentHashes(snapshot, all);
  const canonical = canonicalQuestion(question);
  const now = host.clock.now();
  const same = all
    .filter(({ canonical_question }) => canonicalQuestion(canonical_question) === canonical)
    .sort((a, b) => Date.parse(b.published_at ?? '') - Date.parse(a.published_at ?? ''));
  const states = same.map((unit) => ({ unit, state: stateOfUnit(unit, all, hashes, now) }));
  const active = states.find(({ state }) => state.status === 'active')?.unit;
  const latest = states.find(({ state }) => state.status !== 'superseded')?.unit ?? null;
  const existing = active === undefined ? null : { unit: active, proposal: waiting.get(active.id)?.proposal ?? null };
  return { question, chosen, sorter, texts, existing, latest, near: nearUnits(canonical, all) };
}

/** @param salt sets apart the answers of a new deliberation of the same question, which would otherwise come from the cache */
function openModels(
  session: WikiSession,
  { limit, timeout }: DeliberateRequest,
  { chosen, sorter }: Prepared,
  salt: string,
): { readonly participants: Participants; readonly usage: UsageLog } {
  const { host, vault } = session;
  const { clock, random, model } = host;
  if (model === undefined) throw modelNotConfigured({ job: {}, day: {}, prices: { currency: 'USD', prices: [] } });
  const state = stateVault(vault);
  const usage = new UsageLog(state, random.id(12));
  const shared = model.usageLog;
  const participants = new Participants([...chosen, sorter], {
    host: model,
    clock,
    random,
    capabilities: createCapabilityStore(state, host),
    answers: salted(new AnswerStore(state, host), salt),
    usage: shared
      ? {
          read: (day) => shared.read(day),
          add: async (day, entry) => {
            await shared.add(day, entry);
            await usage.add(day, entry);
          },
        }
      : usage,
    ...(limit && { limit }),
    ...(timeout !== undefined && { timeout }),
  });
  return { participants, usage };
}

const salted = (cache: AnswerCache, salt: string): AnswerCache => ({
  get: (key) => cache.get(textHash(`${key} ${salt}`)),
  put: (key, text) => cache.put(textHash(`${key} ${salt}`), text),
});

/** What signs the unit; `null` for one that shall be unsigned. @throws WikiError `living-wiki:unit_key_missing` */
export async function signerFor({ host }: WikiSession, { unsigned }: DeliberateRequest): Promise<UnitSigner | null> {
  if (unsigned === true) return null;
  const signer = (await host.unitKeys?.signer()) ?? null;
  if (signer !== null) return signer;
  throw new WikiError('living-wiki:unit_key_missing', 'This device has no key to sign the unit with.', {
    remedy: 'Make one: living-wiki units keys new. Or make an unsigned unit with --unsigned.',
  });
}

interface Made {
  readonly bundle: Bundle;
  readonly question: string;
  readonly latest: KnowledgeUnit | null;
  readonly cost: ModelCost;
  readonly sorter: string;
}

function propose(session: WikiSession, made: Made, run: Run): Promise<Proposal> {
  const { bundle, question, latest, cost, sorter } = made;
  return session.exclusively(run, async () => {
    const { snapshot } = await session.withPendingApplied(run);
    const { host, vault } = session;
    const jwks = (await vault.stat(JWKS_FILE)) === null ? null : await vault.readText(JWKS_FILE);
    const changeSet = unitChange(snapshot, {
      bundle,
      question,
      operation: latest === null ? null : operationOf(latest, bundle.unit),
      replaced: latest === null ? null : pageOfUnit(snapshot.pages.values(), latest.id),
      keys: isUnsigned(bundle.unit) ? [] : ((await host.unitKeys?.own()) ?? []),
      jwks,
      bullets: costLogBullets(cost, sorter),
      facts: { cost: cost as unknown as JsonValue },
      now: host.clock.now(),
    });
    const proposal = await proposeChange(session, changeSet, run);
    if (proposal === null) throw new Error('A new unit is always a change.');
    return proposal;
  });
}

/** The page that shows a unit. */
export function pageOfUnit(pages: Iterable<Page>, id: string): Page | null {
  for (const page of pages) {
    try {
      if (unitOfPage(page.data as JsonObject)?.id === id) return page;
    } catch (error) {
      if (!isWikiError(error)) throw error;
    }
  }
  return null;
}
