import { checkpoint, compareText, isWikiError, type Run } from '../base';
import { baseName, hashText, joinPath, type Vault, type VaultEntry } from '../vault';
import { IgnoreRules } from './ignore-rules';
import { parsePack } from './parse';
import {
  DEFAULT_LIMITS,
  type Discovery,
  type DiscoveryLimits,
  type LeftOut,
  type LeftOutReason,
  type Pack,
  type PackScope,
  type ScannedPlace,
  type ScopeKind,
} from './types';

export const GUIDE_NAME = 'KNOWLEDGE.md';

/** Bytes. No guide is longer: it goes to a model whole. */
const MAX_GUIDE_SIZE = 256_000;

/** Build outputs, caches and what is generated; hidden folders besides. */
const SKIPPED = new Set([
  'node_modules',
  'indexes',
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  'vendor',
  'venv',
  '__pycache__',
]);

const ORDER: readonly ScopeKind[] = ['project', 'user', 'organization', 'built-in'];

/**
 * Finds the packs of some places. Where two have the same name, the one of the nearer place is used: project over user over
 * organization over built in; within one place the first by path.
 */
export async function discoverPacks(
  scopes: readonly PackScope[],
  run: Run,
  limits: Partial<DiscoveryLimits> = {},
): Promise<Discovery> {
  const all: DiscoveryLimits = { ...DEFAULT_LIMITS, ...limits };
  const found: Pack[] = [];
  const leftOut: LeftOut[] = [];
  const scanned: ScannedPlace[] = [];
  const ordered = [...scopes].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  for (const scope of ordered) {
    const scan = new PlaceScan(scope, all);
    scanned.push(await scan.run(run));
    found.push(...scan.packs);
    leftOut.push(...scan.leftOut);
  }
  const packs = new Map<string, Pack>();
  const archived: Pack[] = [];
  for (const pack of found) {
    const { name, status, location } = pack.item;
    const winner = packs.get(name);
    if (status === 'archived') {
      archived.push(pack);
      leftOut.push({ place: location, reason: 'archived', name, message: 'It is archived.' });
    } else if (winner !== undefined) {
      const message = `Another pack named "${name}" is used instead: ${winner.item.location}`;
      leftOut.push({ place: location, reason: 'shadowed', name, message });
    } else packs.set(name, pack);
  }
  return {
    packs: [...packs.values()].sort((a, b) => compareText(a.item.name, b.item.name)),
    archived,
    scanned,
    leftOut,
  };
}

class PlaceScan {
  readonly packs: Pack[] = [];
  readonly leftOut: LeftOut[] = [];
  readonly #scope: PackScope;
  readonly #limits: DiscoveryLimits;
  #folders = 0;

  constructor(scope: PackScope, limits: DiscoveryLimits) {
    this.#scope = scope;
    this.#limits = limits;
  }

  async run(run: Run): Promise<ScannedPlace> {
    const { kind, place, refused, vault, ignored } = this.#scope;
    let exists = false;
    if (refused !== undefined) this.#leaveOut('', 'link', refused);
    else {
      exists = (await this.#list(vault, '')).length > 0;
      if (exists) await this.#walk(IgnoreRules.of(ignored), run);
    }
    return { kind, place, folders: this.#folders, packs: this.packs.map(({ item }) => item.name), exists };
  }

  async #walk(outer: IgnoreRules, run: Run): Promise<void> {
    const { depth: maxDepth, folders: maxFolders } = this.#limits;
    const pending: { readonly folder: string; readonly depth: number; readonly rules: IgnoreRules }[] = [
      { folder: '', depth: 0, rules: outer },
    ];
    let isTooDeep = false;
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      await checkpoint(run);
      if (this.#folders >= maxFolders) {
        this.#leaveOut('', 'limit', `Only the first ${maxFolders} folders were looked into.`);
        break;
      }
      this.#folders += 1;
      const { folder, depth } = next;
      const entries = await this.#list(this.#scope.vault, folder);
      await this.#noteLinks(folder);
      if (await this.#take(folder, entries)) continue;
      const rules = await this.#rulesIn(folder, entries, next.rules);
      for (const { kind, path } of entries) {
        if (kind !== 'folder' || isSkipped(baseName(path))) continue;
        if (rules.hides(path)) this.#leaveOut(path, 'ignored', 'A .gitignore file hides it.');
        else if (depth >= maxDepth) isTooDeep = true;
        // More than the limit can ever be visited; the rest need not be kept.
        else if (pending.length + this.#folders <= maxFolders) pending.push({ folder: path, depth: depth + 1, rules });
      }
    }
    if (isTooDeep) this.#leaveOut('', 'limit', `Folders below level ${maxDepth} were not looked into.`);
  }

  async #rulesIn(folder: string, entries: readonly VaultEntry[], rules: IgnoreRules): Promise<IgnoreRules> {
    const file = entries.find(({ kind, path }) => kind === 'file' && baseName(path) === '.gitignore');
    if (file === undefined || file.size > MAX_GUIDE_SIZE) return rules;
    try {
      return rules.and(folder, await this.#scope.vault.readText(file.path));
    } catch (error) {
      if (isWikiError(error)) return rules;
      throw error;
    }
  }

  /** @returns whether the folder is a pack, or something else that has no packs in it */
  async #take(folder: string, entries: readonly VaultEntry[]): Promise<boolean> {
    const guide = entries.find(({ path }) => baseName(path) === GUIDE_NAME);
    if (guide === undefined) return false;
    if (guide.kind !== 'file') {
      this.#leaveOut(guide.path, 'not-a-file', `${GUIDE_NAME} is a folder.`);
      return false;
    }
    if (guide.size > MAX_GUIDE_SIZE) {
      this.#leaveOut(guide.path, 'too-large', `${GUIDE_NAME} is longer than ${MAX_GUIDE_SIZE / 1_000} kB.`);
      return true;
    }
    const text = await this.#read(guide.path);
    if (text === null) return true;
    if (text.length > MAX_GUIDE_SIZE) {
      this.#leaveOut(guide.path, 'too-large', `${GUIDE_NAME} is longer than ${MAX_GUIDE_SIZE / 1_000} kB.`);
      return true;
    }
    const packRoot = this.#shown(folder);
    const parsed = parsePack(text, {
      folderName: folder === '' ? baseName(this.#scope.place) : baseName(folder),
      location: this.#shown(guide.path),
      packRoot,
      children: new Set(entries.map(({ path }) => baseName(path))),
      types: this.#limits.types,
    });
    if (parsed.kind === 'pack') {
      const { kind, vault } = this.#scope;
      this.packs.push({ item: parsed.item, scope: kind, vault, folder, hash: hashText(text) });
    } else this.#leaveOut(guide.path, parsed.reason, parsed.message, parsed.name);
    return true;
  }

  async #read(path: string): Promise<string | null> {
    try {
      return await this.#scope.vault.readText(path);
    } catch (error) {
      if (!isWikiError(error)) throw error;
      this.#leaveOut(path, error.code === 'living-wiki:path_refused' ? 'link' : 'unreadable', error.message);
      return null;
    }
  }

  /** A place or folder that cannot be listed is as good as empty, and is said. */
  async #list(vault: Vault, folder: string): Promise<readonly VaultEntry[]> {
    try {
      return await vault.list(folder);
    } catch (error) {
      if (!isWikiError(error)) throw error;
      this.#leaveOut(folder, 'unreadable', error.message);
      return [];
    }
  }

  async #noteLinks(folder: string): Promise<void> {
    const { vault } = this.#scope;
    if (vault.listSkipped === undefined) return;
    try {
      for (const { path, reason } of await vault.listSkipped(folder)) this.#leaveOut(path, 'link', reason);
    } catch (error) {
      if (!isWikiError(error)) throw error;
    }
  }

  #shown(path: string): string {
    return joinPath(this.#scope.place, path);
  }

  #leaveOut(path: string, reason: LeftOutReason, message: string, name?: string): void {
    this.leftOut.push({ place: this.#shown(path), reason, message, ...(name !== undefined && { name }) });
  }
}

function isSkipped(name: string): boolean {
  return name.startsWith('.') || SKIPPED.has(name);
}
