import { type Budget } from './budget';
import { type Usage } from './types';

/**
 * Makes one paid call: reserves the expected usage before it, and charges the usage that `work` last reported after it. A
 * call without a report costs nothing, except an aborted one.
 *
 * @throws ModelError `living-wiki:model_budget_exhausted`, `living-wiki:model_price_unknown`; whatever `work` throws
 */
export async function chargeCall<T>(
  ledger: Budget | undefined,
  model: string,
  expected: Usage,
  signal: AbortSignal,
  work: (use: (usage: Usage) => void) => Promise<T>,
): Promise<T> {
  const reservation = await ledger?.reserve(model, expected);
  let used: Usage | null = null;
  try {
    return await work((usage) => (used = usage));
  } catch (error) {
    if (signal.aborted) used ??= expected;
    throw error;
  } finally {
    if (used === null) reservation?.release();
    else await reservation?.charge(used);
  }
}
