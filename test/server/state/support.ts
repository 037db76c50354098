import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WikiError } from '../../../src/base';
import { SharedState, type StateNote } from '../../../src/server/state/shared-state';
import { hashOf, isShared, StateFolder } from '../../../src/server/state/state-folder';
import { type StateRow, type StateTable } from '../../../src/server/state/types';

const folders: string[] = [];

export function newStateFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lw-state-'));
  folders.push(folder);
  return folder;
}

export function removeStateFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A table in memory, whose lock one token has at a time. */
export class MemoryTable implements StateTable {
  holder = '';
  /** How many files were read. */
  reads = 0;
  readonly #rows = new Map<string, StateRow & { readonly content: Uint8Array | null }>();
  #version = 0;

  since(version: number): Promise<readonly StateRow[]> {
    return Promise.resolve(
      [...this.#rows.values()].filter((row) => row.version > version).sort((a, b) => a.version - b.version),
    );
  }

  newest(): Promise<number> {
    return Promise.resolve(this.#version);
  }

  contents(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    this.reads += paths.length;
    const found = paths.map((at) => [at, this.#rows.get(at)?.content ?? null] as const);
    return Promise.resolve(new Map(found.flatMap(([at, content]) => (content === null ? [] : [[at, content]]))));
  }

  async put(
    paths: readonly string[],
    read: (path: string) => Promise<Uint8Array | null>,
    token: string,
  ): Promise<readonly StateRow[]> {
    if (token !== this.holder) throw new WikiError('living-wiki:lock_lost', 'lost');
    const rows: (StateRow & { readonly content: Uint8Array | null })[] = [];
    for (const at of paths) {
      const content = await read(at);
      const hash = content === null ? null : hashOf(content);
      rows.push({ path: at, version: ++this.#version, hash, size: content?.length ?? 0, content });
    }
    for (const row of rows) this.#rows.set(row.path, row);
    return rows;
  }

  /** As whoever can write to the database. */
  forge(at: string, text: string): void {
    const content = new TextEncoder().encode(text);
    this.#rows.set(at, { path: at, version: ++this.#version, hash: hashOf(content), size: content.length, content });
  }

  /** Another one with the same rows. */
  copy(): MemoryTable {
    const copy = new MemoryTable();
    for (const [at, row] of this.#rows) copy.#rows.set(at, row);
    copy.#version = this.#version;
    return copy;
  }

  prune(): Promise<void> {
    return Promise.resolve();
  }

  pushed(): Promise<null> {
    return Promise.resolve(null);
  }

  /** The files that are there, by path. */
  files(): Record<string, string> {
    const found = [...this.#rows.values()].flatMap(({ path: at, content }) =>
      content === null ? [] : [[at, new TextDecoder().decode(content)] as const],
    );
    return Object.fromEntries(found);
  }
}

/** One program with a folder; again with the same folder, the same one after a new start. */
export function openState(
  table: StateTable,
  folder: string,
  isServers: boolean,
  note: StateNote = { name: 'approvals' },
): SharedState {
  const files = new StateFolder(folder, () => undefined);
  return new SharedState({ table, folder: files, isServers, note, setAside: () => undefined });
}

/** As the vault does it: a file is replaced as a whole, by a name of its own. @param text `null` removes it */
export function change(folder: string, at: string, text: string | null): void {
  const file = path.join(folder, at);
  rmSync(file, { force: true });
  if (text === null) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The files of the state in a folder. */
export function stateOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (at: string): void => {
    for (const entry of readdirSync(path.join(folder, at), { withFileTypes: true })) {
      const child = `${at}/${entry.name}`;
      if (entry.isDirectory()) walk(child);
      else if (isShared(child)) found[child] = readFileSync(path.join(folder, child), 'utf8');
    }
  };
  mkdirSync(path.join(folder, '.wiki'), { recursive: true });
  walk('.wiki');
  return found;
}
