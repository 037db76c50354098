import { WikiError, finishInTurns, YieldBudget, type JsonObject, type Run } from '../base';
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
import { diffRegions, diffRegionsInSteps, trimRegion, type Region } from './regions';
import { type ChangeSet, type FileEdit, type Hunk, type LogNote, type SourceRead } from './types';

/**
 * The hunks that turn one text into another: compared by lines, then trimmed to the characters that differ. Applying
 * all of them gives `next` exactly, including line endings, a missing final newline and a byte-order mark. Time is
 * bounded for any input: where two texts share too little, a range becomes one hunk.
 *
 * @param defaults the notes of each hunk; the title defaults to the enclosing section
 */
export function diffToHunks(base: string, next: string, path: string, defaults: EditNotes): readonly Hunk[] {
  return buildUpdate({ path, base, splices: diffSplices(base, next, defaults), why: [] }).hunks;
}

/** {@link diffToHunks}, but yields to the host and can be cancelled. */
export async function diffToHunksAsync(
  base: string,
  next: string,
  { path, ...notes }: EditNotes & { readonly path: string },
  run: Run,
): Promise<readonly Hunk[]> {
  const regions = await finishInTurns(diffRegionsInSteps(base, next), new YieldBudget(run));
  return buildUpdate({ path, base, splices: toSplices(base, regions, notes), why: [] }).hunks;
}

function diffSplices(base: string, next: string, notes: EditNotes): readonly SpliceSpec[] {
  return toSplices(base, diffRegions(base, next), notes);
}

function toSplices(base: string, regions: readonly Region[], notes: EditNotes): readonly SpliceSpec[] {
  return regions.map((region) => ({ ...notes, ...trimRegion(base, region) }));
}

/** Describes a change set that is made from an overlay. */
export interface ChangeSetDetails {
  readonly title: string;
  readonly producer: ChangeSet['producer'];
  readonly log: LogNote;
  readonly sources?: readonly SourceRead[];
  readonly notes?: readonly string[];
  readonly facts?: JsonObject;
  /** The notes of each hunk of a file; called once per file. */
  readonly notesFor: (path: string) => EditNotes;
  /** Why a file is touched. */
  readonly whyFor?: (path: string) => readonly string[];
}

/**
 * The changes of an overlay as a change set, in the same order.
 *
 * @param readBase the text of a file below the overlay; `null` if there is none
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
    throw new WikiError('living-wiki:file_missing', `"${from}" cannot be changed because it does not exist.`, {
      path: from,
    });
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
