import { WikiError, type JsonObject } from '../base';
import { type FileChange } from '../vault';
import {
  buildCreation,
  buildDeletion,
  buildRename,
  buildUpdate,
  type EditNotes,
  type PartSpec,
  type SpliceSpec,
} from './build-edit';
import { splitParts } from './parts';
import { diffRegions, trimRegion } from './regions';
import { type ChangeSet, type FileEdit, type Hunk, type LogNote, type SourceRead } from './types';

/**
 * The hunks that turn one text into another: compared by lines, then trimmed to the characters that differ. Applying
 * all of them gives `next` exactly: line endings, a missing final newline and a byte-order mark included. Time is
 * bounded for any input: where two texts share too little, a stretch becomes one hunk.
 *
 * @param defaults what each hunk says of itself; a title is made from the enclosing section when it gives none
 */
export function diffToHunks(base: string, next: string, path: string, defaults: EditNotes): readonly Hunk[] {
  return buildUpdate({ path, base, splices: diffSplices(base, next, defaults), why: [] }).hunks;
}

function diffSplices(base: string, next: string, notes: EditNotes): readonly SpliceSpec[] {
  return diffRegions(base, next).map((region) => ({ ...notes, ...trimRegion(base, region) }));
}

/** What a change set made from finished files says of itself. */
export interface ChangeSetDetails {
  readonly title: string;
  readonly producer: ChangeSet['producer'];
  readonly log: LogNote;
  readonly sources?: readonly SourceRead[];
  readonly notes?: readonly string[];
  readonly facts?: JsonObject;
  /** What each hunk of a file says of itself; called once a file. */
  readonly notesFor: (path: string) => EditNotes;
  /** Why a file is touched. */
  readonly whyFor?: (path: string) => readonly string[];
}

/**
 * The difference of an overlay as a change set. Files keep the order that they come in.
 *
 * @param readBase the text that a file has below the overlay; `null` where it has none
 * @throws WikiError `living-wiki:file_missing` when a changed file has no text below
 */
export async function changeSetFromOverlay(
  changes: readonly FileChange[],
  readBase: (path: string) => Promise<string | null>,
  meta: ChangeSetDetails,
): Promise<ChangeSet> {
  const files: FileEdit[] = [];
  for (const change of changes) {
    const edit = await editOf(change, readBase, meta);
    if (edit.hunks.length > 0) files.push(edit);
  }
  const { title, producer, log } = meta;
  return { title, producer, files, log, sources: meta.sources ?? [], notes: meta.notes ?? [], facts: meta.facts ?? {} };
}

async function editOf(
  change: FileChange,
  readBase: (path: string) => Promise<string | null>,
  meta: ChangeSetDetails,
): Promise<FileEdit> {
  const { path } = change;
  const notes = meta.notesFor(path);
  const why = meta.whyFor?.(path) ?? [];
  if (change.op === 'create') {
    return buildCreation({ path, parts: splitParts(change.text).map((text): PartSpec => ({ ...notes, text })), why });
  }
  const from = change.op === 'rename' ? change.from : path;
  const base = await readBase(from);
  if (base === null) {
    throw new WikiError('living-wiki:file_missing', `"${from}" is to be changed but is not there.`, { path: from });
  }
  switch (change.op) {
    case 'delete':
      return buildDeletion({ ...notes, path, base, why });
    case 'rename':
      return buildRename({ ...notes, path: from, to: path, base, splices: diffSplices(base, change.text, notes), why });
    case 'update':
      return buildUpdate({ path, base, splices: diffSplices(base, change.text, notes), why });
  }
}
