import { type Vault } from '../../vault';

/** A file that nobody touched for so long when it is first seen is whole. Milliseconds. */
const OLD_AGE = 5_000;
/** A file that was the same for so long between two looks is whole. Milliseconds. */
export const STABLE_AFTER = 1_500;

interface FileObservation {
  readonly size: number;
  readonly mtime: number;
  readonly at: number;
}

/** Tells files that are still being copied or downloaded from those that are whole: their size and time stand still. */
export class StableFileDetector {
  readonly #observations = new Map<string, FileObservation>();

  /**
   * @param now milliseconds since the epoch
   * @returns the paths whose files are whole; look again after {@link STABLE_AFTER} when that is not all of them
   */
  async stablePaths(vault: Vault, paths: readonly string[], now: number): Promise<readonly string[]> {
    const stablePaths: string[] = [];
    for (const path of paths) {
      const stat = await vault.stat(path);
      if (stat === null) continue;
      const before = this.#observations.get(path);
      const isSame = before?.size === stat.size && before.mtime === stat.mtime;
      if (!isSame) this.#observations.set(path, { size: stat.size, mtime: stat.mtime, at: now });
      const stood = isSame && now - before.at >= STABLE_AFTER;
      if (stood || now - stat.mtime >= OLD_AGE) stablePaths.push(path);
    }
    const asked = new Set(paths);
    for (const path of [...this.#observations.keys()]) if (!asked.has(path)) this.#observations.delete(path);
    return stablePaths;
  }
}
