import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { silentRun } from '../../../src/base';
import { createNodeVault, nodeOwner, nodeRandom, nodeTimer } from '../../../src/node';
import { type SharedState } from '../../../src/server/state/shared-state';
import { type Vault, type WriteLock } from '../../../src/vault';
import { applyProposal, setUpWiki, verify, Workbench, type WorkbenchHost } from '../../../src/workbench';
import { FaultyVault, InjectedFault } from '../../vault/support/faults';
import { LENS_SOURCE, testDevice } from '../../support/wiki';
import { MemoryTable, newStateFolder, openState, removeStateFolders, stateOf } from './support';

afterAll(removeStateFolders);

const SOURCE = 'sources/lens.md';
const PAGE = 'concepts/fresnel-lens.md';
const CHANGED = `${LENS_SOURCE}\nA second order lens has a focal length of 700 millimetres.\n`;

let tokens = 0;

/** A program with a folder, as a server or a worker of its own folder is. */
class Program {
  readonly folder: string;
  readonly #table: MemoryTable;
  readonly #state: SharedState;
  /** Whether it dies at the latest when it is to hand over what it did. */
  readonly #isKilled: boolean;
  readonly #isServer: boolean;

  constructor(table: MemoryTable, folder: string, isServer: boolean, isKilled = false) {
    [this.folder, this.#table, this.#isServer, this.#isKilled] = [folder, table, isServer, isKilled];
    this.#state = openState(table, folder, isServer);
  }

  #lock(): WriteLock {
    return {
      acquire: async (run) => {
        const token = String(++tokens);
        this.#table.holder = token;
        await this.#state.begin(token, run);
        return async () => {
          if (this.#isKilled) throw new InjectedFault('killed');
          await this.#state.give(token, run);
        };
      },
    };
  }

  /** As a start of the program does it. */
  async open(vault: Vault = createNodeVault(this.folder)): Promise<Workbench> {
    await this.#state.look(silentRun);
    await this.#state.take(silentRun);
    const host: WorkbenchHost = {
      ...{ vault, root: '', clock: { now: () => Date.now() }, random: nodeRandom, device: testDevice() },
      lock: this.#lock(),
      onlyProposes: !this.#isServer,
      jobs: { owner: nodeOwner(), timer: nodeTimer, bringIntoStep: () => Promise.resolve() },
    };
    return Workbench.open(host);
  }

  /** Takes what is newer, and hands over what is here. */
  async meet(): Promise<void> {
    await (
      await this.#lock().acquire(silentRun)
    )();
  }
}

/** A server and a worker with the same pages and state, and a proposal that waits. */
interface Two {
  readonly table: MemoryTable;
  readonly server: string;
  readonly worker: string;
  readonly id: string;
}

let template: Promise<Two> | null = null;

async function two(): Promise<Two> {
  const made = await (template ??= make());
  const copy = (folder: string): string => {
    const place = newStateFolder();
    cpSync(folder, place, { recursive: true, preserveTimestamps: true });
    return place;
  };
  return { ...made, table: made.table.copy(), server: copy(made.server), worker: copy(made.worker) };
}

async function make(): Promise<Two> {
  const [table, server, worker] = [new MemoryTable(), newStateFolder(), newStateFolder()];
  const vault = createNodeVault(server);
  await vault.write(SOURCE, LENS_SOURCE);
  const deps = { vault, root: '', clock: { now: () => Date.now() }, random: nodeRandom, device: testDevice() };
  await setUpWiki({ ...deps, folderName: 'wiki', adopt: true }, silentRun);
  const program = new Program(table, server, true);
  const wiki = await program.open();
  const [made] = (await wiki.ingest({ sources: [SOURCE] })).proposals;
  await wiki.close();
  await program.meet();
  cpSync(server, worker, { recursive: true });
  rmSync(path.join(worker, '.wiki'), { recursive: true });
  await new Program(table, worker, false).meet();
  return { table, server, worker, id: made?.id ?? '' };
}

/** Applies the proposal in a process that dies at an operation. @returns how many it got to, and whether it came to the end */
async function applyUntil(at: number): Promise<{ operations: number; isDone: boolean }> {
  const { table, server, worker, id } = await two();
  const dying = new FaultyVault(createNodeVault(server), { at, when: 'before', then: 'crash' });
  const isDone = await new Program(table, server, true, true)
    .open(dying)
    .then((wiki) => applyProposal(wiki, id))
    .then(
      () => true,
      () => dying.count <= at,
    );

  // Meanwhile its source changes, and a worker takes over the lock and reads it again, on pages that lack what was applied.
  for (const folder of [server, worker]) writeFileSync(path.join(folder, SOURCE), CHANGED);
  const replaced = await new Program(table, worker, false).open();
  const { proposals } = await replaced.ingest({ sources: [SOURCE] });
  expect((await replaced.findProposal(id)).state).toBe('rejected');

  const restarted = new Program(table, server, true);
  const wiki = await restarted.open();
  const isApplied = wiki.snapshot.pages.has(PAGE);
  expect((await wiki.findProposal(id)).state).toBe(isApplied ? 'applied' : 'rejected');
  expect((await wiki.proposals()).map((each) => each.id)).toEqual(proposals.map((each) => each.id));
  // The new proposal is about that.
  const found = (await verify(wiki)).failures.filter(({ code }) => code !== 'source_hash_mismatch');
  expect(found).toEqual([]);
  // Everybody hears of it.
  await restarted.meet();
  await new Program(table, worker, false).meet();
  expect(stateOf(worker)).toEqual(stateOf(server));
  if (isDone) expect(isApplied).toBe(true);
  await wiki.close();
  return { operations: dying.count, isDone };
}

it('A proposal that the server applied counts as applied, whenever it was killed and whatever a worker did before it came back', async () => {
  const { operations, isDone } = await applyUntil(Infinity);
  expect(isDone).toBe(true);
  // The end is where the pages are written and the rest is not.
  const struck = Array.from({ length: 16 }, (_, n) => operations - 1 - n);
  for (let at = 0; at < operations - struck.length; at += Math.ceil(operations / 8)) struck.push(at);
  for (const at of struck) await applyUntil(at);
}, 120_000);
