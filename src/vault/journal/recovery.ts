import { isWikiError, plural, type Run } from '../../base';
import { type Vault } from '../types';
import { type TransactionHeader, type Texts } from './records';
import { applyFile, fileState, type Goal } from './apply-file';
import { sideHash, type JournalStore } from './store';
import { type RecoveryNote } from './types';

interface RecoveryContext {
  readonly vault: Vault;
  readonly store: JournalStore;
  readonly run: Run;
  readonly note: (note: RecoveryNote) => void;
  /** Says that the lock's holder is alive. */
  readonly heartbeat: () => Promise<void>;
}

/** Whether a transaction was interrupted. Needs no lock and writes nothing. */
export async function isInterrupted(store: JournalStore): Promise<boolean> {
  for (const stage of ['open', 'back'] as const) if ((await store.ids(stage)).length > 0) return true;
  return false;
}

/**
 * Brings every interrupted transaction to one of its two states. To be called under the lock: what is open then was
 * left by somebody who is no more.
 */
export async function recover(recovery: RecoveryContext): Promise<void> {
  const { store, note } = recovery;
  for (const stage of ['back', 'open'] as const) {
    for (const id of await store.ids(stage)) await recoverOne(recovery, stage, id);
  }
  const leftovers = await store.leftovers();
  for (const path of leftovers) await store.removeLeftover(path);
  if (leftovers.length > 0) {
    const files = plural(leftovers.length, 'unfinished file');
    note({
      code: 'living-wiki:recovered_leftovers',
      message: `A write was interrupted. Removed ${files} that it left.`,
    });
  }
}

async function recoverOne(recovery: RecoveryContext, stage: 'open' | 'back', id: string): Promise<void> {
  const { store } = recovery;
  // It was done, and the last record of it being under way was not yet removed.
  if (await store.has('done', id)) {
    await store.removeOpen(id);
    return;
  }
  const found = await store.header(stage, id);
  if (found.state === 'missing') return;
  if (found.state === 'broken') return setAside(recovery, stage, id);
  const head = found.value;
  const states = await Promise.all(head.files.map((file) => fileState(recovery.vault, file)));
  const isTouched = states.some((state) => state === 'after' || state === 'between');
  if (!isTouched) {
    await removeFolders(recovery.vault, head.folders);
    await store.discard(id);
    noteRolledBack(recovery, head, 'It had not changed any file yet.');
    return;
  }
  if (stage === 'open' && (await rollForward(recovery, head))) return;
  if (!(await rollBack(recovery, head))) await setAside(recovery, stage, id);
}

/** Finishes a transaction. Returns `false`, with nothing else done, when its new texts are lost or do not fit the disk. */
async function rollForward(recovery: RecoveryContext, head: TransactionHeader): Promise<boolean> {
  const { vault, store, note } = recovery;
  const after = await store.texts(head, 'after');
  const before = await store.texts(head, 'before');
  if (after.state !== 'good' || before.state !== 'good') return false;
  try {
    const done = await applyFiles(recovery, head, 'after', after.value);
    await removeFolders(vault, head.emptied);
    if (done.length === head.files.length) await store.finish(head.id);
    else await rollForwardPart(store, head, done, before.value, after.value);
  } catch (error) {
    if (isWikiError(error) && error.code === 'living-wiki:disk_full') return false;
    throw error;
  }
  note({
    code: 'living-wiki:recovered_forward',
    message: `“${head.title}” had been interrupted and was finished.`,
    transaction: head.id,
  });
  return true;
}

function rollForwardPart(
  store: JournalStore,
  head: TransactionHeader,
  done: readonly number[],
  before: Texts,
  after: Texts,
): Promise<void> {
  const pick = <T>(items: readonly T[]): T[] => items.filter((_, i) => done.includes(i));
  return store.finishPart({ ...head, files: pick(head.files) }, pick(before), pick(after));
}

/**
 * Takes a transaction back. Returns `false`, with nothing done, when the texts that it replaced are lost.
 */
export async function rollBack(recovery: RecoveryContext, head: TransactionHeader): Promise<boolean> {
  const before = await recovery.store.texts(head, 'before');
  if (before.state !== 'good') return false;
  await recovery.store.markForRollback(head.id);
  await applyFiles(recovery, head, 'before', before.value);
  await removeFolders(recovery.vault, head.folders);
  await recovery.store.discard(head.id);
  noteRolledBack(recovery, head, 'The files are as they were before.');
  return true;
}

function noteRolledBack(recovery: RecoveryContext, head: TransactionHeader, how: string): void {
  recovery.note({
    code: 'living-wiki:recovered_back',
    message: `“${head.title}” had been interrupted and was taken back. ${how}`,
    transaction: head.id,
  });
}

/** Returns the positions of the files that are as the goal says; the others are somebody's, and stay as they are. */
async function applyFiles(
  recovery: RecoveryContext,
  head: TransactionHeader,
  goal: Goal,
  texts: Texts,
): Promise<number[]> {
  const { vault, store, run, note, heartbeat: beat } = recovery;
  // New files go first when taking back: that makes room for the old texts on a full disk.
  const order = head.files.map((_, i) => i);
  if (goal === 'before') order.sort((a, b) => Number(texts[a] !== null) - Number(texts[b] !== null) || a - b);
  const done: number[] = [];
  for (const index of order) {
    const file = head.files[index];
    if (file === undefined) continue;
    await beat();
    const text = texts[index] ?? null;
    const outcome = await applyFile(vault, file, goal, text);
    if (outcome !== 'blocked') done.push(index);
    if (outcome === 'done') continue;
    const path = outcome === 'kept' && file.op === 'rename' ? otherName(file, goal) : file.path;
    let message = 'Somebody changed this file while a change of ours was interrupted. It was left as it is.';
    if (outcome === 'blocked' && text !== null && sideHash(file, goal) !== null) {
      const kept = await store.keepUnwritten(head.id, index, file.path, text);
      message += ` What it was to hold was saved as ${kept}.`;
    }
    note({ code: 'living-wiki:recovered_kept_edit', message, path, transaction: head.id });
    await run.yieldToHost();
  }
  return done.sort((a, b) => a - b);
}

function otherName(file: { readonly from: string; readonly path: string }, goal: Goal): string {
  return goal === 'after' ? file.from : file.path;
}

async function setAside({ store, note }: RecoveryContext, stage: 'open' | 'back', id: string): Promise<void> {
  const path = await store.setAside(stage, id);
  note({
    code: 'living-wiki:state_set_aside',
    message:
      'The record of an interrupted change cannot be read, so it could be neither finished nor taken back. ' +
      'It was set aside; compare the files that changed last.',
    path,
    transaction: id,
  });
}

/** Removes those of the folders in which nothing is left, innermost first. */
export async function removeFolders(vault: Vault, folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].reverse()) {
    if ((await vault.stat(folder))?.kind !== 'folder' || (await vault.list(folder)).length > 0) continue;
    try {
      await vault.remove(folder, { durable: true });
    } catch (error) {
      // It holds what a listing leaves out.
      if (!isWikiError(error) || error.code !== 'living-wiki:folder_not_empty') throw error;
    }
  }
}
