import { silentRun } from '../base';
import { baseName, STATE_FOLDER, type Journal, type Vault } from '../vault';
import { type Notice, type WorkbenchHost } from './types';

/**
 * What does not show that another device worked here: folders that the journal creates and removes, and the marks by which a server
 * knows the folder and what it holds, which it writes before it opens the wiki.
 */
const HARMLESS: ReadonlySet<string> = new Set(['tmp', 'lock', 'server-folder', 'server-state.json']);

/**
 * Warnings about working files that this device did not write: unfinished changes that were set aside, at each start
 * until their records are removed, and a `.wiki/` folder of another device, when the wiki is first opened.
 */
export async function foreignStateNotices(
  { device }: WorkbenchHost,
  vault: Vault,
  journal: Journal,
): Promise<readonly Notice[]> {
  const known = new Set(journal.recovered.map(({ path }) => path));
  const notices = (await journal.foreign())
    .filter(({ path }) => !known.has(path))
    .map(({ code, message, path }): Notice => ({ code, message, at: path ?? STATE_FOLDER }));
  if (device === undefined || device.knowsWiki()) return notices;
  if (await hasForeignState(vault, journal)) notices.unshift(FIRST_LOOK);
  device.rememberWiki();
  return notices;
}

const FIRST_LOOK: Notice = {
  code: 'living-wiki:state_foreign',
  message:
    'Another device wrote the working files of this wiki (history, proposals and caches in the hidden folder .wiki). ' +
    'Nothing in them runs automatically, but a proposal or a change in the history may not do what its title says. ' +
    'Review it before you apply or undo it. If you do not know where this wiki comes from, delete the folder .wiki; ' +
    'pages and sources stay.',
  at: STATE_FOLDER,
};

async function hasForeignState(vault: Vault, journal: Journal): Promise<boolean> {
  const entries = await vault.list(STATE_FOLDER);
  if (entries.every(({ path }) => HARMLESS.has(baseName(path)))) return false;
  // A wiki of this device that was moved to another folder.
  const latest = await journal.latest();
  return latest === null || !(await isOwn(journal, latest));
}

async function isOwn(journal: Journal, id: string): Promise<boolean> {
  try {
    return (await journal.read(id, silentRun, () => false)).isOwn;
  } catch {
    return false;
  }
}
