import { asWikiError, type WikiError } from '../base';
import { joinPath, parentPath, type Vault } from '../vault';
import { parseManifest } from './parse';
import { type ParsedManifest } from './types';

/** The name of every manifest file. */
export const MANIFEST_NAME = 'KNOWLEDGE.md';

type ManifestReadResult =
  | { readonly kind: 'parsed'; readonly parsed: ParsedManifest }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly error: WikiError };

/** Reads the manifests of one vault, each file once. Use a new one for each operation, since files change. */
export class ManifestReader {
  readonly #files = new Map<string, Promise<ManifestReadResult>>();

  constructor(readonly vault: Vault) {}

  read(path: string): Promise<ManifestReadResult> {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const reading = this.#load(path);
    this.#files.set(path, reading);
    return reading;
  }

  async #load(path: string): Promise<ManifestReadResult> {
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
function ancestorFolders(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== '';) {
    at = parentPath(at);
    folders.push(at);
  }
  return folders;
}

/** The first `<collection>/<name>` of a `ws://` reference, in these folders or above, that `accepts` returns a path for. */
export async function findReference(
  reference: string,
  folders: readonly string[],
  accepts: (path: string) => Promise<string | null>,
): Promise<string | null> {
  const relative = reference.slice('ws://'.length);
  const tried = new Set<string>();
  for (const start of folders) {
    for (const folder of ancestorFolders(start)) {
      if (tried.has(folder)) continue;
      tried.add(folder);
      const found = await accepts(joinPath(folder, relative)).catch(() => null);
      if (found !== null) return found;
    }
  }
  return null;
}
