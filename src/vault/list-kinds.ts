import { type EntryKind, type Vault } from './types';

/** What a folder holds, without sizes and times: on many hosts each of those is a call of its own. */
export async function listKinds(
  vault: Pick<Vault, 'list' | 'listKinds'>,
  folder: string,
): Promise<readonly EntryKind[]> {
  return vault.listKinds?.(folder) ?? vault.list(folder);
}
