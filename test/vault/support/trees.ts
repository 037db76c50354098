import { compareText } from '../../../src/base';
import { type Vault } from '../../../src/vault';

/** What a folder stands for in a tree. */
const folderMark = '(folder)';

export interface TreeOptions {
  /** Whether folders count. They do by default. */
  readonly folders?: boolean;
  /** A folder that is left out with all that it holds. */
  readonly without?: string;
}

/** Every file of a vault with its bytes (as Latin-1, so that any can be compared and printed), by path. */
export async function treeOf(
  vault: Vault,
  { folders = true, without }: TreeOptions = {},
): Promise<Map<string, string>> {
  const tree = new Map<string, string>();
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of await vault.list(folder)) {
      if (entry.path === without) continue;
      if (entry.kind === 'folder') {
        pending.push(entry.path);
        if (folders) tree.set(entry.path, folderMark);
      } else {
        tree.set(entry.path, latin(await vault.readBytes(entry.path)));
      }
    }
  }
  return new Map([...tree].sort(([a], [b]) => compareText(a, b)));
}

/** The tree of a wiki without its private state: what a person sees. */
export function wikiTree(vault: Vault): Promise<Map<string, string>> {
  return treeOf(vault, { without: '.wiki' });
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
