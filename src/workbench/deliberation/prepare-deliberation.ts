import { WikiError, type Run } from '../../base';
import {
  canonicalQuestion,
  stateOfUnit,
  trimmedQuestion,
  type KnowledgeUnit,
  type Staleness,
} from '../../deliberation';
import { modelNotConfigured } from '../model/settings';
import { type WikiSession } from '../wiki-session';
import { type DeliberateRequest } from './deliberate-request';
import { readGivenTexts, textsOf, type GivenTexts } from './given-sources';
import { findSimilarUnits, type SimilarUnit } from './similar-units';
import { chooseModel, chooseModels, type ChosenModel } from './participants';
import { currentHashes, findUnit, readUnits, unitReplaced, waitingUnits } from './unit-files';

/** What is known before anything is asked. */
export interface Prepared {
  readonly question: string;
  readonly chosen: readonly ChosenModel[];
  readonly sorter: ChosenModel;
  readonly texts: GivenTexts;
  readonly existing: { readonly unit: KnowledgeUnit; readonly proposal: string | null } | null;
  /** The newest unit with this question, active or not. */
  readonly latest: KnowledgeUnit | null;
  /** Of those, and of the units of {@link DeliberateRequest.merge}: what the new unit replaces, the first as its own. */
  readonly replaced: readonly KnowledgeUnit[];
  /** Every unit of the wiki and of the proposals that wait, by id. */
  readonly units: ReadonlyMap<string, KnowledgeUnit>;
  readonly near: readonly SimilarUnit[];
}

const MAX_QUESTION_LENGTH = 1_000;

/**
 * Chooses the models, reads the texts, and looks for a unit that answers the question.
 * @throws WikiError `living-wiki:deliberation_models`, `living-wiki:question_empty`, `living-wiki:unit_missing`,
 *   `living-wiki:unit_replaced`, `living-wiki:model_not_configured`, `source_not_found`, `living-wiki:page_missing`
 */
export async function prepareDeliberation(
  session: WikiSession,
  request: DeliberateRequest,
  run: Run,
): Promise<Prepared> {
  const { host, vault } = session;
  const question = questionOf(request);
  if (host.model === undefined) throw modelNotConfigured({ job: {}, day: {}, prices: { currency: 'USD', prices: [] } });
  const { settings } = host.model;
  const chosen = chooseModels(request.models, settings);
  const first = chosen[0] ?? chooseModel(request.models[0] ?? '', settings);
  const sorter = request.synthesizer === undefined ? first : chooseModel(request.synthesizer, settings);
  const { snapshot } = await session.withPendingApplied(run);
  const kept = await readUnits(vault);
  const waiting = await waitingUnits(session);
  const all = [...[...waiting.values()].map(({ unit }) => unit), ...kept.units.values()];
  const units = new Map(all.map((unit) => [unit.id, unit]));
  const named = (request.merge ?? []).map((name) => findUnit(kept.units, name));
  const texts = await readGivenTexts(session, snapshot, { ...textsOf(snapshot, named), ...request }, run);
  const hashes = await currentHashes(snapshot, all);
  const canonical = canonicalQuestion(question);
  const now = host.clock.now();
  const stateOf = (unit: KnowledgeUnit): Staleness => stateOfUnit(unit, all, hashes, now);
  const states = all
    .filter(({ canonical_question }) => canonicalQuestion(canonical_question) === canonical)
    .sort((a, b) => Date.parse(b.published_at ?? '') - Date.parse(a.published_at ?? ''))
    .map((unit) => ({ unit, state: stateOf(unit) }));
  const active = states.find(({ state }) => state.status === 'active')?.unit;
  const latest = states.find(({ state }) => state.status !== 'superseded')?.unit ?? null;
  const merged = named.map((unit) => mergeable(unit, stateOf));
  const existing = active === undefined ? null : { unit: active, proposal: waiting.get(active.id)?.proposal ?? null };
  return {
    question,
    chosen,
    sorter,
    texts,
    // Whoever merges asks anew.
    existing: merged.length > 0 ? null : existing,
    latest,
    replaced: [...new Set([...(latest === null ? [] : [latest]), ...merged])],
    units,
    near: findSimilarUnits(canonical, all),
  };
}

function questionOf(request: DeliberateRequest): string {
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
  return question;
}

function mergeable(unit: KnowledgeUnit, stateOf: (unit: KnowledgeUnit) => Staleness): KnowledgeUnit {
  if (stateOf(unit).status !== 'superseded') return unit;
  throw unitReplaced(unit.id);
}
