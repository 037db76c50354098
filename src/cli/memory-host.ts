import {
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  closeSync,
  renameSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import {
  addMemoryQuestions,
  findWikis,
  isWikiError,
  Memory,
  silentRun,
  WikiError,
  withdrawMemoryQuestions,
  type ConversationInput,
  type MemoryHost,
  type ModelHost,
  type NotedFile,
  type Workbench,
} from '../workbench';
import { type CommandContext, withWorkbench } from './context';
import { nodeRandom } from './node-random';
import { createDeviceMemory } from './device';
import { locateWiki, type WikiLocation } from './locate-wiki';
import { createNodeLock } from './node-lock';
import { createNodeVault } from './node-vault';
import { terminalRun, type TerminalRun } from './terminal';

export interface MemoryOptions {
  readonly memory?: string;
  readonly json?: boolean;
}

/** The folder's default name, and that of the conversations in it. */
const FOLDER = 'knowledge';
const CONVERSATIONS = 'conversations';
/** What may hold a conversation. */
const EXTENSIONS = new Set(['.md', '.txt', '.json', '.jsonl', '.zip', '.markdown']);
/** Files of a folder that are looked at; what is beyond is named as an error. */
const MAX_FILES = 100_000;

/** Opens the memory folder, does `work`, and always closes it. */
export async function withMemory<T>(
  context: CommandContext,
  options: MemoryOptions,
  work: (memory: Memory, run: TerminalRun, folder: string) => Promise<T>,
  model?: ModelHost,
): Promise<T> {
  const folder = await locateMemory(context.cwd, options.memory);
  const run = terminalRun(context.terminal, context.signal, options.json === true);
  const device = createDeviceMemory(context, folder);
  try {
    const memory = await Memory.open(
      {
        vault: createNodeVault(folder),
        clock: context.clock,
        random: nodeRandom,
        lock: createNodeLock(folder),
        identify: (name) => Promise.resolve(identify(name)),
        trash: (file) => Promise.resolve(moveToTrash(file, folder)),
        questions: questionsOf(context, folder),
        ...(device && { device }),
        ...(model && { model }),
      },
      run,
    );
    try {
      return await work(memory, run, folder);
    } finally {
      await memory.close();
    }
  } finally {
    run.hideProgress();
  }
}

/** The open questions of the wiki that the command is given in, or else of the only wiki beside the memory. */
function questionsOf(context: CommandContext, folder: string): NonNullable<MemoryHost['questions']> {
  const change = async (work: (wiki: Workbench) => Promise<void>): Promise<void> => {
    const wiki = await wikiBeside(context.cwd, folder);
    if (wiki === null) return;
    try {
      await withWorkbench(context, { wiki, json: true }, (workbench) => work(workbench));
    } catch (error) {
      // What was kept is kept; the question is still in the memory.
      if (!isWikiError(error)) throw error;
      context.terminal.err(`The open questions of ${wiki} were not changed: ${error.message}\n`);
    }
  };
  return {
    add: (texts, conversation) => change((wiki) => addMemoryQuestions(wiki, texts, conversation, silentRun)),
    withdraw: (texts) => change((wiki) => withdrawMemoryQuestions(wiki, texts, silentRun)),
  };
}

/** Absolute path of the wiki that belongs to a memory; `null` where there is none, or several. */
export async function wikiBeside(cwd: string, folder: string): Promise<string | null> {
  try {
    return (await locateWiki({ cwd })).folder;
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
  const vault = path.dirname(folder);
  const [only, second] = await findWikis(createNodeVault(vault), silentRun);
  return only === undefined || second !== undefined ? null : path.join(vault, only);
}

/**
 * The named folder, else `knowledge` in the vault, else `knowledge` here.
 * @throws WikiError `living-wiki:memory_in_wiki`: its files would become pages
 */
async function locateMemory(cwd: string, named: string | undefined): Promise<string> {
  const folder = named === undefined ? path.join(await vaultFolder(cwd), FOLDER) : path.resolve(cwd, named);
  const wiki = await nearestWiki(folder);
  if (wiki === null || isPlaceIn(wiki, folder)) return folder;
  throw new WikiError(
    'living-wiki:memory_in_wiki',
    `The memory folder ${folder} would be inside the wiki ${wiki.folder}.`,
    { remedy: 'Name a folder outside the wiki with --memory.' },
  );
}

/** In a wiki that is a whole vault, the folder of the default name is no part of the wiki once it is a memory. It must not hold pages before. */
function isPlaceIn(wiki: WikiLocation, folder: string): boolean {
  if (wiki.root !== '' || realpath(folder) !== path.join(wiki.folder, FOLDER)) return false;
  if (existsSync(path.join(folder, 'ledger.json')) || !existsSync(folder)) return true;
  return !readdirSync(folder).some((name) => name.endsWith('.md'));
}

/** With links resolved, as far as it exists. */
function realpath(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : path.join(realpath(path.dirname(folder)), path.basename(folder));
}

async function vaultFolder(cwd: string): Promise<string> {
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.obsidian'))) return folder;
    if (folder === path.dirname(folder)) break;
  }
  try {
    return (await locateWiki({ cwd })).vault;
  } catch (error) {
    if (isWikiError(error)) return path.resolve(cwd);
    throw error;
  }
}

async function nearestWiki(folder: string): Promise<WikiLocation | null> {
  let existing = folder;
  while (!existsSync(existing)) existing = path.dirname(existing);
  try {
    return await locateWiki({ cwd: existing });
  } catch (error) {
    if (isWikiError(error)) return null;
    throw error;
  }
}

/** Device and inode of a file: they stay when it is renamed. Source: knowledge curation guide, section 2. */
function identify(name: string): NotedFile | null {
  if (!path.isAbsolute(name)) return null;
  const found = statSync(name, { throwIfNoEntry: false, bigint: true });
  return found?.isFile() === true ? { id: `${found.dev}-${found.ino}`, path: realpathSync(name) } : null;
}

/** Moves a file beside the memory folder, into `.trash`, as Obsidian does. It is never removed. */
function moveToTrash(file: string, folder: string): string {
  const trash = path.join(path.dirname(folder), '.trash');
  const { name, ext } = path.parse(file);
  let target = path.join(trash, `${name}${ext}`);
  for (let at = 2; existsSync(target); at++) target = path.join(trash, `${name} ${at}${ext}`);
  try {
    mkdirSync(trash, { recursive: true });
    renameSync(file, target);
  } catch (error) {
    throw new WikiError('living-wiki:trash_failed', `"${file}" could not be moved to ${trash}.`, {
      path: file,
      remedy: 'It is where it was. Move it to the trash yourself, or check that you may write to both folders.',
      cause: error,
    });
  }
  return target;
}

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
  return [...new Set(files)].map(toInput);
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

function toInput(file: string): ConversationInput {
  return {
    path: file,
    changedAt: statSync(file).mtimeMs,
    isKept: file.split(path.sep).includes('kept') || saysKeep(file),
    chunks: () => createReadStream(file, { highWaterMark: 256 * 1024 }),
  };
}

/** Whether a note's properties say `keep: true`. */
function saysKeep(file: string): boolean {
  if (!file.endsWith('.md')) return false;
  const head = new Uint8Array(4096);
  const handle = openSync(file, 'r');
  try {
    const length = readSync(handle, head);
    const text = new TextDecoder().decode(head.subarray(0, length));
    const properties = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
    return /^keep:[ \t]*true[ \t]*$/m.test(properties);
  } finally {
    closeSync(handle);
  }
}
