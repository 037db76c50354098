import { lstatSync, readdirSync, watch as watchNative, type FSWatcher } from 'node:fs';
import { clearTimeout, setTimeout } from 'node:timers';
import nodePath from 'node:path';
import { compareText } from '../base';
import { joinPath, parentPath, type VaultEvent } from '../vault';
import { isTemporaryName } from './write';

/** How long a folder must be quiet before it is read, because editors write a file in several steps. Milliseconds. */
const DEBOUNCE = 60;
/** A folder that never becomes quiet is read after this time. Milliseconds. */
const MAX_DELAY = 500;
/** Folders that are not watched, because their files change with every command. */
const IGNORED = new Set(['.git']);

interface FileFingerprint {
  readonly size: number;
  readonly mtime: number;
  readonly id: string;
}

/**
 * Watches a folder and everything below it. The system's events only say where to look. What is reported is the difference
 * from the last state, so that nothing is reported twice and a move is reported as a move. Links are not followed.
 *
 * @returns the function that stops it
 */
export function watchFolder(root: string, listener: (event: VaultEvent) => void): () => void {
  const watcher = new FolderWatcher(root, listener);
  return () => watcher.stop();
}

class FolderWatcher {
  readonly #root: string;
  readonly #listener: (event: VaultEvent) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #files = new Map<string, Map<string, FileFingerprint>>();
  readonly #dirty = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #dirtySince = 0;

  constructor(root: string, listener: (event: VaultEvent) => void) {
    this.#root = root;
    this.#listener = listener;
    this.#look('');
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Adds a folder and everything below it. Returns the new files. */
  #look(folder: string): Map<string, FileFingerprint> {
    const found = new Map<string, FileFingerprint>();
    const folders = [folder];
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      this.#watch(next);
      const { files, subfolders } = readFolder(this.#root, next);
      this.#files.set(next, files);
      for (const [path, known] of files) found.set(path, known);
      for (const subfolder of subfolders) folders.push(subfolder);
    }
    return found;
  }

  #watch(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watchNative(nodePath.join(this.#root, folder), { persistent: false }, () => this.#mark(folder));
      // The parent's watcher reports a removed folder.
      watcher.on('error', () => this.#mark(parentPath(folder)));
      this.#watchers.set(folder, watcher);
    } catch {
      // Removed again, or over the system's limit of watchers: this folder is read when its siblings change.
    }
  }

  #mark(folder: string): void {
    const now = performance.now();
    if (this.#dirty.size === 0) this.#dirtySince = now;
    this.#dirty.add(folder);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, Math.min(DEBOUNCE, this.#dirtySince + MAX_DELAY - now)));
    this.#timer.unref();
  }

  #flush(): void {
    this.#timer = null;
    const created = new Map<string, FileFingerprint>();
    const removed = new Map<string, FileFingerprint>();
    const changed: string[] = [];
    for (const folder of [...this.#dirty].sort(compareText)) this.#compare(folder, created, removed, changed);
    this.#dirty.clear();
    const events: VaultEvent[] = changed.map((path) => ({ kind: 'changed', path }));
    for (const [path, { id }] of created) {
      const from = [...removed].find(([, gone]) => gone.id === id)?.[0];
      if (from !== undefined) removed.delete(from);
      events.push(from === undefined ? { kind: 'created', path } : { kind: 'renamed', path, from });
    }
    for (const path of removed.keys()) events.push({ kind: 'removed', path });
    for (const event of events.sort((a, b) => compareText(a.path, b.path))) this.#listener(event);
  }

  #compare(
    folder: string,
    created: Map<string, FileFingerprint>,
    removed: Map<string, FileFingerprint>,
    changed: string[],
  ): void {
    const before = this.#files.get(folder);
    // Already handled with its parent folder, which is new or removed.
    if (before === undefined) return;
    const { files, subfolders } = readFolder(this.#root, folder);
    this.#files.set(folder, files);
    for (const [path, known] of files) {
      const old = before.get(path);
      if (old === undefined) created.set(path, known);
      else if (old.size !== known.size || old.mtime !== known.mtime || old.id !== known.id) changed.push(path);
    }
    for (const [path, known] of before) if (!files.has(path)) removed.set(path, known);
    const below = new Set(subfolders);
    for (const known of [...this.#files.keys()]) {
      if (known !== '' && parentPath(known) === folder && !below.has(known)) this.#lose(known, removed);
    }
    for (const subfolder of subfolders) {
      if (this.#files.has(subfolder)) continue;
      for (const [path, known] of this.#look(subfolder)) created.set(path, known);
    }
  }

  /** Stops watching a removed folder. */
  #lose(folder: string, removed: Map<string, FileFingerprint>): void {
    for (const [known, files] of [...this.#files]) {
      if (known !== folder && !known.startsWith(`${folder}/`)) continue;
      for (const [path, file] of files) removed.set(path, file);
      this.#files.delete(known);
      this.#watchers.get(known)?.close();
      this.#watchers.delete(known);
    }
  }
}

function readFolder(root: string, folder: string): { files: Map<string, FileFingerprint>; subfolders: string[] } {
  const files = new Map<string, FileFingerprint>();
  const subfolders: string[] = [];
  const place = nodePath.join(root, folder);
  for (const name of namesIn(place).sort(compareText)) {
    const stats = lstatSync(nodePath.join(place, name), { throwIfNoEntry: false });
    if (stats === undefined || isTemporaryName(name) || IGNORED.has(name)) continue;
    const path = joinPath(folder, name);
    if (stats.isDirectory()) subfolders.push(path);
    else if (stats.isFile()) {
      files.set(path, { size: stats.size, mtime: stats.mtimeMs, id: `${stats.dev}:${stats.ino}` });
    }
  }
  return { files, subfolders };
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place);
  } catch {
    return [];
  }
}
