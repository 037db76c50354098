import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { silentRun } from '../../../src/base';
import { type SharedState } from '../../../src/server/state/shared-state';
import { serverDevice, workerDevice } from '../../../src/server/state/state-device';
import { testDevice } from '../../support/wiki';
import { codeOf } from '../../vault/support/contract';
import { change, MemoryTable, newStateFolder, openState, removeStateFolders, stateOf } from './support';

afterEach(removeStateFolders);

const WAITING = '.wiki/proposals/0001-aaaa.json.z';
const DECIDED = '.wiki/proposals/decided/0001-aaaa.json.z';
const PATHS = [
  WAITING,
  '.wiki/proposals/texts/abd.json.z',
  '.wiki/proposals/texts/abc.json.z',
  '.wiki/journal/done/20260101T000000000Z-aaaaaa.json.z',
  '.wiki/questions/one.json',
  '.wiki/deleted-pages.json',
];

interface Section {
  readonly by: number;
  readonly changes: readonly (readonly [at: number, text: string | null])[];
  /** `killed`: the program ends in between; `late`: another program took the lock over. */
  readonly end: 'given' | 'killed' | 'late' | 'looked';
}

const section = (): fc.Arbitrary<Section> =>
  fc.record({
    by: fc.nat(2),
    changes: fc.array(fc.tuple(fc.nat(PATHS.length - 1), fc.oneof(fc.constant(null), fc.string({ maxLength: 3 }))), {
      maxLength: 4,
    }),
    end: fc.constantFrom('given', 'given', 'given', 'killed', 'late', 'looked'),
  });

/** Three folders: the first is that of the server. */
class Folders {
  readonly table = new MemoryTable();
  readonly places = [newStateFolder(), newStateFolder(), newStateFolder()];
  readonly programs: SharedState[] = this.places.map((place, at) => openState(this.table, place, at === 0));
  #token = 0;

  restart(by: number): void {
    this.programs[by] = openState(this.table, this.places[by] ?? '', by === 0);
  }

  /** @returns the program, which has begun, its folder and its token */
  async begin(by: number): Promise<{ program: SharedState; place: string; token: string }> {
    const [program, place, token] = [this.programs[by], this.places[by], String(++this.#token)];
    if (program === undefined || place === undefined) throw new Error('no such program');
    this.table.holder = token;
    await program.begin(token, silentRun);
    return { program, place, token };
  }
}

it('Folders that take and give under one lock are like one folder that is shared, and what a copy did not give was never there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(section(), { minLength: 1, maxLength: 12 }), async (sections) => {
      const folders = new Folders();
      let shared: Record<string, string> = {};
      for (const { by, changes, end } of sections) {
        if (end === 'looked') {
          const [program, place] = [folders.programs[by], folders.places[by] ?? ''];
          await program?.look(silentRun);
          await program?.take(silentRun);
          if (by > 0) expect(stateOf(place)).toEqual(shared);
          continue;
        }
        const { program, place, token } = await folders.begin(by);
        // What the server left when it was killed is handed over by its next program, before anything else.
        if (by === 0) shared = folders.table.files();
        expect(stateOf(place)).toEqual(shared);
        for (const [at, text] of changes) change(place, PATHS[at] ?? '', text);
        if (end === 'late') folders.table.holder = 'another';
        if (end === 'given') await program.give(token, silentRun);
        else if (end === 'late' && changes.length > 0) await program.give(token, silentRun).catch(() => undefined);
        else folders.restart(by);
        if (end === 'given') shared = stateOf(place);
        expect(folders.table.files()).toEqual(shared);
      }
      for (const by of [0, 1, 2]) {
        const { place } = await folders.begin(by);
        if (by === 0) shared = folders.table.files();
        expect(stateOf(place)).toEqual(shared);
      }
    }),
    { numRuns: 30 },
  );
}, 60_000);

it('The server hands over what it changed before it was killed, but no proposal that nobody saw', async () => {
  const folders = new Folders();
  const { place } = await folders.begin(0);
  change(place, WAITING, 'made by a job that runs again');
  change(place, '.wiki/journal/done/20260101T000000000Z-aaaaaa.json.z', 'applied');
  folders.restart(0);
  const again = await folders.begin(0);
  expect(folders.table.files()).toEqual({
    [`${WAITING}.unseen-1`]: 'made by a job that runs again',
    '.wiki/journal/done/20260101T000000000Z-aaaaaa.json.z': 'applied',
  });
  await again.program.give(again.token, silentRun);
  const copy = await folders.begin(1);
  expect(stateOf(copy.place)).toEqual(folders.table.files());
});

it('What the server decided stays decided, although it lost the lock before it could say so and another program decided otherwise', async () => {
  for (const end of ['late', 'killed']) {
    const folders = new Folders();
    const before = await folders.begin(0);
    change(before.place, WAITING, 'one');
    await before.program.give(before.token, silentRun);

    const server = await folders.begin(0);
    change(server.place, WAITING, null);
    change(server.place, DECIDED, 'applied');
    if (end === 'killed') folders.restart(0);
    const worker = await folders.begin(1);
    change(worker.place, WAITING, null);
    change(worker.place, DECIDED, 'rejected');
    await worker.program.give(worker.token, silentRun);
    if (end === 'late')
      expect(await codeOf(server.program.give(server.token, silentRun))).toBe('living-wiki:lock_lost');

    await folders.begin(0);
    await folders.begin(1);
    expect(stateOf(server.place)).toEqual({ [DECIDED]: 'applied' });
    expect(stateOf(worker.place)).toEqual({ [DECIDED]: 'applied' });
  }
});

it('A proposal that was made in the folder of the server outside of the lock is handed over and kept', async () => {
  const folders = new Folders();
  change(folders.places[0] ?? '', WAITING, 'by the command line');
  await folders.begin(0);
  folders.restart(0);
  await folders.begin(0);
  expect(folders.table.files()).toEqual({ [WAITING]: 'by the command line' });
});

it('A look reads only the files that changed', async () => {
  const folders = new Folders();
  const server = await folders.begin(0);
  for (let n = 0; n < 200; n += 1) change(server.place, `.wiki/questions/${String(n)}.json`, `question ${String(n)}`);
  await server.program.give(server.token, silentRun);
  const copy = await folders.begin(1);
  await copy.program.give(copy.token, silentRun);
  expect(folders.table.reads).toBe(200);
  const second = await folders.begin(0);
  change(second.place, '.wiki/questions/7.json', 'another question');
  change(second.place, '.wiki/questions/8.json', null);
  await second.program.give(second.token, silentRun);
  await folders.begin(1);
  expect(folders.table.reads).toBe(201);
  expect(stateOf(copy.place)).toEqual(stateOf(second.place));
});

it('Caches, locks and what is unfinished stay where they are', async () => {
  const folders = new Folders();
  const local = ['cache/x', 'lock/a.json', 'jobs/q.json', 'journal/open/1.json', 'journal/back/1.json', 'tmp/t'];
  const { place, program, token } = await folders.begin(0);
  for (const name of [...local, 'proposals/decisions/1.json', 'uploads/u', 'usage/2026/1.json'])
    change(place, `.wiki/${name}`, 'local');
  await program.give(token, silentRun);
  expect(folders.table.files()).toEqual({});
  change(folders.places[1] ?? '', '.wiki/cache/x', 'of the copy');
  const copy = await folders.begin(1);
  expect(readFileSync(path.join(copy.place, '.wiki/cache/x'), 'utf8')).toBe('of the copy');
});

it('A table that somebody else wrote to leads nobody out of the state of the wiki', async () => {
  const folders = new Folders();
  const place = folders.places[1] ?? '';
  const outside = newStateFolder();
  for (const at of ['sources/x.md', 'KNOWLEDGE.md', '.wiki/lock/x.json', '.wiki/server-folder', '../x', '/x'])
    folders.table.forge(at, 'forged');
  await folders.begin(1);
  expect(stateOf(place)).toEqual({});
  expect(existsSync(path.join(place, 'KNOWLEDGE.md'))).toBe(false);

  folders.table.forge('.wiki/../../x.md', 'forged');
  expect(await codeOf(folders.begin(1))).toBe('living-wiki:path_refused');

  const linked = new Folders();
  mkdirSync(path.join(linked.places[1] ?? '', '.wiki'));
  symlinkSync(outside, path.join(linked.places[1] ?? '', '.wiki', 'questions'));
  linked.table.forge('.wiki/questions/x.json', 'forged');
  expect(await codeOf(linked.begin(1))).toBe('living-wiki:path_refused');
  expect(existsSync(path.join(outside, 'x.json'))).toBe(false);
});

it('A damaged mark takes everything again', async () => {
  const folders = new Folders();
  const server = await folders.begin(0);
  change(server.place, WAITING, 'one');
  await server.program.give(server.token, silentRun);
  const copy = await folders.begin(1);
  await copy.program.give(copy.token, silentRun);
  writeFileSync(path.join(copy.place, '.wiki/server-state.json'), '{"format":1,"version":');
  change(copy.place, WAITING, null);
  folders.restart(1);
  await folders.begin(1);
  expect(stateOf(copy.place)).toEqual({ [WAITING]: 'one' });
});

it('A worker approves what was approved on the server, sealed with their key, and nothing else', async () => {
  const folders = new Folders();
  const [key, own] = ['a'.repeat(64), testDevice()];
  own.saveApprovals('approved by Ada');
  const server = serverDevice(own, key);
  const states = (device: typeof server, at: number) =>
    openState(folders.table, folders.places[at] ?? '', at === 0, device.note);
  folders.programs[0] = states(server, 0);
  await folders.begin(0);
  const approvalsOf = async (worker: typeof server): Promise<string | null> => {
    folders.programs[1] = states(worker, 1);
    await folders.begin(1);
    return worker.device?.approvals() ?? null;
  };
  const worker = workerDevice(key);
  expect(await approvalsOf(worker)).toBe('approved by Ada');
  expect(worker.device?.secret()).toBe(server.device?.secret());
  expect(worker.device?.saveApprovals('approved by nobody')).toBe(false);
  expect(await approvalsOf(workerDevice('b'.repeat(64)))).toBeNull();
  folders.table.forge('approvals', 'approved by somebody else\nno seal');
  expect(await approvalsOf(workerDevice(key))).toBeNull();
});
