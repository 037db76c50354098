import { type ChangeConflict, type ConflictReason, type MergeConflict } from './types';

const conflictTexts: Readonly<Record<ConflictReason, readonly [message: (path: string) => string, remedy: string]>> = {
  edited: [
    (path) => `Lines of "${path}" that this change replaces were edited after it was proposed.`,
    'Keep your edit and reject this change, or undo your edit and apply the change again.',
  ],
  exists: [(path) => `"${path}" already exists with different text.`, 'Rename or remove that file, then try again.'],
  missing: [(path) => `"${path}" does not exist.`, 'Apply the proposal that creates it first, or reject this change.'],
  taken: [(path) => `Another file is already named "${path}".`, 'Rename or remove that file, then try again.'],
  needs: [(path) => `A change of "${path}" depends on another change that is not accepted.`, 'Accept both or neither.'],
  unreadable: [
    (path) => `The edits of "${path}" do not match the text that they were made for.`,
    'Reject this proposal and create it again.',
  ],
};

/** A conflict with the message and remedy for its reason. */
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
