import { isWikiError } from '../../base';
import { joinPath, relativePath, type Vault } from '../../vault';
import { guidePaths, layoutOf } from '../../wiki';
import { findPolicyFiles, MANIFEST_NAME, type Lens } from '../../workspace';
import { type WorkbenchHost } from '../types';

/** A file that says how a wiki is kept. */
export interface GoverningFile {
  /** Relative to the wiki's root; a view or policy may lie outside: `../operators/x/KNOWLEDGE.md`. */
  readonly path: string;
  readonly kind: 'manifest' | 'guide' | 'policy';
  /** The whole file; `''` where it is not text. */
  readonly text: string;
}

/**
 * The wiki's manifest, its views, its `AGENTS.md` or `CLAUDE.md`, and the policies that they name, as they are now.
 * @param lenses of the wiki, as `listLenses` gives them
 */
export async function readGoverningFiles(
  { vault, root }: Pick<WorkbenchHost, 'vault' | 'root'>,
  lenses: readonly Lens[],
): Promise<readonly GoverningFile[]> {
  const own = lenses.find(({ path }) => path === joinPath(root, MANIFEST_NAME));
  const guides = guidePaths(layoutOf(own?.effective ?? { metadata: {} }));
  const named: [string, GoverningFile['kind']][] = [
    ...manifestsOf(lenses).map((path): [string, 'manifest'] => [path, 'manifest']),
    ...guides.map((path): [string, 'guide'] => [joinPath(root, path), 'guide']),
    ...(await skillPaths(vault, root)).map((path): [string, 'guide'] => [path, 'guide']),
    ...(await findPolicyFiles(vault, lenses)).map((path): [string, 'policy'] => [path, 'policy']),
  ];
  const rootManifest = joinPath(root, MANIFEST_NAME);
  const files: GoverningFile[] = [];
  for (const [path, kind] of named) {
    if ((await vault.stat(path))?.kind !== 'file') continue;
    files.push({ path: relativePath(rootManifest, path), kind, text: await textOrNone(vault.readText(path)) });
  }
  return files;
}

/** The skills of the wiki: they steer a model, like its rules. */
async function skillPaths(vault: Vault, root: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { path, kind } of await vault.list(joinPath(root, 'skills'))) {
    const file = `${path}/SKILL.md`;
    if (kind === 'folder' && (await vault.stat(file))?.kind === 'file') paths.push(file);
  }
  return paths;
}

/** Vault-relative paths of the root, every view, and the views that cannot be read. */
function manifestsOf(lenses: readonly Lens[]): readonly string[] {
  const unreadable = lenses.flatMap((lens) => lens.unreadable ?? []).map(({ at }) => at);
  return [...new Set([...lenses.map(({ path }) => path), ...unreadable])];
}

async function textOrNone(reading: Promise<string>): Promise<string> {
  try {
    return await reading;
  } catch (error) {
    if (isWikiError(error)) return '';
    throw error;
  }
}
