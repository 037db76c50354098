import { checkpoint, type Run, silentRun, YieldBudget } from '../../src/base';

function countingRun(): { run: Run; yields: () => number; cancel: () => void } {
  let yields = 0;
  const aborter = new AbortController();
  const yieldToHost = (): Promise<void> => {
    yields += 1;
    return Promise.resolve();
  };
  return {
    run: { ...silentRun, signal: aborter.signal, yieldToHost },
    yields: () => yields,
    cancel: () => aborter.abort(),
  };
}

describe('checkpoint', () => {
  it('lets the host run', async () => {
    const { run, yields } = countingRun();
    await checkpoint(run);
    expect(yields()).toBe(1);
  });

  it('throws at once when the run is already cancelled', async () => {
    const { run, yields, cancel } = countingRun();
    cancel();
    await expect(checkpoint(run)).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
    expect(yields()).toBe(0);
  });

  it('throws when the run is cancelled while the host has its turn', async () => {
    const { run, cancel } = countingRun();
    const cancelled: Run = { ...run, yieldToHost: async () => cancel() };
    await expect(checkpoint(cancelled)).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
  });
});

describe('a yield budget', () => {
  it('is spent by many small steps as by one large one', () => {
    const large = new YieldBudget(silentRun);
    expect(large.spend(30_000)).toBe(true);
    const small = new YieldBudget(silentRun);
    expect(Array.from({ length: 30 }, () => small.spend(1_000)).indexOf(true)).toBe(29);
  });

  it('is full again after a checkpoint', async () => {
    const { run, yields } = countingRun();
    const budget = new YieldBudget(run);
    expect(budget.spend(40_000)).toBe(true);
    await budget.checkpoint();
    expect(yields()).toBe(1);
    expect(budget.spend(20_000)).toBe(false);
  });
});
