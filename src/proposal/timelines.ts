import { type Run } from '../base';
import { type FileChange } from '../vault';
import { hubRole, orderTimeline, type Snapshot } from '../wiki';
import { withText } from './with-text';

/** The changes with the rows of each timeline that they touch in the order of their dates, wherever a new one was put. */
export async function withOrderedTimelines(
  changes: readonly FileChange[],
  next: Snapshot,
  run: Run,
): Promise<readonly FileChange[]> {
  let found = changes;
  for (const { path } of changes) {
    const page = next.pages.get(path);
    if (page === undefined || hubRole(page) !== 'timeline') continue;
    await run.yieldToHost();
    const text = await next.text(path);
    if (text !== null) found = withText(found, path, text, orderTimeline(text));
  }
  return found;
}
