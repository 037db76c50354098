import { allHunks, withDependencies, type ChangeSet } from '../../change';
import { type HunkDecisions, type HunkDecision } from '../../proposal';

type Changes = Readonly<Record<string, HunkDecision | null>>;

/** Decisions as a map: hunk ids come from files, and no id may be taken for a property of objects. */
export function toDecisionMap(decisions: HunkDecisions): Map<string, HunkDecision> {
  return new Map(Object.entries(decisions));
}

/**
 * The decisions after these changes, closed over what hunks need: an accepted hunk brings what it needs, a rejected one
 * takes with it what needs it, and what is taken back takes back the acceptance of what cannot be without it and the
 * rejection of what it cannot be without. What was only taken along comes back as it was, once all that it needs is no
 * longer rejected; what was rejected by itself stays so. Ids that the change set does not have are passed over.
 */
export function applyDecisions(
  changeSet: Pick<ChangeSet, 'files'>,
  before: HunkDecisions,
  changes: Changes,
): ReadonlyMap<string, HunkDecision> {
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
  for (const [id, change] of picked) if (change) next.set(id, normaliseDecision(change, texts.get(id) ?? ''));
  for (const id of withDependencies(changeSet, idsOf('accepted'), 'accept')) {
    const known = next.get(id);
    if (known?.verdict !== 'accepted') next.set(id, known?.beforeCascade ?? { verdict: 'accepted' });
  }
  // Of two that exclude each other in one call, the rejection holds: leaving out is what can be taken back.
  for (const id of withDependencies(changeSet, idsOf('rejected'), 'reject')) {
    const change = changes[id];
    const known = next.get(id);
    if (change?.verdict === 'rejected') next.set(id, normaliseDecision(change, ''));
    else if (known?.verdict !== 'rejected')
      next.set(id, { verdict: 'rejected', beforeCascade: known ? accepted(known) : null });
  }
  restoreDependents(changeSet, next);
  return next;
}

/** Takes back the rejection of what was rejected along with others that no longer are. */
function restoreDependents(changeSet: Pick<ChangeSet, 'files'>, decisions: Map<string, HunkDecision>): void {
  const idsWhere = (is: (decision: HunkDecision | undefined) => boolean): string[] =>
    allHunks(changeSet).flatMap(({ hunk: { id } }) => (is(decisions.get(id)) ? [id] : []));
  const out = withDependencies(
    changeSet,
    idsWhere((decision) => decision?.verdict === 'rejected' && decision.beforeCascade === undefined),
    'reject',
  );
  const back = idsWhere((decision) => decision?.beforeCascade !== undefined).filter((id) => !out.has(id));
  for (const id of back) {
    const before = decisions.get(id)?.beforeCascade;
    if (before) decisions.set(id, before);
    else decisions.delete(id);
  }
  const without = withDependencies(
    changeSet,
    idsWhere((decision) => decision?.verdict !== 'accepted'),
    'reject',
  );
  for (const id of back) if (without.has(id)) decisions.delete(id);
}

function accepted({ text }: HunkDecision): NonNullable<HunkDecision['beforeCascade']> {
  return { verdict: 'accepted', ...(text !== undefined && { text }) };
}

/** A text is kept where it is another than the hunk's own, a reason where something is left out. */
function normaliseDecision({ verdict, reason, text }: HunkDecision, own: string): HunkDecision {
  if (verdict === 'accepted') return text === undefined || text === own ? { verdict } : { verdict, text };
  return reason === undefined || reason.trim() === '' ? { verdict } : { verdict, reason: reason.trim() };
}

/** Ids of the accepted hunks that can be applied: those whose needs are accepted too. */
export function acceptedHunks(
  changeSet: Pick<ChangeSet, 'files'>,
  decisions: ReadonlyMap<string, HunkDecision>,
): ReadonlySet<string> {
  const left = allHunks(changeSet).flatMap(({ hunk }) =>
    decisions.get(hunk.id)?.verdict === 'accepted' ? [] : [hunk.id],
  );
  const out = withDependencies(changeSet, left, 'reject');
  return new Set(allHunks(changeSet).flatMap(({ hunk }) => (out.has(hunk.id) ? [] : [hunk.id])));
}
