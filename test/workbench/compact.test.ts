import { silentRun } from '../../src/base';
import { undoChange, compact, planCompact, Workbench } from '../../src/workbench';
import { testWiki, type TestWiki } from '../support/wiki';

const DAY = 86_400_000;
const text = (at: number): string =>
  `# Report ${at}\n\nThe lens of lamp ${at} is made of glass from Murano. A lighthouse number ${at} stands on the coast.\n`;

/** A wiki with so many applied ingests, one a day, opened on the day after the last. */
async function wikiOf(count: number): Promise<{ wiki: TestWiki; openOn: (day: number) => Promise<Workbench> }> {
  const wiki = await testWiki({});
  const start = wiki.clock.now();
  const openOn = (day: number): Promise<Workbench> =>
    Workbench.open({ ...wiki, root: '', clock: { now: () => start + day * DAY } });
  for (let at = 0; at < count; at += 1) {
    await wiki.vault.write(`sources/report-${at}.md`, text(at));
    const workbench = await openOn(at);
    await workbench.ingest({ apply: true }, silentRun);
    await workbench.close();
  }
  return { wiki, openOn };
}

it('compacting keeps the last days and the last changes, whichever is more, and says what goes', async () => {
  const { openOn } = await wikiOf(6);
  const workbench = await openOn(6);
  // The last is the set-up, which is kept.
  const all = await workbench.history();
  const planned = async (days: number, changes: number): Promise<number> =>
    (await planCompact(workbench, { days, changes })).transactions.length;
  expect(await planned(90, 100)).toBe(0);
  expect(await planned(90, 0)).toBe(0);
  expect(await planned(0, 100)).toBe(0);
  expect(await planned(3, 1)).toBe(3);
  expect(await planned(1, 4)).toBe(all.length - 5);
  const plan = await planCompact(workbench, { days: 3, changes: 1 });
  expect(plan.bytes).toBeGreaterThan(0);
  expect(plan.proposals).toHaveLength(3);
  await compact(workbench, plan, silentRun);
  expect(await workbench.history()).toEqual(all);
  expect((await planCompact(workbench, { days: 3, changes: 1 })).transactions).toEqual([]);
  const [newest, oldest] = [all[0]!.id, all.at(-2)!.id];
  await expect(undoChange(workbench, oldest)).rejects.toMatchObject({ code: 'living-wiki:transaction_unreadable' });
  expect((await undoChange(workbench, newest)).transaction).not.toBeNull();
  await workbench.close();
});

it('a statement that a person edited stays theirs after its change was compacted', async () => {
  const { wiki, openOn } = await wikiOf(3);
  const workbench = await openOn(3);
  await compact(workbench, await planCompact(workbench, { days: 0, changes: 0 }), silentRun);
  await workbench.close();
  const isEditable = ([path, content]: readonly [string, string]): boolean =>
    !path.startsWith('sources/') && content.includes('lamp 0 is made of glass');
  const [path, page] = Object.entries(await wiki.tree()).find(isEditable)!;
  await wiki.vault.write(path, page.replace('made of glass', 'made of the finest glass'));
  const again = await openOn(4);
  const session = Workbench.sessionOf(again);
  const edited = await session.handEdits(
    [path, ...(await wiki.tree().then(Object.keys)).filter((each) => each !== path)],
    silentRun,
  );
  expect([...edited.keys()]).toEqual([path]);
  await again.close();
});

it('old changes lose their undo by themselves a week after that was said, and not those that came meanwhile', async () => {
  const { openOn } = await wikiOf(24);
  const retention = { days: 2, changes: 2 };
  const on = async (day: number): Promise<string | null> => {
    const workbench = await openOn(day);
    const notice = await workbench.applyRetention(retention);
    await workbench.close();
    return notice?.message ?? null;
  };
  expect(await on(24)).toMatch(/^After \d{4}-\d\d-\d\d, 2\d changes made until .* can no longer be undone\./);
  expect(await on(30)).toMatch(/^After /);
  expect(await on(31.5)).toMatch(/^2\d changes made until .* can no longer be undone\./);
  expect(await on(32)).toBeNull();
  const workbench = await openOn(32);
  await expect(undoChange(workbench, (await workbench.history()).at(-2)!.id)).rejects.toMatchObject({
    code: 'living-wiki:transaction_unreadable',
  });
  await workbench.close();
});
