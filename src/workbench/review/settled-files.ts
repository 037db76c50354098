import {
  buildCreation,
  diffToHunks,
  LOSS_KINDS,
  nameDrops,
  renderEdit,
  type ChangeSet,
  type FileEdit,
} from '../../change';
import { settlePage, type Settled } from '../../ingest';
import { type Snapshot, readCallouts, type OpposedPair, type OpposedStatement } from '../../wiki';
import { type ReviewSelection } from './backend';
import { readFlaggedContradictions, type ContradictionSide, type FlaggedContradiction } from './contradictions';

/**
 * What is applied once the contradictions of a review were settled: the statement that does not hold moves to "History" of its page with
 * its date. Until then the page under review says both, with a note of the decision.
 */
export function withSettlements(selection: ReviewSelection, snapshot: Snapshot): ReviewSelection {
  const { changeSet } = selection;
  const accepted = new Set(selection.accepted);
  const disputes = readFlaggedContradictions(changeSet);
  const files = changeSet.files.map((edit) => {
    const settled = settleFile(edit, accepted, changeSet, disputes, snapshot);
    if (settled === null) return edit;
    for (const { id } of edit.hunks) accepted.delete(id);
    for (const { id } of settled.hunks) accepted.add(id);
    return settled;
  });
  return files.every((edit, at) => edit === changeSet.files[at])
    ? selection
    : { ...selection, changeSet: { ...changeSet, files }, accepted };
}

function settleFile(
  edit: FileEdit,
  accepted: ReadonlySet<string>,
  { sources }: ChangeSet,
  disputes: readonly FlaggedContradiction[],
  snapshot: Snapshot,
): FileEdit | null {
  const taken = edit.hunks.filter(({ id }) => accepted.has(id));
  if (
    (edit.kind !== 'created' && edit.kind !== 'updated') ||
    !taken.some(({ text }) => text.includes('as you decided.'))
  )
    return null;
  const before = renderEdit(edit, accepted) ?? '';
  const dates = new Map(sources.map(({ path, date }) => [path, date]));
  const dateOf = (id: string): string | null => {
    const source = snapshot.source(id);
    return (source?.date ?? dates.get(source?.path ?? ''))?.slice(0, 10) ?? null;
  };
  const own = disputes.filter(({ page }) => edit.path.endsWith(`/${page}.md`));
  let text = before;
  for (const { state, attribute, pair, start, titleEnd } of readCallouts(before)) {
    const isNew = taken.some((hunk) => hunk.text.includes(before.slice(start, titleEnd)));
    const opposed =
      pair ??
      toPair(
        own.find(({ what }) => what === attribute),
        snapshot,
      );
    if (isNew && opposed !== null && (state === 'current' || state === 'proposed'))
      text = settlePage(text, opposed, state satisfies Settled, { dateOf, holding: null });
  }
  return text === before ? null : withText(edit, text, accepted);
}

function toPair(dispute: FlaggedContradiction | undefined, snapshot: Snapshot): OpposedPair | null {
  if (dispute === undefined) return null;
  const toStatement = ({ text, source, anchor }: ContradictionSide): OpposedStatement => ({
    text,
    anchor,
    sourceId: source === null ? null : (snapshot.source(source)?.id ?? null),
  });
  const [first, second] = dispute.sides;
  return { attribute: dispute.what, sides: [toStatement(first), toStatement(second)] };
}

/** The edit of a file whose accepted hunks give another text now. */
function withText(edit: FileEdit, text: string, accepted: ReadonlySet<string>): FileEdit {
  const taken = edit.hunks.filter(({ id }) => accepted.has(id));
  const reason = 'You settled the contradiction.';
  const evidence = taken.flatMap((hunk) => hunk.evidence);
  if (edit.kind === 'created')
    return buildCreation({ path: edit.path, parts: [{ text, reason, evidence }], why: edit.why });
  const hunks = diffToHunks(edit.base, text, edit.path, { reason, declares: LOSS_KINDS });
  const changed = hunks.map((hunk, at) => (at === 0 ? { ...hunk, evidence } : hunk));
  return nameDrops({ ...edit, hunks: changed }, new Set(changed.map(({ id }) => id)));
}
