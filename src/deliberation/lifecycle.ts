import { isoTime } from '../base';
import { type KnowledgeUnit, type UnitRelation, type UnitStatus, type Volatility } from './types';

const DAY = 86_400_000;

/** How long a unit is fresh. Source: Knowledge Units draft, section 3.5. */
const FRESH_DAYS: Readonly<Record<Volatility, number>> = { stable: 365, evolving: 90, volatile: 30 };

export const freshUntil = (now: number, volatility: Volatility = 'evolving'): string =>
  isoTime(now + FRESH_DAYS[volatility] * DAY);

/** Why a unit may no longer hold. Worked out when it is shown, never written back into it. */
export interface Staleness {
  readonly status: UnitStatus;
  /** Past `fresh_until`. */
  readonly isExpired: boolean;
  /** Sources with another content now, or that are gone. */
  readonly changed: readonly string[];
  /** The unit that replaces it. */
  readonly replacedBy: string | null;
}

/**
 * @param units all that are known @param hashes the content of each source now, as `sha256:…`; `null` for one that is gone, absent for
 * one that is not on this device
 */
export function stateOfUnit(
  unit: KnowledgeUnit,
  units: readonly Pick<KnowledgeUnit, 'id' | 'supersedes'>[],
  hashes: ReadonlyMap<string, string | null>,
  now: number,
): Staleness {
  const changed = (unit.sources ?? []).flatMap(({ uri, content_hash }) => {
    const current = hashes.get(uri);
    return current === undefined || current === content_hash ? [] : [uri];
  });
  const isExpired = now > Date.parse(unit.fresh_until);
  const replacedBy = units.find(({ supersedes, id }) => supersedes === unit.id && id !== unit.id)?.id ?? null;
  const isReplaced = replacedBy !== null || unit.status === 'superseded';
  const isStale = isExpired || changed.length > 0 || unit.status === 'stale';
  const current = isStale ? 'stale' : 'active';
  return { status: isReplaced ? 'superseded' : current, isExpired, changed, replacedBy };
}

/** What a new unit makes of an older one. Source: Knowledge Units draft, section 7.2. */
export type Operation = 'keep' | 'update' | 'supersede' | 'merge' | 'archive' | 'relate';

/**
 * What a repeated deliberation came to: it keeps the answer, refines it, or contradicts it. Decided by claims alone: the same claims and
 * level keep it; a claim that was agreed and is disputed now contradicts it.
 */
export function operationOf(
  before: KnowledgeUnit,
  after: Pick<KnowledgeUnit, 'agreed' | 'disputed' | 'consensus_level'>,
): Extract<Operation, 'keep' | 'update' | 'supersede'> {
  const texts = (claims: readonly (string | { readonly claim: string })[] = []): Set<string> =>
    new Set(claims.map((claim) => (typeof claim === 'string' ? claim : claim.claim).toLowerCase()));
  const [wasAgreed, isAgreed] = [texts(before.agreed), texts(after.agreed)];
  const [wasDisputed, isDisputed] = [texts(before.disputed), texts(after.disputed)];
  const overturned =
    [...wasAgreed].some((claim) => isDisputed.has(claim)) || [...wasDisputed].some((claim) => isAgreed.has(claim));
  if (overturned) return 'supersede';
  const isSame = (a: Set<string>, b: Set<string>): boolean => a.size === b.size && [...a].every((each) => b.has(each));
  const isKept =
    before.consensus_level === after.consensus_level && isSame(wasAgreed, isAgreed) && isSame(wasDisputed, isDisputed);
  return isKept ? 'keep' : 'update';
}

/**
 * The newest unit of the chain that begins with `id`: what replaced it, and what replaced that. An archived unit with a relation was merged
 * into what it names.
 */
export function currentUnit(
  id: string,
  units: ReadonlyMap<string, Pick<KnowledgeUnit, 'id' | 'supersedes' | 'status' | 'relations'>>,
): string {
  const next = new Map<string, string>();
  for (const each of units.values()) {
    if (typeof each.supersedes === 'string') next.set(each.supersedes, each.id);
    const mergedInto = each.status === 'superseded' ? each.relations?.[0]?.target_ku_id : undefined;
    if (mergedInto !== undefined) next.set(each.id, mergedInto);
  }
  let current = id;
  // A chain is no longer than there are units: one that closes in itself ends, too.
  for (let left = units.size; left > 0; left -= 1) current = next.get(current) ?? current;
  return current;
}

/** The relations of `unit` that their target, or what replaced it, does not answer with any of its own. */
export function oneSidedRelations(
  unit: KnowledgeUnit,
  units: ReadonlyMap<string, KnowledgeUnit>,
): readonly UnitRelation[] {
  const own = currentUnit(unit.id, units);
  return (unit.relations ?? []).filter(({ target_ku_id }) => {
    const target = units.get(currentUnit(target_ku_id, units));
    if (target === undefined || target.status === 'superseded') return false;
    return !(target.relations ?? []).some((back) => currentUnit(back.target_ku_id, units) === own);
  });
}
