import { Events } from '../events';
import { TFile, type TAbstractFile } from '../vault/files';
import { type Vault } from '../vault/vault';
import { getLinkpath } from './links';
import { parseMetadata, type Metadata } from './parse';

type Counts = Record<string, Record<string, number>>;

/** How long the index works before it lets others have the thread; the app does it in a worker. In milliseconds. */
const SLICE = 5;

/**
 * d.ts `MetadataCache`. Files are indexed in the background after they were made or changed: 'changed', then 'resolve',
 * and 'resolved' once nothing waits any more. Guess: at the start 'changed' is not fired, as what was indexed earlier is
 * remembered; only 'resolve' and 'resolved' are.
 */
export class MetadataCache extends Events {
  resolvedLinks: Counts = {};
  unresolvedLinks: Counts = {};
  readonly #hostCaches = new Map<TFile, Metadata>();
  readonly #hostNames = new Map<string, Set<TFile>>();
  readonly #hostNamed = new Map<TFile, string>();
  readonly #hostLinkers = new Map<string, Set<TFile>>();
  readonly #hostStale = new Set<TFile>();
  readonly #hostUnresolved = new Set<TFile>();
  #hostRunning: Promise<void> | null = null;
  #hostStarting = true;

  readonly #hostVault: Vault;

  constructor(hostVault: Vault) {
    super();
    this.#hostVault = hostVault;
    hostVault.on('create', (file: TAbstractFile) => {
      this.#hostName(file);
      this.#hostMark(file);
    });
    hostVault.on('modify', (file: TAbstractFile) => this.#hostMark(file));
    hostVault.on('rename', (file: TAbstractFile, oldPath: string) => {
      this.#hostUnname(file);
      this.#hostName(file);
      this.#hostForgetLinks(oldPath);
      if (file instanceof TFile) this.#hostUnresolved.add(file);
      this.#hostRun();
    });
    hostVault.on('delete', (file: TAbstractFile) => {
      this.#hostUnname(file);
      this.#hostForgetLinks(file.path);
      if (!(file instanceof TFile)) return;
      const previous = this.#hostCaches.get(file) ?? null;
      this.#hostCaches.delete(file);
      this.#hostStale.delete(file);
      this.#hostUnresolved.delete(file);
      if (file.extension === 'md') this.trigger('deleted', file, previous);
      this.#hostRun();
    });
  }

  getFileCache(file: TFile): Metadata | null {
    return this.#hostCaches.get(file) ?? null;
  }

  getCache(path: string): Metadata | null {
    const file = this.#hostVault.getFileByPath(path);
    return file === null ? null : this.getFileCache(file);
  }

  /**
   * d.ts: "Get the best match for a linkpath." Guess: the same file for an empty one; a path as it stands; a path that
   * ends so, the nearest to the source first and then the shortest. Letter case does not count.
   */
  getFirstLinkpathDest(linkpath: string, sourcePath: string): TFile | null {
    if (linkpath === '') return this.#hostVault.getFileByPath(sourcePath);
    const folder = sourcePath.slice(0, Math.max(0, sourcePath.lastIndexOf('/')));
    const wanted = (/^\.{1,2}\//.test(linkpath) ? join(folder, linkpath) : linkpath.replace(/^\/+/, '')).toLowerCase();
    const name = wanted.slice(wanted.lastIndexOf('/') + 1);
    const named = [...(this.#hostNames.get(name) ?? []), ...(this.#hostNames.get(`${name}.md`) ?? [])];
    const fits = named.filter((file) => {
      const path = file.path.toLowerCase();
      return [wanted, `${wanted}.md`].some((each) => path === each || path.endsWith(`/${each}`));
    });
    const rank = (file: TFile): number => {
      const path = file.path.toLowerCase();
      if (path === wanted || path === `${wanted}.md`) return 0;
      return (file.parent?.isRoot() === true ? '' : (file.parent?.path ?? '')) === folder ? 1 : 2;
    };
    fits.sort((a, b) => rank(a) - rank(b) || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
    return fits[0] ?? null;
  }

  /** d.ts: "If file name is unique, use the filename. If not unique, use full path." */
  fileToLinktext(file: TFile, sourcePath: string, omitMdExtension = true): string {
    const unique = (this.#hostNames.get(file.name.toLowerCase())?.size ?? 0) < 2;
    const text = unique ? file.name : file.path;
    return omitMdExtension && file.extension === 'md' ? text.replace(/\.md$/i, '') : text;
  }

  /** Settles once nothing waits to be indexed. */
  async hostIdle(): Promise<void> {
    while (this.#hostRunning !== null) await this.#hostRunning;
  }

  #hostMark(file: TAbstractFile): void {
    if (!(file instanceof TFile)) return;
    if (file.extension === 'md') this.#hostStale.add(file);
    this.#hostRun();
  }

  #hostRun(): void {
    this.#hostRunning ??= this.#hostWork().finally(() => {
      this.#hostRunning = null;
    });
  }

  async #hostWork(): Promise<void> {
    do {
      let began = await pause();
      for (const file of this.#hostStale) {
        this.#hostStale.delete(file);
        await this.#hostIndex(file);
        if (performance.now() - began > SLICE) began = await pause();
      }
      for (const file of this.#hostUnresolved) {
        this.#hostUnresolved.delete(file);
        if (this.#hostVault.getFileByPath(file.path) !== file) continue;
        this.#hostResolve(file);
        this.trigger('resolve', file);
        if (performance.now() - began > SLICE) began = await pause();
      }
    } while (this.#hostStale.size > 0 || this.#hostUnresolved.size > 0);
    this.#hostStarting = false;
    this.trigger('resolved');
  }

  async #hostIndex(file: TFile): Promise<void> {
    let text: string;
    try {
      text = await this.#hostVault.cachedRead(file);
    } catch {
      // Deleted or locked since: another event follows, or it stays without a cache.
      return;
    }
    if (this.#hostVault.getFileByPath(file.path) !== file) return;
    const cache = parseMetadata(text);
    this.#hostCaches.set(file, cache);
    this.#hostUnresolved.add(file);
    if (!this.#hostStarting) this.trigger('changed', file, text, cache);
  }

  #hostResolve(file: TFile): void {
    const resolved: Record<string, number> = {};
    const unresolved: Record<string, number> = {};
    const { links = [], embeds = [], frontmatterLinks = [] } = this.#hostCaches.get(file) ?? {};
    for (const { link } of [...links, ...embeds, ...frontmatterLinks]) {
      const path = getLinkpath(link);
      const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
      const linkers = this.#hostLinkers.get(name) ?? new Set();
      this.#hostLinkers.set(name, linkers.add(file));
      const target = this.getFirstLinkpathDest(path, file.path);
      if (target === null) unresolved[path] = (unresolved[path] ?? 0) + 1;
      else resolved[target.path] = (resolved[target.path] ?? 0) + 1;
    }
    this.resolvedLinks[file.path] = resolved;
    this.unresolvedLinks[file.path] = unresolved;
  }

  #hostForgetLinks(path: string): void {
    Reflect.deleteProperty(this.resolvedLinks, path);
    Reflect.deleteProperty(this.unresolvedLinks, path);
  }

  #hostName(file: TAbstractFile): void {
    if (!(file instanceof TFile)) return;
    const name = file.name.toLowerCase();
    this.#hostNamed.set(file, name);
    this.#hostNames.set(name, (this.#hostNames.get(name) ?? new Set()).add(file));
    this.#hostStirLinkers(name);
  }

  #hostUnname(file: TAbstractFile): void {
    if (!(file instanceof TFile)) return;
    const name = this.#hostNamed.get(file) ?? '';
    this.#hostNamed.delete(file);
    this.#hostNames.get(name)?.delete(file);
    this.#hostStirLinkers(name);
  }

  /** Whoever links to a file of that name may find another one now, or none. */
  #hostStirLinkers(name: string): void {
    for (const each of [name, name.replace(/\.md$/, '')]) {
      for (const file of this.#hostLinkers.get(each) ?? []) this.#hostUnresolved.add(file);
    }
  }
}

function join(folder: string, relative: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

async function pause(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  return performance.now();
}
