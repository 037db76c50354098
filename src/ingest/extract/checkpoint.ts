import { throwIfCancelled, type Run } from '../../base';

/** A moment between two steps of long work: throws once the run was cancelled, else lets the host react. */
export async function checkpoint(run: Run): Promise<void> {
  throwIfCancelled(run);
  await run.yieldToHost();
}
