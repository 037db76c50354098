import { parentPath, resolveRelative } from '../vault';
import { type ManifestReader } from './manifest-reader';
import { type FoundManifest } from './types';

/** Where the parents of a manifest lead. */
interface Ancestry {
  /** Path of the root at the top; `null` where the chain is circular or ends at something that is no manifest. */
  readonly root: string | null;
  /** Every path on the way, also those where nothing is. */
  readonly paths: readonly string[];
}

/** Says which wikis of a vault a view belongs to, also when its chain is broken. */
export class ViewOwners {
  readonly #reader: ManifestReader;
  readonly #roots: readonly string[];

  /** @param found every manifest of the vault */
  constructor(reader: ManifestReader, found: readonly FoundManifest[]) {
    this.#reader = reader;
    this.#roots = found
      .filter(({ parsed }) => parsed.kind === 'manifest' && parsed.manifest.extends === undefined)
      .map(({ path }) => path);
  }

  /**
   * Whether a view or an invalid manifest belongs to the wiki. If its parents lead to no root, it belongs to the wiki that
   * it lies in, else to the one that its parents point into, else to every wiki, so that a view never vanishes.
   *
   * @param root path of the wiki's root manifest
   */
  async belongsTo({ path, parsed }: FoundManifest, root: string): Promise<boolean> {
    const { root: top, paths } = await this.#ancestry(path);
    if (top !== null && top !== path) return top === root;
    const around = this.#wikiAround(path);
    if (around !== null) return around === root;
    // A manifest that names no parent is the broken root of another wiki.
    if (parsed.kind === 'invalid' && parsed.extends === undefined) return false;
    const target = paths.map((other) => this.#wikiAround(other)).find((wiki) => wiki !== null);
    return target === undefined || target === root;
  }

  async #ancestry(path: string): Promise<Ancestry> {
    const paths = [path];
    for (let at = path; ;) {
      const file = await this.#reader.read(at);
      if (file.kind !== 'parsed' || file.parsed.kind === 'other') return { root: null, paths };
      const { parsed } = file;
      const target = parsed.kind === 'manifest' ? parsed.manifest.extends : parsed.extends;
      if (target === undefined) return { root: at, paths };
      const parent = resolveRelative(at, target);
      if (parent === null || paths.includes(parent)) return { root: null, paths };
      paths.push(parent);
      at = parent;
    }
  }

  /** The root manifest of the innermost wiki that a path lies in. */
  #wikiAround(path: string): string | null {
    const depth = (root: string): number => parentPath(root).length;
    const around = this.#roots.filter((root) => {
      const folder = parentPath(root);
      return root !== path && (folder === '' || path.startsWith(`${folder}/`));
    });
    return around.sort((a, b) => depth(b) - depth(a))[0] ?? null;
  }
}
