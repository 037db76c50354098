import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentRun } from '../../src/base';
import { createNodeVault } from '../../src/node/vault';
import { MemoryVault, type Vault } from '../../src/vault';
import { bothTrees, countOperations, tryTwelve, unfinishedFiles, type Tree } from '../vault/support/crash';
import { CaselessVault } from '../vault/support/caseless';
import { FaultyVault } from '../vault/support/faults';
import { fill, openAlone, twelve } from '../vault/support/transaction';
import { wikiTree } from '../vault/support/trees';

/**
 * Promise 2: a crash at any moment leaves the wiki, after the next start's recovery, as it was or as it was to be.
 * Twelve changes of every kind are struck before and after every single operation on the vault.
 */

jest.setTimeout(120_000);

/** Hundreds of wikis are made and thrown away: in memory, where the system has a file system there. */
const fastDisk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

interface Place {
  readonly vault: Vault;
  readonly close: () => Promise<void>;
}

const places: readonly (readonly [string, () => Promise<Place>])[] = [
  ['in memory', async () => ({ vault: new MemoryVault(), close: async () => undefined })],
  ['where case does not count', async () => ({ vault: new CaselessVault(), close: async () => undefined })],
  [
    'on disk',
    async () => {
      const folder = await mkdtemp(path.join(fastDisk, 'all-or-nothing-'));
      return { vault: createNodeVault(folder), close: () => rm(folder, { recursive: true }) };
    },
  ],
];

describe.each(places)('all or nothing %s', (name, make) => {
  let trees: { old: Tree; new: Tree };
  let operations: number;

  const withWiki = async (work: (vault: Vault) => Promise<void>): Promise<void> => {
    const { vault, close } = await make();
    try {
      await fill(vault);
      await work(vault);
    } finally {
      await close();
    }
  };

  beforeAll(async () => {
    trees = await bothTrees();
    await withWiki(async (vault) => {
      operations = await countOperations(vault);
      expect(await wikiTree(vault)).toEqual(trees.new);
    });
  });

  const expectOneOfBoth = async (vault: Vault): Promise<'old' | 'new'> => {
    const tree = await wikiTree(vault);
    const state = tree.has('comparisons/new/deep.md') ? 'new' : 'old';
    expect(tree).toEqual(trees[state]);
    expect(await unfinishedFiles(vault)).toEqual([]);
    return state;
  };

  it.each(['before', 'after'] as const)('a crash %s any operation', async (when) => {
    const ends = { old: 0, new: 0 };
    for (let at = 0; at < operations; at++) {
      await withWiki(async (vault) => {
        expect(await tryTwelve(vault, { at, when, then: 'crash' })).toBe(false);
        const journal = await openAlone(vault);
        const state = await expectOneOfBoth(vault);
        ends[state]++;
        // An applied change can be undone: the journal has it if, and only if, the files have.
        expect((await journal.list()).map((each) => each.title)).toEqual(state === 'new' ? ['Twelve changes'] : []);
        await openAlone(vault);
        expect(await expectOneOfBoth(vault)).toBe(state);
      });
    }
    expect(ends.old).toBeGreaterThan(10);
    expect(ends.new).toBeGreaterThan(10);
  });

  it.each(['before', 'after'] as const)('an operation that fails once, %s it was done', async (when) => {
    for (let at = 0; at < operations; at++) {
      await withWiki(async (vault) => {
        const isDone = await tryTwelve(vault, { at, when, then: 'once' });
        // The answer is true even before the next start.
        expect(await expectOneOfBoth(vault).catch(() => 'neither')).toBe(isDone ? 'new' : 'old');
        await openAlone(vault);
        expect(await expectOneOfBoth(vault)).toBe(isDone ? 'new' : 'old');
      });
    }
  });

  it('a crash while a failed change is rolled back', async () => {
    const step = name === 'on disk' ? 23 : 5;
    let markedAsBack = 0;
    for (let at = 0; at < operations; at += step) {
      for (let second = 1; ; second += step) {
        const dead = { at: at + second, tooLate: false };
        await withWiki(async (vault) => {
          const failing = new FaultyVault(vault, { at, when: 'before', then: 'once' });
          const dying = new FaultyVault(failing, { at: dead.at, when: 'before', then: 'crash' });
          await openAlone(dying)
            .then((journal) => journal.commit(twelve, silentRun))
            .catch(() => undefined);
          dead.tooLate = dying.count <= dead.at;
          const isMarked = (await vault.list('.wiki/journal/back')).length > 0;
          await openAlone(vault);
          const state = await expectOneOfBoth(vault);
          // What was refused to the caller is not done behind its back.
          if (isMarked) expect(state).toBe('old');
          markedAsBack += Number(isMarked);
        });
        if (dead.tooLate) break;
      }
    }
    expect(markedAsBack).toBeGreaterThan(0);
  });

  it('a crash in the recovery from a crash, and in the recovery from that', async () => {
    const step = name === 'on disk' ? 19 : 3;
    for (let at = 0; at < operations; at += step) {
      for (let second = 0; ; second += step) {
        const reached = { end: false };
        await withWiki(async (vault) => {
          await tryTwelve(vault, { at, when: 'after', then: 'crash' });
          const recovering = new FaultyVault(vault, {
            at: second,
            when: second % 2 ? 'before' : 'after',
            then: 'crash',
          });
          reached.end = (await openAlone(recovering).catch(() => null)) !== null;
          const third = new FaultyVault(vault, { at: 4 + (second % 11), when: 'after', then: 'crash' });
          await openAlone(third).catch(() => undefined);
          await openAlone(vault);
          await expectOneOfBoth(vault);
        });
        if (reached.end) break;
      }
    }
  });
});
