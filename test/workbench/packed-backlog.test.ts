import { PackedHunks } from '../../src/proposal/packed-hunks';
import { silentRun } from '../../src/base';
import { testWiki } from '../support/wiki';

/** A source of some kilobytes that has no name in common with another. */
const letter = (at: number): string => {
  const said = Array.from(
    { length: 60 },
    (_, line) => `Room ${line} of house ${at} was painted in ${1500 + line} by painter ${at * 100 + line} of the town.`,
  );
  return `# House ${at}\n\nThe house ${at} stands by the river.\n\n${said.join('\n\n')}\n`;
};

it('while the next source is read, the hunks of the proposals that wait stay packed, however many wait', async () => {
  let unpacked = 0;
  const pack = Reflect.get(PackedHunks.prototype, 'pack');
  jest.spyOn(PackedHunks.prototype, 'pack').mockImplementation(function (this: PackedHunks, proposal, length, read) {
    const counted = (): ReturnType<typeof read> => {
      unpacked += 1;
      return read();
    };
    // As if their files were long, so that there is room for five of them.
    return pack.call(this, proposal, length > 0 ? 60_000 : length, counted);
  });
  const wiki = await testWiki();
  const workbench = await wiki.open();
  const counts: number[] = [];
  for (let at = 0; at < 12; at += 1) {
    // Another source each time, as in a folder that somebody fills.
    await wiki.vault.write(`sources/house-${at}.md`, letter(at));
    await workbench.refresh(['sources'], silentRun);
    unpacked = 0;
    const { proposals } = await workbench.ingest({});
    expect(proposals).toHaveLength(1);
    counts.push(unpacked);
  }
  expect(await workbench.proposals()).toHaveLength(12);
  expect(Math.max(...counts.slice(8))).toBeLessThanOrEqual(Math.max(...counts.slice(2, 6)));
  expect(Math.max(...counts)).toBeLessThan(5);
  await workbench.close();
});
