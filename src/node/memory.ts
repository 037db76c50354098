import { existsSync, mkdirSync, realpathSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  addMemoryQuestions,
  harvestConversations,
  Memory,
  silentRun,
  WikiError,
  withdrawMemoryQuestions,
  type Clock,
  type HarvestJob,
  type HarvestResult,
  type MemoryHost,
  type ModelHost,
  type NotedFile,
  type Run,
  type Workbench,
} from '../workbench';
import { conversationInputs } from './conversation-files';
import { createDeviceMemory } from './device';
import { locateMemory } from './memory-folder';
import { type CommandEnvironment } from './model-config';
import { asVaultError } from './errors';
import { createNodeLock } from './lock';
import { nodeRandom } from './random';
import { createNodeVault } from './vault';

/** What a memory needs of a command. */
interface MemoryEnvironment extends CommandEnvironment {
  readonly clock: Clock;
}

interface MemoryOnDisk {
  readonly folder: string;
  readonly questions: NonNullable<MemoryHost['questions']>;
  readonly model?: ModelHost | undefined;
}

/** Opens a memory folder, which need not exist, does `work`, and always closes it. */
export async function onMemory<T>(
  environment: MemoryEnvironment,
  { folder, questions, model }: MemoryOnDisk,
  work: (memory: Memory) => Promise<T>,
  run: Run,
): Promise<T> {
  const device = createDeviceMemory(environment, folder);
  const memory = await Memory.open(
    {
      vault: createNodeVault(folder),
      clock: environment.clock,
      random: nodeRandom,
      lock: createNodeLock(folder),
      identify: (name) => Promise.resolve(identify(name)),
      trash: (file) => Promise.resolve(moveToTrash(file, folder)),
      questions,
      ...(device && { device }),
      ...(model && { model }),
    },
    run,
  );
  try {
    return await work(memory);
  } finally {
    await memory.close();
  }
}

/**
 * Does a queued harvest.
 * @param wiki absolute path of the wiki that has it in its queue @param workbench that wiki, which takes the open questions
 */
export async function runHarvest(
  environment: MemoryEnvironment,
  {
    wiki,
    workbench,
    model,
  }: { readonly wiki: string; readonly workbench: Workbench; readonly model?: ModelHost | undefined },
  { memory: named, paths = [], apply, reclaim = false, curator, outside }: HarvestJob,
  run: Run,
): Promise<HarvestResult | null> {
  // What was dropped on the app.
  if (outside === true) return null;
  const folder = await locateMemory(wiki, named);
  const questions = questionsIn((work) => work(workbench));
  const host = { folder, questions, model: curator === 'extractive' ? undefined : model };
  const harvest = (memory: Memory): Promise<HarvestResult> =>
    harvestConversations(memory, conversationInputs(wiki, paths, folder), { apply, reclaim }, run);
  return onMemory(environment, host, harvest, run);
}

/** The open questions of a wiki. @param change calls its work with the wiki, if there is one */
export function questionsIn(
  change: (work: (wiki: Workbench) => Promise<void>) => Promise<void>,
): NonNullable<MemoryHost['questions']> {
  return {
    add: (texts, conversation) => change((wiki) => addMemoryQuestions(wiki, texts, conversation, silentRun)),
    withdraw: (texts) => change((wiki) => withdrawMemoryQuestions(wiki, texts, silentRun)),
  };
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
    if (!existsSync(file)) throw asVaultError(error, file);
    throw new WikiError('living-wiki:trash_failed', `"${file}" could not be moved to ${trash}.`, {
      path: file,
      remedy: 'It is where it was. Move it to the trash yourself, or check that you may write to both folders.',
      cause: error,
    });
  }
  return target;
}
