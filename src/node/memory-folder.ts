import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findWikis, isWikiError, silentRun, WikiError } from '../workbench';
import { locateWiki, type WikiLocation } from './locate-wiki';
import { createNodeVault } from './vault';

/** The folder's default name. */
const FOLDER = 'knowledge';

/** Absolute path of the wiki that belongs to a memory; `null` where there is none, or several. */
export async function wikiBeside(cwd: string, folder: string): Promise<string | null> {
  try {
    return (await locateWiki({ cwd })).folder;
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
  const vault = path.dirname(folder);
  const [only, second] = await findWikis(createNodeVault(vault), silentRun);
  return only === undefined || second !== undefined ? null : path.join(vault, only);
}

/**
 * The named folder, else `knowledge` in the vault, else `knowledge` here.
 * @throws WikiError `living-wiki:memory_in_wiki`: its files would become pages
 */
export async function locateMemory(cwd: string, named: string | undefined): Promise<string> {
  const folder = named === undefined ? path.join(await vaultFolder(cwd), FOLDER) : path.resolve(cwd, named);
  const wiki = await nearestWiki(folder);
  if (wiki === null || isPlaceIn(wiki, folder)) return folder;
  throw new WikiError(
    'living-wiki:memory_in_wiki',
    `The memory folder ${folder} would be inside the wiki ${wiki.folder}.`,
    { remedy: 'Name a folder outside the wiki with --memory.' },
  );
}

/** In a wiki that is a whole vault, the folder of the default name is no part of the wiki once it is a memory. It must not hold pages before. */
function isPlaceIn(wiki: WikiLocation, folder: string): boolean {
  if (wiki.root !== '' || realpath(folder) !== path.join(wiki.folder, FOLDER)) return false;
  if (existsSync(path.join(folder, 'ledger.json')) || !existsSync(folder)) return true;
  return !readdirSync(folder).some((name) => name.endsWith('.md'));
}

/** With links resolved, as far as it exists. */
function realpath(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : path.join(realpath(path.dirname(folder)), path.basename(folder));
}

async function vaultFolder(cwd: string): Promise<string> {
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.obsidian'))) return folder;
    if (folder === path.dirname(folder)) break;
  }
  try {
    return (await locateWiki({ cwd })).vault;
  } catch (error) {
    if (isWikiError(error)) return path.resolve(cwd);
    throw error;
  }
}

async function nearestWiki(folder: string): Promise<WikiLocation | null> {
  let existing = folder;
  while (!existsSync(existing)) existing = path.dirname(existing);
  try {
    return await locateWiki({ cwd: existing });
  } catch (error) {
    if (isWikiError(error)) return null;
    throw error;
  }
}
