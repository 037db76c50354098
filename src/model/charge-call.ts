import { type Budget } from './budget';
import { type Usage } from './types';

/**
 * One call that is paid for by what it is given: what is expected is reserved before, and what `work` last said it used is
 * counted after. Where it said nothing, nothing is, unless it was hung up on: that is charged all the same.
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
    else await reservation?.settle(used);
  }
}

/** What a server said, of which nothing is known. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** A body as JSON; nothing of it where it is none. */
export function parseBody(body: string): JsonFields {
  try {
    return (JSON.parse(body) ?? {}) as JsonFields;
  } catch {
    return {};
  }
}

/** A number that counts something; `null` for anything else. */
export const toCount = (value: unknown): number | null => {
  const count = Number(value ?? Number.NaN);
  return Number.isFinite(count) && count >= 0 ? count : null;
};
