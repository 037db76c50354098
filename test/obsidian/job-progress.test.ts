import { JobProgress } from '../../src/obsidian/controller/job-progress';

/** Where the bar is after each of these steps: stage, done, total. */
function bars(steps: readonly (readonly [string, number, number])[]): readonly (number | null)[] {
  const progress = new JobProgress();
  return steps.map(([stage, done, total]) => {
    progress.add({ stage, done, total });
    return progress.fraction;
  });
}

const isRising = (all: readonly (number | null)[]): boolean =>
  all.every((each, at) => at === 0 || (each ?? 0) >= (all[at - 1] ?? 0));

describe('the bar of a job', () => {
  it('never goes back, whatever its stages count', () => {
    const steps = [
      ['Checking pages', 0, 100],
      ['Checking pages', 97, 100],
      ['Applying', 0, 9],
      ['Applying', 5, 9],
      ['Checking pages', 10, 100],
      ['Checking pages', 100, 100],
    ] as const;
    const all = bars(steps);
    expect(isRising(all)).toBe(true);
    expect(all[1]).toBeCloseTo(0.873);
    expect(all[3]).toBeGreaterThan(all[1] ?? 1);
    expect(all.at(-1)).toBeLessThan(1);
  });

  it('goes on where it was when a stage begins anew, and stays while nothing is counted', () => {
    const all = bars([
      ['Reading', 0, 0],
      ['Reading sources', 2, 4],
      ['Waiting for the model server', 0, 0],
      ['Reading sources', 1, 4],
      ['Reading sources', 4, 4],
    ]);
    expect(all[0]).toBeNull();
    expect(all[2]).toBe(all[1]);
    expect(isRising(all.slice(1))).toBe(true);
  });
});
