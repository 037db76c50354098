import { type Vault } from '../../vault';

/** A file whose last change is at least this long ago is complete. Milliseconds. */
const OLD_AGE = 5_000;
/** A file that did not change for this long between two observations is complete. Milliseconds. */
export const STABLE_AFTER = 1_500;

interface FileObservation {
  readonly size: number;
  readonly mtime: number;
  readonly at: number;
}

/** Finds files that are completely copied or downloaded: their size and time no longer change. */
export class StableFileDetector {
  readonly #observations = new Map<string, FileObservation>();

  /**
   * @param now milliseconds since the epoch
   * @returns the paths of complete files; ask again after {@link STABLE_AFTER} if some are missing
   */
  async stablePaths(vault: Vault, paths: readonly string[], now: number): Promise<readonly string[]> {
    const stablePaths: string[] = [];
    for (const path of paths) {
      const stat = await vault.stat(path);
      if (stat === null) continue;
      const before = this.#observations.get(path);
      const isSame = before?.size === stat.size && before.mtime === stat.mtime;
      if (!isSame) this.#observations.set(path, { size: stat.size, mtime: stat.mtime, at: now });
      const isUnchanged = isSame && now - before.at >= STABLE_AFTER;
      if (isUnchanged || now - stat.mtime >= OLD_AGE) stablePaths.push(path);
    }
    const requested = new Set(paths);
    for (const path of [...this.#observations.keys()]) if (!requested.has(path)) this.#observations.delete(path);
    return stablePaths;
  }
}
