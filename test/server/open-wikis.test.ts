import { OpenWikis } from '../../src/server/open-wikis';

/** Wikis that say when they are opened and closed, and take a while for it. */
function wikis(most: number, bytes = Infinity, sizes: Readonly<Record<string, number>> = {}) {
  const events: string[] = [];
  const clock = { at: 0 };
  const open = new Set<string>();
  const later = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  const hosts = new OpenWikis({
    ...{ most: { wikis: most, bytes }, idle: 60, now: () => clock.at },
    open: async (name) => {
      if (open.has(name)) events.push(`${name} opened twice`);
      open.add(name);
      await later();
      return {
        bytes: sizes[name] ?? 0,
        close: async () => {
          await later();
          open.delete(name);
          events.push(`${name} closed`);
          if (name === 'stubborn') throw new Error('not closed');
        },
      };
    },
    onCloseFailed: (name) => void events.push(`${name} failed to close`),
  });
  const nothing = (): Promise<void> => Promise.resolve();
  return { hosts, events, open, clock, use: (name: string, work = nothing) => hosts.use(name, work) };
}

it('a wiki that is closed to make room is opened again only once it is closed', async () => {
  const all: string[] = [];
  // At whatever moment the second use begins.
  for (let moment = 0; moment < 20; moment += 1) {
    const { hosts, events, use, open } = wikis(1);
    await use('a');
    const other = use('b');
    for (let at = 0; at < moment; at += 1) await Promise.resolve();
    await use('a');
    await other;
    await hosts.close();
    expect([...open]).toEqual([]);
    all.push(...events);
  }
  expect(new Set(all)).toEqual(new Set(['a closed', 'b closed']));
});

it('a wiki in use is not closed, and the one that was used last stays open the longest', async () => {
  const { events, use } = wikis(2);
  await use('a');
  await use('b');
  await use('a', () => use('c'));
  expect(events).toEqual(['b closed']);
  await use('b');
  expect(events).toEqual(['b closed', 'a closed']);
});

it('a wiki whose work failed is closed, and the next use opens it anew', async () => {
  const { events, use, open } = wikis(2);
  const broken = use('a', () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(events).toEqual(['a closed']);
  await use('a');
  expect([...open]).toEqual(['a']);
});

it('a wiki that cannot be closed is reported, and its place is free', async () => {
  const { events, use } = wikis(1);
  await use('stubborn');
  await use('b');
  expect(events).toEqual(['stubborn closed', 'stubborn failed to close']);
});

it('of wikis that keep too much together, those that were used first are closed, and never the one that was used last', async () => {
  const { events, use } = wikis(8, 100, { a: 40, b: 40, c: 40, large: 500 });
  await use('a');
  await use('b');
  expect(events).toEqual([]);
  await use('c');
  expect(events).toEqual(['a closed']);
  await use('large');
  expect(events).toEqual(['a closed', 'b closed', 'c closed']);
  await use('large');
  expect(events).toHaveLength(3);
  await use('a');
  expect(events).toEqual(['a closed', 'b closed', 'c closed', 'large closed']);
});

it('a wiki that nobody has used for a while is closed, and opened again when it is wanted', async () => {
  const { hosts, events, use, open, clock } = wikis(8);
  await use('a');
  clock.at = 30;
  await use('b');
  clock.at = 60;
  await use('c', () => hosts.closeIdle());
  expect(events).toEqual(['a closed']);
  clock.at = 200;
  await hosts.closeIdle();
  expect([...open]).toEqual([]);
  await use('a');
  expect([...open]).toEqual(['a']);
});
