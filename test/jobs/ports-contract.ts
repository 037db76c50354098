import { silentRun } from '../../src/base';
import { type ChargedCall, type DailyUsage } from '../../src/model';
import { type WriteLock } from '../../src/vault';

/** What every lock of a wiki or its queue promises. @param open gives two programs' doors to one lock */
export function lockContract(
  name: string,
  open: () => Promise<{ doors: readonly [WriteLock, WriteLock]; close?: () => Promise<void> }>,
): void {
  describe(`a lock on ${name}`, () => {
    it('lets one program in at a time, and the next when it leaves', async () => {
      const { doors, close } = await open();
      let inside = 0;
      let worst = 0;
      let entered = 0;
      const visit = async (door: WriteLock): Promise<void> => {
        const release = await door.acquire(silentRun);
        worst = Math.max(worst, ++inside);
        entered += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
        inside -= 1;
        await release();
      };
      for (let round = 0; round < 5; round++) await Promise.all(doors.map(visit));
      expect([worst, entered]).toEqual([1, 10]);
      await close?.();
    });

    it('is free again after a release', async () => {
      const { doors, close } = await open();
      await (
        await doors[0].acquire(silentRun)
      )();
      await (
        await doors[1].acquire(silentRun)
      )();
      await (
        await doors[0].acquire(silentRun)
      )();
      await close?.();
    });
  });
}

const call = (input: number, amount: number | null): ChargedCall => ({
  model: 'a-model',
  at: '2026-04-27T15:00:00Z',
  cost: {
    usage: { input, output: 10, cached: 0, estimated: false },
    money: amount === null ? null : { amount, currency: 'USD' },
  },
});

/** What every ledger of usage promises. @param open gives two programs' doors to one ledger */
export function usageContract(
  name: string,
  open: () => Promise<{ doors: readonly [DailyUsage, DailyUsage]; close?: () => Promise<void> }>,
): void {
  describe(`a usage ledger on ${name}`, () => {
    it('adds up what all programs used, day by day', async () => {
      const { doors, close } = await open();
      const [one, two] = doors;
      expect(await one.read('2026-04-27')).toMatchObject({ calls: 0, money: 0 });
      await one.add('2026-04-27', call(100, 0.25));
      await two.add('2026-04-27', call(200, 0.5));
      await two.add('2026-04-27', call(50, null));
      await one.add('2026-04-28', call(1, 1));
      for (const door of doors) {
        expect(await door.read('2026-04-27')).toMatchObject({ calls: 3, money: 0.75, tokens: 380, unpriced: 60 });
        expect(await door.read('2026-04-28')).toMatchObject({ calls: 1, money: 1 });
      }
      await close?.();
    });
  });
}
