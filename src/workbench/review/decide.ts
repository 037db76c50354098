import { allHunks, closeOver } from '../../change';
import type { ChangeSet } from '../../change';
import type { Decisions, HunkDecision } from '../../proposal';

type Changes = Readonly<Record<string, HunkDecision | null>>;

/** Decisions as a map: hunk ids come from files, and no id may be taken for a property of objects. */
export function decisionMap(decisions: Decisions): Map<string, HunkDecision> {
  return new Map(Object.entries(decisions));
}

/**
 * The decisions after these changes, closed over what hunks need: an accepted hunk brings what it needs, a rejected one
 * takes with it what needs it, and what is taken back takes back the acceptance of what cannot be without it and the
 * rejection of what it cannot be without. What was only taken along comes back as it was, once all that it needs is no
 * longer rejected; what was rejected by itself stays so. Ids that the change set does not have are passed over.
 */
export function decided(
  changeSet: Pick<ChangeSet, 'files'>,
  before: Decisions,
  changes: Changes,
): ReadonlyMap<string, HunkDecision> {
  const texts = new Map(allHunks(changeSet).map(({ hunk }) => [hunk.id, hunk.text]));
  const picked = Object.entries(changes).filter(([id]) => texts.has(id));
  const next = decisionMap(before);
  const idsOf = (verdict: HunkDecision['verdict'] | null): string[] =>
    picked.filter(([, change]) => (change?.verdict ?? null) === verdict).map(([id]) => id);

  for (const id of closeOver(changeSet, idsOf(null), 'reject')) {
    if (changes[id] === null || next.get(id)?.verdict === 'accepted') next.delete(id);
  }
  for (const id of closeOver(changeSet, idsOf(null), 'accept')) {
    if (next.get(id)?.verdict === 'rejected') next.delete(id);
  }
  for (const [id, change] of picked) if (change) next.set(id, tidy(change, texts.get(id) ?? ''));
  for (const id of closeOver(changeSet, idsOf('accepted'), 'accept')) {
    const known = next.get(id);
    if (known?.verdict !== 'accepted') next.set(id, known?.along ?? { verdict: 'accepted' });
  }
  // Of two that exclude each other in one call, the rejection holds: leaving out is what can be taken back.
  for (const id of closeOver(changeSet, idsOf('rejected'), 'reject')) {
    const change = changes[id];
    const known = next.get(id);
    if (change?.verdict === 'rejected') next.set(id, tidy(change, ''));
    else if (known?.verdict !== 'rejected')
      next.set(id, { verdict: 'rejected', along: known ? accepted(known) : null });
  }
  giveBack(changeSet, next);
  return next;
}

/** Takes back the rejection of what was rejected along with others that no longer are. */
function giveBack(changeSet: Pick<ChangeSet, 'files'>, decisions: Map<string, HunkDecision>): void {
  const idsWhere = (is: (decision: HunkDecision | undefined) => boolean): string[] =>
    allHunks(changeSet).flatMap(({ hunk: { id } }) => (is(decisions.get(id)) ? [id] : []));
  const out = closeOver(
    changeSet,
    idsWhere((decision) => decision?.verdict === 'rejected' && decision.along === undefined),
    'reject',
  );
  const back = idsWhere((decision) => decision?.along !== undefined).filter((id) => !out.has(id));
  for (const id of back) {
    const before = decisions.get(id)?.along;
    if (before) decisions.set(id, before);
    else decisions.delete(id);
  }
  const without = closeOver(
    changeSet,
    idsWhere((decision) => decision?.verdict !== 'accepted'),
    'reject',
  );
  for (const id of back) if (without.has(id)) decisions.delete(id);
}

function accepted({ text }: HunkDecision): NonNullable<HunkDecision['along']> {
  return { verdict: 'accepted', ...(text !== undefined && { text }) };
}

/** A text is kept where it is another than the hunk's own, a reason where something is left out. */
function tidy({ verdict, reason, text }: HunkDecision, own: string): HunkDecision {
  if (verdict === 'accepted') return text === undefined || text === own ? { verdict } : { verdict, text };
  return reason === undefined || reason.trim() === '' ? { verdict } : { verdict, reason: reason.trim() };
}

/** Ids of the accepted hunks that can be applied: those whose needs are accepted too. */
export function acceptedOf(
  changeSet: Pick<ChangeSet, 'files'>,
  decisions: ReadonlyMap<string, HunkDecision>,
): ReadonlySet<string> {
  const left = allHunks(changeSet).flatMap(({ hunk }) =>
    decisions.get(hunk.id)?.verdict === 'accepted' ? [] : [hunk.id],
  );
  const out = closeOver(changeSet, left, 'reject');
  return new Set(allHunks(changeSet).flatMap(({ hunk }) => (out.has(hunk.id) ? [] : [hunk.id])));
}
