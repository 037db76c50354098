import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isWikiError, findWikiRoot, WikiError } from '../workbench';
import { createNodeVault } from './vault';

/** A wiki on this machine: its folder, and the vault that contains it and its views. */
export interface WikiLocation {
  /** Absolute path of the wiki's folder, symbolic links resolved. */
  readonly folder: string;
  /** Absolute path of the vault; the wiki's folder or one above it. */
  readonly vault: string;
  /** The wiki's folder in the vault, `/`-separated; `''` when it is the vault. */
  readonly root: string;
  /** Whether Obsidian opened this vault, so that links may lead anywhere in it. */
  readonly isObsidianVault: boolean;
}

interface LocateWikiOptions {
  readonly cwd: string;
  readonly wiki?: string | undefined;
  readonly vault?: string | undefined;
}

/**
 * Finds the wiki: the named folder, otherwise the nearest one upward that contains a workspace root.
 * @throws WikiError `living-wiki:no_wiki`, `living-wiki:no_vault`
 */
export async function locateWiki(options: LocateWikiOptions): Promise<WikiLocation> {
  const folder = await wikiFolder(options);
  const vault = vaultFolder(folder, options);
  return {
    folder,
    vault,
    root: path.relative(vault, folder).split(path.sep).join('/'),
    isObsidianVault: existsSync(path.join(vault, '.obsidian')),
  };
}

async function wikiFolder({ cwd, wiki }: LocateWikiOptions): Promise<string> {
  if (wiki !== undefined) {
    const named = path.resolve(cwd, wiki);
    if (await isWiki(named)) return realpathSync(named);
    throw new WikiError('living-wiki:no_wiki', `${named} is not a wiki: it has no KNOWLEDGE.md that declares a wiki.`, {
      remedy: `Make it one with: living-wiki init ${wiki}`,
    });
  }
  const nearest = await findWiki(cwd);
  if (nearest !== null) return nearest;
  throw new WikiError('living-wiki:no_wiki', `There is no wiki in ${cwd} or in any folder above it.`, {
    remedy: 'Go to a wiki, name one with --wiki, or make one with: living-wiki init',
  });
}

/** The nearest wiki upward; `null` where there is none. */
export async function findWiki(cwd: string): Promise<string | null> {
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    if (await isWiki(folder)) return realpathSync(folder);
    if (folder === path.dirname(folder)) return null;
  }
}

async function isWiki(folder: string): Promise<boolean> {
  if (!existsSync(path.join(folder, 'KNOWLEDGE.md'))) return false;
  try {
    return (await findWikiRoot(createNodeVault(folder), '')) !== null;
  } catch (error) {
    if (isWikiError(error)) return false;
    throw error;
  }
}

/**
 * The vault is the nearest folder upward that contains `.obsidian`. Without one, it is the folder in which AIP-10 places
 * views beside the wiki: in `operators/`, `companies/`, `skills/`, `teams/` and `views/`, or in sibling folders.
 */
function vaultFolder(wiki: string, options: LocateWikiOptions): string {
  if (options.vault !== undefined) {
    const named = path.resolve(options.cwd, options.vault);
    const real = existsSync(named) && statSync(named).isDirectory() ? realpathSync(named) : null;
    const inside = real === null ? '..' : path.relative(real, wiki);
    if (real !== null && !inside.startsWith('..') && !path.isAbsolute(inside)) return real;
    throw new WikiError('living-wiki:no_vault', `${named} is not a folder that holds the wiki ${wiki}.`, {
      remedy: 'Name the vault folder that the wiki is in, or leave --vault out.',
    });
  }
  for (let folder = wiki; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.obsidian'))) return folder;
  }
  for (const above of [path.dirname(wiki), path.dirname(path.dirname(wiki))]) {
    if (CONSUMER_FOLDERS.some((name) => existsSync(path.join(above, name)))) return above;
    if (VIEW_FOLDERS.some((name) => hasManifestBelow(path.join(above, name)))) return above;
  }
  // Another wiki beside this one does not make a vault of the folder that holds both: that may be a person's home.
  return hasManifestBelow(path.dirname(wiki), extendsAnother) ? path.dirname(wiki) : wiki;
}

const CONSUMER_FOLDERS = ['operators', 'companies', 'skills'];
/** Common names, which count only if they hold a manifest. */
const VIEW_FOLDERS = ['teams', 'views'];
/** Bytes. */
const MAX_MANIFEST_SIZE = 1_000_000;

/** Whether a manifest says that it is a view of another one, however broken the rest of it is. */
function extendsAnother(manifest: string): boolean {
  const { size } = statSync(manifest);
  return size <= MAX_MANIFEST_SIZE && /^extends\s*:/m.test(readFileSync(manifest, 'utf8'));
}

/** Whether a folder inside `folder` holds a `KNOWLEDGE.md` that counts. */
function hasManifestBelow(folder: string, counts: (manifest: string) => boolean = () => true): boolean {
  try {
    return readdirSync(folder, { withFileTypes: true }).some((entry) => {
      const manifest = path.join(folder, entry.name, 'KNOWLEDGE.md');
      return entry.isDirectory() && !entry.name.startsWith('.') && existsSync(manifest) && counts(manifest);
    });
  } catch {
    // We could not read views in a folder that is missing or cannot be listed.
    return false;
  }
}
