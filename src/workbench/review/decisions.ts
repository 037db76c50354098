import { allHunks, withDependencies, type ChangeSet } from '../../change';
import { type HunkDecision, type HunkDecisions } from '../../proposal';

type Files = Pick<ChangeSet, 'files'>;
type DecisionMap = ReadonlyMap<string, HunkDecision>;

/** As a map, because hunk ids come from files: no id may be read as a property of `Object`. */
export function toDecisionMap(decisions: HunkDecisions): Map<string, HunkDecision> {
  return new Map(Object.entries(decisions));
}

/**
 * The decisions after these changes, with everything that follows from them:
 *
 * - An accepted hunk accepts what it depends on; a rejected hunk rejects what depends on it.
 * - Clearing a decision clears the acceptance of its dependents and the rejection of its dependencies.
 * - A hunk that was rejected only because of another gets its earlier decision back once none of its dependencies is
 *   rejected. A hunk that was rejected by itself stays rejected.
 *
 * Ids that are not in the change set are ignored.
 */
export function applyDecisions(
  changeSet: Files,
  before: HunkDecisions,
  changes: Readonly<Record<string, HunkDecision | null>>,
): DecisionMap {
  const texts = new Map(allHunks(changeSet).map(({ hunk }) => [hunk.id, hunk.text]));
  const picked = Object.entries(changes).filter(([id]) => texts.has(id));
  const next = toDecisionMap(before);
  const idsOf = (verdict: HunkDecision['verdict'] | null): string[] =>
    picked.filter(([, change]) => (change?.verdict ?? null) === verdict).map(([id]) => id);

  for (const id of withDependencies(changeSet, idsOf(null), 'reject')) {
    if (changes[id] === null || next.get(id)?.verdict === 'accepted') next.delete(id);
  }
  for (const id of withDependencies(changeSet, idsOf(null), 'accept')) {
    if (next.get(id)?.verdict === 'rejected') next.delete(id);
  }
  for (const [id, change] of picked) if (change) next.set(id, normalise(change, texts.get(id) ?? ''));
  for (const id of withDependencies(changeSet, idsOf('accepted'), 'accept')) {
    const known = next.get(id);
    if (known?.verdict !== 'accepted') next.set(id, known?.beforeCascade ?? { verdict: 'accepted' });
  }
  // When one call accepts and rejects hunks that exclude each other, the rejection wins: it is easier to undo.
  for (const id of withDependencies(changeSet, idsOf('rejected'), 'reject')) {
    const change = changes[id];
    const known = next.get(id);
    if (change?.verdict === 'rejected') next.set(id, normalise(change, ''));
    else if (known?.verdict !== 'rejected') {
      next.set(id, { verdict: 'rejected', beforeCascade: known ? acceptanceOf(known) : null });
    }
  }
  restoreDependents(changeSet, next);
  return next;
}

/** Gives hunks their earlier decision back when the hunk that they were rejected with is no longer rejected. */
function restoreDependents(changeSet: Files, decisions: Map<string, HunkDecision>): void {
  const idsWhere = (is: (decision: HunkDecision | undefined) => boolean): string[] =>
    allHunks(changeSet).flatMap(({ hunk: { id } }) => (is(decisions.get(id)) ? [id] : []));
  const rejected = withDependencies(
    changeSet,
    idsWhere((decision) => decision?.verdict === 'rejected' && decision.beforeCascade === undefined),
    'reject',
  );
  const restored = idsWhere((decision) => decision?.beforeCascade !== undefined).filter((id) => !rejected.has(id));
  for (const id of restored) {
    const earlier = decisions.get(id)?.beforeCascade;
    if (earlier) decisions.set(id, earlier);
    else decisions.delete(id);
  }
  const excluded = withDependencies(
    changeSet,
    idsWhere((decision) => decision?.verdict !== 'accepted'),
    'reject',
  );
  for (const id of restored) if (excluded.has(id)) decisions.delete(id);
}

function acceptanceOf({ text }: HunkDecision): NonNullable<HunkDecision['beforeCascade']> {
  return { verdict: 'accepted', ...(text !== undefined && { text }) };
}

/** Drops a text that equals the proposed one, a text of a rejection, and an empty reason. */
function normalise({ verdict, reason, text }: HunkDecision, proposed: string): HunkDecision {
  if (verdict === 'accepted') return text === undefined || text === proposed ? { verdict } : { verdict, text };
  return reason === undefined || reason.trim() === '' ? { verdict } : { verdict, reason: reason.trim() };
}

/** Ids of the accepted hunks whose dependencies are accepted too. */
export function acceptedHunks(changeSet: Files, decisions: DecisionMap): ReadonlySet<string> {
  const left = allHunks(changeSet).flatMap(({ hunk }) =>
    decisions.get(hunk.id)?.verdict === 'accepted' ? [] : [hunk.id],
  );
  const out = withDependencies(changeSet, left, 'reject');
  return new Set(allHunks(changeSet).flatMap(({ hunk }) => (out.has(hunk.id) ? [] : [hunk.id])));
}
