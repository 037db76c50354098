import { clip, isMapping, isWikiError } from '../base';
import { checkPortablePath, checkWritablePath } from '../vault';
import { type LensWarning, type Manifest } from './types';

/** Where the sources of a wiki are unless its manifest names another folder. Source: AIP-10, Layer 1. */
const DEFAULT_FOLDER = 'sources';

/** Where the sources of a wiki are. */
interface SourcesFolder {
  /** Relative to the root of the wiki, without a final slash. */
  readonly folder: string;
  /** Whether the manifest names the folder, as it does in a wiki that was adopted with its own layout. */
  readonly isNamed: boolean;
  /** What is wrong with the folder that the manifest names; the default is used instead. */
  readonly problem: string | null;
}

/**
 * The folder in `metadata.living-wiki.sources` of a manifest, by default `sources`. It lies inside the wiki and is neither
 * the wiki itself nor hidden, so that no manifest can make the files of other programs sources.
 */
export function sourcesFolder({ metadata }: Pick<Manifest, 'metadata'>): SourcesFolder {
  const own = Object.hasOwn(metadata, 'living-wiki') ? metadata['living-wiki'] : undefined;
  const named = isMapping(own) && Object.hasOwn(own, 'sources') ? own.sources : undefined;
  if (named === undefined) return { folder: DEFAULT_FOLDER, isNamed: false, problem: null };
  const folder = typeof named === 'string' ? named.replace(/^\.\//, '').replace(/\/$/, '') : '';
  const problem = typeof named === 'string' ? problemOf(folder) : 'It is not text.';
  if (problem === null) return { folder, isNamed: true, problem };
  const shown = clip(JSON.stringify(named), 60);
  const message = `${shown} cannot be the folder of sources, so ${DEFAULT_FOLDER}/ is used. ${problem} Name a folder of the wiki.`;
  return { folder: DEFAULT_FOLDER, isNamed: false, problem: message };
}

function problemOf(folder: string): string | null {
  try {
    checkPortablePath(folder);
    checkWritablePath(folder);
    return null;
  } catch (error) {
    if (isWikiError(error)) return error.message;
    throw error;
  }
}

/** Warns of a folder of sources that cannot be one. @param path of the manifest */
export function sourcesFolderWarnings(manifest: Manifest, path: string): readonly LensWarning[] {
  // Only the manifest of the wiki itself says where its sources are.
  const problem = manifest.extends === undefined ? sourcesFolder(manifest).problem : null;
  if (problem === null) return [];
  const at = `${path}#metadata.living-wiki.sources`;
  return [{ code: 'living-wiki:sources_folder_invalid', message: problem, at }];
}
