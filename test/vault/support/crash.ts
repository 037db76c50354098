import { silentRun } from '../../../src/base';
import { MemoryVault, type Vault } from '../../../src/vault';
import { FaultyVault, type Fault } from './faults';
import { treeOf, wikiTree } from './trees';
import { fill, openAlone, twelve } from './transaction';

export type Tree = Map<string, string>;

/** The wiki before the twelve changes and after them, folders included. */
export async function bothTrees(): Promise<{ old: Tree; new: Tree }> {
  const vault = new MemoryVault();
  await fill(vault);
  const old = await wikiTree(vault);
  const journal = await openAlone(vault);
  await journal.commit(twelve, silentRun);
  return { old, new: await wikiTree(vault) };
}

/** How many operations the twelve changes take, from opening the journal to the end. */
export async function countOperations(vault: Vault): Promise<number> {
  const counted = new FaultyVault(vault, null);
  await (await openAlone(counted)).commit(twelve, silentRun);
  return counted.count;
}

/** Tries the twelve changes with a fault. Returns whether they were reported as done. */
export async function tryTwelve(vault: Vault, fault: Fault): Promise<boolean> {
  try {
    const journal = await openAlone(new FaultyVault(vault, fault));
    await journal.commit(twelve, silentRun);
    return true;
  } catch {
    return false;
  }
}

/**
 * The files of the private state that only an interrupted write or transaction leaves. The lock of a dead process is
 * none of them: the next writer takes it over.
 */
export async function unfinishedFiles(vault: Vault): Promise<string[]> {
  const tree = await treeOf(vault, { folders: false });
  return [...tree.keys()].filter(
    (path) => /^\.wiki\/(tmp|journal\/(open|back))\//.test(path) || /broken|\.tmp$/.test(path),
  );
}
