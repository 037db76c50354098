import { isWikiError } from '../../base';
import { decodeText, hashBytes, joinPath, relativePath, type Hash, type Vault } from '../../vault';
import { guidePaths, layoutOf, PLAIN_LANGUAGE_FILE } from '../../wiki';
import { findPolicyFiles, MANIFEST_NAME, type Lens } from '../../workspace';
import { type WorkbenchHost } from '../types';

/** A file that steers a model or says how a wiki is kept. */
export interface GoverningFile {
  /** Relative to the wiki's root; a view or policy may lie outside: `../operators/x/KNOWLEDGE.md`. */
  readonly path: string;
  /** `named`: a policy asks for its approval. */
  readonly kind: 'manifest' | 'guide' | 'policy' | 'skill' | 'named';
  /** The whole file; `''` where it is not text. */
  readonly text: string;
  /** Of its bytes. */
  readonly hash: Hash;
  /** For a manifest: the lens that it states, where it can be read. */
  readonly lens: Lens | null;
}

/** Where the skills of a wiki are, and where coding agents keep those of a vault. */
export const WIKI_SKILLS = 'skills';
export const VAULT_SKILLS: readonly string[] = ['.claude/skills', '.agents/skills'];

/** Files of one folder that are compared. */
const MAX_FILES = 2000;
const MAX_DEPTH = 8;

type Named = readonly [path: string, kind: GoverningFile['kind'], lens?: Lens | undefined];

/**
 * What steers a model in this wiki, as it is now: its manifest, its views, its `AGENTS.md` or `CLAUDE.md`, the policies that they name,
 * its skills, and what a policy names further.
 * @param lenses of the wiki, as `listLenses` gives them @param vaultSkills also the skills that coding agents keep in the vault
 */
export async function readGoverningFiles(
  { vault, root }: Pick<WorkbenchHost, 'vault' | 'root'>,
  lenses: readonly Lens[],
  vaultSkills: boolean,
): Promise<readonly GoverningFile[]> {
  const rootManifest = joinPath(root, MANIFEST_NAME);
  const own = lenses.find(({ path }) => path === rootManifest);
  const guides = [...guidePaths(layoutOf(own?.effective ?? { metadata: {} })), PLAIN_LANGUAGE_FILE];
  const folders = [joinPath(root, WIKI_SKILLS), ...(vaultSkills ? VAULT_SKILLS : [])];
  const skills = (await Promise.all(folders.map((folder) => skillFiles(vault, folder)))).flat();
  const named: Named[] = [
    ...[...manifestsOf(lenses)].map(([path, lens]): Named => [path, 'manifest', lens]),
    ...guides.map((path): Named => [joinPath(root, path), 'guide']),
    ...skills.map((path): Named => [path, 'skill']),
    ...(await findPolicyFiles(vault, lenses)).map((path): Named => [path, 'policy']),
    ...(await namedFiles(vault, root, own)).map((path): Named => [path, 'named']),
  ];
  const files = new Map<string, GoverningFile>();
  for (const [path, kind, lens = null] of named) {
    if (files.has(path) || (await vault.stat(path))?.kind !== 'file') continue;
    files.set(path, { path: relativePath(rootManifest, path), kind, lens, ...(await contentOf(vault, path)) });
  }
  return [...files.values()];
}

/** A file that cannot be read has content that no approval can have. */
async function contentOf(vault: Vault, path: string): Promise<Pick<GoverningFile, 'text' | 'hash'>> {
  try {
    const bytes = await vault.readBytes(path);
    return { text: textOrNone(bytes, path), hash: hashBytes(bytes) };
  } catch (error) {
    if (isWikiError(error)) return { text: '', hash: `unreadable ${error.code}` };
    throw error;
  }
}

function textOrNone(bytes: Uint8Array, path: string): string {
  try {
    return decodeText(bytes, path);
  } catch {
    return '';
  }
}

/** Every file of the skills in a folder: a skill reads its own `references/` too. */
async function skillFiles(vault: Vault, folder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { path, kind } of await vault.list(folder)) {
    if (kind !== 'folder' || (await vault.stat(`${path}/SKILL.md`))?.kind !== 'file') continue;
    paths.push(`${path}/SKILL.md`, ...(await filesBelow(vault, path)).filter((each) => each !== `${path}/SKILL.md`));
  }
  return paths;
}

/** Files that the policies of the wiki itself name, and those in folders that they name. */
async function namedFiles(vault: Vault, root: string, own: Lens | undefined): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const name of new Set((own?.policies ?? []).flatMap(({ approvalFiles }) => approvalFiles))) {
    const path = joinPath(root, name.replace(/\/+$/, ''));
    // A name that leaves the wiki names nothing.
    if (name.split('/').includes('..') || name.startsWith('/')) continue;
    if (name.endsWith('/')) paths.push(...(await filesBelow(vault, path)));
    else paths.push(path);
  }
  return paths;
}

async function filesBelow(vault: Vault, folder: string, depth = 0): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { path, kind } of await vault.list(folder)) {
    if (kind === 'file') paths.push(path);
    else if (depth < MAX_DEPTH) paths.push(...(await filesBelow(vault, path, depth + 1)));
    if (paths.length >= MAX_FILES) break;
  }
  return paths.slice(0, MAX_FILES);
}

/** Vault-relative paths of the root, every view, and the views that cannot be read. */
function manifestsOf(lenses: readonly Lens[]): ReadonlyMap<string, Lens | undefined> {
  const unreadable = lenses.flatMap((lens) => lens.unreadable ?? []);
  return new Map([
    ...unreadable.map(({ at }): [string, undefined] => [at, undefined]),
    ...lenses.map((lens): [string, Lens] => [lens.path, lens]),
  ]);
}
