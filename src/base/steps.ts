import { type YieldBudget } from './yield-budget';

/** Long work in steps. Each step tells how much it did, in characters of text or what takes as long as reading so many. */
export type Steps<T> = Generator<number, T>;

/** Does all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does all steps, and lets the host have its turn between them. Throws `living-wiki:cancelled` once the run is cancelled. */
export async function finishInTurns<T>(steps: Steps<T>, budget: YieldBudget): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (budget.spend(step.value)) await budget.checkpoint();
  }
}
