import { isoTime, type Random } from '../base';
import { canonicalText } from './canonical';
import { type UnitSigner } from './receipts';
import { signBundle } from './sign-bundle';
import { newUnitId } from './assemble';
import { type Bundle, type KnowledgeUnit, type RelationKind, type UnitRelation, type UnitStatus } from './types';

/**
 * How a unit is made that says again what an older one says, because a unit never changes: with another relation, or archived. Nobody is
 * asked. Its bundle holds the deliberation that it restates, so that it can be checked alone.
 */
export const RESTATED = 'restated';
/** Stands for a model in the last round of a restated unit. */
const CODE = 'living-wiki';

export interface RestateDetails {
  /** Of the new unit; a new one when absent. */
  readonly id?: string;
  /** `superseded` for one that is archived. */
  readonly status: Extract<UnitStatus, 'active' | 'superseded'>;
  /** Instead of those that it had. */
  readonly relations?: readonly UnitRelation[];
  /** Why, in one plain sentence. */
  readonly note: string;
  readonly signer: UnitSigner | null;
  readonly now: number;
  readonly random: Random;
}

/** The deliberation that a unit rests on: its own, or the one that it restates. */
export const deliberationOf = (bundle: Bundle): Bundle => bundle.restates ?? bundle;

/** A new unit that replaces `before` and makes the same claims. */
export function restateUnit(before: Bundle, details: RestateDetails): Bundle {
  const { status, note, signer, now, random } = details;
  const {
    total_tokens: _,
    total_cost_cents: __,
    receipt_sig: ___,
    receipt_kid: ____,
    receipt_hash: _____,
    relations: had = [],
    ...record
  } = before.unit;
  const relations = details.relations ?? had;
  const isOver = Date.parse(record.fresh_until) < now;
  const restates = deliberationOf(before);
  const warnings = [...restates.deliberated.warnings, note];
  const bundle = signBundle({
    record: {
      ...record,
      id: details.id ?? newUnitId(random),
      process_template: RESTATED,
      status,
      // A unit does not end before it is published. It is no fresher than before.
      fresh_until: isOver ? isoTime(now) : record.fresh_until,
      supersedes: before.unit.id,
      published_at: isoTime(now),
      ...(relations.length > 0 && { relations }),
    },
    deliberated: { ...restates.deliberated, warnings },
    said: [],
    sortedBy: CODE,
    signer,
    now,
  });
  return { ...bundle, restates };
}

/** What a restated unit has to have in common with its deliberation; `null` if it has, else the field that differs. */
export function restatedDifference({ unit, deliberated, restates }: Bundle): string | null {
  if (restates === undefined) return null;
  const shared = [
    'canonical_question',
    'domain',
    'tags',
    'consensus_level',
    'agreed',
    'disputed',
    'uncertain',
    'synthesis',
    'models_used',
    'roster_version',
    'roster_hash',
    'sources',
    'volatility',
    'parent_ku_id',
  ] as const satisfies readonly (keyof KnowledgeUnit)[];
  const same = (a: unknown, b: unknown): boolean => canonicalText([a ?? null]) === canonicalText([b ?? null]);
  const field = shared.find((each) => !same(unit[each], restates.unit[each]));
  if (field !== undefined) return field;
  const end = Math.max(Date.parse(restates.unit.fresh_until), Date.parse(unit.published_at ?? ''));
  if (!(Date.parse(unit.fresh_until) <= end)) return 'fresh_until';
  for (const each of ['traces', 'follow_ups', 'absences', 'thrown_out'] as const)
    if (!same(deliberated[each], restates.deliberated[each])) return each;
  return null;
}

/** How a relation reads from the other side. The draft names none: this is our reading, and each is the other of its other. */
const RECIPROCALS: Readonly<Record<RelationKind, RelationKind>> = {
  supports: 'depends_on',
  depends_on: 'supports',
  contradicts: 'contradicts',
  refines: 'extends',
  extends: 'refines',
};
export const reciprocalOf = (kind: RelationKind): RelationKind => RECIPROCALS[kind];
