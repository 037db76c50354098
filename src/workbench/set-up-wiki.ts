import { isoTime, WikiError, type Clock, type Random, type Run } from '../base';
import { buildCreation, guard, toFileChanges, type ChangeSet, type FileEdit } from '../change';
import { allHunkIds, type CheckResults, type ChangePlan } from '../proposal';
import {
  baseName,
  joinPath,
  MemoryVault,
  openJournal,
  scopeVault,
  type FileChange,
  type Transaction,
  type Vault,
  type WriteLock,
} from '../vault';
import {
  INDEX_FILE,
  LOG_FILE,
  PROVENANCE_FILE,
  appendLog,
  findWikis,
  isPagePath,
  readSnapshot,
  renderIndex,
  renderLogEntry,
  renderProvenance,
  type PageSchema,
  type Snapshot,
} from '../wiki';
import { parseManifest, resolveLens } from '../workspace';
import { listFiles } from './list-files';
import { type TemplateName } from './template-list';
import { agentsText, manifestText } from './template-texts';

export interface SetupRequest {
  /** The whole vault. */
  readonly vault: Vault;
  /** The folder to become a wiki; `''` for the vault itself. */
  readonly root: string;
  /** Take over a folder that holds notes already, adding what is missing and changing none of them. */
  readonly adopt?: boolean;
  /** The form of new pages; the text's form when absent. Source: specs README, 1. */
  readonly pageSchema?: PageSchema;
  /** What the wiki is to begin as; `research` when absent. */
  readonly template?: TemplateName;
  /** Name of the folder, for the title, where the vault's own root is the wiki. */
  readonly folderName: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly lock?: WriteLock;
}

export interface SetupResult {
  readonly root: string;
  /** Files that were written, relative to the wiki's root. */
  readonly created: readonly string[];
  /** What was there already and stays as it is. */
  readonly kept: { readonly pages: number; readonly sources: number; readonly files: readonly string[] };
  readonly transaction: string;
  readonly notes: readonly string[];
}

/**
 * Makes a folder a wiki: manifest, prose companion, index, log, provenance manifest and `sources/`, in one transaction
 * that can be undone. No existing file is changed. Source: AIP-10, Specification; specs README, 19.
 * @throws WikiError `living-wiki:already_a_wiki`, `living-wiki:folder_not_empty`, `living-wiki:other_manifest`
 */
export async function setUpWiki(request: SetupRequest, run: Run): Promise<SetupResult> {
  const prepared = await prepareSetUp(request, run);
  const { changeSet, vault, existing } = prepared;
  const plan = await planSetUp(prepared, changeSet, allHunkIds(changeSet), run);
  const done = await commitSetUp(request, vault, changeSet.title, plan.changes, run);
  const count = (test: (path: string) => boolean): number => existing.filter(test).length;
  return {
    root: request.root,
    created: done.files.map((file) => file.path).filter((path) => path !== SOURCES_KEEP_FILE),
    kept: {
      pages: count((path) => isPagePath(path)),
      sources: count((path) => path.startsWith('sources/') && !baseName(path).startsWith('.')),
      files: existing.filter((path) => path === 'AGENTS.md'),
    },
    transaction: done.id,
    notes: changeSet.notes,
  };
}

/** An empty file keeps the folder there for people to drop sources into, and in git. */
const SOURCES_KEEP_FILE = 'sources/.gitkeep';

/** A wiki that is to be, and the folder that it is to be in. */
export interface PreparedSetUp {
  readonly request: SetupRequest;
  /** Scoped to the folder. */
  readonly vault: Vault;
  readonly existing: readonly string[];
  /** What a person reads and may change: the manifest and its prose companion. */
  readonly changeSet: ChangeSet;
  /** The manifest as it is proposed, and the folder as a wiki under it. */
  readonly manifest: string;
  readonly folder: Snapshot;
}

/** What making a folder a wiki would write, as a change; nothing is written. @throws as {@link setUpWiki} */
export async function prepareSetUp(request: SetupRequest, run: Run): Promise<PreparedSetUp> {
  const { root, pageSchema = null, template = 'research' } = request;
  const vault = scopeVault(request.vault, root);
  const existing = await listFiles(vault, run);
  await refuseUnsuitableFolder(request, vault, existing);
  const title = titleOf(root === '' ? request.folderName : baseName(root));
  const input = { title, template, schema: pageSchema, adopting: existing.some((path) => isPagePath(path)) };
  const text = manifestText(input);
  const manifest = newFile('KNOWLEDGE.md', text, 'Says what this wiki holds and how it is kept.', []);
  const needs = manifest.hunks.slice(0, 1).map(({ id }) => id);
  const agents = newFile('AGENTS.md', agentsText(input), 'Says the same in words, for people.', needs);
  const changeSet: ChangeSet = {
    title: `Set up ${title}`,
    producer: 'setup',
    files: existing.includes(agents.path) ? [manifest] : [manifest, agents],
    log: { event: 'manual', subject: `set up ${title}`, bullets: [] },
    sources: [],
    notes: adoptionNotes(existing),
    facts: { template },
  };
  const folder = await readWithManifest(text, vault, request.clock, run);
  return { request, vault, existing, changeSet, manifest: text, folder };
}

function newFile(path: string, text: string, reason: string, needs: readonly string[]): FileEdit {
  return buildCreation({ path, parts: [{ text, reason, needs, title: path }], why: [reason] });
}

/** Works out what the accepted part of a set-up would write. @param changeSet as a review left it */
export async function planSetUp(
  { request, vault, existing, manifest: proposed, folder }: PreparedSetUp,
  changeSet: ChangeSet,
  accepted: ReadonlySet<string>,
  run: Run,
): Promise<Pick<ChangePlan, 'changes' | 'conflicts' | 'checks'>> {
  const there = new Set(existing);
  const textOf = async (path: string): Promise<string | null> => (there.has(path) ? vault.readText(path) : null);
  const { changes, conflicts } = await toFileChanges(changeSet, accepted, textOf);
  const keep: readonly FileChange[] = there.has(SOURCES_KEEP_FILE)
    ? []
    : [{ op: 'create', path: SOURCES_KEEP_FILE, text: '' }];
  const manifest = changes.find(({ path }) => path === 'KNOWLEDGE.md');
  const text = manifest?.op === 'create' ? manifest.text : '';
  const isOther = text !== proposed && parseManifest(text, 'KNOWLEDGE.md').kind === 'manifest';
  const before = isOther ? await readWithManifest(text, vault, request.clock, run) : folder;
  const checks: CheckResults = {
    guard: guard({ changeSet, accepted, snapshot: before }),
    introduced: [],
    fixed: [],
  };
  const generated = generatedFiles(before.with(changes), there, request.clock);
  return { changes: changes.length === 0 ? [] : [...changes, ...keep, ...generated], conflicts, checks };
}

/** Writes a new wiki in one transaction. */
export async function commitSetUp(
  { clock, random, lock }: SetupRequest,
  vault: Vault,
  title: string,
  changes: readonly FileChange[],
  run: Run,
): Promise<Transaction> {
  const journal = await openJournal(vault, { clock, random, run, ...(lock && { lock }) });
  try {
    const facts = { event: 'setup', subject: title, proposal: null };
    return await journal.commit({ title, changes, facts }, run);
  } finally {
    await journal.close();
  }
}

async function refuseUnsuitableFolder(request: SetupRequest, vault: Vault, existing: readonly string[]): Promise<void> {
  if (existing.includes('KNOWLEDGE.md')) {
    const parsed = parseManifest(await vault.readText('KNOWLEDGE.md'), 'KNOWLEDGE.md');
    if (parsed.kind === 'other') {
      throw new WikiError('living-wiki:other_manifest', 'KNOWLEDGE.md here belongs to another format.', {
        path: 'KNOWLEDGE.md',
        remedy: 'Choose another folder, or move that file away if you do not need it.',
      });
    }
    throw new WikiError('living-wiki:already_a_wiki', 'This folder is a wiki already.', {
      path: 'KNOWLEDGE.md',
      remedy: 'Use it as it is; its KNOWLEDGE.md says how it is kept.',
    });
  }
  if (request.adopt !== true && existing.some((path) => isPagePath(path))) {
    throw new WikiError('living-wiki:folder_not_empty', 'This folder holds notes already.', {
      remedy: 'Adopt it: what is missing is added, and none of its notes is changed.',
    });
  }
}

/** The folder as a wiki under a manifest that is valid. */
async function readWithManifest(manifest: string, vault: Vault, clock: Clock, run: Run): Promise<Snapshot> {
  const lens = await resolveLens(new MemoryVault({ 'KNOWLEDGE.md': manifest }, clock), 'KNOWLEDGE.md');
  return readSnapshot({ vault, lens, run, cache: false });
}

/** Index, log and provenance manifest of the wiki that comes to be, those that exist left as they are. */
function generatedFiles(snapshot: Snapshot, there: ReadonlySet<string>, clock: Clock): FileChange[] {
  const subject = `set up ${snapshot.lens.effective.title}`;
  const bullets = [`${snapshot.pages.size} pages, ${snapshot.sources.size} sources`];
  const generated: [string, string][] = [
    [INDEX_FILE, renderIndex(snapshot)],
    [LOG_FILE, appendLog('', renderLogEntry({ at: isoTime(clock.now()), event: 'manual', subject, bullets }))],
    [PROVENANCE_FILE, renderProvenance({ version: 1, hashAlgo: 'sha256', sources: {} })],
  ];
  return generated.filter(([path]) => !there.has(path)).map(([path, text]) => ({ op: 'create', path, text }));
}

function titleOf(folder: string): string {
  const words = folder.replace(/[-_]+/g, ' ').replace(/\s+/g, ' ').trim();
  return words === '' ? 'Wiki' : words.charAt(0).toUpperCase() + words.slice(1);
}

function adoptionNotes(existing: readonly string[]): string[] {
  const notes: string[] = [];
  const has = (path: string): boolean => existing.includes(path);
  if (has('index.md') || has('log.md')) {
    notes.push(
      'index.md and log.md stay as pages; the catalogue and the log that are kept for you are _index.md and _log.md.',
    );
  }
  if (existing.some((path) => path.startsWith('raw/'))) {
    notes.push('Sources are read from sources/; move files there from raw/ to have them ingested.');
  }
  for (const path of [INDEX_FILE, PROVENANCE_FILE].filter(has)) {
    notes.push(
      `${path} is the name of a file that is kept for you: the first change writes it anew. Rename yours to keep it.`,
    );
  }
  return notes;
}

/**
 * The wiki that a folder belongs to: the nearest folder upward that holds a workspace root.
 * @returns the wiki's root in the vault; `null` when there is none
 */
export async function findWikiRoot(vault: Vault, folder: string): Promise<string | null> {
  for (let current = folder; ; current = current.includes('/') ? current.slice(0, current.lastIndexOf('/')) : '') {
    const path = joinPath(current, 'KNOWLEDGE.md');
    if ((await vault.stat(path))?.kind === 'file') {
      const parsed = parseManifest(await vault.readText(path), path);
      // A broken manifest is still this wiki's: opening it says what is wrong.
      if (parsed.kind === 'invalid' || (parsed.kind === 'manifest' && parsed.manifest.extends === undefined))
        return current;
    }
    if (current === '') return null;
  }
}

export { findWikis };
