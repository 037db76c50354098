import { hashText, type FileChange } from '../vault';

/**
 * The changes with another text of a page, as a change of its own where the page has none yet.
 *
 * @param before the text of the page after `changes`
 */
export function withText(
  changes: readonly FileChange[],
  path: string,
  before: string,
  after: string,
): readonly FileChange[] {
  if (after === before) return changes;
  const at = changes.findIndex((change) => change.path === path && change.op !== 'delete');
  if (at === -1) return [...changes, { op: 'update', path, expected: hashText(before), text: after }];
  return changes.map((change, index) => (index === at && change.op !== 'delete' ? { ...change, text: after } : change));
}
