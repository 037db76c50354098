import { type App, type TAbstractFile, TFile, TFolder } from 'obsidian';
import {
  addMemoryQuestions,
  Memory,
  MEMORY_FOLDER,
  readsByModel,
  WikiError,
  withdrawMemoryQuestions,
  type ConversationInput,
  type HarvestJob,
  type MemoryHost,
  type NotedFile,
  type Run,
} from '../../workbench';
import { baseName, fileErrors, hashText, scopeVault } from '../../vault';
import { memory as words } from '../locale';
import { type AppHost } from './app-host';
import { type HarvestRequest, type WikiController } from './types';

/** The harvest and the memory, loaded when they are first used. */
export {
  factSource,
  harvestAsJob,
  harvestConversations,
  planHarvest,
  reclaimConversations,
  reviewHarvest,
} from '../../workbench';

/** Opens the memory of the vault. The folder need not exist. */
export async function openMemory(controller: WikiController, host: AppHost, run: Run): Promise<Memory> {
  const { app } = controller;
  checkPlace(controller);
  const wikiHost = host.hostFor(MEMORY_FOLDER);
  const { clock, random, lock, device } = wikiHost;
  const memory: Memory = await Memory.open(
    {
      vault: scopeVault(host.vault, MEMORY_FOLDER),
      clock,
      random,
      ...(lock && { lock }),
      ...(device && { device }),
      get model() {
        return readsByModel(controller.settings) && controller.isModelApproved ? wikiHost.model : undefined;
      },
      identify: (name) => identify(app, name, memory),
      trash: (path) => moveToTrash(app, path),
      questions: questionsOf(controller),
    },
    run,
  );
  return memory;
}

/** In a wiki that is the whole vault, the folder is no part of the wiki once it is a memory, so it must not hold pages before. */
function checkPlace({ app, roots }: WikiController): void {
  const children = app.vault.getFolderByPath(MEMORY_FOLDER)?.children ?? [];
  const isMemory = children.some(({ name }) => name === 'ledger.json');
  const hasNotes = children.some((child) => child instanceof TFile && child.extension === 'md');
  const isWiki = roots.includes(MEMORY_FOLDER);
  if (!isWiki && (isMemory || !hasNotes || !roots.includes(''))) return;
  throw new WikiError('living-wiki:memory_in_wiki', words.folderTaken(MEMORY_FOLDER), {
    path: MEMORY_FOLDER,
    remedy: words.folderTakenRemedy(MEMORY_FOLDER),
  });
}

/** The open questions of the open wiki. */
function questionsOf(controller: WikiController): NonNullable<MemoryHost['questions']> {
  return {
    add: (texts, conversation) =>
      controller.changeQuestions((wiki) => addMemoryQuestions(wiki, texts, conversation, controller.backgroundRun())),
    withdraw: (texts) =>
      controller.changeQuestions((wiki) => withdrawMemoryQuestions(wiki, texts, controller.backgroundRun())),
  };
}

/** A file of the vault that a conversation names, by its path in the vault or on the disk. Its notes are found again by their heading. */
async function identify(app: App, name: string, memory: Memory): Promise<NotedFile | null> {
  const path = vaultPath(app, name);
  if (path === null) return null;
  const known = await memory.edits.notesAbout(path);
  if (known !== null) return { id: baseName(known).replace(/\.md$/, ''), path };
  const words = path
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const id = `${words === '' ? 'file' : words}-${hashText(path).slice(0, 6)}`;
  // The file that these notes were about has another path now.
  const isTaken = (await memory.textOf(`files/${id}.md`)) !== null;
  return { id: isTaken ? `${id}-${hashText(`${path} ${Date.now()}`).slice(0, 6)}` : id, path };
}

function vaultPath(app: App, name: string): string | null {
  const { adapter } = app.vault;
  const base = 'getBasePath' in adapter ? (adapter as { getBasePath(): string }).getBasePath() : null;
  const plain = name.replaceAll('\\', '/').trim();
  const root = base?.replaceAll('\\', '/').replace(/\/$/, '') ?? null;
  const path = root !== null && plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain;
  return app.vault.getFileByPath(path) === null ? null : path;
}

/** Into the vault's own trash, whatever the app's setting for deleted files says: a conversation is never removed. */
async function moveToTrash(app: App, path: string): Promise<string> {
  await app.vault.adapter.trashLocal(path);
  return `.trash/${baseName(path)}`;
}

const EXTENSIONS = new Set(['md', 'txt', 'json', 'jsonl', 'zip', 'markdown']);

/** The files that may hold conversations: these, and those below these folders. */
export function conversationInputs(app: App, files: readonly TAbstractFile[]): readonly ConversationInput[] {
  const found = new Map<string, ConversationInput>();
  const visit = (file: TAbstractFile): void => {
    if (file instanceof TFolder) file.children.forEach(visit);
    else if (file instanceof TFile && EXTENSIONS.has(file.extension.toLowerCase()))
      found.set(file.path, toInput(app, file));
  };
  files.forEach(visit);
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function toInput(app: App, file: TFile): ConversationInput {
  const { frontmatter } = app.metadataCache.getFileCache(file) ?? {};
  return {
    path: file.path,
    changedAt: file.stat.mtime,
    isKept: file.path.split('/').includes('kept') || frontmatter?.keep === true,
    async *chunks() {
      if (app.vault.getFileByPath(file.path) === null) throw fileErrors.missing(file.path);
      yield new Uint8Array(await app.vault.readBinary(file));
    },
  };
}

/** What a queue needs to know of a harvest, so that it can be done again. */
export function harvestJob({ from, count, isReclaiming }: HarvestRequest, usesModel: boolean): HarvestJob {
  const files = from.kind === 'vault' ? from.files : undefined;
  return {
    count,
    apply: false,
    ...(files && { paths: files.map(({ path }) => path) }),
    ...(from.kind === 'dropped' && { outside: true, paths: from.files.map(({ name }) => name) }),
    ...(isReclaiming && { reclaim: true }),
    ...(!usesModel && { curator: 'extractive' }),
  };
}

/** Files that were dropped. They are read piece by piece, and never count as going on: somebody chose them. */
export function droppedInputs(files: readonly File[]): readonly ConversationInput[] {
  return files.map((file) => ({
    path: file.name,
    changedAt: 0,
    isKept: false,
    async *chunks() {
      const reader = file.stream().getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
    },
  }));
}
