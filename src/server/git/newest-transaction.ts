import { createNodeVault } from '../../node';
import { baseName, listKinds } from '../../vault';

const DONE = '.wiki/journal/done';

/** The id of the newest transaction of a wiki's folder; `''` for none. Ids sort by time. Asked for while nobody else writes there. */
export async function newestTransaction(wiki: string): Promise<string> {
  const names = (await listKinds(createNodeVault(wiki), DONE)).map(({ path }) => baseName(path).split('.')[0] ?? '');
  return names.reduce((one, other) => (one > other ? one : other), '');
}
