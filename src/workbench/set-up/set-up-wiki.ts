import { clip, isoTime, isWikiError, WikiError, type Clock, type ErrorCode, type Random, type Run } from '../../base';
import { buildCreation, guard, refuseWrite, toFileChanges, type ChangeSet, type FileEdit } from '../../change';
import { allHunkIds, type CheckResults, type ChangePlan } from '../../proposal';
import {
  baseName,
  MemoryVault,
  parentPath,
  openJournal,
  scopeVault,
  type FileChange,
  type Transaction,
  type Vault,
  type WriteLock,
} from '../../vault';
import {
  appendLog,
  INDEX_FILE,
  isPagePath,
  LOG_FILE,
  PROVENANCE_FILE,
  readSnapshot,
  renderIndex,
  renderLogEntry,
  renderProvenance,
  type Layout,
  type PageSchema,
  type Snapshot,
} from '../../wiki';
import { inlineText, scanText } from '../../markdown';
import { parseManifest, resolveLens } from '../../workspace';
import { listFiles } from '../list-files';
import { approveSetUp } from '../trust/approvals';
import { ApprovedTexts } from '../trust/approved-texts';
import { type DeviceMemory } from '../types';
import { adoptionNotes, hasGuide, layoutFor } from './find-layout';
import { type TemplateName } from './templates';
import { agentsText, manifestText } from './template-texts';

/** An empty file, so that the empty folder exists, also in git. */
const SOURCES_KEEP_FILE = 'sources/.gitkeep';

export interface SetupRequest {
  /** The whole vault. */
  readonly vault: Vault;
  /** The folder that becomes a wiki; `''` for the vault itself. */
  readonly root: string;
  /** Adopt a folder that already holds notes: add what is missing and change none of them. */
  readonly adopt?: boolean;
  /** The schema of new pages; by default `knowledge/v1`, which the text of AIP-10 uses. */
  readonly pageSchema?: PageSchema;
  /**
   * The folder of sources, relative to `root`. Naming it adopts the layout of {@link findLayout}: index, log and rules are
   * read as such. Without it, sources are in `sources/`.
   */
  readonly sources?: string | undefined;
  /** What the wiki is for, in one sentence of its owner. A model is told with every plan. */
  readonly purpose?: string;
  /** What the wiki starts as; `research` when absent. */
  readonly template?: TemplateName;
  /** Name of the vault's folder. It becomes the title when `root` is the vault itself. */
  readonly folderName: string;
  /** Whether the heading of a README is the title where there is one, as in a clone, whose folder has any name. */
  readonly hasReadmeTitle?: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly lock?: WriteLock;
  readonly device?: DeviceMemory;
}

export interface SetupResult {
  readonly root: string;
  /** Files that were written, relative to the wiki's root. */
  readonly created: readonly string[];
  /** What already existed and stays as it is. */
  readonly kept: { readonly pages: number; readonly sources: number; readonly files: readonly string[] };
  readonly transaction: string;
  readonly notes: readonly string[];
}

/** See `setUpWiki` in `set-up.ts`. Source: AIP-10, Specification. */
export async function setUpWiki(request: SetupRequest, run: Run): Promise<SetupResult> {
  const prepared = await prepareSetUp(request, run);
  const { changeSet, vault, existing } = prepared;
  const plan = await planSetUp(prepared, changeSet, allHunkIds(changeSet), run);
  const done = await commitSetUp(request, vault, changeSet.title, plan.changes, run);
  const { layout } = prepared.folder;
  const count = (test: (path: string) => boolean): number => existing.filter(test).length;
  return {
    root: request.root,
    created: done.files.map((file) => file.path).filter((path) => path !== SOURCES_KEEP_FILE),
    kept: {
      pages: count((path) => isPagePath(path, layout)),
      sources: count((path) => path.startsWith(`${layout.sources}/`) && !baseName(path).startsWith('.')),
      files: existing.filter((path) => path === 'AGENTS.md' || layout.kept.has(path)),
    },
    transaction: done.id,
    notes: changeSet.notes,
  };
}

/** A wiki that does not exist yet, and its folder. */
export interface PreparedSetUp {
  readonly request: SetupRequest;
  /** Scoped to the folder. */
  readonly vault: Vault;
  readonly existing: readonly string[];
  /** What a person reviews: the manifest and its prose companion. */
  readonly changeSet: ChangeSet;
  /** The proposed manifest, and the folder read with it. */
  readonly manifest: string;
  readonly folder: Snapshot;
}

/** The change that turns a folder into a wiki. Nothing is written. @throws as {@link setUpWiki} */
export async function prepareSetUp(request: SetupRequest, run: Run): Promise<PreparedSetUp> {
  const { root, pageSchema = null, template = 'research', sources, purpose = '' } = request;
  const layout = layoutFor(sources);
  const vault = scopeVault(request.vault, root);
  const existing = await listFiles(vault, run);
  await refuseUnsuitableFolder(request, vault, existing, layout);
  const heading = request.hasReadmeTitle === true ? await readmeHeading(vault, existing) : null;
  const title = heading ?? titleOf(root === '' ? request.folderName : baseName(root));
  const adopting = existing.some((path) => isPagePath(path, layout));
  const input = {
    title,
    template,
    schema: pageSchema,
    adopting,
    sources: sources === undefined ? null : layout.sources,
    purpose,
  };
  const text = manifestText(input);
  const manifest = newFile('KNOWLEDGE.md', text, 'Defines what this wiki holds and how it is maintained.', []);
  const needs = manifest.hunks.slice(0, 1).map(({ id }) => id);
  const agents = newFile('AGENTS.md', agentsText(input), 'Says the same in words, for people.', needs);
  const changeSet: ChangeSet = {
    title: `Set up ${title}`,
    producer: 'setup',
    files: hasGuide(existing, layout) ? [manifest] : [manifest, agents],
    log: { event: 'manual', subject: `set up ${title}`, bullets: [] },
    sources: [],
    notes: adoptionNotes(existing, layout),
    facts: { template },
  };
  const folder = await readWithManifest(text, vault, request.clock, run);
  const notes = [...changeSet.notes, ...folder.lens.warnings.map(({ message }) => message)];
  return { request, vault, existing, changeSet: { ...changeSet, notes }, manifest: text, folder };
}

function newFile(path: string, text: string, reason: string, needs: readonly string[]): FileEdit {
  return buildCreation({ path, parts: [{ text, reason, needs, title: path }], why: [reason] });
}

/** What the accepted part of a set-up would write. @param changeSet as a review left it */
export async function planSetUp(
  { request, vault, existing, manifest: proposed, folder }: PreparedSetUp,
  changeSet: ChangeSet,
  accepted: ReadonlySet<string>,
  run: Run,
): Promise<Pick<ChangePlan, 'changes' | 'conflicts' | 'checks'>> {
  const present = new Set(existing);
  const textOf = async (path: string): Promise<string | null> => (present.has(path) ? vault.readText(path) : null);
  const { changes, conflicts } = await toFileChanges(changeSet, accepted, textOf, run);
  // `existing` has no hidden files.
  const isKept =
    folder.layout.sources !== parentPath(SOURCES_KEEP_FILE) || (await vault.stat(SOURCES_KEEP_FILE)) !== null;
  const keep: readonly FileChange[] = isKept ? [] : [{ op: 'create', path: SOURCES_KEEP_FILE, text: '' }];
  const manifest = changes.find(({ path }) => path === 'KNOWLEDGE.md');
  const text = manifest?.op === 'create' ? manifest.text : '';
  const isOther = text !== proposed && parseManifest(text, 'KNOWLEDGE.md').kind === 'manifest';
  const before = isOther ? await readWithManifest(text, vault, request.clock, run) : folder;
  const checks: CheckResults = {
    guard: guard({ changeSet, accepted, snapshot: before }),
    introduced: [],
    fixed: [],
  };
  const generated = generatedFiles(before.with(changes), present, request.clock);
  return { changes: changes.length === 0 ? [] : [...changes, ...keep, ...generated], conflicts, checks };
}

/** Writes a new wiki in one transaction. */
export async function commitSetUp(
  { clock, random, lock, device, sources }: SetupRequest,
  vault: Vault,
  title: string,
  changes: readonly FileChange[],
  run: Run,
): Promise<Transaction> {
  const secret = (): string | null => device?.secret() ?? null;
  const layout = layoutFor(sources);
  const refuse = (path: string): ErrorCode | null => refuseWrite(path, layout);
  const deps = { clock, random, run, secret, refuse, ...(lock && { lock }) };
  const journal = await openJournal(vault, deps);
  try {
    const facts = { event: 'setup', subject: title, proposal: null };
    const done = await journal.commit({ title, changes, facts }, run);
    if (device !== undefined) {
      await new ApprovedTexts(vault).keep(approveSetUp(device, changes, clock.now()));
      device.rememberWiki();
    }
    return done;
  } finally {
    await journal.close();
  }
}

async function refuseUnsuitableFolder(
  request: SetupRequest,
  vault: Vault,
  existing: readonly string[],
  layout: Layout,
): Promise<void> {
  if (existing.includes('KNOWLEDGE.md')) {
    const parsed = parseManifest(await vault.readText('KNOWLEDGE.md'), 'KNOWLEDGE.md');
    if (parsed.kind === 'other') {
      throw new WikiError('living-wiki:other_manifest', 'The KNOWLEDGE.md of this folder has another format.', {
        path: 'KNOWLEDGE.md',
        remedy: 'Choose another folder, or move that file away if you do not need it.',
      });
    }
    throw new WikiError('living-wiki:already_a_wiki', 'This folder is already a wiki.', {
      path: 'KNOWLEDGE.md',
      remedy: 'Use it as it is. Its KNOWLEDGE.md defines how it is maintained.',
    });
  }
  if (request.adopt !== true && existing.some((path) => isPagePath(path, layout))) {
    throw new WikiError('living-wiki:folder_not_empty', 'This folder already holds notes.', {
      remedy: 'Adopt it: missing files are added, and no note is changed.',
    });
  }
}

/** The folder as a wiki with this valid manifest. */
async function readWithManifest(manifest: string, vault: Vault, clock: Clock, run: Run): Promise<Snapshot> {
  const lens = await resolveLens(new MemoryVault({ 'KNOWLEDGE.md': manifest }, clock), 'KNOWLEDGE.md');
  return readSnapshot({ vault, lens, run });
}

/** Index, log and provenance manifest of the new wiki, as far as they do not exist. */
function generatedFiles(snapshot: Snapshot, present: ReadonlySet<string>, clock: Clock): FileChange[] {
  const subject = `set up ${snapshot.lens.effective.title}`;
  const bullets = [`${snapshot.pages.size} pages, ${snapshot.sources.size} sources`];
  const generated: [string, string][] = [
    [INDEX_FILE, renderIndex(snapshot)],
    [LOG_FILE, appendLog('', renderLogEntry({ at: isoTime(clock.now()), event: 'manual', subject, bullets }))],
    [PROVENANCE_FILE, renderProvenance({ version: 1, hashAlgo: 'sha256', sources: {} })],
  ];
  return generated.filter(([path]) => !present.has(path)).map(([path, text]) => ({ op: 'create', path, text }));
}

/** UTF-16 units of a title. */
const MAX_TITLE = 100;

/** The heading of the whole README, as a reader sees it; `null` where there is none. */
async function readmeHeading(vault: Vault, existing: readonly string[]): Promise<string | null> {
  const path = existing.find((each) => each.toLowerCase() === 'readme.md');
  if (path === undefined) return null;
  const [first] = scanText(await readTextOrEmpty(vault, path)).headings;
  const words = first?.level === 1 ? inlineText(first.text) : '';
  return words === '' ? null : clip(words, MAX_TITLE);
}

/** A README that is no text has no heading. */
async function readTextOrEmpty(vault: Vault, path: string): Promise<string> {
  try {
    return await vault.readText(path);
  } catch (error) {
    if (isWikiError(error)) return '';
    throw error;
  }
}

function titleOf(folder: string): string {
  const words = folder.replace(/[-_]+/g, ' ').replace(/\s+/g, ' ').trim();
  return words === '' ? 'Wiki' : words.charAt(0).toUpperCase() + words.slice(1);
}
