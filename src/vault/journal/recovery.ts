import { isWikiError, plural, type Run } from '../../base';
import { type Vault } from '../types';
import { describeForeign } from './describe-foreign';
import { sideHash, type Side, type Texts, type TransactionHeader } from './records';
import { applyFile, fileState } from './apply-file';
import { type JournalStore } from './store';
import { type TextHistory } from './text-history';
import { type RecoveryNote } from './types';

interface RecoveryContext {
  readonly vault: Vault;
  readonly store: JournalStore;
  readonly run: Run;
  readonly note: (note: RecoveryNote) => void;
  /** Whether this machine began it, and every path is one that it may write. */
  readonly mayFinish: (header: TransactionHeader) => boolean;
  readonly texts: TextHistory;
  /** Says that the lock's holder is alive. */
  readonly heartbeat: () => Promise<void>;
}

/**
 * Whether a transaction was interrupted, or one of this machine was set aside by another. Needs no lock and writes nothing.
 */
export async function isInterrupted(
  store: JournalStore,
  isOwn: (header: TransactionHeader) => boolean,
): Promise<boolean> {
  for (const stage of ['open', 'back'] as const) if ((await store.ids(stage)).length > 0) return true;
  return (await store.foreign()).some(({ header }) => isOwn(header));
}

/**
 * Finishes or rolls back every interrupted transaction that this machine began, and sets the others aside. Must be called
 * under the lock: only then is an open transaction surely an interrupted one.
 */
export async function recover(recovery: RecoveryContext): Promise<void> {
  const { store, note } = recovery;
  for (const { header, path } of await store.foreign()) if (recovery.mayFinish(header)) await store.takeBack(path);
  for (const stage of ['back', 'open'] as const) {
    for (const id of await store.ids(stage)) await recoverOne(recovery, stage, id);
  }
  const leftovers = await store.leftovers();
  for (const path of leftovers) await store.removeLeftover(path);
  if (leftovers.length > 0) {
    const files = plural(leftovers.length, 'unfinished file');
    note({
      code: 'living-wiki:recovered_leftovers',
      message: `A write was interrupted. Removed ${files}.`,
    });
  }
}

async function recoverOne(recovery: RecoveryContext, stage: 'open' | 'back', id: string): Promise<void> {
  const { store } = recovery;
  // It was done; only its open record is left.
  if (await store.isDone(id)) {
    await store.removeOpen(id);
    return;
  }
  const found = await store.header(stage, id);
  if (found.state === 'missing') return;
  if (found.state === 'broken') return setAside(recovery, stage, id);
  const header = found.value;
  if (!recovery.mayFinish(header)) {
    const isBegun = await isTouched(recovery.vault, header);
    const path = await store.setAside(stage, id, 'foreign');
    recovery.note(describeForeign(header, path, isBegun));
    return;
  }
  if (!(await isTouched(recovery.vault, header))) {
    await removeFolders(recovery.vault, header.folders);
    await store.discard(id);
    noteRolledBack(recovery, header, 'It had not changed any file.');
    return;
  }
  if (stage === 'open' && (await rollForward(recovery, header))) return;
  if (!(await rollBack(recovery, header))) await setAside(recovery, stage, id);
}

async function isTouched(vault: Vault, { files }: TransactionHeader): Promise<boolean> {
  const states = await Promise.all(files.map((file) => fileState(vault, file)));
  return states.some((state) => state === 'after' || state === 'between');
}

/** Finishes a transaction. @returns `false`, with nothing done, when its new texts are lost or the disk is full */
async function rollForward(recovery: RecoveryContext, header: TransactionHeader): Promise<boolean> {
  const { vault, store, note } = recovery;
  const after = await recovery.texts.side(header, 'after');
  const before = await recovery.texts.side(header, 'before');
  if (after.state !== 'good' || before.state !== 'good') return false;
  try {
    const done = await applyFiles(recovery, header, 'after', after.value);
    await removeFolders(vault, header.emptied);
    if (done.length === header.files.length) {
      await store.finish(header, await recovery.texts.keep(header, before.value, after.value));
    } else await rollForwardPart(recovery, header, done, before.value, after.value);
  } catch (error) {
    if (isWikiError(error) && error.code === 'living-wiki:disk_full') return false;
    throw error;
  }
  note({
    code: 'living-wiki:recovered_forward',
    message: `“${header.title}” was interrupted and has been finished.`,
    transaction: header.id,
  });
  return true;
}

async function rollForwardPart(
  { store, texts }: RecoveryContext,
  header: TransactionHeader,
  done: readonly number[],
  before: Texts,
  after: Texts,
): Promise<void> {
  const pick = <T>(items: readonly T[]): T[] => items.filter((_, i) => done.includes(i));
  const part = { ...header, files: pick(header.files) };
  await store.finishPart(part, await texts.keep(part, pick(before), pick(after)));
}

/** Rolls a transaction back. @returns `false`, with nothing done, when the texts that it replaced are lost */
export async function rollBack(recovery: RecoveryContext, header: TransactionHeader): Promise<boolean> {
  const before = await recovery.texts.side(header, 'before');
  if (before.state !== 'good') return false;
  await recovery.store.markForRollback(header.id);
  await applyFiles(recovery, header, 'before', before.value);
  await removeFolders(recovery.vault, header.folders);
  await recovery.store.discard(header.id);
  noteRolledBack(recovery, header, 'All files are as they were before it.');
  return true;
}

function noteRolledBack(recovery: RecoveryContext, header: TransactionHeader, how: string): void {
  recovery.note({
    code: 'living-wiki:recovered_back',
    message: `“${header.title}” was interrupted and has been rolled back. ${how}`,
    transaction: header.id,
  });
}

/** @returns the positions of the files that are now on that side; the others were edited and left alone */
async function applyFiles(
  recovery: RecoveryContext,
  header: TransactionHeader,
  side: Side,
  texts: Texts,
): Promise<number[]> {
  const { vault, store, run, note, heartbeat: beat } = recovery;
  // A rollback removes new files first, to make room for the old texts on a full disk.
  const order = header.files.map((_, i) => i);
  if (side === 'before') order.sort((a, b) => Number(texts[a] !== null) - Number(texts[b] !== null) || a - b);
  const done: number[] = [];
  for (const index of order) {
    const file = header.files[index];
    if (file === undefined) continue;
    await beat();
    const text = texts[index] ?? null;
    const outcome = await applyFile(vault, file, side, text);
    if (outcome !== 'blocked') done.push(index);
    if (outcome === 'done') continue;
    const path = outcome === 'kept' && file.op === 'rename' ? otherName(file, side) : file.path;
    let message = 'This file was edited while a change to it was interrupted. It was left as it is.';
    if (outcome === 'blocked' && text !== null && sideHash(file, side) !== null) {
      const kept = await store.keepUnwritten(header.id, index, file.path, text);
      message += ` The text that was not written is in ${kept}.`;
    }
    note({ code: 'living-wiki:recovered_kept_edit', message, path, transaction: header.id });
    await run.yieldToHost();
  }
  return done.sort((a, b) => a - b);
}

function otherName(file: { readonly from: string; readonly path: string }, side: Side): string {
  return side === 'after' ? file.from : file.path;
}

async function setAside({ store, note }: RecoveryContext, stage: 'open' | 'back', id: string): Promise<void> {
  const path = await store.setAside(stage, id);
  note({
    code: 'living-wiki:state_set_aside',
    message:
      'The record of an interrupted change cannot be read, so the change could neither be finished nor rolled back. ' +
      'The record was set aside. Check the files that changed last.',
    path,
    transaction: id,
  });
}

/** Removes those of the folders that are empty, innermost first. */
export async function removeFolders(vault: Vault, folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].reverse()) {
    if ((await vault.stat(folder))?.kind !== 'folder' || (await vault.list(folder)).length > 0) continue;
    try {
      await vault.remove(folder, { durable: true });
    } catch (error) {
      // It holds something that a listing skips.
      if (!isWikiError(error) || error.code !== 'living-wiki:folder_not_empty') throw error;
    }
  }
}
