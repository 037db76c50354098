import { WikiError, compareText } from '../base';
import { applySplices } from '../markdown';
import { hashText } from '../vault';
import { settleFootnotes } from './footnotes';
import { type ChangeSet, type DroppedStatement, type FileEdit, type Hunk } from './types';

/**
 * The id of a hunk, derived from its place and text, so that the same proposal made twice has the same ids.
 *
 * @param ordinal tells equal insertions at the same place apart; 0 for the first
 */
export function hunkId(path: string, start: number, end: number, text: string, ordinal = 0): string {
  return hashText(JSON.stringify([path, start, end, text, ordinal])).slice(0, 12);
}

/** Whether the hunk is the rename itself: a hunk without text. */
export function isBareRename(edit: FileEdit, hunk: Hunk): boolean {
  return edit.kind === 'renamed' && hunk.start === hunk.end && hunk.text === '';
}

/** Every hunk of a change set with its file, in the order of the files and their hunks. */
export function allHunks(
  changeSet: Pick<ChangeSet, 'files'>,
): readonly { readonly edit: FileEdit; readonly hunk: Hunk }[] {
  return changeSet.files.flatMap((edit) => edit.hunks.map((hunk) => ({ edit, hunk })));
}

/** What is lost with a hunk unless a person wants that: not what a statement that stays says. */
export function lossesOf({ drops = [] }: Pick<Hunk, 'drops'>): readonly DroppedStatement[] {
  return drops.filter(({ saidOn }) => saidOn === undefined);
}

/** By place. An insertion precedes a replacement that starts at the same place; equals keep their order. */
export function sortHunks<T extends { readonly start: number; readonly end: number }>(hunks: readonly T[]): T[] {
  return hunks
    .map((hunk, index) => ({ hunk, index }))
    .sort((a, b) => {
      if (a.hunk.start !== b.hunk.start) return a.hunk.start - b.hunk.start;
      const emptyA = a.hunk.end === a.hunk.start ? 0 : 1;
      const emptyB = b.hunk.end === b.hunk.start ? 0 : 1;
      return emptyA - emptyB || a.index - b.index;
    })
    .map(({ hunk }) => hunk);
}

/**
 * The text with these replacements made. Every byte outside them is kept.
 *
 * @throws WikiError `living-wiki:change_invalid` when two overlap, or one lies outside the text
 */
export function spliceText(
  base: string,
  splices: readonly { readonly start: number; readonly end: number; readonly text: string }[],
  path = '',
): string {
  try {
    return applySplices(base, splices);
  } catch (cause) {
    throw new WikiError(
      'living-wiki:change_invalid',
      `The edits of ${path === '' ? 'a file' : `"${path}"`} overlap or reach outside its text.`,
      { path, remedy: 'Reject this proposal and create it again.', cause },
    );
  }
}

/**
 * The text of a file after the accepted hunks, with the definitions of their footnotes.
 *
 * @param accepted ids of hunks; defaults to all
 * @returns `null` when the file does not exist then: an accepted deletion, or a creation with nothing accepted
 */
export function renderEdit(edit: FileEdit, accepted?: ReadonlySet<string>): string | null {
  if (!existsAfter(edit, accepted)) return null;
  const taken = accepted ? edit.hunks.filter((hunk) => accepted.has(hunk.id)) : edit.hunks;
  return settleFootnotes(edit.base, spliceText(edit.base, taken, edit.path), taken);
}

function existsAfter({ kind, hunks }: FileEdit, accepted?: ReadonlySet<string>): boolean {
  if (kind !== 'deleted' && kind !== 'created') return true;
  const isAnyTaken = accepted ? hunks.some(({ id }) => accepted.has(id)) : hunks.length > 0;
  return isAnyTaken === (kind === 'created');
}

/** The path of a file after the accepted hunks; `null` when the file does not exist then. */
export function renderedPath(edit: FileEdit, accepted?: ReadonlySet<string>): string | null {
  if (!existsAfter(edit, accepted)) return null;
  if (edit.kind !== 'renamed' || edit.to === undefined) return edit.path;
  const bare = edit.hunks.filter((hunk) => isBareRename(edit, hunk));
  const deciding = bare.length > 0 ? bare : edit.hunks;
  return !accepted || deciding.some((hunk) => accepted.has(hunk.id)) ? edit.to : edit.path;
}

/**
 * Completes a decision along `needs`, across files. Cycles are allowed; needed hunks outside the set count as applied.
 *
 * @param ids the hunks that were picked
 * @param mode `accept` adds every hunk that a picked one needs; `reject` adds every hunk that needs a picked one
 */
export function withDependencies(
  changeSet: Pick<ChangeSet, 'files'>,
  ids: Iterable<string>,
  mode: 'accept' | 'reject',
): ReadonlySet<string> {
  const edges = new Map<string, string[]>();
  for (const { hunk } of allHunks(changeSet)) edges.set(hunk.id, []);
  for (const { hunk } of allHunks(changeSet)) {
    for (const needed of hunk.needs) {
      if (!edges.has(needed)) continue;
      edges.get(mode === 'accept' ? hunk.id : needed)?.push(mode === 'accept' ? needed : hunk.id);
    }
  }
  const found = new Set<string>();
  const open = [...ids].filter((id) => edges.has(id));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    for (const next of edges.get(id) ?? []) open.push(next);
  }
  return new Set([...found].sort(compareText));
}

/**
 * Checks the invariants of a change set: hunks sorted, inside their text and not overlapping, unique ids, one edit per file.
 *
 * @throws WikiError `living-wiki:change_invalid`
 */
export function checkChangeSet(changeSet: Pick<ChangeSet, 'files'>): void {
  const ids = new Set<string>();
  const paths = new Set<string>();
  for (const edit of changeSet.files) {
    if (paths.has(edit.path)) throw invalidChangeSet(edit.path, `The proposal has two edits for "${edit.path}".`);
    paths.add(edit.path);
    if (edit.kind === 'renamed' && edit.to === undefined) {
      throw invalidChangeSet(edit.path, `The rename of "${edit.path}" has no target path.`);
    }
    for (const hunk of edit.hunks) {
      if (ids.has(hunk.id)) throw invalidChangeSet(edit.path, `Two hunks of the proposal have the id "${hunk.id}".`);
      ids.add(hunk.id);
    }
    if (sortHunks(edit.hunks).some((hunk, index) => hunk !== edit.hunks[index])) {
      throw invalidChangeSet(edit.path, `The hunks of "${edit.path}" are not sorted by position.`);
    }
    spliceText(edit.base, edit.hunks, edit.path);
  }
}

function invalidChangeSet(path: string, message: string): WikiError {
  return new WikiError('living-wiki:change_invalid', message, {
    path,
    remedy: 'Reject this proposal and create it again.',
  });
}
