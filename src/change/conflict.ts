import { type ChangeConflict, type ConflictReason, type MergeConflict } from './types';

const conflictTexts: Readonly<Record<ConflictReason, readonly [message: (path: string) => string, remedy: string]>> = {
  edited: [
    (path) => `The same lines of "${path}" were edited since this change was proposed.`,
    'Keep your edit and reject this change, or undo your edit and apply it again.',
  ],
  exists: [(path) => `"${path}" is there already, with other text.`, 'Rename or remove the file, then try again.'],
  missing: [(path) => `"${path}" is not there.`, 'Apply the proposal that creates it first, or reject this change.'],
  taken: [(path) => `The new name "${path}" is taken by another file.`, 'Rename or remove that file, then try again.'],
  needs: [(path) => `A change of "${path}" needs another change that is not accepted.`, 'Accept both, or neither.'],
  unreadable: [
    (path) => `The edits of "${path}" do not fit the text that they were made for.`,
    'Reject this proposal and make it again.',
  ],
};

/** A conflict with the words for its reason. */
export function createConflict(
  reason: ConflictReason,
  path: string,
  hunks: readonly string[],
  more: { readonly message?: string; readonly remedy?: string; readonly places?: readonly MergeConflict[] } = {},
): ChangeConflict {
  const [message, remedy] = conflictTexts[reason];
  return {
    code: 'living-wiki:conflict',
    path,
    hunks,
    reason,
    message: more.message ?? message(path),
    remedy: more.remedy ?? remedy,
    places: more.places ?? [],
  };
}
