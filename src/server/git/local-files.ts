import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import nodePath from 'node:path';
import { YieldBudget, type Run } from '../../base';
import { asVaultError, createNodeVault, errnoOf } from '../../node';
import { parentPath, type Vault } from '../../vault';
import { isPlainName } from './tree';

/** A file as it was when the folder and a commit were last the same. */
export interface KnownFile {
  /** Id of its content in git. */
  readonly blob: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds; 0 if the file must be read to know whether it is still the same. */
  readonly mtime: number;
}

export type KnownFiles = ReadonlyMap<string, KnownFile>;

/** Files that changed since, by path; `null` for those that are gone. */
export type LocalChanges = ReadonlyMap<string, LocalFile | null>;

interface LocalFile extends KnownFile {
  readonly content: Buffer;
}

/** Two changes in one tick of the clock cannot be told apart by time. Milliseconds. */
const TICK = 50;

/** What looking at a file costs, as much as reading so many characters. */
const LOOK = 100;

/** The files of a wiki's folder that are kept in step with commits: all but hidden ones, links, and what no repository takes. */
export class LocalFiles {
  readonly #vault: Vault;
  readonly #folder: string;
  readonly #maxSize: number;

  /** @param maxSize bytes; a larger file stays on this machine */
  constructor(wiki: string, maxSize: number) {
    this.#folder = wiki;
    this.#maxSize = maxSize;
    // Refuses paths that lead out of the wiki, through links too, and replaces files as a whole.
    this.#vault = createNodeVault(wiki);
  }

  /** What differs from what is known. Only files whose size or time changed are read. @throws WikiError `living-wiki:cancelled` */
  async changes(
    known: KnownFiles,
    run: Run,
  ): Promise<{ readonly changes: LocalChanges; readonly now: Map<string, KnownFile> }> {
    const changes = new Map<string, LocalFile | null>();
    const now = new Map<string, KnownFile>();
    const recent = Date.now() - TICK;
    const budget = new YieldBudget(run);
    for (const { path, size, mtime } of this.#list()) {
      if (budget.spend(LOOK)) await budget.checkpoint();
      const before = known.get(path);
      if (before !== undefined && before.mtime > 0 && before.size === size && before.mtime === mtime) {
        now.set(path, before);
        continue;
      }
      const content = this.read(path);
      if (content === null) continue;
      budget.spend(content.length);
      const file = { blob: blobId(content), size: content.length, mtime: mtime >= recent ? 0 : mtime };
      if (before?.blob !== file.blob) changes.set(path, { ...file, content });
      now.set(path, file);
    }
    for (const path of known.keys()) if (!now.has(path)) changes.set(path, null);
    return { changes, now };
  }

  /** `null` where there is no file. */
  read(path: string): Buffer | null {
    const place = nodePath.join(this.#folder, path);
    return ifThere(path, () => (lstatSync(place).isFile() ? readFileSync(place) : null));
  }

  async write(path: string, content: Uint8Array): Promise<void> {
    await this.#vault.write(path, content, { durable: true });
  }

  async remove(path: string): Promise<void> {
    await this.#vault.remove(path);
    // Git knows no empty folders.
    for (let folder = parentPath(path); folder !== ''; folder = parentPath(folder)) {
      if ((await this.#vault.list(folder)).length > 0) break;
      await this.#vault.remove(folder);
    }
  }

  *#list(folder = ''): Generator<{ readonly path: string; readonly size: number; readonly mtime: number }> {
    const place = nodePath.join(this.#folder, folder);
    for (const entry of ifThere(folder, () => readdirSync(place, { withFileTypes: true })) ?? []) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.') || !isPlainName(path)) continue;
      if (entry.isDirectory()) yield* this.#list(path);
      else if (entry.isFile()) {
        const stat = ifThere(path, () => lstatSync(nodePath.join(this.#folder, path)));
        if (stat !== null && stat.size <= this.#maxSize) yield { path, size: stat.size, mtime: stat.mtimeMs };
      }
    }
  }
}

/**
 * `null` where there is nothing. Any other failure is thrown: a file that cannot be read now, because too many are open, must not be
 * taken for one that was removed.
 */
function ifThere<T>(path: string, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error))) return null;
    throw asVaultError(error, path);
  }
}

/** The name that git gives a content. */
function blobId(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}
