import { capitalise, isoTime, plural, type Random } from '../base';
import { canonicalQuestion } from './canonical-question';
import { consensusLevel } from './consensus';
import { positionOf } from './extraction';
import { freshUntil } from './lifecycle';
import { type RoundsResult } from './rounds';
import { type UnitSigner } from './receipts';
import { rosterHash } from './schema';
import { signBundle } from './sign-bundle';
import {
  type Bundle,
  type ClaimTrace,
  type Deliberated,
  type DisputedClaim,
  type Domain,
  type Position,
  type UnitRecord,
  type UnitRelation,
  type UnitSource,
  type Volatility,
} from './types';

export interface UnitDetails {
  /** Of the unit; a new one when absent. */
  readonly id?: string;
  readonly question: string;
  readonly sources: readonly UnitSource[];
  readonly domain?: Domain;
  readonly tags?: readonly string[];
  readonly volatility?: Volatility;
  readonly supersedes?: string;
  readonly parent?: string;
  readonly relations?: readonly UnitRelation[];
  readonly warnings: readonly string[];
  readonly tokens?: number;
  readonly costCents?: number;
  /** Without one, the unit is unsigned and says so. */
  readonly signer: UnitSigner | null;
  readonly now: number;
  readonly random: Random;
}

/** The only process that this program runs. Source: Knowledge Units draft, section 4. */
const PROCESS = '3-round';

export const newUnitId = (random: Random): string => `ku-${random.id(12)}`;

/** Makes the unit of a deliberation, with its receipts. The level of consensus is counted here, from the positions. */
export function assembleUnit(rounds: RoundsResult, details: UnitDetails): Bundle {
  const { signer, now, random, question } = details;
  const id = details.id ?? newUnitId(random);
  const canonical = canonicalQuestion(question);
  const record = unitRecord(id, canonical, rounds, details);
  const deliberated: Deliberated = {
    traces: rounds.extraction.traces.map(({ reason: _, ...trace }) => trace),
    follow_ups: rounds.extraction.followUps,
    absences: rounds.absences,
    thrown_out: { claims: rounds.extraction.invented, quotes: rounds.extraction.missingQuotes },
    warnings: [...details.warnings, ...rounds.warnings],
  };
  return signBundle({ record, deliberated, said: rounds.said, sortedBy: rounds.sortedBy, signer, now });
}

function unitRecord(id: string, canonical: string, rounds: RoundsResult, details: UnitDetails): UnitRecord {
  const models = [...new Set(rounds.said.filter(({ round }) => round === 1).map(({ model }) => model))];
  const {
    sources,
    domain,
    tags,
    volatility = 'evolving',
    supersedes,
    parent,
    relations,
    tokens,
    costCents,
    now,
  } = details;
  const { synthesis } = rounds.extraction;
  return {
    id,
    version: 1,
    canonical_question: canonical,
    ...(domain !== undefined && { domain }),
    ...(tags !== undefined && tags.length > 0 && { tags }),
    ...claimsOf(rounds, models),
    ...(synthesis !== '' && { synthesis }),
    models_used: models,
    roster_version: isoTime(now).slice(0, 10),
    roster_hash: rosterHash(models),
    process_template: PROCESS,
    ...(tokens !== undefined && { total_tokens: tokens }),
    ...(costCents !== undefined && { total_cost_cents: costCents }),
    ...(sources.length > 0 && { sources }),
    status: 'active',
    fresh_until: freshUntil(now, volatility),
    volatility,
    ...(supersedes !== undefined && { supersedes }),
    ...(parent !== undefined && { parent_ku_id: parent }),
    published_at: isoTime(now),
    ...(relations !== undefined && relations.length > 0 && { relations }),
  };
}

function claimsOf(
  { extraction: { traces } }: RoundsResult,
  models: readonly string[],
): Pick<UnitRecord, 'consensus_level' | 'agreed' | 'disputed' | 'uncertain'> {
  const inList = (list: ClaimTrace['list']): typeof traces => traces.filter((each) => each.list === list);
  const [agreed, disputed, uncertain] = [inList('agreed'), inList('disputed'), inList('uncertain')];
  const level = consensusLevel({
    agreed: agreed.length,
    disputed: disputed.map(({ significance }) => significance),
    unsettledCore: uncertain.filter(({ significance }) => significance === 'core').length,
  });
  const reasonOf = ({ positions, reason }: (typeof traces)[number]): string =>
    `${whoSays(positions, models)} ${capitalise(reason)}`.trim();
  return {
    consensus_level: level,
    agreed: agreed.map(({ claim, sources: quotes }) => ({
      claim,
      ...(quotes.length > 0 && {
        evidence: quotes.map(({ uri, quote }) => `“${quote}” (${uri})`).join(' '),
        source_refs: [...new Set(quotes.map(({ uri }) => uri))],
      }),
    })),
    ...(disputed.length > 0 && { disputed: disputed.map((trace) => disputedClaim(trace, models)) }),
    ...(uncertain.length > 0 && {
      uncertain: uncertain.map((trace) => ({ claim: trace.claim, reason: reasonOf(trace) })),
    }),
  };
}

function disputedClaim({ claim, positions, significance }: ClaimTrace, models: readonly string[]): DisputedClaim {
  const told = models.map((model) => [model, positionText(positionOf(positions, model))] as const);
  return { claim, positions: Object.fromEntries(told), significance };
}

function positionText(position: Position | undefined): string {
  if (position === undefined) return 'silent';
  const { stance, round, role, quote } = position;
  return `${stance} (round ${round}${round === 2 ? `, ${roleName(role)}` : ''}): “${quote}”`;
}

/** A role in words. */
export const roleName = (role: string): string =>
  ({ devil_advocate: "devil's advocate", clarity_editor: 'clarity editor' })[role] ?? role;

function whoSays(positions: readonly Position[], models: readonly string[]): string {
  const speakers = models.filter((model) => positions.some((each) => each.model === model));
  const supporters = speakers.filter((model) => positionOf(positions, model)?.stance === 'supports');
  const unsure = speakers.length - supporters.length;
  const silent = models.length - speakers.length;
  const parts = supporters.length === 0 ? [] : [`${plural(supporters.length, 'model says', 'models say')} so`];
  if (unsure > 0) parts.push(`${plural(unsure, 'model')} cannot tell`);
  if (silent > 0) parts.push(`${silent} ${silent === 1 ? 'says' : 'say'} nothing about it`);
  return `${parts.join(', ')}.`;
}
