import { WikiError } from '../../base';
import {
  LOSS_KINDS,
  checkChangeSet,
  withDependencies,
  buildCreation,
  diffToHunks,
  isBareRename,
  joinNotes,
  nameDrops,
  renderEdit,
  type ChangeConflict,
  type FileEdit,
  type Hunk,
  type MergeConflict,
} from '../../change';
import { hashText } from '../../vault';
import { type ConflictSide } from './types';

interface ResolvedEdit {
  readonly edit: FileEdit;
  /** Ids of hunks that were merged into another one, by the id of that one. */
  readonly joined: ReadonlyMap<string, string>;
}

/**
 * The edit of a file with some hunks of a conflict resolved.
 *
 * @param edit the edit that does not fit the file
 * @param wanted ids of the hunks to resolve
 * @param current the file's text now; `null` when there is no such file
 * @throws WikiError `living-wiki:conflict` when there is nothing to put the hunks on
 */
export function resolveConflict(
  edit: FileEdit,
  conflict: ChangeConflict,
  wanted: ReadonlySet<string>,
  side: ConflictSide,
  current: string | null,
): ResolvedEdit {
  if (side === 'current') return { edit: withoutHunks(edit, wanted), joined: new Map() };
  switch (conflict.reason) {
    case 'exists':
      return mergedInto(edit, asUpdate(edit, current ?? ''));
    case 'missing':
      return mergedInto(edit, asCreation(edit));
    case 'edited':
      return current === null
        ? mergedInto(edit, asCreation(edit))
        : overwriteCollisions(edit, conflict, wanted, current);
    case 'taken':
    case 'needs':
    case 'unreadable':
      throw new WikiError('living-wiki:conflict', conflict.message, { path: conflict.path, remedy: conflict.remedy });
  }
}

/** A person who sees both texts and prefers the proposed one decides what the page no longer says. */
function namedDrops(edit: FileEdit, ids = edit.hunks.map(({ id }) => id)): FileEdit {
  return nameDrops(edit, new Set(ids));
}

/** Hunks of `before` that are not in `edit` count as merged into its first hunk. */
function mergedInto(before: FileEdit, edit: FileEdit): ResolvedEdit {
  const [first] = edit.hunks;
  const kept = new Set(edit.hunks.map(({ id }) => id));
  const gone = before.hunks.filter(({ id }) => !kept.has(id));
  return { edit, joined: new Map(first === undefined ? [] : gone.map(({ id }) => [id, first.id])) };
}

function withoutHunks(edit: FileEdit, dropped: ReadonlySet<string>): FileEdit {
  const all = withDependencies({ files: [edit] }, dropped, 'reject');
  return { ...edit, hunks: edit.hunks.filter((hunk) => !all.has(hunk.id)) };
}

/** A proposed new file as an update of the file that exists. */
function asUpdate(edit: FileEdit, current: string): FileEdit {
  const next = renderEdit(edit) ?? '';
  const [first] = edit.hunks;
  const reason = first?.reason ?? '';
  const made = diffToHunks(current, next, edit.path, { reason, declares: LOSS_KINDS });
  const evidence = edit.hunks.flatMap((hunk) => hunk.evidence);
  const hunks = made.map((hunk, at) => (at === 0 ? { ...hunk, evidence } : hunk));
  const baseHash = hashText(current);
  return namedDrops({ kind: 'updated', path: edit.path, base: current, baseHash, hunks, why: edit.why });
}

/** An update of a file that no longer exists as a new file. */
function asCreation(edit: FileEdit): FileEdit {
  const [first] = edit.hunks;
  const text = renderEdit(edit) ?? '';
  const notes = { reason: first?.reason ?? '', evidence: edit.hunks.flatMap((hunk) => hunk.evidence) };
  return buildCreation({ path: edit.to ?? edit.path, parts: [{ text, ...notes }], why: edit.why });
}

/**
 * Replaces the current lines of each collision by the proposed ones: the current lines become the base, so nothing
 * collides there any more, and one hunk puts the proposed lines in their place.
 */
function overwriteCollisions(
  edit: FileEdit,
  conflict: ChangeConflict,
  wanted: ReadonlySet<string>,
  current: string,
): ResolvedEdit {
  const joined = new Map<string, string>();
  if (edit.kind === 'deleted') {
    const hunks = edit.hunks.map((hunk) => ({ ...hunk, start: 0, end: current.length }));
    return { edit: { ...edit, base: current, baseHash: hashText(current), hunks }, joined };
  }
  const collisions = conflict.places.flatMap((place) => collisionOf(edit, place, wanted) ?? []);
  let resolved = edit;
  // From the end, so that earlier offsets stay valid.
  for (const collision of [...collisions].sort((a, b) => b.start - a.start)) {
    resolved = overwriteCollision(resolved, collision);
    for (const { id } of collision.hunks.slice(1)) joined.set(id, collision.hunks[0]?.id ?? id);
  }
  checkChangeSet({ files: [resolved] });
  const put = collisions.flatMap(({ hunks }) => hunks[0]?.id ?? []);
  return { edit: namedDrops(resolved, put), joined };
}

function overwriteCollision(edit: FileEdit, { hunks, start, end, current }: Collision): FileEdit {
  const ids = new Set(hunks.map((hunk) => hunk.id));
  // A slice of the page has no end for footnotes.
  const proposed = hunks.map(({ footnotes: _, ...hunk }) => ({
    ...hunk,
    start: hunk.start - start,
    end: hunk.end - start,
  }));
  const text = renderEdit({ ...edit, kind: 'updated', base: edit.base.slice(start, end), hunks: proposed }) ?? '';
  const grown = current.length - (end - start);
  const rest = edit.hunks
    .filter((hunk) => !ids.has(hunk.id))
    .map((hunk) => (hunk.start >= end ? { ...hunk, start: hunk.start + grown, end: hunk.end + grown } : hunk));
  const at = rest.findIndex((hunk) => !isBareRename(edit, hunk) && hunk.start >= start);
  const place = at < 0 ? rest.length : at;
  const base = edit.base.slice(0, start) + current + edit.base.slice(end);
  const put = joinHunks(hunks, start, start + current.length, text);
  const all = [...rest.slice(0, place), put, ...rest.slice(place)];
  return { ...edit, base, baseHash: hashText(base), hunks: all };
}

/** A range of the base with every hunk in it, and the text that the file holds there now. */
interface Collision {
  readonly hunks: readonly Hunk[];
  readonly start: number;
  readonly end: number;
  readonly current: string;
}

/** `null` when none of the wanted hunks is in it. */
function collisionOf(edit: FileEdit, place: MergeConflict, wanted: ReadonlySet<string>): Collision | null {
  const start = offsetOfLine(edit.base, place.baseLines.line);
  const end = start + place.base.length;
  const hunks = edit.hunks.filter((hunk) => !isBareRename(edit, hunk) && hunk.start >= start && hunk.end <= end);
  return hunks.some((hunk) => wanted.has(hunk.id)) ? { hunks, start, end, current: place.current } : null;
}

/** One hunk for all hunks of a collision, because they compete with the same lines. */
function joinHunks(hunks: readonly Hunk[], start: number, end: number, text: string): Hunk {
  const [first] = hunks as readonly [Hunk, ...Hunk[]];
  const ids = new Set(hunks.map((hunk) => hunk.id));
  return {
    ...first,
    start,
    end,
    text,
    reason: [...new Set(hunks.map((hunk) => hunk.reason))].join(' '),
    evidence: hunks.flatMap((hunk) => hunk.evidence),
    needs: [...new Set(hunks.flatMap((hunk) => hunk.needs))].filter((id) => !ids.has(id)),
    declares: LOSS_KINDS,
    ...joinNotes(hunks),
  };
}

/** @param line counted from 1 */
function offsetOfLine(text: string, line: number): number {
  let at = 0;
  for (let seen = 1; seen < line; seen += 1) {
    const next = text.indexOf('\n', at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return at;
}
