import { asWikiError } from '../base';
import type { WikiError } from '../base';
import { joinPath, parentPath } from '../vault';
import type { Vault } from '../vault';
import { parseManifest } from './parse';
import type { ParsedManifest } from './types';

/** The name of every manifest file. */
export const manifestName = 'KNOWLEDGE.md';

export type ManifestFile =
  | { readonly kind: 'parsed'; readonly parsed: ParsedManifest }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly error: WikiError };

/** Reads manifests of one vault, each file once. Lives as long as one question is being answered. */
export class ManifestReader {
  private readonly files = new Map<string, Promise<ManifestFile>>();

  constructor(readonly vault: Vault) {}

  read(path: string): Promise<ManifestFile> {
    const known = this.files.get(path);
    if (known !== undefined) return known;
    const reading = this.load(path);
    this.files.set(path, reading);
    return reading;
  }

  private async load(path: string): Promise<ManifestFile> {
    try {
      const stat = await this.vault.stat(path);
      if (stat?.kind !== 'file') return { kind: 'missing' };
      return { kind: 'parsed', parsed: parseManifest(await this.vault.readText(path), path) };
    } catch (error) {
      return { kind: 'unreadable', error: asWikiError(error, 'living-wiki:file_system', { path }) };
    }
  }
}

/** The folder and every folder above it, nearest first, the vault's root (`''`) last. */
export function foldersUpward(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== '';) {
    at = parentPath(at);
    folders.push(at);
  }
  return folders;
}

/** Looks for `<collection>/<name>` of a `ws://` reference in these folders and above; the first that `accepts`. */
export async function findReference(
  reference: string,
  folders: readonly string[],
  accepts: (path: string) => Promise<string | null>,
): Promise<string | null> {
  const relative = reference.slice('ws://'.length);
  const tried = new Set<string>();
  for (const start of folders) {
    for (const folder of foldersUpward(start)) {
      if (tried.has(folder)) continue;
      tried.add(folder);
      const found = await accepts(joinPath(folder, relative)).catch(() => null);
      if (found !== null) return found;
    }
  }
  return null;
}
