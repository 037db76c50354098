import { isoTime, WikiError } from '../base';
import type { Clock, Random, Run } from '../base';
import { baseName, joinPath, MemoryVault, openJournal, scopeVault } from '../vault';
import type { FileChange, Vault, WriteLock } from '../vault';
import { appendLog, findWikis, isPagePath, readSnapshot, renderIndex, renderLogEntry, renderProvenance } from '../wiki';
import type { PageSchema } from '../wiki';
import { parseManifest, resolveLens } from '../workspace';
import { filesBelow } from './files';
import { agentsText, manifestText } from './templates';

export interface SetupRequest {
  /** The whole vault. */
  readonly vault: Vault;
  /** The folder to become a wiki; `''` for the vault itself. */
  readonly root: string;
  /** Take over a folder that holds notes already, adding what is missing and changing none of them. */
  readonly adopt?: boolean;
  /** The form of new pages; the text's form when absent. Source: specs README, 1. */
  readonly pageSchema?: PageSchema;
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
  const { root, clock, random, lock } = request;
  const vault = scopeVault(request.vault, root);
  const existing = await filesBelow(vault, run);
  await refuseUnfit(request, vault, existing);
  const title = titleOf(root === '' ? request.folderName : baseName(root));
  const adopting = existing.some((path) => isPagePath(path));
  const files: [string, string][] = [
    ['KNOWLEDGE.md', manifestText({ title, schema: request.pageSchema ?? null, adopting })],
    ['AGENTS.md', agentsText({ title, schema: request.pageSchema ?? 'knowledge/v1', adopting })],
    // An empty file keeps the folder there for people to drop sources into, and in git.
    ['sources/.gitkeep', ''],
  ];
  const there = new Set(existing);
  const missing = files.filter(([path]) => !there.has(path));
  const changes: FileChange[] = missing.map(([path, text]) => ({ op: 'create', path, text }));
  changes.push(...(await generatedFiles(vault, changes, there, clock, run)));
  const journal = await openJournal(vault, { clock, random, run, ...(lock && { lock }) });
  try {
    const facts = { event: 'setup', subject: title, proposal: null };
    const done = await journal.commit({ title: `Set up ${title}`, changes, facts }, run);
    return {
      root,
      created: done.files.map((file) => file.path).filter((path) => !path.endsWith('.gitkeep')),
      kept: {
        pages: existing.filter((path) => isPagePath(path)).length,
        sources: existing.filter((path) => path.startsWith('sources/') && !baseName(path).startsWith('.')).length,
        files: files.map(([path]) => path).filter((path) => there.has(path) && !path.endsWith('.gitkeep')),
      },
      transaction: done.id,
      notes: karpathyNotes(existing),
    };
  } finally {
    await journal.close();
  }
}

async function refuseUnfit(request: SetupRequest, vault: Vault, existing: readonly string[]): Promise<void> {
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

/** Index, log and provenance manifest of the wiki that comes to be, those that exist left as they are. */
async function generatedFiles(
  vault: Vault,
  changes: readonly FileChange[],
  there: ReadonlySet<string>,
  clock: Clock,
  run: Run,
): Promise<FileChange[]> {
  const manifest = changes.find((change) => change.op === 'create' && change.path === 'KNOWLEDGE.md');
  const lensVault = new MemoryVault(manifest?.op === 'create' ? { 'KNOWLEDGE.md': manifest.text } : {}, clock);
  const lens = await resolveLens(lensVault, 'KNOWLEDGE.md');
  const snapshot = (await readSnapshot({ vault, lens, run, cache: false })).with(changes);
  const entry = { at: isoTime(clock.now()), event: 'manual', subject: `set up ${lens.effective.title}` };
  const bullets = [`${snapshot.pages.size} pages, ${snapshot.sources.size} sources`];
  const generated: [string, string][] = [
    ['_index.md', renderIndex(snapshot)],
    ['_log.md', appendLog('', renderLogEntry({ ...entry, event: 'manual', bullets }))],
    ['_manifest.json', renderProvenance({ version: 1, hashAlgo: 'sha256', sources: {} })],
  ];
  return generated.filter(([path]) => !there.has(path)).map(([path, text]) => ({ op: 'create', path, text }));
}

function titleOf(folder: string): string {
  const words = folder.replace(/[-_]+/g, ' ').replace(/\s+/g, ' ').trim();
  return words === '' ? 'Wiki' : words.charAt(0).toUpperCase() + words.slice(1);
}

function karpathyNotes(existing: readonly string[]): string[] {
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
  return notes;
}

/**
 * The wiki that a folder belongs to: the nearest folder upward that holds a workspace root.
 * @returns the wiki's root in the vault; `null` when there is none
 */
export async function wikiAt(vault: Vault, folder: string): Promise<string | null> {
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
