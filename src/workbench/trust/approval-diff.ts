import { buildCreation, diffToHunks, unifiedDiff, type DiffLine, type FileEdit } from '../../change';
import { hashText } from '../../vault';
import { type UnconfirmedChange } from './confirmation';

/** The lines in which a file differs from what was approved, with a little context, block by block. */
export function approvalDiff({ path, before, after }: UnconfirmedChange): readonly (readonly DiffLine[])[] {
  const edit =
    before === null
      ? buildCreation({ path, parts: [{ text: after, reason: '', title: path }], why: [] })
      : updateOf(path, before, after);
  return unifiedDiff(edit).blocks.map(({ lines }) => lines);
}

function updateOf(path: string, before: string, after: string): FileEdit {
  const hunks = diffToHunks(before, after, path, { reason: '' });
  return { kind: 'updated', path, base: before, baseHash: hashText(before), hunks, why: [] };
}
