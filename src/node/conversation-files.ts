import { closeSync, createReadStream, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { WikiError, type ConversationInput } from '../workbench';
import { asVaultError, errnoOf } from './errors';

/** The folder of conversations in a memory. */
const CONVERSATIONS = 'conversations';
/** What may hold a conversation. */
const EXTENSIONS = new Set(['.md', '.txt', '.json', '.jsonl', '.zip', '.markdown']);
/** Files of a folder that are looked at; what is beyond is named as an error. */
const MAX_FILES = 100_000;

/**
 * The files that may hold conversations: those named, and those below the folders named.
 * @throws WikiError `living-wiki:conversation_missing` for a path where nothing is
 */
export function conversationInputs(
  cwd: string,
  named: readonly string[],
  folder: string,
): readonly ConversationInput[] {
  const roots = named.length > 0 ? named.map((name) => path.resolve(cwd, name)) : [path.join(folder, CONVERSATIONS)];
  const files: string[] = [];
  for (const root of roots) {
    const found = statSync(root, { throwIfNoEntry: false });
    if (found?.isFile() === true) files.push(root);
    else if (found?.isDirectory() === true) files.push(...filesBelow(root));
    else if (named.length > 0) {
      throw new WikiError('living-wiki:conversation_missing', `There is no file or folder ${root}.`, {
        path: root,
        remedy: 'Check the path.',
      });
    }
  }
  return [...new Set(files)].flatMap((file) => toInput(file) ?? []);
}

/** Links are not followed: they may lead anywhere. */
function filesBelow(root: string): readonly string[] {
  const files: string[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined && files.length < MAX_FILES; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const at = path.join(folder, entry.name);
      if (entry.isDirectory()) folders.push(at);
      else if (entry.isFile() && EXTENSIONS.has(path.extname(entry.name).toLowerCase())) files.push(at);
    }
  }
  return files.sort();
}

/** `null` for a file that another program moved away since it was listed. */
function toInput(file: string): ConversationInput | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return null;
  return {
    path: file,
    changedAt: found.mtimeMs,
    isKept: file.split(path.sep).includes('kept') || saysKeep(file),
    chunks: () => readPieces(file),
  };
}

/** @throws WikiError `living-wiki:file_missing`, `living-wiki:read_only`, … */
async function* readPieces(file: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of createReadStream(file, { highWaterMark: 256 * 1024 })) yield piece as Uint8Array;
  } catch (error) {
    throw asVaultError(error, file);
  }
}

/** Whether a note's properties say `keep: true`. */
function saysKeep(file: string): boolean {
  if (!file.endsWith('.md')) return false;
  const head = new Uint8Array(4096);
  const handle = openOrNull(file);
  if (handle === null) return false;
  try {
    const length = readSync(handle, head);
    const text = new TextDecoder().decode(head.subarray(0, length));
    const properties = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
    return /^keep:[ \t]*true[ \t]*$/m.test(properties);
  } finally {
    closeSync(handle);
  }
}

/** What cannot be read is named when it is read. */
function openOrNull(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (errnoOf(error) === '') throw error;
    return null;
  }
}
